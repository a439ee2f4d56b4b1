//===- thread-reductions.c - Distribute reductions over threads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a linalg.reduce of partial results in a block into a reduction
// within each thread, a butterfly of gpu.shuffle within a warp, and, if a row
// has more threads than that, an exchange through shared memory.
//
// Each thread reads its elements by the index with which a loop over threads
// wrote them, so that they can stay in registers.
//
// Requires:    AsGpuKernel, with the block's size; called by asGpuMapLoops.
// Provides:    the results, for all threads after the next barrier.
// Invalidates: nothing.
//
//   linalg.reduce { arith.addf } ins(%p : memref<32xf32>)
//       outs(%r : memref<f32>) dimensions = [0]
// becomes
//   %0 = vector.transfer_read %p[%thread] : memref<32xf32>, vector<1xf32>
//   %1 = vector.extract %0[0] : f32 from vector<1xf32>
//   %2, %valid = gpu.shuffle xor %1, %c16, %c32 : i32 ...
//   %3 = arith.addf %2, %1 : f32          and so on for 8, 4, 2, 1
//   scf.if %isFirstThread { ... memref.store %sum, %r[] : memref<f32> }
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/thread-reductions.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "lowering/gpu/mapped-forall.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "target/gpu-table.h"

enum { MOST_OWN = 32, BITS = 32 };

typedef struct Reduction {
  MlirOperation op;
  const AsGpuKernel *kernel;
  MlirType element;
  int rank, rowDim; ///< The dimension that is not reduced, or -1.
  bool isReduced[AS_GPU_MAX_RANK];
  int64_t threads; ///< Threads of a row.
  int64_t own;     ///< Elements of each thread.
  int64_t group;   ///< Threads of a row that can shuffle.
} Reduction;

static bool canExchange(int64_t bits) {
  return bits == 8 || bits == 16 || bits == BITS || bits == 2 * BITS;
}

/// The largest power of two, within a warp, that divides the threads of a row.
/// 1 if the block's last warp is not full, as all lanes must take part in a
/// shuffle.
static int64_t groupOf(int64_t threads, const AsGpuKernel *kernel) {
  int64_t group = 1;
  while (asGpuThreads(kernel) % AS_GPU_WARP_THREADS == 0 &&
         group < AS_GPU_WARP_THREADS && threads % (2 * group) == 0)
    group *= 2;
  return group;
}

/// Reads the reduction; false if it cannot be distributed.
static bool readReduction(MlirOperation op, const AsGpuKernel *kernel,
                          Reduction *reduction) {
  if (!asIrIsNamed(op, "linalg.reduce") || mlirOperationGetNumOperands(op) != 2)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  int64_t rows = 1, columns = 1;
  *reduction = (Reduction){.op = op, .kernel = kernel, .rowDim = -1};
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > AS_GPU_MAX_RANK)
    return false;
  reduction->element = mlirShapedTypeGetElementType(type);
  reduction->rank = (int)mlirShapedTypeGetRank(type);
  MlirAttribute dimensions = asIrAttribute(op, "dimensions");
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(dimensions); i++)
    reduction->isReduced[mlirDenseI64ArrayGetElement(dimensions, i)] = true;
  bool isRow = reduction->isReduced[reduction->rank - 1];
  for (int d = 0; d < reduction->rank; d++) {
    int64_t size = mlirShapedTypeGetDimSize(type, d);
    bool isLast = d == reduction->rank - 1;
    if (isLast)
      columns = size;
    isRow &= isLast || size == 1 ||
             (!reduction->isReduced[d] && reduction->rowDim < 0);
    if (!isLast && size > 1) {
      reduction->rowDim = d;
      rows = size;
    }
  }
  reduction->threads = kernel->block[0];
  reduction->own = columns / kernel->block[0];
  reduction->group = groupOf(kernel->block[0], kernel);
  return isRow && kernel->block[1] == rows && kernel->block[2] == 1 &&
         columns % kernel->block[0] == 0 && reduction->own <= MOST_OWN &&
         !mlirTypeIsAShaped(reduction->element) &&
         canExchange(asIrElementBits(reduction->element));
}

