//===- derive-task.h - The program and the sketches of a task again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The store has a task as a module, and a trial as the version of a sketch and
// a point. From these its nest is made again: the program is taken from the
// module, and the sketches are derived from it as they were for the target.
// That takes the rules of today; of a sketch which they do not make any more
// nothing is known.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_DERIVE_TASK_H
#define AS_VIEW_DERIVE_TASK_H

#include "sketch/loop-nest.h"
#include "task/task.h"
#include "view/view.h"

/// The sketches of one task for its target. Zero-initialise.
typedef struct AsViewDerived {
  AsArena arena; ///< The caller's, to destroy.
  AsTarget target;
  AsGpu gpu;
  AsSketch *sketches;
  int numSketches;
  int *numbers; ///< For each sketch of the view the one that it is, or -1.
} AsViewDerived;

/// Describes the task that the text of the store is of, into `arena`. A text
/// from elsewhere may be that of another task, which is an error.
AsStatus asViewDescribe(MlirContext context, const AsViewTask *task,
                        AsArena *arena, AsTask *result, AsError *error);

/// False where the store does not say what the target is like.
bool asViewDerive(const AsView *view, const AsViewTask *task,
                  const AsProgram *program, AsViewDerived *derived);

/// Builds the nest of a trial; false where it cannot be made again.
bool asViewBuildNest(const AsViewDerived *derived, const AsViewTrial *trial,
                     AsPoint *point, AsNest *nest);

#endif // AS_VIEW_DERIVE_TASK_H
