//===- shared-loops.h - Groups that share a loop over single elements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SHARED_LOOPS_H
#define AS_TASK_DYNAMIC_SHARED_LOOPS_H

#include "task/dynamic/loop-classes.h"

/// Whether the group may share its loop: only the first dimension of its
/// results is dynamic, as in a batch of images.
bool asMayShareLoop(const AsGroupLoops *loops);

/// Finds the loops of operations that may share one: over their dynamic size
/// or, where all shapes are static, over the outermost dimension. False, with
/// nothing to free, if they have no such loop.
bool asSharedLoops(const MlirOperation *members, int count,
                   AsGroupLoops *loops);

/// Whether the tiles of such a group are single elements.
typedef bool (*AsHasOnes)(const AsGroupLoops *loops, void *context);

/// Sets to[g], for each group g, to the group whose loop it shares; to g if it
/// has a loop of its own.
void asShareLoops(const AsBlockGroups *groups, AsHasOnes hasOnes, void *context,
                  int *to);

/// Replaces all groups whose loop is that of `group` by one loop. False,
/// without a change, if there is but one, or if they have no loop together.
bool asSplitShared(const AsBlockGroups *groups, const int *to, int group);

#endif // AS_TASK_DYNAMIC_SHARED_LOOPS_H
