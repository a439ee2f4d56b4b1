//===- forward-writes.c - Vectors that are written and read back
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes a vector that is read from a tile from what was written to it, where
// both are in one block: also if the types differ in dimensions of size one, or
// if a part of the tile was written, or is read. A write of a whole tile
// forgets what was written before.
//
// Upstream folds such reads if the types are the same. Tiled poolings write the
// first value of their sums, read it back with one dimension less, and write
// the sums over it, which LLVM cannot remove behind the loops in between; a sum
// along rows writes its lanes to add the rest of the row to some of them, and
// then loads more at once than was stored last, which stalls.
//
// Requires:    canonical IR on tensors and in the vector dialect.
// Provides:    no such read, and none of these writes that nobody reads then.
// Invalidates: nothing.
//
//   %t1 = vector.transfer_write %v, %t0[%c0, %c0]
//       : vector<1x48xf32>, tensor<1x48xf32>
//   %t2 = vector.transfer_write %w, %t1[%c0, %c0]
//       : vector<1x33xf32>, tensor<1x48xf32>
//   %r = vector.transfer_read %t2[%c0, %c0], %zero
//       : tensor<1x48xf32>, vector<48xf32>
//
// becomes
//
//   %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0], ...}
//   %r = vector.shape_cast %0 : vector<1x48xf32> to vector<48xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// How many writes one read may look through.
enum { MAX_WRITES = 8 };

/// A transfer at the first element of a tensor that is in bounds and keeps the
/// order of dimensions.
typedef struct Transfer {
  MlirOperation op;
  MlirValue tensor;
  MlirType vector;
  MlirType shaped; ///< The vector with all dimensions of the tensor.
} Transfer;

/// Finds the sizes of the vector along the dimensions of the tensor; false if
/// they are in another order, or there are more elements along one.
static bool findSizes(MlirAffineMap map, MlirType vector, MlirType tensor,
                      int64_t *sizes) {
  intptr_t rank = mlirShapedTypeGetRank(tensor), last = -1;
  for (intptr_t d = 0; d < rank; d++)
    sizes[d] = 1;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr dim = mlirAffineMapGetResult(map, r);
    if (!mlirAffineExprIsADim(dim) || mlirAffineDimExprGetPosition(dim) <= last)
      return false;
    last = mlirAffineDimExprGetPosition(dim);
    sizes[last] = mlirShapedTypeGetDimSize(vector, r);
  }
  return true;
}

/// `first` is the number of the operand that is the tensor.
static bool isAtStart(MlirOperation op, intptr_t first, intptr_t rank) {
  for (intptr_t d = 0; d < rank; d++)
    if (!asIrIsZero(mlirOperationGetOperand(op, first + 1 + d)))
      return false;
  return true;
}

static bool isTransfer(MlirOperation op, bool isWrite, Transfer *transfer) {
  intptr_t first = isWrite ? 1 : 0;
  if (mlirOperationIsNull(op) ||
      !asIrIsNamed(op,
                   isWrite ? "vector.transfer_write" : "vector.transfer_read"))
    return false;
  MlirValue tensor = mlirOperationGetOperand(op, first);
  MlirType type = mlirValueGetType(tensor);
  MlirType vector = mlirValueGetType(isWrite ? mlirOperationGetOperand(op, 0)
                                             : mlirOperationGetResult(op, 0));
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirTypeIsAVector(mlirShapedTypeGetElementType(type)))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t sizes[AS_ARITH_MAX_RANK];
  // A mask is one more operand.
  if (rank > AS_ARITH_MAX_RANK || rank == 0 ||
      mlirOperationGetNumOperands(op) != rank + 2 ||
      !isAtStart(op, first, rank) || !asIrIsInBounds(op) ||
      !findSizes(
          mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map")),
          vector, type, sizes))
    return false;
  *transfer =
      (Transfer){.op = op,
                 .tensor = tensor,
                 .vector = vector,
                 .shaped = mlirVectorTypeGet(
                     rank, sizes, mlirShapedTypeGetElementType(vector))};
  return true;
}

static bool isWhole(const Transfer *transfer) {
  MlirType tensor = mlirValueGetType(transfer->tensor);
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(tensor); d++)
    if (mlirShapedTypeGetDimSize(tensor, d) !=
        mlirShapedTypeGetDimSize(transfer->shaped, d))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// `count` times the same number.
