//===- split-group.h - Replace a group by loops over static tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SPLIT_GROUP_H
#define AS_TASK_DYNAMIC_SPLIT_GROUP_H

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/loop-classes.h"
#include "task/dynamic/tile-range.h"

/// Inserts the loops in front of the root, gives their results to the users of
/// the root, and destroys the members. An outer loop has parts for so many
/// threads (thread-parts.h).
void asSplitGroup(const AsGroupLoops *loops, const AsKernelSizes *sizes,
                  int threads);

/// What the last tile of a size may do along the class.
AsTileRest asGroupRest(const AsGroupLoops *loops, int class);

#endif // AS_TASK_DYNAMIC_SPLIT_GROUP_H
