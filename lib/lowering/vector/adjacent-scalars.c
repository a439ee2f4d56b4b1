//===- adjacent-scalars.c - Read scalars that are side by side as one vector
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule reads a column of an operand in each step of a sum. The scalars of
// four steps are then side by side in memory. LLVM does not always see that
// their loads are one: where there are many rows, it puts vectors together byte
// by byte.
//
//   %0 = vector.transfer_read %a[%i, %k], %z : memref<..>, vector<28x1xi8>
//   %1 = vector.transfer_read %a[%i, %k + 1], %z : memref<..>, vector<28x1xi8>
//   // %0[5, 0] and %1[5, 0]
//
// becomes
//
//   %0 = vector.transfer_read %a[%i, %k], %z : memref<..>, vector<28x2xi8>
//   %1 = vector.extract %0[5] : vector<2xi8> from vector<28x2xi8>
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/adjacent-scalars.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// `index` is the result plus *number, which is 0 if it is no such sum.
static MlirValue splitIndex(MlirValue index, int64_t *number) {
  MlirOperation sum = asIrMadeBy(index, "arith.addi");
  *number = 0;
  return !mlirOperationIsNull(sum) &&
                 asIrConstantInteger(mlirOperationGetOperand(sum, 1), number)
             ? mlirOperationGetOperand(sum, 0)
             : index;
}

static bool haveSame(MlirOperation read, MlirOperation other, const char *key) {
  return mlirAttributeEqual(asIrAttribute(read, key),
                            asIrAttribute(other, key));
}

/// Whether `other` reads the column that is so far behind that of `read`.
static bool readsColumnAfter(MlirOperation read, MlirOperation other,
                             int64_t distance) {
  intptr_t count = mlirOperationGetNumOperands(read), column = count - 2;
  if (mlirOperationGetNumOperands(other) != count ||
      !haveSame(read, other, "permutation_map") ||
      !haveSame(read, other, "in_bounds"))
    return false;
  for (intptr_t i = 0; i < column; i++)
    if (!mlirValueEqual(mlirOperationGetOperand(read, i),
                        mlirOperationGetOperand(other, i)))
      return false;
  int64_t first, second;
  return mlirValueEqual(
             splitIndex(mlirOperationGetOperand(read, column), &first),
             splitIndex(mlirOperationGetOperand(other, column), &second)) &&
         second - first == distance;
}

/// Whether `last` follows `first` in its block, and nothing is written in
/// between.
static bool onlyReadsBetween(MlirOperation first, MlirOperation last) {
  MlirOperation op = first;
  for (; !mlirOperationIsNull(op) && !mlirOperationEqual(op, last);
       op = mlirOperationGetNextInBlock(op))
    if (!asIrHasPrefix(op, "arith.") && !asIrHasPrefix(op, "ub.") &&
        (!asIrHasPrefix(op, "vector.") || mlirOperationGetNumResults(op) == 0))
      return false;
  return !mlirOperationIsNull(op);
}

/// The operation that reads the column that a scalar is extracted from; null if
/// there is none whose columns can be read together.
static MlirOperation columnOf(const AsNarrow *scalar) {
  MlirOperation read = asIrMadeBy(scalar->source, "vector.transfer_read"),
                none = {NULL};
  if (mlirOperationIsNull(read) || mlirOperationIsNull(scalar->extract))
    return none;
  MlirType type = mlirValueGetType(scalar->source);
  intptr_t rank = mlirShapedTypeGetRank(type);
  MlirValue buffer = mlirOperationGetOperand(read, 0);
  bool isColumn =
      rank > 0 && rank <= AS_ARITH_MAX_RANK &&
      mlirShapedTypeGetDimSize(type, rank - 1) == 1 &&
      mlirDenseArrayGetNumElements(
          asIrAttribute(scalar->extract, "static_position")) == rank &&
      mlirOperationGetNumOperands(read) ==
          mlirShapedTypeGetRank(mlirValueGetType(buffer)) + 2 &&
      mlirAffineMapIsMinorIdentity(
          mlirAffineMapAttrGetValue(asIrAttribute(read, "permutation_map"))) &&
      mlirBoolAttrGetValue(
          mlirArrayAttrGetElement(asIrAttribute(read, "in_bounds"), rank - 1));
  return isColumn ? read : none;
}

MlirValue asAdjacentScalars(const AsArith *arith, const AsNarrow *scalars,
                            int count) {
  MlirOperation read = columnOf(&scalars[0]);
  if (mlirOperationIsNull(read))
    return (MlirValue){NULL};
  for (int s = 1; s < count; s++) {
    MlirOperation other = columnOf(&scalars[s]);
    if (mlirOperationIsNull(other) ||
        !haveSame(scalars[0].extract, scalars[s].extract, "static_position") ||
        !readsColumnAfter(read, other, s) || !onlyReadsBetween(read, other))
      return (MlirValue){NULL};
  }
  MlirType type = mlirValueGetType(scalars[0].source);
  MlirAttribute position = asIrAttribute(scalars[0].extract, "static_position");
  intptr_t rank = mlirShapedTypeGetRank(type);
  int64_t shape[AS_ARITH_MAX_RANK], places[AS_ARITH_MAX_RANK];
  for (intptr_t r = 0; r < rank; r++) {
    shape[r] = mlirShapedTypeGetDimSize(type, r);
    places[r] = mlirDenseI64ArrayGetElement(position, r);
  }
  shape[rank - 1] = count;
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirOperation all = mlirOperationClone(read);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(read), read, all);
  MlirValue columns = mlirOperationGetResult(all, 0);
  mlirValueSetType(columns, mlirVectorTypeGet(rank, shape, element));
  return rank == 1
             ? columns
             : asArithEmit(
                   arith, "vector.extract",
                   mlirVectorTypeGet(1, &shape[rank - 1], element), 1, &columns,
                   "static_position",
                   mlirDenseI64ArrayGet(arith->context, rank - 1, places));
}
