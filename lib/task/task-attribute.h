//===- task-attribute.h - The description of a task on its function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After scheduling and lowering, nothing in a task's function tells what it
// computes, and printing drops locations. So extraction puts label, costs and
// source lines into an attribute of the function. Whoever profiles a lowered
// module finds them there (as-run --profile).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_TASK_ATTRIBUTE_H
#define AS_TASK_TASK_ATTRIBUTE_H

#include "ir/ir.h"
#include "support/arena.h"

/// The attribute: a dictionary with the members of AsTaskDescription.
#define AS_DESCRIPTION_ATTRIBUTE "as.description"

/// A place where a task occurs, by the lines of its operations.
typedef struct AsTaskPlace {
  const char *text; ///< The file's name and lines: "bert.mlir:20,24".
  struct AsTaskPlace *next;
} AsTaskPlace;

/// An operation of the user's module (origin/origin.h), and which part of the
/// task it is: of the work of all places together, as far as it is known where
/// that comes from.
typedef struct AsTaskOrigin {
  int64_t operation;
  double share;
  struct AsTaskOrigin *next;
} AsTaskOrigin;

typedef struct AsTaskDescription {
  const char *label; ///< As of AsTask.
  double flops, bytes;
  const AsTaskPlace *places;
  const AsTaskOrigin *origins; ///< By the operations; NULL if none is known.
} AsTaskDescription;

/// The place of operations with these locations; NULL if none has a line. It
/// lives in `arena`.
AsTaskPlace *asTaskPlaceOf(const MlirLocation *locations, int count,
                           AsArena *arena);

void asTaskDescriptionSet(MlirOperation function,
                          const AsTaskDescription *description);

/// False if the function has no description. Strings live in `arena`.
bool asTaskDescriptionGet(MlirOperation function, AsArena *arena,
                          AsTaskDescription *description);

#endif // AS_TASK_TASK_ATTRIBUTE_H
