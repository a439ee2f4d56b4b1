//===- op-arithmetic.h - Counting the arithmetic of operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_OP_ARITHMETIC_H
#define AS_TASK_OP_ARITHMETIC_H

#include "ir/ir.h"
#include "task/program.h"

/// Adds an operation in the body of a stage to the counts, by its kind.
void asCountArithmetic(MlirOperation op, int counts[AS_NUM_ARITHMETIC]);

/// Adds the operations in the body of a structured operation that are the same
/// in all iterations of its last loop, as those on one number for each row are.
void asCountRowArithmetic(MlirOperation general, int numLoops,
                          int counts[AS_NUM_ARITHMETIC]);

/// Whether partial results of a reduction can be merged: the body of the stage
/// combines its result so far, argument `result` of the block, by a single
/// operation that has a neutral element.
bool asArithmeticMerges(MlirBlock body, intptr_t result);

#endif // AS_TASK_OP_ARITHMETIC_H
