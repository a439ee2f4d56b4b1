//===- phi.c - Phi nodes of LLVM's C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See phi.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/phi.h"
#include <stddef.h>

LLVMValueRef asPhiEnd(LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  return at;
}

LLVMValueRef asPhiIncomingFrom(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == from)
      return LLVMGetIncomingValue(phi, i);
  return NULL;
}

//===----------------------------------------------------------------------===//
// Splitting arrays
//===----------------------------------------------------------------------===//

/// Inserts a value at the index path `at` of an array.
static LLVMValueRef insertAt(LLVMBuilderRef builder, LLVMValueRef array,
                             LLVMValueRef value, const unsigned *at,
                             unsigned depth) {
  if (!depth)
    return value;
  LLVMValueRef element = value;
  if (depth > 1)
    element =
        insertAt(builder, LLVMBuildExtractValue(builder, array, at[0], ""),
                 value, at + 1, depth - 1);
  return LLVMBuildInsertValue(builder, array, element, at[0], "");
}

/// The element of an array, looked up in the insertvalue instructions that
/// have made the array.
static LLVMValueRef elementOf(LLVMBuilderRef builder, LLVMValueRef array,
                              unsigned element) {
  if (!LLVMIsAInsertValueInst(array))
    return LLVMBuildExtractValue(builder, array, element, "");
  LLVMValueRef rest = LLVMGetOperand(array, 0);
  LLVMValueRef value = LLVMGetOperand(array, 1);
  const unsigned *at = LLVMGetIndices(array);
  unsigned depth = LLVMGetNumIndices(array);
  if (at[0] != element)
    return elementOf(builder, rest, element);
  if (depth == 1)
    return value;
  return insertAt(builder, elementOf(builder, rest, element), value, at + 1,
                  depth - 1);
}

/// Builds the phi of one element of `array`, a phi.
static LLVMValueRef phiOfElement(LLVMBuilderRef builder, LLVMValueRef array,
                                 unsigned element) {
  LLVMPositionBuilderBefore(builder, array);
  LLVMValueRef phi =
      LLVMBuildPhi(builder, LLVMGetElementType(LLVMTypeOf(array)), "");
  unsigned count = LLVMCountIncoming(array);
  for (unsigned i = 0; i < count; i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(array, i);
    LLVMValueRef value = asPhiIncomingFrom(phi, from);
    if (!value) {
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
      value = elementOf(builder, LLVMGetIncomingValue(array, i), element);
    }
    LLVMAddIncoming(phi, &value, &from, 1);
  }
  return phi;
}

/// Lets those who read `element` of `array` read `phi`.
static void readElement(LLVMBuilderRef builder, LLVMValueRef array,
                        unsigned element, LLVMValueRef phi) {
  for (LLVMUseRef next, use = LLVMGetFirstUse(array); use; use = next) {
    LLVMValueRef reader = LLVMGetUser(use), value = phi;
    next = LLVMGetNextUse(use);
    if (!LLVMIsAExtractValueInst(reader) ||
        LLVMGetIndices(reader)[0] != element)
      continue;
    LLVMPositionBuilderBefore(builder, reader);
    for (unsigned i = 1; i < LLVMGetNumIndices(reader); i++)
      value =
          LLVMBuildExtractValue(builder, value, LLVMGetIndices(reader)[i], "");
    LLVMReplaceAllUsesWith(reader, value);
    LLVMInstructionEraseFromParent(reader);
  }
}

static void splitArray(LLVMBuilderRef builder, LLVMValueRef array) {
  LLVMTypeRef type = LLVMTypeOf(array);
  LLVMValueRef whole = LLVMGetPoison(type);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(array);
  for (unsigned e = 0; e < LLVMGetArrayLength2(type); e++) {
    LLVMValueRef phi = phiOfElement(builder, array, e);
    readElement(builder, array, e, phi);
    LLVMPositionBuilderBefore(builder, asPhiEnd(block));
    whole = LLVMBuildInsertValue(builder, whole, phi, e, "");
  }
  LLVMReplaceAllUsesWith(array, whole);
  LLVMInstructionEraseFromParent(array);
  for (LLVMValueRef rest;
       LLVMIsAInsertValueInst(whole) && !LLVMGetFirstUse(whole); whole = rest) {
    rest = LLVMGetOperand(whole, 0);
    LLVMInstructionEraseFromParent(whole);
  }
}

LLVMTypeRef asPhiLeafType(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  return type;
}

/// The first phi of an array that is to be split; NULL if there is none.
static LLVMValueRef findArray(LLVMValueRef function, AsPhiWhich *which,
                              unsigned parameter) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block);
         phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
      LLVMTypeRef type = LLVMTypeOf(phi);
      if (LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
          which(asPhiLeafType(type), parameter))
        return phi;
    }
  return NULL;
}

void asPhiSplitArrays(LLVMValueRef function, AsPhiWhich *which,
                      unsigned parameter) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  for (LLVMValueRef phi; (phi = findArray(function, which, parameter));)
    splitArray(builder, phi);
  LLVMDisposeBuilder(builder);
}
