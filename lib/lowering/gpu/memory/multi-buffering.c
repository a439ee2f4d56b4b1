//===- multi-buffering.c - Multi-buffer copies to shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites loops of blocks that begin with copies to shared memory: copies of
// later iterations are started ahead, while this one computes.
//
// With several stages, each tile has a slot for every stage, and iterations use
// the slots in turn. Copies are asynchronous (cp.async):
//
//   copies of iterations 0 .. stages - 2, a group each
//   for each iteration
//     wait until its group has arrived; barrier
//     copies of iteration + stages - 1, a group
//     the former body, with its slot
//
// The barrier also keeps the slot of the iteration before until all threads
// have read it. Groups at the end are empty, so that the count of groups to
// wait for does not change. If warpgroups multiply (warpgroup-mma.h) and there
// are three stages or more, they still read the slot of the iteration before
// when the next one begins, so copies are one iteration less ahead.
//
// If TMA copies the tiles (tma-copies.h), only the first thread starts copies,
// and threads wait for mbarriers. These do not keep threads together, so the
// barrier comes first:
//
//   for each iteration
//     barrier; the first thread: copies of iteration + stages - 1
//     wait until its own copies have arrived
//     the former body, with its slot
//
// A chip without asynchronous copies keeps the tiles of the next iteration in
// registers:
//
//   load the tiles of iteration 0
//   for each iteration
//     store its tiles; barrier
//     load the tiles of the next iteration
//     the former body; barrier
//
// Requires:    asGpuPlaceBuffers; as.stages on the loop over blocks.
// Provides:    copies with as.async or as.tma; slots in shared memory;
//              as.lasting on warpgroup contractions that may run on.
// Invalidates: the tiles' allocations inside the loops.
//
//   scf.for %k = %c0 to %c64 step %c16 {
//     %tile = memref.alloc() : memref<32x16xf32, #gpu.address_space<workgroup>>
//     linalg.copy ins(%piece : ...) outs(%tile : ...)
// becomes, with three stages
//   %slots = memref.alloc() : memref<6144xi8, #gpu.address_space<workgroup>>
//   linalg.copy {as.async} ...            twice, each followed by
//   nvvm.cp.async.commit.group
//   scf.for %k = %c0 to %c64 step %c16 {
//     nvvm.cp.async.wait.group 1
//     gpu.barrier
//     scf.if %isBelow { linalg.copy {as.async} ... }
//     nvvm.cp.async.commit.group
//     %tile = memref.view %slots[%offset][] : ...
//
//===----------------------------------------------------------------------===//

#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/memory/cooperative-copies.h"
#include "lowering/gpu/memory/mbarriers.h"
#include "lowering/gpu/memory/tma-copies.h"
#include "lowering/gpu/tensorcore/warp-loops.h"
#include "lowering/gpu/thread-index.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_COPIES = 8, ALIGNMENT = 128 };

typedef struct Pipeline {
  MlirOperation loop;
  int64_t stages, lower, upper, step;
  int count;
  MlirOperation copy[MAX_COPIES];
  MlirOperation alloc[MAX_COPIES]; ///< The tile that is copied to.
  MlirValue slots[MAX_COPIES];     ///< The tiles of all stages.
  MlirValue registers[MAX_COPIES]; ///< Or the tile of the later stage of two.
  int64_t bytes[MAX_COPIES];       ///< Bytes of a slot.
  bool isByTma;
  AsGpuMbarriers mbarriers; ///< If TMA copies.
} Pipeline;

//===----------------------------------------------------------------------===//
// Reading the loop
//===----------------------------------------------------------------------===//

static bool readConstant(MlirValue value, int64_t *number) {
  if (!mlirValueIsAOpResult(value) ||
      !asIrIsNamed(mlirOpResultGetOwner(value), "arith.constant"))
    return false;
  *number = mlirIntegerAttrGetValueInt(
      asIrAttribute(mlirOpResultGetOwner(value), "value"));
  return true;
}

static bool isShared(MlirType type) {
  return mlirTypeIsAMemRef(type) &&
         !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type));
}

/// The memref.alloc in the loop that a buffer is a subview of; null for others.
static MlirOperation allocOf(MlirValue value, MlirOperation loop) {
  MlirOperation none = {NULL};
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!mlirOperationEqual(mlirOperationGetParentOperation(op), loop))
      return none;
    if (asIrIsNamed(op, "memref.alloc"))
      return op;
    if (!asIrIsNamed(op, "memref.subview"))
      return none;
    value = mlirOperationGetOperand(op, 0);
  }
  return none;
}

