//===- parts.h - The tasks of a module that is profiled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part is a function of a lowered module that a task became. Probes
// (measure/profile-probes.h) at its entry and its exits tell how long it takes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_PARTS_H
#define AS_RUN_PARTS_H

#include "as/error.h"
#include "measure/profile-probes.h"
#include "task/task-attribute.h"

typedef struct AsPart {
  const char *symbol; ///< Of the function.
  AsTaskDescription description;
} AsPart;

typedef struct AsParts {
  AsPart *list;
  AsProbe *probes; ///< What each part has taken; in use until the process ends.
  int count;
} AsParts;

/// Takes a module apart into tasks that nobody has taken apart yet.
AsStatus asPartsOutline(MlirModule module, AsError *error);

/// Puts probes into the tasks of a lowered module. *parts lives in `arena`.
void asPartsProbe(MlirModule lowered, AsArena *arena, AsParts *parts);

#endif // AS_RUN_PARTS_H
