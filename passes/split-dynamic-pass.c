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
#include "task/dynamic/split-dynamic.h"

static AsStatus run(MlirModule module, const AsOptions *options,
                    AsEmission *emission, AsError *error) {
  AsDynamicOptions dynamic = {.kernelsPerTask = options->kernelsPerTask,
                              .isForCpu = true,
                              .remark = asRemarkOnOperation,
                              .context = emission};
  bool changed;
  return asSplitDynamic(module, &dynamic, &changed, error);
}

const AsPass asPassSplitDynamic = {
    .argument = "as-split-dynamic",
    .description = "Split operations on dynamic shapes into static tiles",
    .user = AS_BY_SPLIT_DYNAMIC,
    .run = run,
};
