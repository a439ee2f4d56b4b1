//===- legalise-vector-width.c - Split wide vectors into registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits vectors that go from block to block, are wider than a register and
// whose number of lanes is not a power of two, into registers. The last part
// may be shorter. They go round a loop, or were made before it, such as a
// scalar in all lanes.
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
/// of lanes is not a power of two.
static bool needsSplitting(LLVMTypeRef type, unsigned registerBits) {
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

/// Whether the value goes from its block to another one.
static bool leavesBlock(LLVMValueRef value) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (LLVMGetInstructionParent(LLVMGetUser(use)) != block)
      return true;
  return false;
}

/// Whether such a vector goes from block to block, perhaps in an array: a phi,
/// or what a loop uses that was made before it.
static bool hasCarried(LLVMValueRef function, unsigned registerBits) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef value = LLVMGetFirstInstruction(block); value;
         value = LLVMGetNextInstruction(value))
      if (needsSplitting(asPhiLeafType(LLVMTypeOf(value)), registerBits) &&
          (LLVMIsAPHINode(value) || leavesBlock(value)))
        return true;
  return false;
}

bool asLegaliseVectorWidths(LLVMValueRef function, unsigned registerBits,
                            AsText *passes) {
  if (!hasCarried(function, registerBits))
    return false;
  asPhiSplitArrays(function, needsSplitting, registerBits);
  asTextFormat(passes,
               "instcombine<no-verify-fixpoint>,"
               "scalarizer<load-store;min-bits=%u>,"
               "instcombine<no-verify-fixpoint>,early-cse",
               registerBits);
  return true;
}
