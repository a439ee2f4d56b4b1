//===- map-loops.c - Map parallel loops to blocks and threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces mapped scf.forall loops by indices of blocks, threads, warps and
// lanes, with a barrier after each loop over threads.
//
// A block has as many threads as its largest loop over threads has iterations;
// an scf.if excludes surplus threads from smaller loops. Operations of a block
// outside of loops over threads would be done by every thread. So copies and
// reductions of partial results are distributed over the threads, and the first
// thread does anything else. A copy that is all of a kernel is spread over a
// grid, a reduction that is all of a kernel over one block.
//
// Requires:    asGpuPlaceBuffers; asGpuSplitKernels: at most one outermost
//              mapped loop in a function, and no effects beside it.
// Provides:    as.grid and as.block on functions; barriers
//              (asGpuRemoveBarriers).
// Invalidates: mapped loops and their attributes; as.resident moves to the
//              function.
//
//   scf.forall (%i) in (8) {
//     scf.forall (%t) in (32) {
//       memref.store %v, %m[%i, %t] : memref<8x32xf32>
//     } {mapping = [#gpu.thread<x>]}
//   } {mapping = [#gpu.block<x>]}
// becomes
//   %t = gpu.thread_id x
//   %i = gpu.block_id x
//   memref.store %v, %m[%i, %t] : memref<8x32xf32>
//   gpu.barrier
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/memory/cooperative-copies.h"
#include "lowering/gpu/memory/tma-copies.h"
#include "lowering/gpu/tensorcore/warp-loops.h"
#include "lowering/gpu/thread-reductions.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "target/gpu-table.h"

enum { DEFAULT_THREADS = 256 };

typedef struct Mapping {
  AsGpuKernel kernel;
  AsGpuFragments fragments;
  AsStatus status;
  AsError *error;
} Mapping;

//===----------------------------------------------------------------------===//
// Loops over threads of a block
//===----------------------------------------------------------------------===//

static MlirValue conjunction(MlirOperation next, MlirValue a, MlirValue b) {
  return mlirValueIsNull(a) ? b : asIrInsertBinary(next, "arith.andi", a, b);
}

/// Inlines a loop over the threads of a block, under a condition if some
/// threads have no iteration.
static void mapThreads(const AsGpuForall *forall, const AsGpuKernel *kernel) {
  MlirValue ids[AS_GPU_MAX_RANK], condition = {NULL};
  MlirOperation next = forall->op;
  if (forall->isLinear) {
    int64_t count = asGpuForallCount(forall);
    if (count < asGpuThreads(kernel))
      condition = asGpuIsBelow(next, kernel->linear, count);
  }
  bool isUsed[3] = {false};
  for (int d = 0; d < forall->rank && !forall->isLinear; d++) {
    int along = forall->along[d];
    isUsed[along] = true;
    ids[d] = kernel->thread[along];
    if (forall->trip[d] < kernel->block[along])
      condition = conjunction(next, condition,
                              asGpuIsBelow(next, ids[d], forall->trip[d]));
  }
  for (int along = 0; along < 3 && !forall->isLinear; along++)
    if (!isUsed[along] && kernel->block[along] > 1)
      condition = conjunction(next, condition,
                              asGpuIsBelow(next, kernel->thread[along], 1));
  if (!mlirValueIsNull(condition))
    next = asGpuIf(next, condition);
  if (forall->isLinear)
    asGpuForallIds(forall, next, kernel->linear, ids);
  MlirOperation after = mlirOperationGetNextInBlock(forall->op);
  asGpuForallInline(forall, ids, next);
  asGpuBarrier(after);
}

//===----------------------------------------------------------------------===//
// Operations of a block outside of loops over its threads
//===----------------------------------------------------------------------===//

static bool writes(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") || asIrIsNamed(op, "memref.store") ||
         asIrIsNamed(op, "vector.store") ||
         asIrIsNamed(op, "vector.transfer_write");
}

bool asGpuHasEffect(MlirOperation op) {
  return writes(op) || asIrIsNamed(op, "memref.copy") ||
         asIrHasPrefix(op, "scf.");
}

static void doByFirstThread(MlirOperation op, const AsGpuKernel *kernel) {
  MlirOperation after = mlirOperationGetNextInBlock(op);
  MlirOperation end = asGpuIf(op, asGpuIsBelow(op, kernel->linear, 1));
  mlirOperationMoveBefore(op, end);
  asGpuBarrier(after);
}

static bool isMarked(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, asIrString(name)));
}

static void distributeCopy(MlirOperation op, Mapping *mapping) {
  MlirOperation after = mlirOperationGetNextInBlock(op);
  if (isMarked(op, AS_TMA_ATTRIBUTE)) {
    mapping->status = asGpuEmitTmaCopy(op, &mapping->kernel, mapping->error);
    return;
  }
  // Asynchronous copies are waited for elsewhere, and each thread reads only
  // its own registers, so neither needs a barrier.
  bool isAsync = isMarked(op, AS_ASYNC_ATTRIBUTE);
  bool isOwn = asGpuIsInRegisters(mlirOperationGetOperand(op, 1));
  mapping->status = asGpuDistributeCopy(op, &mapping->kernel, mapping->error);
  if (!mapping->status && !isAsync && !isOwn)
    asGpuBarrier(after);
}

