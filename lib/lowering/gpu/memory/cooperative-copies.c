//===- cooperative-copies.c - Copies by many threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See cooperative-copies.h. What a thread copies is loaded first and stored
// then: so all of its loads are under way together. Or else it is left to the
// hardware, by whole registers (cp.async).
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
  MlirValue from; ///< A buffer, or what fills the other one.
  MlirValue to;
  bool isFill;
  bool isAsync;
  MlirType chunk; ///< What is copied at a time: a vector.
  int rank;
  int64_t lanes;                  ///< Elements of a chunk.
  int64_t sizes[AS_GPU_MAX_RANK]; ///< Chunks along each dimension.
  int64_t count;                  ///< Of all chunks.
  AsGpuPanels panels;             ///< Where it is copied to such.
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

/// Takes a tile of the type apart into chunks.
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
  // What is in registers has the shape of the other one.
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
  // Less than a register cannot be copied so, and is there in time as well.
  copy->isAsync =
      !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_ASYNC_ATTRIBUTE))) &&
      copy->lanes * asIrElementBytes(element) >= REGISTER_BYTES;
  return AS_OK;
}

/// Where the chunk of a number begins.
static void place(const Copy *copy, MlirOperation next, MlirValue number,
                  MlirValue *indices) {
  asGpuDelinearise(next, number, copy->rank, copy->sizes, indices);
  indices[copy->rank - 1] =
      asGpuMul(next, indices[copy->rank - 1], copy->lanes);
}

/// All indices but the last one, as one.
static MlirValue rowOf(const Copy *copy, MlirOperation next,
                       const MlirValue *indices) {
  MlirValue row = asIrInsertIndex(next, 0);
  for (int d = 0; d < copy->rank - 1; d++)
    row = asIrInsertBinary(next, "arith.addi",
                           asGpuMul(next, row, copy->sizes[d]), indices[d]);
  return row;
}

/// The operands of an access to a chunk, of which a thread has the one of this
/// round.
static intptr_t addressOf(const Copy *copy, MlirOperation next,
                          MlirValue buffer, const MlirValue *indices,
                          int64_t round, MlirValue *operands) {
  operands[0] = buffer;
  if (copy->panels.bytes && mlirValueEqual(buffer, copy->to)) {
    operands[0] = asGpuPanelsMemory(&copy->panels, next);
    operands[1] =
        asGpuPanelsPlace(&copy->panels, next, rowOf(copy, next, indices),
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

/// Starts the copy of a chunk; 16 bytes go past the first cache.
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

/// A piece for each of the first `count` threads, in their last round.
static void moveRest(const Copy *copy, MlirValue linear, int64_t from,
                     int64_t count, int64_t round) {
  MlirValue indices[AS_GPU_MAX_RANK];
  MlirOperation next = asGpuIf(copy->op, asGpuIsBelow(copy->op, linear, count));
  place(copy, next, asGpuAdd(next, linear, from), indices);
  if (copy->isAsync)
    start(copy, next, indices);
  else
    store(copy, next, load(copy, next, indices, round), indices, round);
}

void asGpuShareRegisters(MlirOperation tile, const AsGpuKernel *kernel) {
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

AsStatus asGpuShareCopy(MlirOperation op, const AsGpuKernel *kernel,
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
    place(&copy, op, asGpuAdd(op, kernel->linear, r * threads), indices[r]);
    if (copy.isAsync)
      start(&copy, op, indices[r]);
    else
      values[r] = load(&copy, op, indices[r], r);
  }
  for (int64_t r = 0; r < rounds && !copy.isAsync; r++)
    store(&copy, op, values[r], indices[r], r);
  if (rest)
    moveRest(&copy, kernel->linear, rounds * threads, rest, rounds);
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
  moveRest(&copy, linear, 0, copy.count, 0);
  mlirOperationDestroy(op);
  return AS_OK;
}
