//===- cooperative-copies.c - Distribute copies over threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a copy or fill of a block into the part of each thread: vector.load
// and vector.store, or nvgpu.device_async_copy.
//
// A thread loads all its chunks before it stores any, so that its loads
// overlap. Asynchronous copies (cp.async) do not pass through registers.
//
// Requires:    AsGpuKernel with the block's size; static shapes. Called by
//              asGpuMapLoops.
// Provides:    the copy, after the next barrier or wait.
// Invalidates: the copy operation.
//
//   memref.copy %from, %to : memref<32x16xf32, strided<[64, 1], offset: ?>>
//       to memref<32x16xf32, #gpu.address_space<workgroup>>
// becomes
//   %v = vector.load %from[%row, %column] : ..., vector<4xf32>
//   vector.store %v, %to[%row, %column] : ..., vector<4xf32>
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/memory/cooperative-copies.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/memory/swizzle.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  ACCESS_BYTES = 16,
  REGISTER_BYTES = 4,
  MAX_ROUNDS = 64,
  SPREAD_THREADS = 256
};

typedef struct Copy {
  MlirOperation op;
  MlirValue from; ///< A buffer, or the scalar of a fill.
  MlirValue to;
  bool isFill;
  bool isAsync;
  MlirType chunk; ///< The vector that is copied at a time.
  int rank;
  int64_t lanes;                  ///< Elements of a chunk.
  int64_t sizes[AS_GPU_MAX_RANK]; ///< Chunks along each dimension.
  int64_t count;                  ///< Number of chunks.
  AsGpuPanels panels;             ///< Of the target, if it has panels.
} Copy;

bool asGpuIsDense(MlirType type) {
  int64_t strides[AS_GPU_MAX_RANK], offset;
  intptr_t rank = mlirShapedTypeGetRank(type);
  return rank > 0 && rank <= AS_GPU_MAX_RANK &&
         mlirLogicalResultIsSuccess(
             mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) &&
         strides[rank - 1] == 1;
}

bool asGpuIsCopy(MlirOperation op) {
  return asIrIsNamed(op, "linalg.copy") || asIrIsNamed(op, "memref.copy") ||
         asIrIsNamed(op, "linalg.fill");
}

bool asGpuIsInRegisters(MlirValue buffer) {
  MlirOperation tile = asIrMadeBy(buffer, "memref.alloca");
  return !mlirOperationIsNull(tile) &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             tile, asIrString(AS_REGISTERS_ATTRIBUTE))) &&
         mlirShapedTypeHasStaticShape(mlirValueGetType(buffer)) &&
         asGpuIsDense(mlirValueGetType(buffer));
}

/// Divides a tile of the type into chunks.
static void divide(Copy *copy, MlirType type, bool isDense) {
  MlirType element = mlirShapedTypeGetElementType(type);
  copy->rank = (int)mlirShapedTypeGetRank(type);
  copy->lanes = copy->count = 1;
  int64_t last = mlirShapedTypeGetDimSize(type, copy->rank - 1);
  while (isDense && last % (2 * copy->lanes) == 0 &&
         2 * copy->lanes * asIrElementBytes(element) <= ACCESS_BYTES)
    copy->lanes *= 2;
  for (int d = 0; d < copy->rank; d++) {
    copy->sizes[d] = mlirShapedTypeGetDimSize(type, d);
    if (d == copy->rank - 1)
      copy->sizes[d] /= copy->lanes;
    copy->count *= copy->sizes[d];
  }
  copy->chunk = mlirVectorTypeGet(1, &copy->lanes, element);
}

