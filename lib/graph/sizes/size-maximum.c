//===- size-maximum.c - The larger one of two sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See size-maximum.h.
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-maximum.h"
#include <stdint.h>

/// Larger than any size.
static const int64_t beyond = INT64_C(1) << 62;

static MlirAffineExpr constant(MlirAffineExpr like, int64_t value) {
  return mlirAffineConstantExprGet(mlirAffineExprGetContext(like), value);
}

MlirAffineExpr asSizeMaximum(MlirAffineExpr left, MlirAffineExpr right) {
  MlirAffineExpr difference = mlirAffineAddExprGet(
      right, mlirAffineMulExprGet(left, constant(left, -1)));
  return mlirAffineAddExprGet(
      left, mlirAffineMulExprGet(
                difference,
                mlirAffineCeilDivExprGet(difference, constant(left, beyond))));
}

typedef struct Pair {
  MlirAffineExpr left, right;
} Pair;

static MlirAffineExpr negate(MlirAffineExpr expr) {
  return mlirAffineMulExprGet(expr, constant(expr, -1));
}

static bool isMaximumOf(MlirAffineExpr expr, MlirAffineExpr left,
                        MlirAffineExpr right, Pair *pair) {
  *pair = (Pair){left, right};
  return mlirAffineExprEqual(expr, asSizeMaximum(left, right));
}

/// Whether the expression is a maximum of two numbers with that difference. A
/// number in it comes last, and may be of either of the two, or one itself:
///
///   s1 - s0        s1 - s0 + 2        4 - s0 (as s0 * -1 + 4)
///
static bool isMaximumBy(MlirAffineExpr expr, MlirAffineExpr difference,
                        Pair *pair) {
  MlirAffineExpr rest = difference, number = constant(expr, 0);
  if (mlirAffineExprIsAAdd(rest) &&
      mlirAffineExprIsAConstant(mlirAffineBinaryOpExprGetRHS(rest))) {
    number = mlirAffineBinaryOpExprGetRHS(rest);
    rest = mlirAffineBinaryOpExprGetLHS(rest);
  }
  if (!mlirAffineExprIsAAdd(rest))
    return isMaximumOf(expr, negate(number), rest, pair) ||
           isMaximumOf(expr, negate(rest), number, pair);
  MlirAffineExpr left = negate(mlirAffineBinaryOpExprGetRHS(rest)),
                 right = mlirAffineBinaryOpExprGetLHS(rest);
  return isMaximumOf(expr, left, mlirAffineAddExprGet(right, number), pair) ||
         isMaximumOf(expr, mlirAffineAddExprGet(left, negate(number)), right,
                     pair);
}

/// Looks for the product among the terms of a sum.
static bool findProduct(MlirAffineExpr expr, MlirAffineExpr term, Pair *pair) {
  if (mlirAffineExprIsAAdd(term))
    return findProduct(expr, mlirAffineBinaryOpExprGetLHS(term), pair) ||
           findProduct(expr, mlirAffineBinaryOpExprGetRHS(term), pair);
  if (!mlirAffineExprIsAMul(term))
    return false;
  MlirAffineExpr difference = mlirAffineBinaryOpExprGetLHS(term),
                 quotient = mlirAffineBinaryOpExprGetRHS(term);
  return mlirAffineExprIsACeilDiv(quotient) &&
         mlirAffineExprEqual(mlirAffineBinaryOpExprGetLHS(quotient),
                             difference) &&
         isMaximumBy(expr, difference, pair);
}

bool asSizeIsMaximum(MlirAffineExpr expr, MlirAffineExpr *left,
                     MlirAffineExpr *right) {
  Pair pair;
  if (!findProduct(expr, expr, &pair))
    return false;
  *left = pair.left;
  *right = pair.right;
  return true;
}