static void distributeReduction(MlirOperation op, const AsGpuKernel *kernel) {
  MlirOperation after = mlirOperationGetNextInBlock(op);
  asGpuDistributeReduction(op, kernel);
  asGpuBarrier(after);
}

static void mapBlock(MlirBlock block, Mapping *mapping) {
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op) && !mapping->status; op = next) {
    next = mlirOperationGetNextInBlock(op);
    AsGpuForall forall;
    if (asGpuIsMapped(op)) {
      mapping->status = asGpuForallRead(op, &forall, mapping->error);
      if (!mapping->status && forall.level == AS_GPU_WARPS)
        mapping->status = asGpuMapWarps(&forall, &mapping->kernel,
                                        &mapping->fragments, mapping->error);
      else if (!mapping->status)
        mapThreads(&forall, &mapping->kernel);
    } else if (mlirOperationGetNumResults(op) == 1 &&
               asGpuIsInRegisters(mlirOperationGetResult(op, 0))) {
      asGpuDistributeRegisters(op, &mapping->kernel);
    } else if (asGpuIsCopy(op)) {
      distributeCopy(op, mapping);
    } else if (asGpuCanDistribute(op, &mapping->kernel)) {
      distributeReduction(op, &mapping->kernel);
    } else if (writes(op)) {
      doByFirstThread(op, &mapping->kernel);
    } else if (asIrHasPrefix(op, "scf.")) {
      for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
        MlirBlock inner =
            mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
        if (!mlirBlockIsNull(inner))
          mapBlock(inner, mapping);
      }
      // Values that the loop carries in registers may be written after it.
      if (asIrContains(op, "gpu.barrier"))
        asGpuBarrier(next);
    }
  }
}

//===----------------------------------------------------------------------===//
// Block sizes
//===----------------------------------------------------------------------===//

typedef struct Sizes {
  int64_t block[3], linear;
  AsStatus status;
  AsError *error;
} Sizes;

static MlirWalkResult findSizes(MlirOperation op, void *context) {
  Sizes *sizes = context;
  AsGpuForall forall;
  if (!asGpuIsMapped(op))
    return MlirWalkResultAdvance;
  sizes->status = asGpuForallRead(op, &forall, sizes->error);
  if (sizes->status)
    return MlirWalkResultInterrupt;
  if (forall.level == AS_GPU_BLOCKS)
    return MlirWalkResultAdvance;
  int64_t count = asGpuForallCount(&forall);
  if (forall.level == AS_GPU_WARPS)
    count *= AS_GPU_WARP_THREADS;
  if (forall.isLinear && count > sizes->linear)
    sizes->linear = count;
  for (int d = 0; d < forall.rank && !forall.isLinear; d++)
    if (forall.trip[d] > sizes->block[forall.along[d]])
      sizes->block[forall.along[d]] = forall.trip[d];
  return MlirWalkResultSkip;
}

/// Chooses the block size from the loops over threads inside a grid.
static AsStatus chooseBlockSize(MlirOperation top, AsGpuKernel *kernel,
                                AsError *error) {
  Sizes sizes = {.block = {1, 1, 1}, .error = error};
  mlirOperationWalk(top, findSizes, &sizes, MlirWalkPreOrder);
  if (sizes.status)
    return sizes.status;
  for (int i = 0; i < 3; i++)
    kernel->block[i] = sizes.block[i];
  if (asGpuThreads(kernel) == 1)
    kernel->block[0] = sizes.linear ? sizes.linear : 1;
  if (sizes.linear > asGpuThreads(kernel))
    return asFail(error, AS_UNSUPPORTED,
                  "a loop wants %lld threads of a block that has %lld",
                  (long long)sizes.linear, (long long)asGpuThreads(kernel));
  return AS_OK;
}

static void insertThreads(AsGpuKernel *kernel) {
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(kernel->function));
  MlirValue linear = asIrInsertIndex(first, 0);
  for (int i = 2; i >= 0; i--) {
    kernel->thread[i] = asGpuId(first, "gpu.thread_id", i);
    if (kernel->block[i] > 1)
      linear = asIrInsertBinary(first, "arith.addi", kernel->thread[i],
                                asGpuMul(first, linear, kernel->block[i]));
  }
  kernel->linear = linear;
}

//===----------------------------------------------------------------------===//
// The outermost loop
//===----------------------------------------------------------------------===//

