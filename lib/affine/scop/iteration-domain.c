//===- iteration-domain.c - Write loop bounds and conditions as isl text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the iterations of a loop, or the condition of an affine.if or scf.if,
// as isl constraints that scop.c conjoins to the domain of a statement.
//
//   affine.for %j = %i to min(%n, 2 * %i + 5) step 2
// is written as
//   i1 >= i0 and i1 < p0 and i1 < ((2 * i0) + 5) and 0 = ((i1 - (i0)) mod 2)
//
//===----------------------------------------------------------------------===//

#include "affine/scop/scop.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IntegerSet.h"
#include <stdlib.h>

static void addAnd(AsText *domain) {
  asTextAppendString(domain, domain->length ? " and " : "");
}

bool asAffineReadOperands(MlirOperation op, intptr_t first, intptr_t count,
                          MlirValue *operands) {
  if (count > AS_AFFINE_MAX_OPERANDS)
    return false;
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, first + i);
  return true;
}

/// Adds "i2 >= LOWER" or "i2 < UPPER" for each result of the bound's map.
static bool addBound(const AsAffineNest *nest, MlirOperation loop,
                     const char *name, intptr_t first, const char *relation,
                     AsText *domain) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(loop, asIrString(name)));
  MlirValue operands[AS_AFFINE_MAX_OPERANDS];
  if (!asAffineReadOperands(loop, first, mlirAffineMapGetNumInputs(map),
                            operands))
    return false;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    addAnd(domain);
    asTextFormat(domain, "i%d %s ", nest->depth, relation);
    if (!asAffineWriteExpression(nest, mlirAffineMapGetResult(map, r), operands,
                                 mlirAffineMapGetNumDims(map), domain))
      return false;
  }
  return true;
}

/// Adds that the loop visits only every `step`-th point from `lower` on.
static bool addStep(const AsAffineNest *nest, const char *lower, int64_t step,
                    AsText *domain) {
  addAnd(domain);
  asTextFormat(domain, "0 = ((i%d - (%s)) mod %lld)", nest->depth, lower,
               (long long)step);
  return true;
}

/// A loop with a step other than 1 must have a single lower bound: from the
/// larger of two it would not be affine which points are visited.
static bool addAffineFor(const AsAffineNest *nest, MlirOperation op,
                         int64_t *step, AsText *domain) {
  MlirAffineMap lower = mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("lowerBoundMap")));
  intptr_t numLower = mlirAffineMapGetNumInputs(lower);
  *step = mlirIntegerAttrGetValueInt(
      mlirOperationGetInherentAttributeByName(op, asIrString("step")));
  if (!addBound(nest, op, "lowerBoundMap", 0, ">=", domain) ||
      !addBound(nest, op, "upperBoundMap", numLower, "<", domain))
    return false;
  if (*step == 1)
    return true;
  AsText start = {0};
  MlirValue operands[AS_AFFINE_MAX_OPERANDS];
  bool isAffine =
      mlirAffineMapGetNumResults(lower) == 1 &&
      asAffineReadOperands(op, 0, numLower, operands) &&
      asAffineWriteExpression(nest, mlirAffineMapGetResult(lower, 0), operands,
                              mlirAffineMapGetNumDims(lower), &start) &&
      addStep(nest, start.data, *step, domain);
  asTextFree(&start);
  return isAffine;
}

