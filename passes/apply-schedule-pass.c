//===- apply-schedule-pass.c - as-apply-schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies a schedule that was found earlier; nothing is searched or measured.
//
// Requires:    a script with a named sequence for at least one task of the
//              module; the other tasks stay as they are.
// Provides:    the scheduled module, the same that emit=scheduled gives.
// Invalidates: everything in the module.
//
//===----------------------------------------------------------------------===//

#include "passes/module-pass.h"

static AsStatus check(const AsOptions *options, AsError *error) {
  if (!*options->schedule)
    return asFail(error, AS_INVALID_INPUT,
                  "schedule=FILE says which script to apply");
  return AS_OK;
}

static AsStatus run(MlirModule module, const AsOptions *options,
                    AsEmission *emission, AsError *error) {
  return asApplySchedule(module, options->schedule, emission, error);
}

const AsPass asPassApplySchedule = {
    .argument = "as-apply-schedule",
    .description = "Apply a schedule to the tasks of the module",
    .user = AS_BY_APPLY_SCHEDULE,
    .check = check,
    .run = run,
};
