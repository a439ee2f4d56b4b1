//===- restore-counters.c - Restore the counters of loops that run twice
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM knows the counter of a loop that runs twice in its second iteration, and
// replaces the addition by that number (correlated-propagation). To the passes
// that choose addresses it is no counter any more, and where sums are kept in
// most of the registers, LLVM then moves them to the stack and back in each
// iteration: a product of 24x64x288x5 in tiles of 8x48, unrolled by two, had 70
// such moves and took 42 us, and takes 27 without. So the addition is put back.
//
// Requires:    optimised LLVM IR.
// Provides:    counters that are added to, in loops of a single block.
// Invalidates: nothing. No pass that propagates ranges may follow.
//
//   loop:
//     %first = phi i1 [ true, %entry ], [ false, %loop ]
//     %k = phi i64 [ 0, %entry ], [ 4, %loop ]
//     ...
//     br i1 %first, label %loop, label %exit
//
// becomes
//
//   loop:
//     %k = phi i64 [ 0, %entry ], [ %next, %loop ]
//     ...
//     %next = add i64 %k, 4
//     %again = icmp ne i64 %next, 8
//     br i1 %again, label %loop, label %exit
//
//===----------------------------------------------------------------------===//

#include "codegen/restore-counters.h"
#include "codegen/block-loop.h"
#include "codegen/phi.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether `value` is a phi of the loop that is one number at first, and
/// another one in the second iteration.
static bool isTwoNumbers(const AsBlockLoop *loop, LLVMValueRef value,
                         int64_t *first, int64_t *second) {
  static const unsigned mostBits = 64;
  if (!LLVMIsAPHINode(value) || LLVMGetInstructionParent(value) != loop->block)
    return false;
  int again = asBlockLoopIndex(loop, value);
  if (again < 0)
    return false;
  LLVMValueRef from = LLVMGetIncomingValue(value, (unsigned)(1 - again));
  LLVMValueRef to = LLVMGetIncomingValue(value, (unsigned)again);
  if (!LLVMIsAConstantInt(from) || !LLVMIsAConstantInt(to) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) > mostBits)
    return false;
  *first = LLVMConstIntGetSExtValue(from);
  *second = LLVMConstIntGetSExtValue(to);
  return *first != *second;
}

/// Whether the loop repeats in its first iteration only.
static bool runsTwice(const AsBlockLoop *loop) {
  int64_t first, second;
  LLVMValueRef condition = LLVMGetCondition(loop->branch);
  return isTwoNumbers(loop, condition, &first, &second) &&
         (first != 0) == loop->repeatsIfTrue;
}

/// Whether the phi is a counter of non-negative numbers, so small that adding
/// to it does not overflow.
static bool isCounter(const AsBlockLoop *loop, LLVMValueRef phi,
                      int64_t *second, int64_t *step) {
  static const unsigned leastBits = 32;
  static const int64_t most = INT32_MAX / 4;
  int64_t first;
  if (!isTwoNumbers(loop, phi, &first, second) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(phi)) < leastBits || first < 0 ||
      *second < 0 || first > most || *second > most)
    return false;
  *step = *second - first;
  return true;
}

static LLVMValueRef numberOf(LLVMValueRef phi, int64_t value) {
  return LLVMConstInt(LLVMTypeOf(phi), (unsigned long long)value, true);
}

static void restoreIn(const AsBlockLoop *loop) {
  LLVMValueRef condition = LLVMGetCondition(loop->branch), again = NULL;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetValueContext(loop->branch));
  LLVMPositionBuilderBefore(builder, loop->branch);
  LLVMValueRef end = asPhiEnd(loop->block);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(loop->block); phi != end;
       phi = LLVMGetNextInstruction(phi)) {
    int64_t second, step;
    if (!isCounter(loop, phi, &second, &step))
      continue;
    LLVMValueRef next = LLVMBuildAdd(builder, phi, numberOf(phi, step), "");
    LLVMSetOperand(phi, (unsigned)asBlockLoopIndex(loop, phi), next);
    if (!again)
      again =
          LLVMBuildICmp(builder, loop->repeatsIfTrue ? LLVMIntNE : LLVMIntEQ,
                        next, numberOf(phi, second + step), "");
  }
  LLVMDisposeBuilder(builder);
  if (!again)
    return;
  LLVMSetCondition(loop->branch, again);
  if (!LLVMGetFirstUse(condition))
    LLVMInstructionEraseFromParent(condition);
}

void asRestoreCounters(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block)) {
    AsBlockLoop loop;
    if (asBlockLoop(block, &loop) && runsTwice(&loop))
      restoreIn(&loop);
  }
}
