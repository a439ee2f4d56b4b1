//===- legalise-vector-width.c - Vectors of three registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of 24 lanes is three registers of eight. But where a vector goes from
// one block to another, LLVM's back ends know registers by powers of two only,
// and carry any other length as so many scalars: those that accumulate are
// taken apart before each loop, and put together again behind it. So such
// vectors are cut to registers here, the last one of them maybe shorter. LLVM
// has a pass for it; but what goes around loops are arrays of vectors, a row
// each, which it does not look into. Those become a phi for each row before.
//
//===----------------------------------------------------------------------===//

#include "codegen/legalise-vector-width.h"
#include "support/text.h"
#include "llvm-c/Core.h"

/// Whether it is a vector of more than a register that is no power of two, or
/// an array of such.
static bool isOdd(LLVMTypeRef type, unsigned registerBits) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  unsigned size = LLVMGetVectorSize(type), bits = 0;
  switch (LLVMGetTypeKind(LLVMGetElementType(type))) {
  case LLVMFloatTypeKind:
    bits = 32;
    break;
  case LLVMDoubleTypeKind:
    bits = 64;
    break;
  case LLVMIntegerTypeKind:
    bits = LLVMGetIntTypeWidth(LLVMGetElementType(type));
    break;
  default:
    break;
  }
  return (size & (size - 1)) != 0 && size * bits > registerBits;
}

/// The first phi of an odd type, an array if so asked; NULL if there is none.
static LLVMValueRef findPhi(LLVMValueRef function, unsigned registerBits,
                            bool isArray) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block);
         phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
      LLVMTypeRef type = LLVMTypeOf(phi);
      if (isOdd(type, registerBits) &&
          (!isArray || LLVMGetTypeKind(type) == LLVMArrayTypeKind))
        return phi;
    }
  return NULL;
}

static LLVMValueRef firstBehindPhis(LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(at))
    at = LLVMGetNextInstruction(at);
  return at;
}

/// The phi of one element of `array`, a phi. A block that comes in twice has
/// one value.
static LLVMValueRef phiOfElement(LLVMBuilderRef builder, LLVMValueRef array,
                                 unsigned element) {
  LLVMPositionBuilderBefore(builder, array);
  LLVMValueRef phi =
      LLVMBuildPhi(builder, LLVMGetElementType(LLVMTypeOf(array)), "");
  unsigned count = LLVMCountIncoming(array);
  for (unsigned i = 0; i < count; i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(array, i);
    LLVMValueRef value = NULL;
    for (unsigned before = 0; before < i && !value; before++)
      if (LLVMGetIncomingBlock(phi, before) == from)
        value = LLVMGetIncomingValue(phi, before);
    if (!value) {
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
      value = LLVMBuildExtractValue(builder, LLVMGetIncomingValue(array, i),
                                    element, "");
    }
    LLVMAddIncoming(phi, &value, &from, 1);
  }
  return phi;
}

static void splitPhi(LLVMBuilderRef builder, LLVMValueRef array) {
  LLVMTypeRef type = LLVMTypeOf(array);
  LLVMValueRef whole = LLVMGetPoison(type);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(array);
  for (unsigned e = 0; e < LLVMGetArrayLength2(type); e++) {
    LLVMValueRef phi = phiOfElement(builder, array, e);
    LLVMPositionBuilderBefore(builder, firstBehindPhis(block));
    whole = LLVMBuildInsertValue(builder, whole, phi, e, "");
  }
  LLVMReplaceAllUsesWith(array, whole);
  LLVMInstructionEraseFromParent(array);
}

bool asLegaliseVectorWidths(LLVMValueRef function, unsigned registerBits,
                            AsText *passes) {
  if (!findPhi(function, registerBits, false))
    return false;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  for (LLVMValueRef phi; (phi = findPhi(function, registerBits, true));)
    splitPhi(builder, phi);
  LLVMDisposeBuilder(builder);
  asTextFormat(passes,
               "instcombine<no-verify-fixpoint>,"
               "scalarizer<load-store;min-bits=%u>,"
               "instcombine<no-verify-fixpoint>,early-cse",
               registerBits);
  return true;
}
