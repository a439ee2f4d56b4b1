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
// Of a padded image, %0 and %1 are pixels that were inserted into a border.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/adjacent-scalars.h"
#include "ir/def-use.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

/// An index as a sum: `%i + (%k + 3)` has the terms %i and %k, and 3.
typedef struct Sum {
  MlirValue terms[4];
  int numTerms; ///< Negative: there are too many.
  int64_t number;
} Sum;

static void addTerms(MlirValue index, Sum *sum);

/// Of what an affine.apply computes from its operands, where that is a sum.
static void addApplied(MlirOperation apply, MlirAffineExpr expr,
                       intptr_t numDims, Sum *sum) {
  if (mlirAffineExprIsAAdd(expr)) {
    addApplied(apply, mlirAffineBinaryOpExprGetLHS(expr), numDims, sum);
    addApplied(apply, mlirAffineBinaryOpExprGetRHS(expr), numDims, sum);
  } else if (mlirAffineExprIsAConstant(expr)) {
    sum->number += mlirAffineConstantExprGetValue(expr);
  } else if (mlirAffineExprIsADim(expr)) {
    addTerms(mlirOperationGetOperand(apply, mlirAffineDimExprGetPosition(expr)),
             sum);
  } else if (mlirAffineExprIsASymbol(expr)) {
    intptr_t position = numDims + mlirAffineSymbolExprGetPosition(expr);
    addTerms(mlirOperationGetOperand(apply, position), sum);
  } else {
    sum->numTerms = -1;
  }
}

static void addTerms(MlirValue index, Sum *sum) {
  int64_t number;
  MlirOperation add = asIrMadeBy(index, "arith.addi");
  MlirOperation apply = asIrMadeBy(index, "affine.apply");
  if (asIrConstantInteger(index, &number)) {
    sum->number += number;
  } else if (!mlirOperationIsNull(apply)) {
    MlirAffineMap map = mlirAffineMapAttrGetValue(asIrAttribute(apply, "map"));
    addApplied(apply, mlirAffineMapGetResult(map, 0),
               mlirAffineMapGetNumDims(map), sum);
  } else if (!mlirOperationIsNull(add)) {
    addTerms(mlirOperationGetOperand(add, 0), sum);
    addTerms(mlirOperationGetOperand(add, 1), sum);
  } else if (sum->numTerms >= 0 &&
             sum->numTerms < (int)(sizeof sum->terms / sizeof *sum->terms)) {
    sum->terms[sum->numTerms++] = index;
  } else {
    sum->numTerms = -1;
  }
}

/// Whether `other` is `index` plus the distance.
static bool isAfter(MlirValue index, MlirValue other, int64_t distance) {
  Sum first = {.number = 0}, second = {.number = 0};
  addTerms(index, &first);
  addTerms(other, &second);
  if (first.numTerms < 0 || first.numTerms != second.numTerms)
    return false;
  for (int t = 0; t < first.numTerms; t++)
    if (!mlirValueEqual(first.terms[t], second.terms[t]))
      return false;
  return second.number - first.number == distance;
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
  return isAfter(mlirOperationGetOperand(read, column),
                 mlirOperationGetOperand(other, column), distance);
}

/// Whether `last` follows `first` in its block, and nothing is written in
/// between.
static bool onlyReadsBetween(MlirOperation first, MlirOperation last) {
  MlirOperation op = first;
  for (; !mlirOperationIsNull(op) && !mlirOperationEqual(op, last);
       op = mlirOperationGetNextInBlock(op))
    if (!asIrHasPrefix(op, "arith.") && !asIrHasPrefix(op, "ub.") &&
        !asIrIsNamed(op, "affine.apply") &&
        (!asIrHasPrefix(op, "vector.") || mlirOperationGetNumResults(op) == 0))
      return false;
  return !mlirOperationIsNull(op);
}

/// Where a scalar comes from: an element of a vector that is read.
typedef struct Place {
  MlirOperation read;
  intptr_t rank;
  int64_t position[AS_ARITH_MAX_RANK];
} Place;

