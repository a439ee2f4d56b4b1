//===- strided-columns.c - Products of every second pixel like others
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolution with a stride reads a column of narrow pixels and multiplies by
// every second of them, say. Upstream takes these from the column first,
// extends each by itself, and inserts the sums as slices. Rewrites that into
// the form without a stride, in which the column is extended as a whole and
// sums are rows: it is what packed operands are recognised by
// (lowering/vector/packed-panel.h) and dot products are formed from
// (lowering/vector/dot-products.c). No code is left of elements that are not
// used.
//
// Requires:    canonical bufferised IR.
// Provides:    narrow columns whose elements are all extended in one way are
//              extended before elements are taken from them. Where there are
//              any, rows are inserted as vectors of one dimension.
// Invalidates: canonical form, where it returns true: operations without uses
//              are left.
//
//   %0 = vector.transfer_read %a[%w, %k], %z : memref<..xi8>, vector<27x1xi8>
//   %1 = vector.extract %0[2] : vector<1xi8> from vector<27x1xi8>
//   %2 = arith.extsi %1 : vector<1xi8> to vector<1xi32>
//   %3 = vector.extract %2[0] : i32 from vector<1xi32>
//   ...
//   %5 = vector.insert_strided_slice %4, %sums {offsets = [1, 0], ...}
//       : vector<1x32xi32> into vector<14x32xi32>
//
// becomes
//
//   %0 = vector.transfer_read %a[%w, %k], %z : memref<..xi8>, vector<27x1xi8>
//   %1 = arith.extsi %0 : vector<27x1xi8> to vector<27x1xi32>
//   %3 = vector.extract %1[2, 0] : i32 from vector<27x1xi32>
//   ...
//   %row = vector.extract %4[0] : vector<32xi32> from vector<1x32xi32>
//   %5 = vector.insert %row, %sums[1] : vector<32xi32> into vector<14x32xi32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/// Whether the operation takes an element from a vector by a constant place.
static bool isElement(MlirOperation op) {
  return asIrIsNamed(op, "vector.extract") &&
         mlirOperationGetNumOperands(op) == 1;
}

/// What extends the vector of one element that `extract` takes from a column,
/// behind casts of its shape; null if that is not all it is used for.
static MlirOperation extensionOf(MlirOperation extract, AsNarrow *found) {
  const MlirOperation none = {NULL};
  if (!isElement(extract))
    return none;
  MlirValue value = mlirOperationGetResult(extract, 0);
  if (!mlirTypeIsAVector(mlirValueGetType(value)) || asVectorSize(value) != 1)
    return none;
  MlirOperation user = asIrOnlyUser(value);
  while (!mlirOperationIsNull(user) && asIrIsNamed(user, "vector.shape_cast"))
    user = asIrOnlyUser(mlirOperationGetResult(user, 0));
  if (mlirOperationIsNull(user) || mlirOperationGetNumResults(user) != 1 ||
      !asNarrowFind(mlirOperationGetResult(user, 0), found) ||
      !mlirOperationIsNull(found->extract))
    return none;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(user, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation taken = mlirOpOperandGetOwner(use);
    if (!isElement(taken) ||
        mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(taken, 0))))
      return none;
  }
  return user;
}

/// How the elements that are taken from the column are extended, if all are in
/// one way; else null.
static const char *wideningOf(MlirValue column, MlirType *element) {
  const char *widening = NULL;
  for (MlirOpOperand use = mlirValueGetFirstUse(column);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    AsNarrow found;
    MlirOperation extension = extensionOf(mlirOpOperandGetOwner(use), &found);
    if (mlirOperationIsNull(extension))
      return NULL;
    MlirType own =
        asNarrowElement(mlirValueGetType(mlirOperationGetResult(extension, 0)));
    if (widening && (strcmp(widening, found.widening) != 0 ||
                     !mlirTypeEqual(own, *element)))
      return NULL;
    widening = found.widening;
    *element = own;
  }
  return widening;
}