/// Inlines a loop whose iterations are blocks.
static void mapGrid(const AsGpuForall *top, Mapping *mapping) {
  AsGpuKernel *kernel = &mapping->kernel;
  MlirValue ids[AS_GPU_MAX_RANK];
  if (top->isLinear)
    asGpuForallIds(top, top->op, asGpuId(top->op, "gpu.block_id", 0), ids);
  for (int d = 0; d < top->rank && !top->isLinear; d++)
    ids[d] = asGpuId(top->op, "gpu.block_id", top->along[d]);
  mapping->status = chooseBlockSize(top->op, kernel, mapping->error);
  if (mapping->status)
    return;
  if (top->isLinear)
    kernel->grid[0] = asGpuForallCount(top);
  for (int d = 0; d < top->rank && !top->isLinear; d++)
    kernel->grid[top->along[d]] = top->trip[d];
  insertThreads(kernel);
  mapping->status =
      asGpuFragmentsOpen(top->op, kernel, &mapping->fragments, mapping->error);
  if (!mapping->status)
    mapBlock(asIrBody(top->op), mapping);
  if (!mapping->status)
    mapping->status = asGpuFragmentsClose(top->op, kernel, &mapping->fragments,
                                          mapping->error);
  asGpuFragmentsFree(&mapping->fragments);
  if (!mapping->status)
    asGpuForallInline(top, ids, top->op);
}

/// Inlines a loop whose iterations are threads of the whole grid, with enough
/// blocks for all of them.
static void mapGridThreads(const AsGpuForall *top, Mapping *mapping) {
  AsGpuKernel *kernel = &mapping->kernel;
  MlirAttribute threads = mlirOperationGetDiscardableAttributeByName(
      top->op, asIrString(AS_THREADS_ATTRIBUTE));
  int64_t count = asGpuForallCount(top);
  kernel->block[0] = mlirAttributeIsNull(threads)
                         ? DEFAULT_THREADS
                         : mlirIntegerAttrGetValueInt(threads);
  kernel->grid[0] = (count + kernel->block[0] - 1) / kernel->block[0];
  insertThreads(kernel);
  MlirValue ids[AS_GPU_MAX_RANK];
  MlirOperation next = top->op;
  MlirValue linear = asIrInsertBinary(
      next, "arith.addi", kernel->linear,
      asGpuMul(next, asGpuId(next, "gpu.block_id", 0), kernel->block[0]));
  if (count % kernel->block[0])
    next = asGpuIf(next, asGpuIsBelow(next, linear, count));
  AsGpuForall all = *top;
  for (int d = 0; d < all.rank && !all.isLinear; d++)
    all.along[d] = all.rank - 1 - d; // The last dimension is the fastest.
  asGpuForallIds(&all, next, linear, ids);
  asGpuForallInline(&all, ids, next);
}

static void setSizes(MlirOperation function, const char *name,
                     const int64_t *sizes) {
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(name),
      mlirDenseI64ArrayGet(mlirOperationGetContext(function), 3, sizes));
}

/// The only operation of a function beside address computations; null if there
/// are several.
static MlirOperation onlyRoot(MlirOperation function) {
  MlirOperation found = {NULL};
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!asGpuHasEffect(op))
      continue;
    if (!mlirOperationIsNull(found))
      return (MlirOperation){NULL};
    found = op;
  }
  return found;
}

/// Maps a kernel that is only a reduction: one block, with as many threads as
/// divide the work evenly.
static void mapReduction(MlirOperation op, Mapping *mapping) {
  AsGpuKernel *kernel = &mapping->kernel;
  kernel->block[0] = asGpuThreadsForReduction(op);
  if (kernel->block[0] == 1)
    return;
  insertThreads(kernel);
  mapBlock(asIrBody(kernel->function), mapping);
}

static void mapFunction(MlirOperation function, void *context) {
  Mapping *mapping = context;
  MlirOperation op;
  AsGpuForall top;
  if (mapping->status || mlirBlockIsNull(asIrBody(function)))
    return;
  mapping->kernel = (AsGpuKernel){
      .function = function, .grid = {1, 1, 1}, .block = {1, 1, 1}};
  mapping->status = asGpuOutermost(function, &op, mapping->error);
  MlirOperation only = onlyRoot(function);
  bool isAlone =
      !mapping->status && mlirOperationIsNull(op) && !mlirOperationIsNull(only);
  if (isAlone && asGpuIsCopy(only))
    mapping->status = asGpuSpreadCopy(only, &mapping->kernel, mapping->error);
  else if (isAlone)
    mapReduction(only, mapping);
  if (!mapping->status && !mlirOperationIsNull(op)) {
    mapping->status = asGpuForallRead(op, &top, mapping->error);
    MlirAttribute resident = mlirOperationGetDiscardableAttributeByName(
        op, asIrString(AS_RESIDENT_ATTRIBUTE));
    if (!mlirAttributeIsNull(resident))
      mlirOperationSetDiscardableAttributeByName(
          function, asIrString(AS_RESIDENT_ATTRIBUTE), resident);
    if (!mapping->status && top.level == AS_GPU_BLOCKS)
      mapGrid(&top, mapping);
    else if (!mapping->status)
      mapGridThreads(&top, mapping);
  }
  setSizes(function, AS_GRID_ATTRIBUTE, mapping->kernel.grid);
  setSizes(function, AS_BLOCK_ATTRIBUTE, mapping->kernel.block);
}

AsStatus asGpuMapLoops(MlirModule module, AsError *error) {
  Mapping mapping = {.error = error};
  asIrVisitFunctions(module, mapFunction, &mapping);
  return mapping.status;
}
