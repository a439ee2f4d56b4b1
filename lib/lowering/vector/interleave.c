//===- interleave.c - Interleave vectors and take them apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See interleave.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/interleave.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static int64_t lengthOf(MlirValue vector) {
  return mlirShapedTypeGetDimSize(mlirValueGetType(vector), 0);
}

int64_t asVectorSize(MlirValue vector) {
  MlirType type = mlirValueGetType(vector);
  int64_t count = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    count *= mlirShapedTypeGetDimSize(type, r);
  return count;
}

int64_t asVectorNumRows(MlirValue vector) {
  MlirType type = mlirValueGetType(vector);
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  return asVectorSize(vector) / mlirShapedTypeGetDimSize(type, last);
}

/// The indices of a row in all dimensions but the last one, as an attribute.
static MlirAttribute rowPosition(const AsArith *arith, MlirType type,
                                 int64_t number) {
  int64_t index[AS_ARITH_MAX_RANK];
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  for (intptr_t r = last - 1; r >= 0; r--) {
    int64_t extent = mlirShapedTypeGetDimSize(type, r);
    index[r] = number % extent;
    number /= extent;
  }
  return mlirDenseI64ArrayGet(arith->context, last, index);
}

MlirValue asVectorRow(const AsArith *arith, MlirValue vector, int64_t number) {
  MlirType type = mlirValueGetType(vector);
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  int64_t lanes = mlirShapedTypeGetDimSize(type, last);
  return last == 0
             ? vector
             : asArithEmit(arith, "vector.extract",
                           mlirVectorTypeGet(
                               1, &lanes, mlirShapedTypeGetElementType(type)),
                           1, &vector, "static_position",
                           rowPosition(arith, type, number));
}

MlirValue asVectorSetRow(const AsArith *arith, MlirValue vector, MlirValue row,
                         int64_t number) {
  MlirType type = mlirValueGetType(vector);
  return mlirShapedTypeGetRank(type) == 1
             ? row
             : asArithEmit(arith, "vector.insert", type, 2,
                           (MlirValue[]){row, vector}, "static_position",
                           rowPosition(arith, type, number));
}

MlirValue asVectorRepeatedRow(MlirValue vector) {
  MlirOperation broadcast = asIrMadeBy(vector, "vector.broadcast");
  if (mlirOperationIsNull(broadcast))
    return vector;
  MlirValue row = mlirOperationGetOperand(broadcast, 0);
  MlirType type = mlirValueGetType(row);
  return mlirTypeIsAVector(type) && mlirShapedTypeGetRank(type) == 1 &&
                 asVectorSize(row) ==
                     asVectorSize(vector) / asVectorNumRows(vector)
             ? row
             : vector;
}

MlirValue asVectorPart(const AsArith *arith, MlirValue vector, int64_t number,
                       int64_t first, int64_t count) {
  MlirValue row = asVectorRow(arith, asVectorRepeatedRow(vector), number);
  return count < lengthOf(row) ? asVectorSlice(arith, row, first, count) : row;
}

MlirValue asVectorReshape(const AsArith *arith, MlirValue vector,
                          MlirType type) {
  return mlirTypeEqual(mlirValueGetType(vector), type)
             ? vector
             : asArithEmit(arith, "vector.shape_cast", type, 1, &vector, NULL,
                           (MlirAttribute){NULL});
}

MlirValue asVectorShuffle(const AsArith *arith, MlirValue x, MlirValue y,
                          const int64_t *lanes, int64_t count) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(x));
  return asArithEmit(arith, "vector.shuffle",
                     mlirVectorTypeGet(1, &count, element), 2,
                     (MlirValue[]){x, y}, "mask",
                     mlirDenseI64ArrayGet(arith->context, count, lanes));
}

MlirValue asVectorSlice(const AsArith *arith, MlirValue x, int64_t first,
                        int64_t count) {
  int64_t lanes[AS_INTERLEAVE_MOST];
  for (int64_t l = 0; l < count; l++)
    lanes[l] = first + l;
  return asVectorShuffle(arith, x, x, lanes, count);
}