/// The place of the element that the operation takes, in all dimensions of the
/// column: those that it does not name have one element.
static MlirAttribute placeOf(MlirOperation extract, intptr_t rank) {
  MlirAttribute own = asIrAttribute(extract, "static_position");
  int64_t place[AS_ARITH_MAX_RANK] = {0};
  for (intptr_t r = 0; r < mlirDenseArrayGetNumElements(own); r++)
    place[r] = mlirDenseI64ArrayGetElement(own, r);
  return mlirDenseI64ArrayGet(mlirOperationGetContext(extract), rank, place);
}

/// Replaces an element that is taken and extended by the one of the extended
/// column. What computed it stays, without uses: the walk may visit it next.
static void takeFrom(MlirValue wide, MlirOperation extract) {
  AsNarrow found;
  MlirOperation extension = extensionOf(extract, &found);
  MlirAttribute place =
      placeOf(extract, mlirShapedTypeGetRank(mlirValueGetType(wide)));
  MlirValue old = mlirOperationGetResult(extension, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(old); !mlirOpOperandIsNull(use);
       use = mlirValueGetFirstUse(old)) {
    MlirOperation taken = mlirOpOperandGetOwner(use);
    mlirOperationSetOperand(taken, 0, wide);
    mlirOperationSetInherentAttributeByName(
        taken, asIrString("static_position"), place);
  }
}

static MlirWalkResult extendColumn(MlirOperation op, void *context) {
  bool *hasChanged = context;
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return MlirWalkResultAdvance;
  MlirValue column = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(column), element;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank == 0 || rank > AS_ARITH_MAX_RANK ||
      mlirShapedTypeGetDimSize(type, rank - 1) != 1)
    return MlirWalkResultAdvance;
  const char *widening = wideningOf(column, &element);
  if (!widening)
    return MlirWalkResultAdvance;
  *hasChanged = true;
  AsArith arith = asArithBefore(mlirOperationGetNextInBlock(op));
  MlirValue wide = asArithConvert(&arith, widening, column, element);
  MlirOperation extension = asIrDefinition(wide);
  for (MlirOpOperand use = mlirValueGetFirstUse(column);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), extension))
      takeFrom(wide, mlirOpOperandGetOwner(use));
  return MlirWalkResultAdvance;
}

/// Whether a slice of such a type is a whole row of vectors of the other type.
static bool isRow(MlirType slice, MlirType vector) {
  intptr_t rank = mlirShapedTypeGetRank(vector);
  bool isOne = rank > 1 && rank <= AS_ARITH_MAX_RANK &&
               mlirShapedTypeGetRank(slice) == rank &&
               mlirShapedTypeGetDimSize(slice, rank - 1) ==
                   mlirShapedTypeGetDimSize(vector, rank - 1);
  for (intptr_t r = 0; isOne && r < rank - 1; r++)
    isOne = mlirShapedTypeGetDimSize(slice, r) == 1;
  return isOne;
}

static MlirWalkResult insertRow(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "vector.insert_strided_slice"))
    return MlirWalkResultAdvance;
  MlirValue slice = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!isRow(mlirValueGetType(slice), type))
    return MlirWalkResultAdvance;
  intptr_t outer = mlirShapedTypeGetRank(type) - 1;
  MlirAttribute offsets = asIrAttribute(op, "offsets");
  int64_t place[AS_ARITH_MAX_RANK],
      first[AS_ARITH_MAX_RANK] = {0},
      lanes = mlirShapedTypeGetDimSize(type, outer);
  for (intptr_t r = 0; r < outer; r++)
    place[r] = mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(offsets, r));
  AsArith arith = asArithBefore(op);
  MlirValue row = asArithEmit(
      &arith, "vector.extract",
      mlirVectorTypeGet(1, &lanes, mlirShapedTypeGetElementType(type)), 1,
      &slice, "static_position",
      mlirDenseI64ArrayGet(arith.context, outer, first));
  MlirValue parts[] = {row, mlirOperationGetOperand(op, 1)};
  MlirValue inserted =
      asArithEmit(&arith, "vector.insert", type, 2, parts, "static_position",
                  mlirDenseI64ArrayGet(arith.context, outer, place));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), inserted);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

bool asExtendStridedColumns(MlirModule module) {
  bool hasChanged = false;
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationWalk(op, extendColumn, &hasChanged, MlirWalkPostOrder);
  if (hasChanged)
    mlirOperationWalk(op, insertRow, NULL, MlirWalkPostOrder);
  return hasChanged;
}