/// Reads the loop. False if it has fewer iterations than stages, or copies to
/// anything but its own tiles in shared memory.
static bool readLoop(MlirOperation loop, int64_t stages, Pipeline *pipeline) {
  *pipeline = (Pipeline){.loop = loop, .stages = stages};
  if (!asIrIsNamed(loop, "scf.for") || mlirOperationGetNumResults(loop) ||
      !readConstant(mlirOperationGetOperand(loop, 0), &pipeline->lower) ||
      !readConstant(mlirOperationGetOperand(loop, 1), &pipeline->upper) ||
      !readConstant(mlirOperationGetOperand(loop, 2), &pipeline->step) ||
      pipeline->lower != 0 ||
      (pipeline->upper + pipeline->step - 1) / pipeline->step < stages)
    return false;
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(loop));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!asIrIsNamed(op, "linalg.copy") && !asIrIsNamed(op, "memref.copy"))
      continue;
    MlirOperation alloc = allocOf(mlirOperationGetOperand(op, 1), loop);
    if (mlirOperationIsNull(alloc) ||
        isShared(mlirValueGetType(mlirOperationGetOperand(op, 0))) ||
        pipeline->count == MAX_COPIES)
      return false;
    MlirType type = mlirValueGetType(mlirOperationGetResult(alloc, 0));
    if (!isShared(type) || !mlirShapedTypeHasStaticShape(type))
      return false;
    pipeline->copy[pipeline->count] = op;
    pipeline->alloc[pipeline->count] = alloc;
    pipeline->bytes[pipeline->count++] =
        (asIrShapedBytes(type) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
  return pipeline->count > 0;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

static void makeSlots(Pipeline *pipeline) {
  MlirContext context = mlirOperationGetContext(pipeline->loop);
  MlirAttribute space = mlirAttributeParseGet(
      context, asIrString("#gpu.address_space<workgroup>"));
  for (int c = 0; c < pipeline->count; c++) {
    MlirType type = mlirMemRefTypeContiguousGet(
        mlirIntegerTypeGet(context, 8), 1,
        (int64_t[]){pipeline->stages * pipeline->bytes[c]}, space);
    pipeline->slots[c] = asIrInsertAlloc(pipeline->loop, type, 0);
  }
}

/// The tile of copy `c` in the slot of the iteration whose induction variable
/// is `at`.
static MlirValue slotOf(const Pipeline *pipeline, int c, MlirOperation next,
                        MlirValue at) {
  MlirValue number =
      asIrInsertBinary(next, "arith.remui",
                       asIrInsertBinary(next, "arith.divui", at,
                                        asIrInsertIndex(next, pipeline->step)),
                       asIrInsertIndex(next, pipeline->stages));
  MlirValue operands[] = {pipeline->slots[c],
                          asGpuMul(next, number, pipeline->bytes[c])};
  MlirType type =
      mlirValueGetType(mlirOperationGetResult(pipeline->alloc[c], 0));
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.view",
                                            .numOperands = 2,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &type});
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Clones the operations of the loop that compute `value`, before `next`.
static void cloneSource(const Pipeline *pipeline, MlirValue value,
                        MlirOperation next, AsIrMap *map) {
  if (asIrMapFind(map, value) >= 0 || !mlirValueIsAOpResult(value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirOperationEqual(mlirOperationGetParentOperation(op), pipeline->loop))
    return;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    cloneSource(pipeline, mlirOperationGetOperand(op, i), next, map);
  mlirOperationMoveBefore(asIrMapClone(map, op, mlirOperationGetBlock(next)),
                          next);
}

/// Starts the copies of the iteration whose induction variable is `at`.
static void startCopies(const Pipeline *pipeline, MlirOperation next,
                        MlirValue at) {
  MlirContext context = mlirOperationGetContext(next);
  AsIrMap map = {0};
  asIrMapAdd(&map, mlirBlockGetArgument(asIrBody(pipeline->loop), 0), at);
  for (int c = 0; c < pipeline->count; c++) {
    MlirOperation copy = pipeline->copy[c];
    asIrMapAdd(&map, mlirOperationGetResult(pipeline->alloc[c], 0),
               slotOf(pipeline, c, next, at));
    for (int i = 0; i < 2; i++)
      cloneSource(pipeline, mlirOperationGetOperand(copy, i), next, &map);
    MlirOperation clone = asIrMapClone(&map, copy, mlirOperationGetBlock(next));
    mlirOperationMoveBefore(clone, next);
    mlirOperationSetDiscardableAttributeByName(
        clone,
        asIrString(pipeline->isByTma ? AS_TMA_ATTRIBUTE : AS_ASYNC_ATTRIBUTE),
        mlirUnitAttrGet(context));
  }
  asIrMapFree(&map);
}

static void closeGroup(MlirOperation next) {
  asIrInsert(next, &(AsIrParts){.name = "nvvm.cp.async.commit.group"});
}

/// Waits until all but the last `left` groups have arrived.
static void waitForGroup(MlirOperation next, int64_t left) {
  MlirType i32 = mlirIntegerTypeGet(mlirOperationGetContext(next), 32);
  asIrInsert(next,
             &(AsIrParts){.name = "nvvm.cp.async.wait.group",
                          .attributes = (AsIrAttribute[]){
                              {"n", mlirIntegerAttrGet(i32, left)}, {0}}});
}

static MlirWalkResult markLasting(MlirOperation op, void *context) {
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_WARPGROUP_ATTRIBUTE))))
    return MlirWalkResultAdvance;
  mlirOperationSetDiscardableAttributeByName(
      op, asIrString(AS_LASTING_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(op)));
  *(bool *)context = true;
  return MlirWalkResultAdvance;
}