MlirValue asVectorFirst(const AsArith *arith, MlirValue x, int64_t count) {
  return count < lengthOf(x) ? asVectorSlice(arith, x, 0, count) : x;
}

MlirValue asVectorPad(const AsArith *arith, MlirValue x, int64_t count) {
  enum { undefined = -1 };
  int64_t lanes[AS_INTERLEAVE_MOST], given = lengthOf(x);
  if (count <= given)
    return x;
  for (int64_t l = 0; l < count; l++)
    lanes[l] = l < given ? l : undefined;
  return asVectorShuffle(arith, x, x, lanes, count);
}

MlirValue asVectorConcat(const AsArith *arith, MlirValue x, MlirValue y) {
  int64_t lanes[AS_INTERLEAVE_MOST], count = lengthOf(x) + lengthOf(y);
  for (int64_t l = 0; l < count; l++)
    lanes[l] = l;
  return asVectorShuffle(arith, x, y, lanes, count);
}

MlirValue asInterleave(const AsArith *arith, const MlirValue *rows, int count) {
  if (count == 1)
    return rows[0];
  // Two halves, whose rows are interleaved: alternately a chunk of each.
  int64_t chunk = count / 2, lanes[AS_INTERLEAVE_MOST];
  MlirValue x = asInterleave(arith, rows, count / 2),
            y = asInterleave(arith, rows + chunk, count / 2);
  int64_t half = lengthOf(x);
  for (int64_t l = 0; l < 2 * half; l++)
    lanes[l] = l / count * chunk + l % chunk + (l / chunk % 2 ? half : 0);
  return asVectorShuffle(arith, x, y, lanes, 2 * half);
}

MlirValue asDeinterleave(const AsArith *arith, MlirValue all, int count,
                         int index) {
  int64_t lanes[AS_INTERLEAVE_MOST], length = lengthOf(all) / count;
  for (int64_t l = 0; l < length; l++)
    lanes[l] = count * l + index;
  return asVectorShuffle(arith, all, all, lanes, length);
}

/// The vector.shuffle that a row was made by, or null.
static MlirOperation shuffleOf(MlirValue row) {
  MlirOperation op = asIrDefinition(row);
  while (!mlirOperationIsNull(op) && (asIrIsNamed(op, "vector.extract") ||
                                      asIrIsNamed(op, "vector.shape_cast"))) {
    MlirValue source = mlirOperationGetOperand(op, 0);
    if (asVectorSize(source) != asVectorSize(mlirOperationGetResult(op, 0)))
      return (MlirOperation){NULL};
    op = asIrDefinition(source);
  }
  return !mlirOperationIsNull(op) && asIrIsNamed(op, "vector.shuffle")
             ? op
             : (MlirOperation){NULL};
}

/// Whether a shuffle of `all` takes every `count`th element from `first` on.
static bool isRow(MlirOperation shuffle, MlirValue all, int count, int first) {
  MlirAttribute mask = asIrAttribute(shuffle, "mask");
  intptr_t length = mlirDenseArrayGetNumElements(mask);
  if (!mlirValueEqual(mlirOperationGetOperand(shuffle, 0), all) ||
      lengthOf(all) != count * length)
    return false;
  for (intptr_t l = 0; l < length; l++)
    if (mlirDenseI64ArrayGetElement(mask, l) != count * l + first)
      return false;
  return true;
}

MlirValue asInterleavedRows(const MlirValue *rows, int count) {
  MlirValue all = {NULL};
  for (int r = 0; r < count; r++) {
    MlirOperation shuffle = shuffleOf(rows[r]);
    if (mlirOperationIsNull(shuffle))
      return (MlirValue){NULL};
    if (r == 0)
      all = mlirOperationGetOperand(shuffle, 0);
    if (!isRow(shuffle, all, count, r))
      return (MlirValue){NULL};
  }
  return all;
}