bool asGpuCanDistribute(MlirOperation op, const AsGpuKernel *kernel) {
  Reduction reduction;
  return asGpuThreads(kernel) > 1 && readReduction(op, kernel, &reduction);
}

int64_t asGpuThreadsForReduction(MlirOperation op) {
  enum { most = 256 };
  AsGpuKernel kernel = {.block = {1, 1, 1}};
  for (int64_t threads = most; threads > 1; threads /= 2) {
    kernel.block[0] = threads;
    if (asGpuCanDistribute(op, &kernel))
      return threads;
  }
  return 1;
}

//===----------------------------------------------------------------------===//
// Combining results
//===----------------------------------------------------------------------===//

/// Clones the reduction's body on two results, before `next`.
static MlirValue combine(const Reduction *reduction, MlirOperation next,
                         MlirValue a, MlirValue b) {
  MlirBlock body = asIrBody(reduction->op);
  AsIrMap map = {0};
  asIrMapAdd(&map, mlirBlockGetArgument(body, 0), a);
  asIrMapAdd(&map, mlirBlockGetArgument(body, 1), b);
  MlirOperation end = mlirBlockGetTerminator(body);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    mlirOperationMoveBefore(asIrMapClone(&map, op, mlirOperationGetBlock(next)),
                            next);
  MlirValue combined = mlirOperationGetOperand(end, 0);
  int known = asIrMapFind(&map, combined);
  combined = known < 0 ? combined : map.to[known];
  asIrMapFree(&map);
  return combined;
}

static MlirValue convert(MlirOperation next, const char *name, MlirValue value,
                         MlirType type) {
  return mlirTypeEqual(mlirValueGetType(value), type)
             ? value
             : asIrInsertUnary(next, name, value, type);
}

/// Shuffles: the value of the thread whose lane differs in the bit `distance`.
static MlirValue exchangeRegister(MlirOperation next, MlirValue value,
                                  int64_t distance) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType i32 = mlirIntegerTypeGet(context, BITS);
  MlirType results[] = {i32, mlirIntegerTypeGet(context, 1)};
  MlirValue operands[] = {
      value, asIrInsertConstant(next, mlirIntegerAttrGet(i32, distance)),
      asIrInsertConstant(next, mlirIntegerAttrGet(i32, AS_GPU_WARP_THREADS))};
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = "gpu.shuffle",
                   .numOperands = 3,
                   .operands = operands,
                   .numResults = 2,
                   .results = results,
                   .attributes = (AsIrAttribute[]){
                       {"mode", mlirAttributeParseGet(
                                    context, asIrString("#gpu<shuffle_mode "
                                                        "xor>"))},
                       {0}}});
}

static MlirValue exchange(MlirOperation next, MlirValue value,
                          int64_t distance) {
  MlirType type = mlirValueGetType(value);
  MlirContext context = mlirTypeGetContext(type);
  int64_t bits = asIrElementBits(type);
  MlirType whole = mlirIntegerTypeGet(context, (unsigned)bits),
           i32 = mlirIntegerTypeGet(context, BITS);
  MlirValue plain = convert(next, "arith.bitcast", value, whole);
  if (bits <= BITS) {
    plain = convert(next, "arith.extui", plain, i32);
    plain = exchangeRegister(next, plain, distance);
    plain = convert(next, "arith.trunci", plain, whole);
    return convert(next, "arith.bitcast", plain, type);
  }
  MlirValue half = asIrInsertConstant(next, mlirIntegerAttrGet(whole, BITS));
  MlirValue high = asIrInsertBinary(next, "arith.shrui", plain, half);
  MlirValue part[] = {plain, high};
  for (int i = 0; i < 2; i++) {
    part[i] = exchangeRegister(
        next, convert(next, "arith.trunci", part[i], i32), distance);
    part[i] = convert(next, "arith.extui", part[i], whole);
  }
  high = asIrInsertBinary(next, "arith.shli", part[1], half);
  return convert(next, "arith.bitcast",
                 asIrInsertBinary(next, "arith.ori", part[0], high), type);
}

