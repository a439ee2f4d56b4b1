//===- task-attribute.h - What a task's function says about itself
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scheduling and lowering leave nothing in a task's function that tells what it
// computes, and printing drops locations. So the function carries the little
// that is wanted later, as an attribute: who profiles a lowered module finds
// there what the task is, what it costs, and where the user wrote it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_TASK_ATTRIBUTE_H
#define AS_TASK_TASK_ATTRIBUTE_H

#include "ir/ir.h"
#include "support/arena.h"

/// A dictionary of the members of AsTaskDescription, by their names.
#define AS_DESCRIPTION_ATTRIBUTE "as.description"

/// Where a task occurs, by the operations of one occurrence.
typedef struct AsTaskPlace {
  const char *text; ///< The file's name and lines: "bert.mlir:20,24".
  struct AsTaskPlace *next;
} AsTaskPlace;

typedef struct AsTaskDescription {
  const char *label; ///< As of AsTask.
  double flops, bytes;
  const AsTaskPlace *places;
} AsTaskDescription;

/// The place that is made of those of operations; NULL where no location has a
/// line. It lives in `arena`.
AsTaskPlace *asTaskPlaceOf(const MlirLocation *locations, int count,
                           AsArena *arena);

void asTaskDescriptionSet(MlirOperation function,
                          const AsTaskDescription *description);

/// False where the function has none. Strings live in `arena`.
bool asTaskDescriptionGet(MlirOperation function, AsArena *arena,
                          AsTaskDescription *description);

#endif // AS_TASK_TASK_ATTRIBUTE_H