/// Follows the element into the part of a vector that holds it: pixels of an
/// image are inserted into a vector of its border.
static void followInserts(MlirValue *vector, Place *place) {
  MlirOperation insert;
  while (insert = asIrMadeBy(*vector, "vector.insert_strided_slice"),
         !mlirOperationIsNull(insert)) {
    MlirValue part = mlirOperationGetOperand(insert, 0);
    MlirAttribute offsets = asIrAttribute(insert, "offsets");
    MlirType type = mlirValueGetType(part);
    int64_t within[AS_ARITH_MAX_RANK];
    bool isInside = true;
    if (mlirShapedTypeGetRank(type) != place->rank)
      return;
    for (intptr_t r = 0; isInside && r < place->rank; r++) {
      within[r] = place->position[r] - mlirIntegerAttrGetValueInt(
                                           mlirArrayAttrGetElement(offsets, r));
      isInside =
          within[r] >= 0 && within[r] < mlirShapedTypeGetDimSize(type, r);
    }
    *vector = isInside ? part : mlirOperationGetOperand(insert, 1);
    for (intptr_t r = 0; isInside && r < place->rank; r++)
      place->position[r] = within[r];
  }
}

/// Finds the place of a scalar in a column that is read. False if there is
/// none, or if its columns cannot be read together.
static bool findPlace(const AsNarrow *scalar, Place *place) {
  if (mlirOperationIsNull(scalar->extract))
    return false;
  MlirValue vector = scalar->source;
  MlirType type = mlirValueGetType(vector);
  MlirAttribute position = asIrAttribute(scalar->extract, "static_position");
  place->rank = mlirTypeIsAVector(type) ? mlirShapedTypeGetRank(type) : 0;
  if (place->rank < 1 || place->rank > AS_ARITH_MAX_RANK ||
      mlirDenseArrayGetNumElements(position) != place->rank)
    return false;
  for (intptr_t r = 0; r < place->rank; r++)
    place->position[r] = mlirDenseI64ArrayGetElement(position, r);
  followInserts(&vector, place);
  MlirOperation read = asIrMadeBy(vector, "vector.transfer_read");
  place->read = read;
  return !mlirOperationIsNull(read) &&
         mlirShapedTypeGetDimSize(mlirValueGetType(vector), place->rank - 1) ==
             1 &&
         mlirOperationGetNumOperands(read) ==
             mlirShapedTypeGetRank(
                 mlirValueGetType(mlirOperationGetOperand(read, 0))) +
                 2 &&
         mlirAffineMapIsMinorIdentity(mlirAffineMapAttrGetValue(
             asIrAttribute(read, "permutation_map"))) &&
         mlirBoolAttrGetValue(mlirArrayAttrGetElement(
             asIrAttribute(read, "in_bounds"), place->rank - 1));
}

static bool arePositionsEqual(const Place *a, const Place *b) {
  return a->rank == b->rank &&
         memcmp(a->position, b->position,
                sizeof *a->position * (size_t)a->rank) == 0;
}

MlirValue asAdjacentScalars(const AsArith *arith, const AsNarrow *scalars,
                            int count) {
  Place first, other;
  if (!findPlace(&scalars[0], &first))
    return (MlirValue){NULL};
  for (int s = 1; s < count; s++)
    if (!findPlace(&scalars[s], &other) || !arePositionsEqual(&first, &other) ||
        !readsColumnAfter(first.read, other.read, s) ||
        !onlyReadsBetween(first.read, other.read))
      return (MlirValue){NULL};
  MlirType type = mlirValueGetType(mlirOperationGetResult(first.read, 0));
  MlirType element = mlirShapedTypeGetElementType(type);
  intptr_t outer = first.rank - 1;
  int64_t shape[AS_ARITH_MAX_RANK];
  for (intptr_t r = 0; r < outer; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, r);
  shape[outer] = count;
  MlirOperation all = mlirOperationClone(first.read);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(first.read),
                                      first.read, all);
  MlirValue columns = mlirOperationGetResult(all, 0);
  mlirValueSetType(columns, mlirVectorTypeGet(first.rank, shape, element));
  return outer == 0 ? columns
                    : asArithEmit(arith, "vector.extract",
                                  mlirVectorTypeGet(1, &shape[outer], element),
                                  1, &columns, "static_position",
                                  mlirDenseI64ArrayGet(arith->context, outer,
                                                       first.position));
}
