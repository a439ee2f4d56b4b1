//===- single-matrices.h - Large matrices one after the other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SINGLE_MATRICES_H
#define AS_TASK_DYNAMIC_SINGLE_MATRICES_H

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/loop-classes.h"

/// Whether the tiles along an outer loop are all of its matrices, or those of a
/// thread, and single ones.
bool asHasSingleMatrices(const AsKernelSizes *outer);

/// Whether the group may have such tiles: it has an outer loop and two dynamic
/// sizes along which its tiles overlap, and transposes tiles of an operand.
bool asMayHaveSingleMatrices(const AsGroupLoops *loops);

/// Whether results of those sizes, of all classes, are large.
bool asAreLarge(const AsGroupLoops *loops, const int64_t *sizes);

/// The one tile along each class behind the outer loop for single matrices: the
/// largest, of which the last one overlaps.
void asSingleMatrixSizes(const AsGroupLoops *loops, const AsKernelSizes *sizes,
                         AsKernelSizes single[AS_MAX_CLASSES]);

/// Inserts whether the results are large, and no size less than its tile for
/// single matrices. `extents` are those of all classes.
MlirValue asInsertIsLarge(MlirOperation next, const AsGroupLoops *loops,
                          const AsKernelSizes *single,
                          const MlirValue *extents);

#endif // AS_TASK_DYNAMIC_SINGLE_MATRICES_H