/// Lets contractions run on into the next iteration, if there are enough slots.
static bool letProductsRunOn(const Pipeline *pipeline) {
  enum { leastStages = 3 }; // Copied to, read, and still read.
  bool runsOn = false;
  if (pipeline->stages >= leastStages)
    mlirOperationWalk(pipeline->loop, markLasting, &runsOn, MlirWalkPreOrder);
  return runsOn;
}

/// Replaces the tiles in the loop by their slots.
static void useSlots(const Pipeline *pipeline, MlirValue at) {
  for (int c = 0; c < pipeline->count; c++) {
    mlirOperationDestroy(pipeline->copy[c]);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(pipeline->alloc[c], 0),
                                  slotOf(pipeline, c, pipeline->alloc[c], at));
    mlirOperationDestroy(pipeline->alloc[c]);
  }
}

static void pipelineByThreads(const Pipeline *pipeline, int64_t ahead) {
  for (int64_t s = 0; s < ahead; s++) {
    startCopies(pipeline, pipeline->loop,
                asIrInsertIndex(pipeline->loop, s * pipeline->step));
    closeGroup(pipeline->loop);
  }
  MlirBlock body = asIrBody(pipeline->loop);
  MlirOperation next = mlirBlockGetFirstOperation(body);
  waitForGroup(next, ahead - 1);
  asGpuBarrier(next);
  MlirValue later =
      asGpuAdd(next, mlirBlockGetArgument(body, 0), ahead * pipeline->step);
  startCopies(pipeline,
              asGpuIf(next, asGpuIsBelow(next, later, pipeline->upper)), later);
  closeGroup(next);
}

//===----------------------------------------------------------------------===//
// By TMA
//===----------------------------------------------------------------------===//

static bool canUseTma(const Pipeline *pipeline) {
  bool can = true;
  for (int c = 0; c < pipeline->count; c++)
    can &= asGpuIsTmaCopy(pipeline->copy[c]);
  return can;
}

static MlirValue iterationOf(const Pipeline *pipeline, MlirOperation next,
                             MlirValue at) {
  return asIrInsertBinary(next, "arith.divui", at,
                          asIrInsertIndex(next, pipeline->step));
}

/// Starts all copies of the iteration whose induction variable is `at`. Only
/// the first thread executes it.
static void startTma(const Pipeline *pipeline, MlirOperation next,
                     MlirValue at) {
  int64_t bytes = 0;
  for (int c = 0; c < pipeline->count; c++)
    bytes += asIrShapedBytes(
        mlirValueGetType(mlirOperationGetOperand(pipeline->copy[c], 1)));
  asGpuMbarriersExpect(&pipeline->mbarriers, next,
                       iterationOf(pipeline, next, at), bytes);
  startCopies(pipeline, next, at);
}

static void pipelineByTma(Pipeline *pipeline, int64_t ahead) {
  pipeline->mbarriers = asGpuMbarriersCreate(pipeline->loop, pipeline->stages);
  MlirValue isFirst = pipeline->mbarriers.isFirst;
  MlirOperation before = asGpuIf(pipeline->loop, isFirst);
  for (int64_t s = 0; s < ahead; s++)
    startTma(pipeline, before, asIrInsertIndex(before, s * pipeline->step));
  MlirBlock body = asIrBody(pipeline->loop);
  MlirOperation next = mlirBlockGetFirstOperation(body);
  MlirValue at = mlirBlockGetArgument(body, 0);
  asGpuBarrier(next);
  MlirValue later = asGpuAdd(next, at, ahead * pipeline->step);
  MlirValue isStarted = asIrInsertBinary(
      next, "arith.andi", isFirst, asGpuIsBelow(next, later, pipeline->upper));
  startTma(pipeline, asGpuIf(next, isStarted), later);
  asGpuMbarriersWait(&pipeline->mbarriers, next,
                     iterationOf(pipeline, next, at));
}

