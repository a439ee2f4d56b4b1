//===- outline-task.h - Moving a group into a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects what a fusion group needs, clones it into a function, and replaces
// the group by a call.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_OUTLINE_TASK_H
#define AS_TASK_OUTLINE_TASK_H

#include "ir/ir-mapping.h"
#include "task/fusion-groups.h"

/// Whether an operation outside of a group that uses its results goes into the
/// function of the group as well.
typedef bool (*AsTakesAlong)(MlirOperation op);

/// The operations that go into the function of a group: its members, and the
/// cheap operations that they need, wherever those are.
typedef struct AsSelection {
  AsTakesAlong takes; ///< Whether an operation is cheap.
  MlirOperation *ops; ///< Each after those that it uses.
  int size, capacity;
  AsIrMap inputs;     ///< Values from outside; only `from` is meaningful.
  MlirOperation root; ///< The last member, whose results are the group's.
} AsSelection;

/// Free with asSelectionFree.
AsSelection asSelectionOf(const AsBlockGroups *groups, int group);

/// The same for operations in their order, of which only the results of the
/// last one are used elsewhere.
AsSelection asSelectionOfAll(const MlirOperation *ops, int count,
                             AsTakesAlong takes);
void asSelectionFree(AsSelection *selection);

/// Creates a private function of clones, not in a module yet. Arguments that
/// are fixed (ir/invariant-values.h) are marked.
MlirOperation asSelectionFunction(const AsSelection *selection,
                                  MlirLocation location);

/// Replaces the results of the root by a call of `callee`; returns the call.
MlirOperation asSelectionCall(const AsSelection *selection,
                              MlirLocation location, const char *callee);

#endif // AS_TASK_OUTLINE_TASK_H
