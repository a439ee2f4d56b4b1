//===- loop-index.c - How an operation indexes its operands by its loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See loop-index.h.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/loop-index.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "task/fusion-groups.h"
#include <string.h>

static bool isPad(MlirOperation op) { return asIrIsNamed(op, "tensor.pad"); }

static bool padsNothing(MlirOperation pad, intptr_t dim) {
  return mlirDenseI64ArrayGetElement(asIrAttribute(pad, "static_low"), dim) ==
             0 &&
         mlirDenseI64ArrayGetElement(asIrAttribute(pad, "static_high"), dim) ==
             0;
}

static MlirAffineMap mapOf(MlirOperation op, intptr_t i) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
}

/// Adds times * expr; false if that is no sum of loops, or is negative.
static bool add(AsLoopIndex *index, MlirAffineExpr expr, int64_t times) {
  if (mlirAffineExprIsAConstant(expr)) {
    int64_t value = mlirAffineConstantExprGetValue(expr);
    index->constant += times * value;
    return value >= 0;
  }
  if (mlirAffineExprIsADim(expr)) {
    index->factor[mlirAffineDimExprGetPosition(expr)] += times;
    return true;
  }
  if (!mlirAffineExprIsAAdd(expr) && !mlirAffineExprIsAMul(expr))
    return false;
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr),
                 right = mlirAffineBinaryOpExprGetRHS(expr);
  if (mlirAffineExprIsAAdd(expr))
    return add(index, left, times) && add(index, right, times);
  // Constants are on the right.
  int64_t factor = mlirAffineExprIsAConstant(right)
                       ? mlirAffineConstantExprGetValue(right)
                       : -1;
  return factor >= 0 && add(index, left, times * factor);
}

AsLoopIndex asLoopIndexOf(MlirOperation op, intptr_t i, intptr_t dim) {
  AsLoopIndex index = {.loop = -1};
  if (isPad(op)) {
    if (!padsNothing(op, dim))
      return index;
    index.isKnown = index.uses[dim] = true;
    index.factor[dim] = 1;
    index.loop = (int)dim;
    return index;
  }
  MlirAffineExpr expr = mlirAffineMapGetResult(mapOf(op, i), dim);
  index.isKnown = add(&index, expr, 1);
  for (int l = 0; l < AS_MAX_DIMS; l++)
    index.uses[l] = mlirAffineExprIsFunctionOfDim(expr, l);
  if (mlirAffineExprIsADim(expr))
    index.loop = (int)mlirAffineDimExprGetPosition(expr);
  return index;
}

intptr_t asNumIndexed(MlirOperation op) {
  return isPad(op) ? 1
                   : mlirArrayAttrGetNumElements(
                         mlirLinalgGetIndexingMapsAttribute(op));
}

intptr_t asInitOf(MlirOperation op, intptr_t r) {
  return isPad(op) ? -1 : asNumIndexed(op) - mlirOperationGetNumResults(op) + r;
}

int asResultLoop(MlirOperation op, intptr_t r, intptr_t dim) {
  return isPad(op) ? (int)dim : asLoopIndexOf(op, asInitOf(op, r), dim).loop;
}

int asLoopExtents(MlirOperation op, int64_t extent[AS_MAX_DIMS]) {
  if (isPad(op)) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
    int rank = (int)mlirShapedTypeGetRank(type);
    for (int d = 0; d < rank; d++)
      extent[d] = mlirShapedTypeGetDimSize(type, d);
    return rank;
  }
  AsNode node = {.op = op};
  asNodeClassify(&node);
  memcpy(extent, node.extent, sizeof(int64_t) * (size_t)node.numDims);
  return node.numDims;
}
