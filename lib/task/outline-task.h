//===- outline-task.h - A group in a function of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a group needs is selected, cloned into a function, and called in the
// place of the group.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_OUTLINE_TASK_H
#define AS_TASK_OUTLINE_TASK_H

#include "ir/ir-mapping.h"
#include "task/fusion-groups.h"

/// What goes into the function of a group: its members, and the cheap
/// operations that they need, wherever those are.
typedef struct AsSelection {
  MlirOperation *ops; ///< Each after those that it uses.
  int size, capacity;
  AsIrMap inputs;     ///< Values from outside; only `from` is meaningful.
  MlirOperation root; ///< The last member, whose results are the group's.
} AsSelection;

/// Free with asSelectionFree.
AsSelection asSelectionOf(const AsBlockGroups *groups, int group);
void asSelectionFree(AsSelection *selection);

/// A private function of clones, in no module yet; arguments that are fixed
/// (ir/invariant-values.h) are marked.
MlirOperation asSelectionFunction(const AsSelection *selection,
                                  MlirLocation location);

/// Lets a call of `callee` take the place of the root; returns it.
MlirOperation asSelectionCall(const AsSelection *selection,
                              MlirLocation location, const char *callee);

#endif // AS_TASK_OUTLINE_TASK_H