/// isl compares signed integers, so a loop with unsigned comparison is refused.
static bool addScfFor(const AsAffineNest *nest, MlirOperation op, int64_t *step,
                      AsText *domain) {
  MlirAttribute isUnsigned =
      mlirOperationGetInherentAttributeByName(op, asIrString("unsignedCmp"));
  if (!mlirAttributeIsNull(isUnsigned))
    return false;
  AsText start = {0}, value = {0};
  bool isAffine =
      asAffineWriteValue(nest, mlirOperationGetOperand(op, 0), &start);
  if (isAffine) {
    addAnd(domain);
    asTextFormat(domain, "i%d >= %s and i%d < ", nest->depth, start.data,
                 nest->depth);
    isAffine = asAffineWriteValue(nest, mlirOperationGetOperand(op, 1), domain);
  }
  // Only a constant step is written as a number. Others read as 0: refused.
  isAffine = isAffine &&
             asAffineWriteValue(nest, mlirOperationGetOperand(op, 2), &value);
  *step = isAffine ? strtoll(value.data, NULL, 10) : 0;
  if (*step > 1)
    addStep(nest, start.data, *step, domain);
  asTextFree(&start);
  asTextFree(&value);
  return *step > 0;
}

bool asAffineWriteLoop(const AsAffineNest *nest, MlirOperation op,
                       int64_t *step, AsText *domain) {
  return asIrIsNamed(op, "affine.for") ? addAffineFor(nest, op, step, domain)
                                       : addScfFor(nest, op, step, domain);
}

/// Appends the condition of an scf.if: a comparison of signed indices within
/// the SCoP, or several. One that is computed before is like any other number.
static bool writeComparison(const AsAffineNest *nest, MlirValue condition,
                            AsText *text) {
  static const char *const relations[] = {"=", "!=", "<", "<=", ">", ">="};
  MlirOperation op = asIrDefinition(condition);
  if (mlirOperationIsNull(op) || !asScopContains(nest->scop, op))
    return false;
  bool isAnd = asIrIsNamed(op, "arith.andi");
  if (isAnd || asIrIsNamed(op, "arith.ori")) {
    asTextAppendString(text, "(");
    bool isAffine = writeComparison(nest, mlirOperationGetOperand(op, 0), text);
    asTextAppendString(text, isAnd ? ") and (" : ") or (");
    isAffine =
        isAffine && writeComparison(nest, mlirOperationGetOperand(op, 1), text);
    asTextAppendString(text, ")");
    return isAffine;
  }
  if (!asIrIsNamed(op, "arith.cmpi") ||
      !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetOperand(op, 0))))
    return false;
  int64_t predicate =
      mlirIntegerAttrGetValueInt(asIrAttribute(op, "predicate"));
  if (predicate >= (int64_t)(sizeof relations / sizeof *relations))
    return false;
  // 0 < right - (left)
  asTextFormat(text, "0 %s ", relations[predicate]);
  if (!asAffineWriteValue(nest, mlirOperationGetOperand(op, 1), text))
    return false;
  asTextAppendString(text, " - (");
  bool isAffine =
      asAffineWriteValue(nest, mlirOperationGetOperand(op, 0), text);
  asTextAppendString(text, ")");
  return isAffine;
}

bool asAffineWriteCondition(const AsAffineNest *nest, MlirOperation op,
                            AsText *text) {
  if (asIrIsNamed(op, "scf.if")) {
    asTextAppendString(text, "(");
    bool isAffine = writeComparison(nest, mlirOperationGetOperand(op, 0), text);
    asTextAppendString(text, ")");
    return isAffine;
  }
  MlirIntegerSet set = mlirIntegerSetAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("condition")));
  MlirValue operands[AS_AFFINE_MAX_OPERANDS];
  if (!asAffineReadOperands(op, 0, mlirOperationGetNumOperands(op), operands))
    return false;
  asTextAppendString(text, "(");
  for (intptr_t c = 0; c < mlirIntegerSetGetNumConstraints(set); c++) {
    // isl takes brackets at the start of a constraint for those of a formula,
    // so the constraint begins with its 0.
    asTextFormat(text,
                 mlirIntegerSetIsConstraintEq(set, c) ? "%s0 = " : "%s0 <= ",
                 c ? " and " : "");
    if (!asAffineWriteExpression(nest, mlirIntegerSetGetConstraint(set, c),
                                 operands, mlirIntegerSetGetNumDims(set), text))
      return false;
  }
  asTextAppendString(text, ")");
  return true;
}
