//===- launch-list.c - Launch descriptions of kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads launch descriptions from the attributes of kernels.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/host/launch-list.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/lower.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

typedef struct Visit {
  AsLaunchVisitor visit;
  void *context;
} Visit;

static MlirAttribute attributeOf(MlirOperation op, const char *name) {
  return mlirOperationGetDiscardableAttributeByName(op, asIrString(name));
}

static MlirWalkResult visitKernel(MlirOperation op, void *context) {
  const Visit *visit = context;
  MlirAttribute grid = attributeOf(op, AS_GRID_ATTRIBUTE),
                block = attributeOf(op, AS_BLOCK_ATTRIBUTE),
                shared = attributeOf(op, AS_SHARED_ATTRIBUTE);
  if (mlirAttributeIsNull(grid) || mlirAttributeIsNull(block) ||
      mlirAttributeIsNull(shared))
    return MlirWalkResultAdvance;
  AsText name = {0}, whole = {0}, signature = {0}, scratch = {0}, maps = {0};
  asIrStringAttribute(op, "sym_name", &name);
  bool isPart = asIrStringAttribute(op, AS_PART_ATTRIBUTE, &whole);
  asIrStringAttribute(op, AS_SIGNATURE_ATTRIBUTE, &signature);
  asIrStringAttribute(op, AS_SCRATCH_ATTRIBUTE, &scratch);
  asIrStringAttribute(op, AS_MAPS_ATTRIBUTE, &maps);
  AsLaunch launch = {.kernel = asTextString(&name),
                     .function = asTextString(isPart ? &whole : &name),
                     .signature = asTextString(&signature),
                     .scratch = asTextString(&scratch),
                     .maps = asTextString(&maps),
                     .sharedBytes = mlirIntegerAttrGetValueInt(shared)};
  for (int i = 0; i < 3; i++) {
    launch.grid[i] = mlirDenseI64ArrayGetElement(grid, i);
    launch.block[i] = mlirDenseI64ArrayGetElement(block, i);
  }
  visit->visit(&launch, visit->context);
  asTextFree(&name);
  asTextFree(&whole);
  asTextFree(&signature);
  asTextFree(&scratch);
  asTextFree(&maps);
  return MlirWalkResultSkip;
}

void asGpuVisitLaunches(MlirModule lowered, AsLaunchVisitor visit,
                        void *context) {
  mlirOperationWalk(mlirModuleGetOperation(lowered), visitKernel,
                    &(Visit){visit, context}, MlirWalkPreOrder);
}

//===----------------------------------------------------------------------===//
// Serialising launches
//===----------------------------------------------------------------------===//

typedef struct Collection {
  AsKernels kernels;
  AsArena arena;
  int found;
} Collection;

static const char *copy(Collection *collection, const char *text) {
  return asArenaCopy(&collection->arena, text, strlen(text));
}

static void collect(const AsLaunch *launch, void *context) {
  Collection *collection = context;
  if (collection->found++ >= AS_MOST_LAUNCHES)
    return;
  AsLaunch *kept = &collection->kernels.launches[collection->kernels.count++];
  *kept = *launch;
  kept->kernel = copy(collection, launch->kernel);
  kept->function = NULL;
  kept->signature = copy(collection, launch->signature);
  kept->scratch = copy(collection, launch->scratch);
  kept->maps = copy(collection, launch->maps);
}

AsStatus asGpuAppendKernels(MlirModule lowered, const AsText *image,
                            AsText *code, AsError *error) {
  Collection *collection = asAlloc(sizeof *collection);
  AsStatus status = AS_OK;
  asGpuVisitLaunches(lowered, collect, collection);
  collection->kernels.image = image->data;
  collection->kernels.imageLength = image->length;
  if (collection->found > AS_MOST_LAUNCHES)
    status = asFail(error, AS_UNSUPPORTED,
                    "%d kernels are more than the %d of a task",
                    collection->found, AS_MOST_LAUNCHES);
  else
    asKernelsPut(code, &collection->kernels);
  asArenaDestroy(&collection->arena);
  free(collection);
  return status;
}

//===----------------------------------------------------------------------===//
// Limits of a GPU
//===----------------------------------------------------------------------===//

typedef struct Check {
  const AsGpu *gpu;
  AsStatus status;
  AsError *error;
} Check;

static void check(const AsLaunch *launch, void *context) {
  Check *check = context;
  const AsGpu *gpu = check->gpu;
  int64_t threads = launch->block[0] * launch->block[1] * launch->block[2];
  if (check->status)
    return;
  if (threads > AS_GPU_BLOCK_THREADS)
    check->status = asFail(check->error, AS_UNSUPPORTED,
                           "@%s has blocks of %lld threads, of which %s allows "
                           "%d",
                           launch->kernel, (long long)threads, gpu->chip,
                           AS_GPU_BLOCK_THREADS);
  else if (launch->sharedBytes > gpu->blockSharedBytes)
    check->status = asFail(check->error, AS_UNSUPPORTED,
                           "@%s needs %lld bytes of shared memory, of which "
                           "blocks on %s have %lld",
                           launch->kernel, (long long)launch->sharedBytes,
                           gpu->chip, (long long)gpu->blockSharedBytes);
  else if (launch->grid[0] > AS_GPU_GRID_WIDTH ||
           launch->grid[1] > AS_GPU_GRID_DEPTH ||
           launch->grid[2] > AS_GPU_GRID_DEPTH)
    check->status =
        asFail(check->error, AS_UNSUPPORTED,
               "@%s has a grid of %lld x %lld x %lld blocks, which is too many",
               launch->kernel, (long long)launch->grid[0],
               (long long)launch->grid[1], (long long)launch->grid[2]);
}

AsStatus asGpuCheckLaunches(MlirModule lowered, const AsGpu *gpu,
                            AsError *error) {
  Check state = {.gpu = gpu, .error = error};
  asGpuVisitLaunches(lowered, check, &state);
  return state.status;
}
