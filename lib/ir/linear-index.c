//===- linear-index.c - Indices as sums of loop counters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See linear-index.h.
//
//===----------------------------------------------------------------------===//

#include "ir/linear-index.h"
#include "ir/def-use.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"

/// Adds `factor` times the value.
static bool addTerm(AsIrLinear *linear, MlirValue value, int64_t factor) {
  for (int t = 0; t < linear->numTerms; t++)
    if (mlirValueEqual(linear->term[t].value, value)) {
      linear->term[t].factor += factor;
      if (linear->term[t].factor == 0)
        linear->term[t] = linear->term[--linear->numTerms];
      return true;
    }
  if (linear->numTerms == AS_IR_MAX_TERMS)
    return false;
  linear->term[linear->numTerms].value = value;
  linear->term[linear->numTerms++].factor = factor;
  return true;
}

static bool add(AsIrLinear *linear, MlirValue value, int64_t factor);

static bool addExpr(AsIrLinear *linear, MlirOperation apply,
                    MlirAffineExpr expr, int64_t factor) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(asIrAttribute(apply, "map"));
  if (mlirAffineExprIsAConstant(expr)) {
    linear->constant += factor * mlirAffineConstantExprGetValue(expr);
    return true;
  }
  if (mlirAffineExprIsADim(expr))
    return add(
        linear,
        mlirOperationGetOperand(apply, mlirAffineDimExprGetPosition(expr)),
        factor);
  if (mlirAffineExprIsASymbol(expr))
    return add(linear,
               mlirOperationGetOperand(
                   apply, mlirAffineMapGetNumDims(map) +
                              mlirAffineSymbolExprGetPosition(expr)),
               factor);
  MlirAffineExpr a = mlirAffineBinaryOpExprGetLHS(expr),
                 b = mlirAffineBinaryOpExprGetRHS(expr);
  if (mlirAffineExprIsAAdd(expr))
    return addExpr(linear, apply, a, factor) &&
           addExpr(linear, apply, b, factor);
  if (!mlirAffineExprIsAMul(expr) || !mlirAffineExprIsAConstant(b))
    return false;
  int64_t times = mlirAffineConstantExprGetValue(b);
  return times == 0 || addExpr(linear, apply, a, factor * times);
}

/// Adds `factor` times what the operation computes. False if that is no sum of
/// multiples, of which `linear` may then have a part.
static bool addResult(AsIrLinear *linear, MlirOperation op, int64_t factor) {
  if (asIrIsNamed(op, "affine.apply"))
    return addExpr(linear, op,
                   mlirAffineMapGetResult(
                       mlirAffineMapAttrGetValue(asIrAttribute(op, "map")), 0),
                   factor);
  MlirValue x = mlirOperationGetOperand(op, 0),
            y = mlirOperationGetOperand(op, 1);
  int64_t times;
  if (asIrIsNamed(op, "arith.muli"))
    return asIrConstantInteger(y, &times) &&
           (times == 0 || add(linear, x, factor * times));
  return add(linear, x, factor) &&
         add(linear, y, asIrIsNamed(op, "arith.subi") ? -factor : factor);
}

static bool add(AsIrLinear *linear, MlirValue value, int64_t factor) {
  static const char *const sums[] = {"affine.apply", "arith.addi", "arith.subi",
                                     "arith.muli"};
  int64_t constant;
  if (asIrConstantInteger(value, &constant)) {
    linear->constant += factor * constant;
    return true;
  }
  MlirOperation op = asIrDefinition(value);
  if (!mlirOperationIsNull(op) &&
      asIrIsOneOf(op, sums, sizeof sums / sizeof *sums)) {
    AsIrLinear sum = *linear;
    if (addResult(&sum, op, factor)) {
      *linear = sum;
      return true;
    }
  }
  return addTerm(linear, value, factor);
}

bool asIrLinearOf(MlirValue index, AsIrLinear *linear) {
  *linear = (AsIrLinear){0};
  return add(linear, index, 1);
}

MlirOperation asIrLoopOfCounter(MlirValue value) {
  MlirOperation none = {NULL};
  if (!mlirValueIsABlockArgument(value) ||
      mlirBlockArgumentGetArgNumber(value) != 0)
    return none;
  MlirOperation op =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return !mlirOperationIsNull(op) && asIrIsNamed(op, "scf.for") ? op : none;
}

bool asIrConstantRange(MlirOperation loop, AsIrRange *range) {
  return asIrConstantInteger(mlirOperationGetOperand(loop, 0), &range->lower) &&
         asIrConstantInteger(mlirOperationGetOperand(loop, 1), &range->upper) &&
         asIrConstantInteger(mlirOperationGetOperand(loop, 2), &range->step) &&
         range->step > 0 && range->lower < range->upper;
}

int64_t asIrRangeTrip(const AsIrRange *range) {
  return (range->upper - range->lower + range->step - 1) / range->step;
}

bool asIrLinearRange(const AsIrLinear *linear, int64_t *least, int64_t *most) {
  *least = *most = linear->constant;
  for (int t = 0; t < linear->numTerms; t++) {
    MlirOperation loop = asIrLoopOfCounter(linear->term[t].value);
    AsIrRange range;
    if (mlirOperationIsNull(loop) || !asIrConstantRange(loop, &range))
      return false;
    int64_t factor = linear->term[t].factor, first = range.lower,
            last = range.lower + (asIrRangeTrip(&range) - 1) * range.step;
    *least += factor * (factor < 0 ? last : first);
    *most += factor * (factor < 0 ? first : last);
  }
  return true;
}

bool asIrLinearEqual(const AsIrLinear *a, const AsIrLinear *b) {
  if (a->constant != b->constant || a->numTerms != b->numTerms)
    return false;
  for (int t = 0; t < a->numTerms; t++) {
    bool found = false;
    for (int u = 0; u < b->numTerms; u++)
      found |= mlirValueEqual(a->term[t].value, b->term[u].value) &&
               a->term[t].factor == b->term[u].factor;
    if (!found)
      return false;
  }
  return true;
}
