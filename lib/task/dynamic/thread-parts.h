//===- thread-parts.h - Share a loop around kernels among threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a few rows of one matrix are too small to be divided among
// threads. Where there is an outer loop around them (outer-loops.h), its
// iterations write disjoint slices of the result, and threads may share these:
// one start of threads for all kernels of the group. So may they the rows,
// where their number is the only dynamic size, and each takes little.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_THREAD_PARTS_H
#define AS_TASK_DYNAMIC_THREAD_PARTS_H

#include "task/dynamic/loop-classes.h"

/// On an scf.for over parts of an outer loop. Lowering lets threads share it
/// where it has several iterations (lowering/loops/share-parts.c).
#define AS_PARTS_ATTRIBUTE "as.parts"

/// How many iterations of the group's outer loop one part has, so that all
/// threads have as much to do as can be. 0 if there is one thread, no such
/// loop, or too few iterations for the threads.
int64_t asThreadPart(const AsGroupLoops *loops, int threads);

/// Inserts the loop over parts of `part` iterations; over all as one part where
/// that is too little work for several threads. `extents` are those of all
/// classes. The loop carries `values`.
MlirOperation asInsertParts(MlirOperation next, const AsGroupLoops *loops,
                            int64_t part, const MlirValue *extents,
                            intptr_t numValues, const MlirValue *values);

/// Where the part ends that the loop has come to.
MlirValue asInsertPartEnd(MlirOperation next, MlirOperation parts);

/// Whether threads share the rows of the group: its only class is parallel, and
/// it takes many rows to be worth several threads.
bool asHasRowParts(const AsGroupLoops *loops, int threads);

/// Inserts the loop over parts of `rows` rows, one for each thread; over all as
/// one part where that is too little work. The loop carries `values`.
MlirOperation asInsertRowParts(MlirOperation next, const AsGroupLoops *loops,
                               int threads, MlirValue rows, intptr_t numValues,
                               const MlirValue *values);

/// How many rows the part has that the loop has come to: less than the others,
/// if it is the last one.
MlirValue asInsertPartRows(MlirOperation next, MlirOperation parts);

/// Whether a value is that, of the loop `parts`.
bool asIsPartRows(MlirOperation parts, MlirValue value);

#endif // AS_TASK_DYNAMIC_THREAD_PARTS_H
