//===- loop-index.h - How an operation indexes its operands by its loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to splitting. An index of a linalg operation is a sum such as
// 2 * row + window, and that of a dimension that tensor.pad leaves as it is, is
// a loop of its result.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_LOOP_INDEX_H
#define AS_TASK_DYNAMIC_LOOP_INDEX_H

#include "ir/ir.h"
#include "task/program.h"

/// An index of an operand: the sum of factor[l] * loop l and the constant.
typedef struct AsLoopIndex {
  bool isKnown; ///< False if it is no such sum, or a number in it is negative.
  bool uses[AS_MAX_DIMS]; ///< The loops that are in it, also if unknown.
  int loop;               ///< The loop if it is that and nothing else, or -1.
  int64_t factor[AS_MAX_DIMS];
  int64_t constant;
} AsLoopIndex;

AsLoopIndex asLoopIndexOf(MlirOperation op, intptr_t i, intptr_t dim);

/// How many operands, the first ones, loops index.
intptr_t asNumIndexed(MlirOperation op);

/// The operand that result `r` starts from, of an operation that has one; -1 of
/// a tensor.pad.
intptr_t asInitOf(MlirOperation op, intptr_t r);

/// The loop that indexes dimension `dim` of result `r`, or -1.
int asResultLoop(MlirOperation op, intptr_t r, intptr_t dim);

/// Sets how long each loop is as far as the types of operands say it. Returns
/// how many there are.
int asLoopExtents(MlirOperation op, int64_t extent[AS_MAX_DIMS]);

#endif // AS_TASK_DYNAMIC_LOOP_INDEX_H
