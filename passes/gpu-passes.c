//===- gpu-passes.c - The steps of lowering for GPUs, one by one
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As as-opt takes them when it lowers for a GPU; as passes they can be looked
// at, tested, and used in pipelines of others. docs/gpu.md says what each
// requires and provides.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/lower-to-kernels.h"
#include "passes/module-pass.h"

static AsStatus placeTiles(MlirModule module, const AsOptions *options,
                           AsEmission *emission, AsError *error) {
  asGpuPlaceTiles(module);
  return AS_OK;
}

static AsStatus placeBuffers(MlirModule module, const AsOptions *options,
                             AsEmission *emission, AsError *error) {
  return asGpuPlaceBuffers(module, error);
}

static AsStatus pipelineCopies(MlirModule module, const AsOptions *options,
                               AsEmission *emission, AsError *error) {
  asGpuPipelineCopies(module);
  return AS_OK;
}

static AsStatus mapLoops(MlirModule module, const AsOptions *options,
                         AsEmission *emission, AsError *error) {
  return asGpuMapLoops(module, error);
}

static AsStatus removeBarriers(MlirModule module, const AsOptions *options,
                               AsEmission *emission, AsError *error) {
  asGpuRemoveBarriers(module);
  return AS_OK;
}

static AsStatus packShared(MlirModule module, const AsOptions *options,
                           AsEmission *emission, AsError *error) {
  return asGpuPackShared(module, error);
}

static AsStatus makeKernels(MlirModule module, const AsOptions *options,
                            AsEmission *emission, AsError *error) {
  return asGpuOutlineKernels(module, error);
}

static AsStatus lower(MlirModule module, const AsOptions *options,
                      AsEmission *emission, AsError *error) {
  AsLowerOptions lowering = {
      .threads = 1, .fp = AS_FP_CONTRACT, .verify = true, .isGpu = true};
  return asLowerModule(module, &lowering, error);
}

const AsPass asGpuPasses[] = {
    {.argument = "as-gpu-place-tiles",
     .description = "Put what the threads of a block share in shared memory",
     .run = placeTiles},
    {.argument = "as-gpu-place-buffers",
     .description = "Put what threads have for themselves on their stacks",
     .run = placeBuffers},
    {.argument = "as-gpu-pipeline-copies",
     .description = "Start copies to shared memory ahead of their use",
     .run = pipelineCopies},
    {.argument = "as-gpu-map-loops",
     .description = "Make blocks and threads of parallel loops",
     .run = mapLoops},
    {.argument = "as-gpu-remove-barriers",
     .description = "Remove barriers that hold nothing apart",
     .run = removeBarriers},
    {.argument = "as-gpu-pack-shared",
     .description = "Make one piece of all shared memory",
     .run = packShared},
    {.argument = "as-gpu-make-kernels",
     .description = "Make kernels of functions",
     .run = makeKernels},
    {.argument = "as-gpu-lower",
     .description = "Lower scheduled functions to kernels, all of the above",
     .run = lower},
};

const size_t asNumGpuPasses = sizeof asGpuPasses / sizeof *asGpuPasses;