static AsStatus readCopy(MlirOperation op, Copy *copy, AsError *error) {
  *copy = (Copy){.op = op,
                 .isFill = asIrIsNamed(op, "linalg.fill"),
                 .from = mlirOperationGetOperand(op, 0),
                 .to = mlirOperationGetOperand(op, 1)};
  // The distributed tile in registers has the shape of the other buffer.
  MlirType type =
      mlirValueGetType(asGpuIsInRegisters(copy->to) ? copy->from : copy->to);
  bool isOther = !copy->isFill && !asGpuIsInRegisters(copy->from);
  MlirType source = isOther ? mlirValueGetType(copy->from) : type;
  MlirType element = mlirShapedTypeGetElementType(type);
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (!mlirShapedTypeHasStaticShape(type) || rank > AS_GPU_MAX_RANK ||
      rank < 1 || !mlirTypeEqual(element, mlirShapedTypeGetElementType(source)))
    return asFail(error, AS_UNSUPPORTED,
                  "a copy whose size is not known cannot be shared out among "
                  "threads");
  divide(copy, type, asGpuIsDense(type) && asGpuIsDense(source));
  if (!copy->isFill && !asGpuIsInRegisters(copy->to) &&
      !asGpuPanelsRead(copy->to, &copy->panels))
    copy->panels.bytes = 0;
  // cp.async copies at least 4 bytes. Smaller chunks are copied synchronously,
  // so they are there in time too.
  copy->isAsync =
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_ASYNC_ATTRIBUTE))) &&
      copy->lanes * asIrElementBytes(element) >= REGISTER_BYTES;
  return AS_OK;
}

/// The indices at which chunk `number` begins.
static void chunkIndices(const Copy *copy, MlirOperation next, MlirValue number,
                         MlirValue *indices) {
  asGpuDelinearise(next, number, copy->rank, copy->sizes, indices);
  indices[copy->rank - 1] =
      asGpuMul(next, indices[copy->rank - 1], copy->lanes);
}

/// The linear index of all dimensions but the last.
static MlirValue rowOf(const Copy *copy, MlirOperation next,
                       const MlirValue *indices) {
  MlirValue row = asIrInsertIndex(next, 0);
  for (int d = 0; d < copy->rank - 1; d++)
    row = asIrInsertBinary(next, "arith.addi",
                           asGpuMul(next, row, copy->sizes[d]), indices[d]);
  return row;
}

/// Fills `operands` for an access to the thread's chunk of this round. Returns
/// how many there are.
static intptr_t addressOf(const Copy *copy, MlirOperation next,
                          MlirValue buffer, const MlirValue *indices,
                          int64_t round, MlirValue *operands) {
  operands[0] = buffer;
  if (copy->panels.bytes && mlirValueEqual(buffer, copy->to)) {
    operands[0] = asGpuPanelsMemory(&copy->panels, next);
    operands[1] =
        asGpuPanelsIndex(&copy->panels, next, rowOf(copy, next, indices),
                         indices[copy->rank - 1]);
    return 2;
  }
  if (asGpuIsInRegisters(buffer)) {
    operands[1] = asIrInsertIndex(next, round);
    operands[2] = asIrInsertIndex(next, 0);
    return 3;
  }
  for (int d = 0; d < copy->rank; d++)
    operands[d + 1] = indices[d];
  return copy->rank + 1;
}

static MlirValue load(const Copy *copy, MlirOperation next,
                      const MlirValue *indices, int64_t round) {
  if (copy->isFill)
    return asIrInsertUnary(next, "vector.broadcast", copy->from, copy->chunk);
  MlirValue operands[AS_GPU_MAX_RANK + 2];
  intptr_t count = addressOf(copy, next, copy->from, indices, round, operands);
  return asIrInsertValue(next, &(AsIrParts){.name = "vector.load",
                                            .numOperands = count,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &copy->chunk});
}

static void store(const Copy *copy, MlirOperation next, MlirValue value,
                  const MlirValue *indices, int64_t round) {
  MlirValue operands[AS_GPU_MAX_RANK + 3] = {value};
  intptr_t count =
      addressOf(copy, next, copy->to, indices, round, operands + 1);
  asIrInsert(next, &(AsIrParts){.name = "vector.store",
                                .numOperands = count + 1,
                                .operands = operands});
}

/// Starts an asynchronous copy of a chunk. Chunks of 16 bytes bypass the L1
/// cache.
static void start(const Copy *copy, MlirOperation next,
                  const MlirValue *indices) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType element = mlirShapedTypeGetElementType(copy->chunk),
           index = mlirIndexTypeGet(context),
           token = mlirTypeParseGet(context,
                                    asIrString("!nvgpu.device.async.token"));
  bool isWhole = copy->lanes * asIrElementBytes(element) == ACCESS_BYTES;
  MlirValue operands[2 * AS_GPU_MAX_RANK + 2];
  intptr_t to = addressOf(copy, next, copy->to, indices, 0, operands);
  intptr_t from = addressOf(copy, next, copy->from, indices, 0, operands + to);
  asIrInsert(next,
             &(AsIrParts){
                 .name = "nvgpu.device_async_copy",
                 .numOperands = to + from,
                 .operands = operands,
                 .numResults = 1,
                 .results = &token,
                 .attributes = (AsIrAttribute[]){
                     {"dstElements", mlirIntegerAttrGet(index, copy->lanes)},
                     {"operandSegmentSizes",
                      mlirDenseI32ArrayGet(context, 5,
                                           (int32_t[]){1, (int32_t)to - 1, 1,
                                                       (int32_t)from - 1, 0})},
                     {isWhole ? "bypassL1" : NULL, mlirUnitAttrGet(context)},
                     {0}}});
}

