//===- overlapping-loads.c - Load odd vectors of narrow numbers in two pieces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads a vector of bytes or of 16 bits by two loads that overlap, if its lanes
// are a sum of three powers of two or more, as 13 are. It is for processors
// without masks (codegen/move-odd-vectors.h).
//
// LLVM loads such a vector by one scalar for each of these powers, and takes
// them apart byte by byte: 26 instructions for 13 bytes. The last columns of a
// matrix of bytes are packed from such vectors. Two loads and a shuffle are
// five instructions.
//
// Requires:    LLVM IR after the optimiser, which follows vectors as a whole
//              through memory that is written and read.
// Provides:    no such loads.
// Invalidates: nothing.
//
//   %v = load <13 x i8>, ptr %p
//
// becomes
//
//   %a = load <8 x i8>, ptr %p
//   %q = getelementptr i8, ptr %p, i64 5
//   %b = load <8 x i8>, ptr %q
//   %v = shufflevector <8 x i8> %a, <8 x i8> %b, <0, 1, ..., 7, 11, ..., 15>
//
//===----------------------------------------------------------------------===//

#include "codegen/overlapping-loads.h"
#include "support/arena.h"
#include "support/power-of-two.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include <stdbool.h>
#include <stdlib.h>

/// The bytes of an element if it has one or two, else 0.
static unsigned narrowBytes(LLVMValueRef function, LLVMTypeRef element) {
  LLVMTargetDataRef layout =
      LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  unsigned long long bits = LLVMSizeOfTypeInBits(layout, element);
  return bits == 8 || bits == 16 ? (unsigned)(bits / 8) : 0;
}

static bool isOddLoad(LLVMValueRef function, LLVMValueRef inst) {
  if (!LLVMIsALoadInst(inst) || LLVMGetVolatile(inst) ||
      LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
    return false;
  LLVMTypeRef type = LLVMTypeOf(inst);
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         asIsManyPowers(LLVMGetVectorSize(type)) &&
         narrowBytes(function, LLVMGetElementType(type)) > 0;
}

/// The mask that puts two vectors of `piece` lanes together, of which the
/// second ends at lane `lanes`.
static LLVMValueRef joiningMask(LLVMContextRef context, unsigned lanes,
                                unsigned piece) {
  LLVMTypeRef type = LLVMInt32TypeInContext(context);
  LLVMValueRef *lane = asAlloc(lanes * sizeof *lane);
  for (unsigned l = 0; l < lanes; l++)
    lane[l] = LLVMConstInt(type, l < piece ? l : 2 * piece - lanes + l, false);
  LLVMValueRef mask = LLVMConstVector(lane, lanes);
  free(lane);
  return mask;
}

static void loadInTwo(LLVMBuilderRef builder, LLVMValueRef function,
                      LLVMValueRef load) {
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(load));
  LLVMContextRef context = LLVMGetTypeContext(element);
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(load)),
           piece = (unsigned)asLastPowerOfTwo(lanes), from = lanes - piece;
  LLVMTypeRef type = LLVMVectorType(element, piece);
  LLVMPositionBuilderBefore(builder, load);
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  LLVMValueRef offset =
      LLVMConstInt(LLVMInt64TypeInContext(context), from, false);
  LLVMValueRef first = LLVMBuildLoad2(builder, type, pointer, "");
  LLVMValueRef last = LLVMBuildLoad2(
      builder, type,
      LLVMBuildInBoundsGEP2(builder, element, pointer, &offset, 1, ""), "");
  // The greatest power of two that divides the distance from an aligned one.
  unsigned alignment = LLVMGetAlignment(load),
           distance = alignment | from * narrowBytes(function, element);
  LLVMSetAlignment(first, alignment);
  LLVMSetAlignment(last, distance & -distance);
  LLVMValueRef joined = LLVMBuildShuffleVector(
      builder, first, last, joiningMask(context, lanes, piece), "");
  LLVMReplaceAllUsesWith(load, joined);
  LLVMInstructionEraseFromParent(load);
}

void asOverlapLoads(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef next, inst = LLVMGetFirstInstruction(block); inst;
         inst = next) {
      next = LLVMGetNextInstruction(inst);
      if (isOddLoad(function, inst))
        loadInTwo(builder, function, inst);
    }
  LLVMDisposeBuilder(builder);
}
