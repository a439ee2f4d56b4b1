//===- split-dynamic-pass.c - as-split-dynamic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits operations on dynamic shapes into loops over tiles of static shapes,
// as as-extract-tasks does first (task/dynamic/split-dynamic.h); as a pass it
// can be looked at, and used in pipelines of others.
//
// Requires:    linalg on tensors.
// Provides:    no dynamic shapes in linalg, except in operations with a remark.
// Invalidates: the operations of functions with dynamic shapes.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "passes/module-pass.h"

static AsStatus run(MlirModule module, const AsOptions *options,
                    AsEmission *emission, AsError *error) {
  AsRun run = {.options = options, .emission = emission};
  AsStatus status = asTargetCreate(options->target, (int)options->threads,
                                   &run.arena, &run.target, error);
  if (!status)
    status = asRunSplit(&run, module, error);
  asKernelTableFree(&run.kernels);
  asArenaDestroy(&run.arena);
  return status;
}

const AsPass asPassSplitDynamic = {
    .argument = "as-split-dynamic",
    .description = "Split operations on dynamic shapes into static tiles",
    .user = AS_BY_SPLIT_DYNAMIC,
    .run = run,
};