static void pipelineLoop(Pipeline *pipeline) {
  makeSlots(pipeline);
  int64_t ahead = pipeline->stages - (letProductsRunOn(pipeline) ? 2 : 1);
  if (pipeline->isByTma)
    pipelineByTma(pipeline, ahead);
  else
    pipelineByThreads(pipeline, ahead);
  useSlots(pipeline, mlirBlockGetArgument(asIrBody(pipeline->loop), 0));
}

//===----------------------------------------------------------------------===//
// Through registers
//===----------------------------------------------------------------------===//

/// Whether tiles can be distributed over registers: chunks of up to 16 bytes
/// are the same for the copy to registers and from there.
static bool fitsRegisters(const Pipeline *pipeline) {
  bool fits = true;
  for (int c = 0; c < pipeline->count; c++)
    for (int i = 0; i < 2; i++) {
      fits &= asGpuIsDense(
          mlirValueGetType(mlirOperationGetOperand(pipeline->copy[c], i)));
    }
  return fits;
}

static void makeRegisters(Pipeline *pipeline) {
  MlirContext context = mlirOperationGetContext(pipeline->loop);
  for (int c = 0; c < pipeline->count; c++) {
    MlirType type =
        mlirValueGetType(mlirOperationGetOperand(pipeline->copy[c], 1));
    int64_t sizes[AS_GPU_MAX_RANK];
    intptr_t rank = mlirShapedTypeGetRank(type);
    for (intptr_t r = 0; r < rank; r++)
      sizes[r] = mlirShapedTypeGetDimSize(type, r);
    pipeline->registers[c] = asIrInsertAlloca(
        pipeline->loop,
        mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), rank,
                                    sizes, mlirAttributeGetNull()));
    mlirOperationSetDiscardableAttributeByName(
        mlirOpResultGetOwner(pipeline->registers[c]),
        asIrString(AS_REGISTERS_ATTRIBUTE), mlirUnitAttrGet(context));
  }
}

/// Loads the tiles of the iteration whose induction variable is `at`.
static void loadTiles(const Pipeline *pipeline, MlirOperation next,
                      MlirValue at) {
  AsIrMap map = {0};
  asIrMapAdd(&map, mlirBlockGetArgument(asIrBody(pipeline->loop), 0), at);
  for (int c = 0; c < pipeline->count; c++) {
    MlirOperation copy = pipeline->copy[c];
    cloneSource(pipeline, mlirOperationGetOperand(copy, 0), next, &map);
    asIrMapAdd(&map, mlirOperationGetOperand(copy, 1), pipeline->registers[c]);
    mlirOperationMoveBefore(
        asIrMapClone(&map, copy, mlirOperationGetBlock(next)), next);
  }
  asIrMapFree(&map);
}

static void loadAhead(Pipeline *pipeline) {
  makeRegisters(pipeline);
  loadTiles(pipeline, pipeline->loop, asIrInsertIndex(pipeline->loop, 0));
  MlirOperation last = pipeline->copy[pipeline->count - 1];
  MlirOperation next = mlirOperationGetNextInBlock(last);
  MlirValue later = asGpuAdd(
      next, mlirBlockGetArgument(asIrBody(pipeline->loop), 0), pipeline->step);
  loadTiles(pipeline, asGpuIf(next, asGpuIsBelow(next, later, pipeline->upper)),
            later);
  for (int c = 0; c < pipeline->count; c++)
    mlirOperationSetOperand(pipeline->copy[c], 0, pipeline->registers[c]);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static int64_t numberOn(MlirOperation op, const char *name) {
  MlirAttribute number =
      mlirOperationGetDiscardableAttributeByName(op, asIrString(name));
  return mlirAttributeIsNull(number) ? 0 : mlirIntegerAttrGetValueInt(number);
}

static MlirWalkResult pipelineBlock(MlirOperation op, void *context) {
  (void)context;
  int64_t stages = numberOn(op, AS_STAGES_ATTRIBUTE);
  if (stages < 2)
    return MlirWalkResultAdvance;
  bool isByRegisters =
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_REGISTERS_ATTRIBUTE)));
  MlirOperation next, loop = mlirBlockGetFirstOperation(asIrBody(op));
  for (; !mlirOperationIsNull(loop); loop = next) {
    Pipeline pipeline;
    next = mlirOperationGetNextInBlock(loop);
    if (!readLoop(loop, stages, &pipeline))
      continue;
    pipeline.isByTma = numberOn(op, AS_TMA_ATTRIBUTE) && canUseTma(&pipeline);
    if (!isByRegisters)
      pipelineLoop(&pipeline);
    else if (fitsRegisters(&pipeline))
      loadAhead(&pipeline);
  }
  return MlirWalkResultSkip;
}

void asGpuPipelineCopies(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), pipelineBlock, NULL,
                    MlirWalkPreOrder);
}
