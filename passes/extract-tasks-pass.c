//===- extract-tasks-pass.c - as-extract-tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outlines each task of a module into a function of its own.
//
// Requires:    linalg on tensors with static shapes for what is to become a
//              task; anything else is left as it is, with a remark.
// Provides:    one function a task, marked with its hash, which the original
//              code calls. as-apply-schedule takes it from there.
// Invalidates: everything in the module.
//
//===----------------------------------------------------------------------===//

#include "passes/module-pass.h"

static AsStatus run(MlirModule module, const AsOptions *options,
                    AsEmission *emission, AsError *error) {
  AsOptions extract = *options;
  extract.emit = AS_EMIT_TASKS;
  return asAutoschedule(module, &extract, emission, error);
}

const AsPass asPassExtractTasks = {
    .argument = "as-extract-tasks",
    .description = "Outline each task of the module into a function",
    .user = AS_BY_EXTRACT_TASKS,
    .run = run,
};
