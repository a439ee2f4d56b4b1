//===- trip-count.c - Compute the trip counts of loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See trip-count.h.
//
//===----------------------------------------------------------------------===//

#include "ir/trip-count.h"
#include "ir/def-use.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>

bool asIrIsLoop(MlirOperation op) {
  return asIrIsNamed(op, "affine.for") || asIrIsNamed(op, "scf.for");
}

/// The value of a constant, or the middle value of a loop counter; else NAN.
static double middleOf(MlirValue value) {
  int64_t constant;
  if (asIrConstantInteger(value, &constant))
    return (double)constant;
  if (!mlirValueIsABlockArgument(value) ||
      mlirBlockArgumentGetArgNumber(value) != 0)
    return NAN;
  MlirOperation loop =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  if (mlirOperationIsNull(loop) || !asIrIsLoop(loop))
    return NAN;
  double last = asIrLoopBound(loop, false) - asIrLoopStep(loop);
  return (asIrLoopBound(loop, true) + last) / 2;
}

/// Evaluates an affine expression whose operands are those of `op` from number
/// `first` on.
static double valueOf(MlirAffineExpr expr, MlirOperation op, intptr_t first,
                      intptr_t numDims) {
  if (mlirAffineExprIsAConstant(expr))
    return (double)mlirAffineConstantExprGetValue(expr);
  if (mlirAffineExprIsADim(expr))
    return middleOf(mlirOperationGetOperand(
        op, first + mlirAffineDimExprGetPosition(expr)));
  if (mlirAffineExprIsASymbol(expr))
    return middleOf(mlirOperationGetOperand(
        op, first + numDims + mlirAffineSymbolExprGetPosition(expr)));
  double a = valueOf(mlirAffineBinaryOpExprGetLHS(expr), op, first, numDims),
         b = valueOf(mlirAffineBinaryOpExprGetRHS(expr), op, first, numDims);
  return mlirAffineExprIsAAdd(expr)        ? a + b
         : mlirAffineExprIsAMul(expr)      ? a * b
         : mlirAffineExprIsAFloorDiv(expr) ? floor(a / b)
         : mlirAffineExprIsACeilDiv(expr)  ? ceil(a / b)
                                           : a - b * floor(a / b);
}

static MlirAffineMap mapOf(MlirOperation op, const char *name) {
  return mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString(name)));
}

double asIrLoopBound(MlirOperation loop, bool isLower) {
  if (asIrIsNamed(loop, "scf.for"))
    return middleOf(mlirOperationGetOperand(loop, isLower ? 0 : 1));
  MlirAffineMap lower = mapOf(loop, "lowerBoundMap");
  MlirAffineMap map = isLower ? lower : mapOf(loop, "upperBoundMap");
  intptr_t first = isLower ? 0 : mlirAffineMapGetNumInputs(lower);
  double bound = isLower ? -INFINITY : INFINITY;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    double value = valueOf(mlirAffineMapGetResult(map, r), loop, first,
                           mlirAffineMapGetNumDims(map));
    if (isnan(value))
      return value;
    bound = isLower ? fmax(bound, value) : fmin(bound, value);
  }
  return bound;
}

double asIrLoopStep(MlirOperation loop) {
  return asIrIsNamed(loop, "scf.for")
             ? middleOf(mlirOperationGetOperand(loop, 2))
             : (double)mlirIntegerAttrGetValueInt(
                   mlirOperationGetInherentAttributeByName(loop,
                                                           asIrString("step")));
}

double asIrLoopIterations(MlirOperation loop) {
  double step = asIrLoopStep(loop);
  double span = asIrLoopBound(loop, false) - asIrLoopBound(loop, true);
  return step > 0 && !isnan(span) ? fmax(0, ceil(span / step)) : NAN;
}

bool asIrForallDim(MlirOperation forall, intptr_t number, AsIrForallDim *dim) {
  static const char *const names[] = {"staticLowerBound", "staticUpperBound",
                                      "staticStep"};
  int64_t value[3];
  for (int i = 0; i < 3; i++) {
    value[i] = mlirDenseI64ArrayGetElement(
        mlirOperationGetInherentAttributeByName(forall, asIrString(names[i])),
        number);
    if (value[i] == mlirShapedTypeGetDynamicSize())
      return false;
  }
  *dim = (AsIrForallDim){value[0], value[2],
                         (value[1] - value[0] + value[2] - 1) / value[2]};
  return true;
}
