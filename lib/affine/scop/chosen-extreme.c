//===- chosen-extreme.c - Minima and maxima by comparison and select
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What front ends of C print for `a < b ? a : b`:
//
//   %c = arith.cmpi slt, %a, %b
//   %m = arith.select %c, %a, %b                         "arith.minsi"
//
// Of floats, the comparison says which value is chosen if one is a NaN: false
// if it is ordered (olt), true if it is unordered (ult).
//
//===----------------------------------------------------------------------===//

#include "affine/scop/chosen-extreme.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"

/// What a comparison says, from its predicate.
typedef struct Relation {
  const char *lesser, *greater; ///< The operations for either choice.
  bool isGreater, isUnordered;
} Relation;

/// `predicate` is arith's number: of integers, slt is 2, then sle, sgt, sge,
/// ult, ule, ugt, uge; of floats, ogt is 2, then oge, olt, ole, and ugt is 9,
/// then uge, ult, ule.
static bool readRelation(MlirOperation comparison, Relation *relation) {
  int64_t predicate =
      mlirIntegerAttrGetValueInt(asIrAttribute(comparison, "predicate"));
  if (asIrIsNamed(comparison, "arith.cmpi")) {
    bool isSigned = predicate < 6;
    *relation = (Relation){isSigned ? "arith.minsi" : "arith.minui",
                           isSigned ? "arith.maxsi" : "arith.maxui",
                           (predicate - 2) / 2 % 2, false};
    return predicate >= 2;
  }
  bool isUnordered = predicate >= 9;
  int64_t number = predicate - (isUnordered ? 9 : 2);
  *relation =
      (Relation){"arith.minnumf", "arith.maxnumf", number < 2, isUnordered};
  return asIrIsNamed(comparison, "arith.cmpf") && number >= 0 && number < 4;
}

bool asAffineExtremeOf(MlirOperation select, AsAffineExtreme *extreme) {
  MlirOperation comparison = asIrDefinition(mlirOperationGetOperand(select, 0));
  if (mlirOperationIsNull(comparison) ||
      (!asIrIsNamed(comparison, "arith.cmpi") &&
       !asIrIsNamed(comparison, "arith.cmpf")))
    return false;
  MlirValue first = mlirOperationGetOperand(select, 1),
            second = mlirOperationGetOperand(select, 2),
            left = mlirOperationGetOperand(comparison, 0),
            right = mlirOperationGetOperand(comparison, 1);
  bool isLeft = mlirValueEqual(first, left) && mlirValueEqual(second, right),
       isRight = mlirValueEqual(first, right) && mlirValueEqual(second, left);
  Relation relation;
  if (!readRelation(comparison, &relation) || (!isLeft && !isRight))
    return false;
  *extreme = (AsAffineExtreme){relation.isGreater == isLeft ? relation.greater
                                                            : relation.lesser,
                               {left, right},
                               comparison,
                               relation.isUnordered ? first : second};
  return true;
}
