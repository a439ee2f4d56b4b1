//===- scalar-columns.c - Read narrow scalars as vectors of one element
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product that goes by single iterations of its sums reads an element as a
// vector without dimensions, extends it and broadcasts it. One that upstream
// takes for an outer product reads a column of elements, and extracts each.
// Rewrites the first form into the second, which dot products are formed from
// (lowering/vector/dot-products.c): the convolutions of TOSA, and sums over
// several loops.
//
// Requires:    canonical bufferised IR.
// Provides:    narrow numbers that are broadcast are elements of vectors with
//              dimensions.
// Invalidates: nothing.
//
//   %0 = vector.transfer_read %a[%i, %k], %z : memref<..xi8>, vector<i8>
//   %1 = arith.extsi %0 : vector<i8> to vector<i32>
//   %2 = vector.broadcast %1 : vector<i32> to vector<16xi32>
//
// becomes
//
//   %0 = vector.transfer_read %a[%i, %k], %z : memref<..xi8>, vector<1xi8>
//   %1 = arith.extsi %0 : vector<1xi8> to vector<1xi32>
//   %2 = vector.extract %1[0] : i32 from vector<1xi32>
//   %3 = vector.broadcast %2 : i32 to vector<16xi32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Whether the elements of a buffer's last dimension are side by side.
static bool hasRows(MlirType buffer) {
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  if (!mlirTypeIsAMemRef(buffer))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(buffer);
  return rank > 0 && rank <= AS_ARITH_MAX_RANK &&
         mlirLogicalResultIsSuccess(
             mlirMemRefTypeGetStridesAndOffset(buffer, strides, &offset)) &&
         strides[rank - 1] == 1;
}

/// The read of a single element that is not masked; null if it is none.
static MlirOperation elementRead(MlirValue element) {
  MlirOperation read = asIrMadeBy(element, "vector.transfer_read"),
                none = {NULL};
  if (mlirOperationIsNull(read))
    return none;
  MlirType buffer = mlirValueGetType(mlirOperationGetOperand(read, 0));
  return hasRows(buffer) && mlirOperationGetNumOperands(read) ==
                                mlirShapedTypeGetRank(buffer) + 2
             ? read
             : none;
}

/// The same element as a vector of one.
static MlirValue readColumn(MlirOperation read) {
  MlirContext context = mlirOperationGetContext(read);
  int64_t one = 1;
  MlirType type = mlirValueGetType(mlirOperationGetResult(read, 0));
  MlirAttribute inside = mlirBoolAttrGet(context, true);
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetOperand(read, 0)));
  MlirOperation column = mlirOperationClone(read);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(read), read,
                                      column);
  mlirValueSetType(
      mlirOperationGetResult(column, 0),
      mlirVectorTypeGet(1, &one, mlirShapedTypeGetElementType(type)));
  mlirOperationSetInherentAttributeByName(
      column, asIrString("permutation_map"),
      mlirAffineMapAttrGet(mlirAffineMapMinorIdentityGet(context, rank, 1)));
  mlirOperationSetInherentAttributeByName(
      column, asIrString("in_bounds"), mlirArrayAttrGet(context, 1, &inside));
  return mlirOperationGetResult(column, 0);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "vector.broadcast"))
    return MlirWalkResultAdvance;
  MlirValue scalar = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(scalar);
  AsNarrow found;
  if (!mlirTypeIsAVector(type) || mlirShapedTypeGetRank(type) > 0 ||
      !asNarrowFind(scalar, &found) || !mlirOperationIsNull(found.extract))
    return MlirWalkResultAdvance;
  MlirOperation read = elementRead(found.source);
  if (mlirOperationIsNull(read))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirValue wide =
      asArithConvert(&arith, found.widening, readColumn(read), element);
  int64_t first = 0;
  mlirOperationSetOperand(
      op, 0,
      asArithEmit(&arith, "vector.extract", element, 1, &wide,
                  "static_position",
                  mlirDenseI64ArrayGet(arith.context, 1, &first)));
  return MlirWalkResultAdvance;
}

void asReadScalarColumns(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
