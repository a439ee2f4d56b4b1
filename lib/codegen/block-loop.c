//===- block-loop.c - Loops of a single block
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See block-loop.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/block-loop.h"

bool asBlockLoop(LLVMBasicBlockRef block, AsBlockLoop *loop) {
  LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
  if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
    return false;
  bool first = LLVMGetSuccessor(branch, 0) == block;
  *loop = (AsBlockLoop){block, branch, first};
  return first != (LLVMGetSuccessor(branch, 1) == block);
}

LLVMBasicBlockRef asBlockLoopExit(const AsBlockLoop *loop) {
  return LLVMGetSuccessor(loop->branch, loop->repeatsIfTrue);
}

int asBlockLoopIndex(const AsBlockLoop *loop, LLVMValueRef phi) {
  if (LLVMCountIncoming(phi) != 2)
    return -1;
  for (unsigned i = 0; i < 2; i++)
    if (LLVMGetIncomingBlock(phi, i) == loop->block &&
        LLVMGetIncomingBlock(phi, 1 - i) != loop->block)
      return (int)i;
  return -1;
}
