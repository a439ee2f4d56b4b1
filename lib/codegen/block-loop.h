//===- block-loop.h - Loops of a single block
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_BLOCK_LOOP_H
#define AS_CODEGEN_BLOCK_LOOP_H

#include "llvm-c/Core.h"
#include <stdbool.h>

/// A loop of one block.
typedef struct AsBlockLoop {
  LLVMBasicBlockRef block;
  LLVMValueRef branch;
  bool repeatsIfTrue; ///< Else it ends.
} AsBlockLoop;

/// Whether `block` is a loop, and which one.
bool asBlockLoop(LLVMBasicBlockRef block, AsBlockLoop *loop);

/// Where the loop goes on when it ends.
LLVMBasicBlockRef asBlockLoopExit(const AsBlockLoop *loop);

/// The index of what the phi gets from the loop itself, if it has just one
/// other predecessor, whose index is 1 less this one; else -1.
int asBlockLoopIndex(const AsBlockLoop *loop, LLVMValueRef phi);

#endif // AS_CODEGEN_BLOCK_LOOP_H