//===----------------------------------------------------------------------===//
// Reduction within a thread
//===----------------------------------------------------------------------===//

/// The first element of the thread, computed as loops over threads do.
static MlirValue firstOwn(const Reduction *reduction) {
  MlirContext context = mlirOperationGetContext(reduction->op);
  MlirType index = mlirIndexTypeGet(context);
  MlirAffineExpr times =
      mlirAffineMulExprGet(mlirAffineDimExprGet(context, 0),
                           mlirAffineConstantExprGet(context, reduction->own));
  if (reduction->own == 1)
    return reduction->kernel->thread[0];
  MlirAttribute map = mlirAffineMapAttrGet(
      mlirAffineMapGet(context, 1, 0, 1, (MlirAffineExpr[]){times}));
  return asIrInsertValue(
      reduction->op,
      &(AsIrParts){.name = "affine.apply",
                   .numOperands = 1,
                   .operands = &reduction->kernel->thread[0],
                   .numResults = 1,
                   .results = &index,
                   .attributes = (AsIrAttribute[]){{"map", map}, {0}}});
}

/// The index of dimension `d`, which is not the last one.
static MlirValue rowIndex(const Reduction *reduction, int d) {
  return d == reduction->rowDim ? reduction->kernel->thread[1]
                                : asIrInsertIndex(reduction->op, 0);
}

static MlirValue loadOwn(const Reduction *reduction) {
  MlirOperation next = reduction->op;
  MlirContext context = mlirOperationGetContext(next);
  int rank = reduction->rank;
  int64_t sizes[AS_GPU_MAX_RANK];
  MlirAttribute inBounds[AS_GPU_MAX_RANK];
  MlirValue operands[AS_GPU_MAX_RANK + 2] = {
      mlirOperationGetOperand(reduction->op, 0)};
  for (int d = 0; d < rank; d++) {
    bool isLast = d == rank - 1;
    sizes[d] = isLast ? reduction->own : 1;
    inBounds[d] = mlirBoolAttrGet(context, 1);
    operands[d + 1] = isLast ? firstOwn(reduction) : rowIndex(reduction, d);
  }
  MlirType type = mlirVectorTypeGet(rank, sizes, reduction->element);
  operands[rank + 1] = asIrInsertValue(
      next, &(AsIrParts){.name = "ub.poison",
                         .numResults = 1,
                         .results = &reduction->element,
                         .attributes = (AsIrAttribute[]){
                             {"value", mlirAttributeParseGet(
                                           context, asIrString("#ub.poison"))},
                             {0}}});
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "vector.transfer_read",
          .numOperands = rank + 2,
          .operands = operands,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"permutation_map",
               mlirAffineMapAttrGet(
                   mlirAffineMapMultiDimIdentityGet(context, rank))},
              {"in_bounds", mlirArrayAttrGet(context, rank, inBounds)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 4, (int32_t[]){1, rank, 1, 0})},
              {0}}});
}

static MlirValue reduceOwn(const Reduction *reduction) {
  MlirOperation next = reduction->op;
  MlirValue all = loadOwn(reduction), combined = {NULL};
  int64_t position[AS_GPU_MAX_RANK] = {0};
  for (int64_t i = 0; i < reduction->own; i++) {
    position[reduction->rank - 1] = i;
    MlirValue element = asIrInsertValue(
        next,
        &(AsIrParts){.name = "vector.extract",
                     .numOperands = 1,
                     .operands = &all,
                     .numResults = 1,
                     .results = &reduction->element,
                     .attributes = (AsIrAttribute[]){
                         {"static_position",
                          mlirDenseI64ArrayGet(mlirOperationGetContext(next),
                                               reduction->rank, position)},
                         {0}}});
    combined = i ? combine(reduction, next, element, combined) : element;
  }
  return combined;
}