/// Copies one chunk with each of the first `count` threads: the last round.
static void copyRest(const Copy *copy, MlirValue linear, int64_t from,
                     int64_t count, int64_t round) {
  MlirValue indices[AS_GPU_MAX_RANK];
  MlirOperation next = asGpuIf(copy->op, asGpuIsBelow(copy->op, linear, count));
  chunkIndices(copy, next, asGpuAdd(next, linear, from), indices);
  if (copy->isAsync)
    start(copy, next, indices);
  else
    store(copy, next, load(copy, next, indices, round), indices, round);
}

void asGpuDistributeRegisters(MlirOperation tile, const AsGpuKernel *kernel) {
  Copy copy = {.op = tile};
  MlirValue whole = mlirOperationGetResult(tile, 0);
  MlirType type = mlirValueGetType(whole);
  divide(&copy, type, true);
  int64_t threads = asGpuThreads(kernel);
  int64_t sizes[] = {(copy.count + threads - 1) / threads, copy.lanes};
  MlirValue share = asIrInsertAlloca(
      mlirBlockGetFirstOperation(asIrBody(kernel->function)),
      mlirMemRefTypeContiguousGet(mlirShapedTypeGetElementType(type), 2, sizes,
                                  mlirAttributeGetNull()));
  mlirOperationSetDiscardableAttributeByName(
      mlirOpResultGetOwner(share), asIrString(AS_REGISTERS_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(tile)));
  mlirValueReplaceAllUsesOfWith(whole, share);
  mlirOperationDestroy(tile);
}

AsStatus asGpuDistributeCopy(MlirOperation op, const AsGpuKernel *kernel,
                             AsError *error) {
  Copy copy;
  AsStatus status = readCopy(op, &copy, error);
  if (status)
    return status;
  int64_t threads = asGpuThreads(kernel);
  int64_t rounds = copy.count / threads, rest = copy.count % threads;
  if (rounds > MAX_ROUNDS)
    return asFail(error, AS_UNSUPPORTED,
                  "%lld threads are too few to copy %lld pieces",
                  (long long)threads, (long long)copy.count);
  MlirValue indices[MAX_ROUNDS][AS_GPU_MAX_RANK], values[MAX_ROUNDS];
  for (int64_t r = 0; r < rounds; r++) {
    chunkIndices(&copy, op, asGpuAdd(op, kernel->linear, r * threads),
                 indices[r]);
    if (copy.isAsync)
      start(&copy, op, indices[r]);
    else
      values[r] = load(&copy, op, indices[r], r);
  }
  for (int64_t r = 0; r < rounds && !copy.isAsync; r++)
    store(&copy, op, values[r], indices[r], r);
  if (rest)
    copyRest(&copy, kernel->linear, rounds * threads, rest, rounds);
  mlirOperationDestroy(op);
  return AS_OK;
}

AsStatus asGpuSpreadCopy(MlirOperation op, AsGpuKernel *kernel,
                         AsError *error) {
  Copy copy;
  AsStatus status = readCopy(op, &copy, error);
  if (status)
    return status;
  kernel->block[0] = SPREAD_THREADS;
  kernel->grid[0] = (copy.count + SPREAD_THREADS - 1) / SPREAD_THREADS;
  MlirValue linear = asIrInsertBinary(
      op, "arith.addi", asGpuId(op, "gpu.thread_id", 0),
      asGpuMul(op, asGpuId(op, "gpu.block_id", 0), SPREAD_THREADS));
  copyRest(&copy, linear, 0, copy.count, 0);
  mlirOperationDestroy(op);
  return AS_OK;
}
