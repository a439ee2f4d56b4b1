//===- legalise-vector-width.c - Split wide vectors into registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits vectors that go from block to block, are wider than a register and
// whose number of lanes is not a power of two, into registers. The last part
// may be shorter.
//
// A tile of 24 lanes is three AVX2 registers. But between blocks, LLVM's back
// ends split only powers of two into registers, and carry other vectors as
// scalars: they take accumulators apart before each loop and put them together
// after it. LLVM's scalarizer with min-bits splits vectors, but not arrays of
// vectors, which MLIR carries through loops (one vector for each row). So this
// step first rewrites each phi of an array into a phi for each element.
//
// Requires:    optimised LLVM IR of a scheduled function.
// Provides:    no phi of an array of such vectors; the appended passes split
//              them.
// Invalidates: nothing.
//
//   %acc = phi [2 x <24 x float>] [ %init, %entry ], [ %next, %loop ]
//
// becomes
//
//   %a0 = phi <24 x float> [ %i0, %entry ], [ %n0, %loop ]
//   %a1 = phi <24 x float> [ %i1, %entry ], [ %n1, %loop ]
//
// and, by the scalarizer, each of them three phis of <8 x float>.
//
//===----------------------------------------------------------------------===//

#include "codegen/legalise-vector-width.h"
#include "codegen/phi.h"
#include "support/text.h"
#include "llvm-c/Core.h"

/// Whether the type is a vector that is wider than a register and whose number
/// of lanes is not a power of two, or an array of such vectors.
static bool needsSplitting(LLVMTypeRef type, unsigned registerBits) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  unsigned size = LLVMGetVectorSize(type), bits = 0;
  switch (LLVMGetTypeKind(LLVMGetElementType(type))) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    bits = 16;
    break;
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

/// The first phi of such a type; with `isArray`, of an array of them. NULL if
/// there is none.
static LLVMValueRef findPhi(LLVMValueRef function, unsigned registerBits,
                            bool isArray) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef phi = LLVMGetFirstInstruction(block);
         phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
      LLVMTypeRef type = LLVMTypeOf(phi);
      if (needsSplitting(type, registerBits) &&
          (!isArray || LLVMGetTypeKind(type) == LLVMArrayTypeKind))
        return phi;
    }
  return NULL;
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
    LLVMPositionBuilderBefore(builder, asPhiEnd(block));
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