static MlirAttribute integers(MlirContext context, intptr_t count,
                              int64_t number) {
  MlirAttribute all[AS_ARITH_MAX_RANK];
  for (intptr_t i = 0; i < count; i++)
    all[i] = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), number);
  return mlirArrayAttrGet(context, count, all);
}

/// Puts the first elements of a vector into another one.
static MlirValue insertPart(const AsArith *arith, MlirValue part,
                            MlirValue vector) {
  MlirType type = mlirValueGetType(vector);
  if (mlirTypeEqual(type, mlirValueGetType(part)))
    return part;
  intptr_t rank = mlirShapedTypeGetRank(type);
  return asIrInsertValue(
      arith->next,
      &(AsIrParts){.name = "vector.insert_strided_slice",
                   .numOperands = 2,
                   .operands = (MlirValue[]){part, vector},
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"offsets", integers(arith->context, rank, 0)},
                       {"strides", integers(arith->context, rank, 1)},
                       {0}}});
}

/// Takes the first elements of a vector.
static MlirValue takePart(const AsArith *arith, MlirValue vector,
                          MlirType type) {
  if (mlirTypeEqual(type, mlirValueGetType(vector)))
    return vector;
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirType i64 = mlirIntegerTypeGet(arith->context, 64);
  MlirAttribute sizes[AS_ARITH_MAX_RANK];
  for (intptr_t d = 0; d < rank; d++)
    sizes[d] = mlirIntegerAttrGet(i64, mlirShapedTypeGetDimSize(type, d));
  return asIrInsertValue(
      arith->next,
      &(AsIrParts){.name = "vector.extract_strided_slice",
                   .numOperands = 1,
                   .operands = &vector,
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"offsets", integers(arith->context, rank, 0)},
                       {"sizes", mlirArrayAttrGet(arith->context, rank, sizes)},
                       {"strides", integers(arith->context, rank, 1)},
                       {0}}});
}

/// How many writes in the block of `read` say what all elements of `tensor`
/// are; 0 if that is not known.
static int writesBefore(MlirOperation read, MlirValue tensor,
                        Transfer *writes) {
  for (int w = 0; w < MAX_WRITES; w++) {
    MlirOperation op = asIrDefinition(tensor);
    if (!isTransfer(op, true, &writes[w]) ||
        !mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(read)))
      return 0;
    if (isWhole(&writes[w]))
      return w + 1;
    tensor = writes[w].tensor;
  }
  return 0;
}

static MlirWalkResult forward(MlirOperation op, void *context) {
  (void)context;
  Transfer read, writes[MAX_WRITES];
  if (!isTransfer(op, false, &read))
    return MlirWalkResultAdvance;
  int count = writesBefore(op, read.tensor, writes);
  if (!count)
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue all = {NULL};
  for (int w = count - 1; w >= 0; w--) {
    MlirValue part = asVectorReshape(
        &arith, mlirOperationGetOperand(writes[w].op, 0), writes[w].shaped);
    all = mlirValueIsNull(all) ? part : insertPart(&arith, part, all);
  }
  MlirValue taken =
      asVectorReshape(&arith, takePart(&arith, all, read.shaped), read.vector);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), taken);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Lets a write of a whole tile begin with what was there before another one.
static MlirWalkResult overwrite(MlirOperation op, void *context) {
  (void)context;
  Transfer write, before;
  if (isTransfer(op, true, &write) && isWhole(&write))
    while (isTransfer(asIrDefinition(mlirOperationGetOperand(op, 1)), true,
                      &before) &&
           asIrHasOneUse(mlirOperationGetResult(before.op, 0)))
      mlirOperationSetOperand(op, 1, before.tensor);
  return MlirWalkResultAdvance;
}

static MlirWalkResult eraseUnused(MlirOperation op, void *erased) {
  Transfer write;
  if (!isTransfer(op, true, &write) ||
      !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  *(bool *)erased = true;
  return MlirWalkResultSkip;
}

void asForwardWrites(MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationWalk(op, forward, NULL, MlirWalkPostOrder);
  mlirOperationWalk(op, overwrite, NULL, MlirWalkPostOrder);
  for (bool erased = true; erased;) {
    erased = false;
    mlirOperationWalk(op, eraseUnused, &erased, MlirWalkPostOrder);
  }
}