//===----------------------------------------------------------------------===//
// Reduction between groups of threads
//===----------------------------------------------------------------------===//

static void store(MlirOperation next, MlirValue value, MlirValue memory,
                  const MlirValue *indices, intptr_t rank) {
  MlirValue operands[AS_GPU_MAX_RANK + 2] = {value, memory};
  for (intptr_t d = 0; d < rank; d++)
    operands[d + 2] = indices[d];
  asIrInsert(next, &(AsIrParts){.name = "memref.store",
                                .numOperands = rank + 2,
                                .operands = operands});
}

static MlirValue load(MlirOperation next, MlirType type, MlirValue memory,
                      const MlirValue *indices, intptr_t rank) {
  MlirValue operands[AS_GPU_MAX_RANK + 1] = {memory};
  for (intptr_t d = 0; d < rank; d++)
    operands[d + 1] = indices[d];
  return asIrInsertValue(next, &(AsIrParts){.name = "memref.load",
                                            .numOperands = rank + 1,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &type});
}

/// Allocates shared memory for the result of each group of each row.
static MlirValue allocateSlots(const Reduction *reduction, int64_t groups) {
  MlirContext context = mlirOperationGetContext(reduction->op);
  MlirAttribute space = mlirAttributeParseGet(
      context, asIrString("#gpu.address_space<workgroup>"));
  MlirType type = mlirMemRefTypeContiguousGet(
      reduction->element, 2, (int64_t[]){reduction->kernel->block[1], groups},
      space);
  return asIrInsertAlloc(reduction->op, type, 0);
}

static MlirValue reduceGroups(const Reduction *reduction, MlirValue value) {
  MlirOperation next = reduction->op;
  const MlirValue *thread = reduction->kernel->thread;
  int64_t groups = reduction->threads / reduction->group;
  MlirValue slots = allocateSlots(reduction, groups);
  MlirValue group = thread[0], size = asIrInsertIndex(next, reduction->group);
  MlirOperation end = next;
  if (reduction->group > 1) {
    MlirValue lane = asIrInsertBinary(next, "arith.remui", thread[0], size);
    group = asIrInsertBinary(next, "arith.divui", thread[0], size);
    end = asGpuIf(next, asGpuIsBelow(next, lane, 1));
  }
  store(end, value, slots, (MlirValue[]){thread[1], group}, 2);
  asGpuBarrier(next);
  MlirValue combined = {NULL};
  for (int64_t g = 0; g < groups; g++) {
    MlirValue other =
        load(next, reduction->element, slots,
             (MlirValue[]){thread[1], asIrInsertIndex(next, g)}, 2);
    combined = g ? combine(reduction, next, other, combined) : other;
  }
  return combined;
}

void asGpuDistributeReduction(MlirOperation op, const AsGpuKernel *kernel) {
  Reduction reduction;
  if (!readReduction(op, kernel, &reduction))
    return;
  MlirValue value = reduceOwn(&reduction);
  for (int64_t d = reduction.group / 2; d > 0; d /= 2)
    value = combine(&reduction, op, exchange(op, value, d), value);
  if (reduction.threads > reduction.group)
    value = reduceGroups(&reduction, value);
  MlirValue result = mlirOperationGetOperand(op, 1), indices[AS_GPU_MAX_RANK];
  intptr_t rank = 0;
  for (int d = 0; d < reduction.rank; d++)
    if (!reduction.isReduced[d])
      indices[rank++] = rowIndex(&reduction, d);
  MlirOperation end = asGpuIf(op, asGpuIsBelow(op, kernel->thread[0], 1));
  MlirValue old = load(end, reduction.element, result, indices, rank);
  store(end, combine(&reduction, end, value, old), result, indices, rank);
  mlirOperationDestroy(op);
}
