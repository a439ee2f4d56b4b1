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

bool asSizeIsMaximum(MlirAffineExpr expr, MlirAffineExpr *left,
                     MlirAffineExpr *right) {
  if (!mlirAffineExprIsAAdd(expr))
    return false;
  *left = mlirAffineBinaryOpExprGetLHS(expr);
  MlirAffineExpr product = mlirAffineBinaryOpExprGetRHS(expr);
  if (!mlirAffineExprIsAMul(product))
    return false;
  MlirAffineExpr difference = mlirAffineBinaryOpExprGetLHS(product);
  if (!mlirAffineExprIsAAdd(difference))
    return false;
  *right = mlirAffineBinaryOpExprGetLHS(difference);
  return mlirAffineExprEqual(expr, asSizeMaximum(*left, *right));
}
