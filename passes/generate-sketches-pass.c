//===- generate-sketches-pass.c - as-generate-sketches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a module by the sketches of its tasks.
//
// Requires:    linalg on tensors with static shapes for what is to become a
//              task; anything else is skipped, with a remark.
// Provides:    a Transform-dialect module with a named sequence for each sketch
//              of each task, whose knobs are open.
// Invalidates: everything in the module.
//
//===----------------------------------------------------------------------===//

#include "passes/module-pass.h"

static AsStatus run(MlirModule module, const AsOptions *options,
                    AsEmission *emission, AsError *error) {
  AsOptions sketch = *options;
  sketch.emit = AS_EMIT_SKETCHES;
  return asAutoschedule(module, &sketch, emission, error);
}

const AsPass asPassGenerateSketches = {
    .argument = "as-generate-sketches",
    .description = "Replace the module by the sketches of its tasks",
    .user = AS_BY_GENERATE_SKETCHES,
    .run = run,
};
