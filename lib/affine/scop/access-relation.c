//===- access-relation.c - Write index expressions as isl text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes an index (a value, or a result of an affine map over values) as isl
// text, so that scop.c can read access relations and domains with isl's parser.
// It understands affine expressions, affine.apply, arith.addi, arith.subi and
// arith.muli on indices. A value computed before the SCoP becomes a parameter.
//
//   affine.load %A[%i + 2 * %n, %j mod 4]
// is written as
//   (i0 + (2 * p0)), (i1 mod 4)
//
//===----------------------------------------------------------------------===//

#include "affine/scop/scop.h"
#include "ir/def-use.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"

/// The longest text of one index. The text repeats a value at each use, so each
/// sum of a value with itself doubles it.
enum { maxLength = 1 << 14 };

/// The number of the parameter for a value computed before the SCoP; adds one
/// for a new value.
static int parameterOf(AsScop *scop, MlirValue value) {
  for (int p = 0; p < scop->numParameters; p++)
    if (mlirValueEqual(scop->parameters[p], value))
      return p;
  scop->parameters =
      asRealloc(scop->parameters,
                sizeof *scop->parameters * (size_t)(scop->numParameters + 1));
  scop->parameters[scop->numParameters] = value;
  return scop->numParameters++;
}

/// Products, quotients and remainders must be by a constant, otherwise the
/// expression is only semi-affine. isl wants that constant without brackets.
static bool writeByNumber(const AsAffineNest *nest, MlirAffineExpr expr,
                          const MlirValue *operands, intptr_t numDims,
                          AsText *text) {
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr),
                 right = mlirAffineBinaryOpExprGetRHS(expr);
  bool isProduct = mlirAffineExprIsAMul(expr);
  if (isProduct && mlirAffineExprIsAConstant(left)) {
    MlirAffineExpr number = left;
    left = right;
    right = number;
  }
  if (!mlirAffineExprIsAConstant(right))
    return false;
  long long number = (long long)mlirAffineConstantExprGetValue(right);
  if (!isProduct && number <= 0)
    return false;
  if (isProduct)
    asTextFormat(text, "(%lld * ", number);
  else
    asTextAppendString(text, mlirAffineExprIsAFloorDiv(expr)  ? "floor("
                             : mlirAffineExprIsACeilDiv(expr) ? "ceil("
                                                              : "(");
  if (!asAffineWriteExpression(nest, left, operands, numDims, text))
    return false;
  if (!isProduct)
    asTextFormat(text, mlirAffineExprIsAMod(expr) ? " mod %lld" : " / %lld",
                 number);
  asTextAppendString(text, ")");
  return true;
}

static bool writeSum(const AsAffineNest *nest, MlirAffineExpr expr,
                     const MlirValue *operands, intptr_t numDims,
                     AsText *text) {
  asTextAppendString(text, "(");
  if (!asAffineWriteExpression(nest, mlirAffineBinaryOpExprGetLHS(expr),
                               operands, numDims, text))
    return false;
  asTextAppendString(text, " + ");
  if (!asAffineWriteExpression(nest, mlirAffineBinaryOpExprGetRHS(expr),
                               operands, numDims, text))
    return false;
  asTextAppendString(text, ")");
  return true;
}

bool asAffineWriteExpression(const AsAffineNest *nest, MlirAffineExpr expr,
                             const MlirValue *operands, intptr_t numDims,
                             AsText *text) {
  if (mlirAffineExprIsAConstant(expr)) {
    asTextFormat(text, "%lld", (long long)mlirAffineConstantExprGetValue(expr));
    return true;
  }
  if (mlirAffineExprIsADim(expr))
    return asAffineWriteValue(
        nest, operands[mlirAffineDimExprGetPosition(expr)], text);
  if (mlirAffineExprIsASymbol(expr))
    return asAffineWriteValue(
        nest, operands[numDims + mlirAffineSymbolExprGetPosition(expr)], text);
  return mlirAffineExprIsAAdd(expr)
             ? writeSum(nest, expr, operands, numDims, text)
             : writeByNumber(nest, expr, operands, numDims, text);
}

/// affine.apply has a map with one result.
static bool writeApply(const AsAffineNest *nest, MlirOperation op,
                       AsText *text) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("map")));
  MlirValue operands[AS_AFFINE_MAX_OPERANDS];
  intptr_t count = mlirOperationGetNumOperands(op);
  if (count > AS_AFFINE_MAX_OPERANDS)
    return false;
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  return asAffineWriteExpression(nest, mlirAffineMapGetResult(map, 0), operands,
                                 mlirAffineMapGetNumDims(map), text);
}

/// Index arithmetic does not wrap as long as the index is in bounds. Arithmetic
/// on shorter integers may wrap, so it is not read.
static bool writeArithmetic(const AsAffineNest *nest, MlirOperation op,
                            AsText *text) {
  const char *sign = asIrIsNamed(op, "arith.addi")   ? " + "
                     : asIrIsNamed(op, "arith.subi") ? " - "
                     : asIrIsNamed(op, "arith.muli") ? " * "
                                                     : NULL;
  if (!sign ||
      !mlirTypeIsAIndex(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return false;
  MlirValue left = mlirOperationGetOperand(op, 0),
            right = mlirOperationGetOperand(op, 1);
  if (asIrIsNamed(op, "arith.muli") && !asIrIsMadeBy(left, "arith.constant")) {
    left = right; // isl wants the constant first.
    right = mlirOperationGetOperand(op, 0);
    if (!asIrIsMadeBy(left, "arith.constant"))
      return false;
  }
  asTextAppendString(text, "(");
  if (!asAffineWriteValue(nest, left, text))
    return false;
  asTextAppendString(text, sign);
  if (!asAffineWriteValue(nest, right, text))
    return false;
  asTextAppendString(text, ")");
  return true;
}

bool asAffineWriteValue(const AsAffineNest *nest, MlirValue value,
                        AsText *text) {
  if (text->length > maxLength)
    return false;
  for (int d = 0; d < nest->depth; d++)
    if (mlirValueEqual(value, nest->scop->loops[nest->loops[d]].variable)) {
      asTextFormat(text, "i%d", d);
      return true;
    }
  MlirOperation op = {NULL};
  if (mlirValueIsAOpResult(value))
    op = mlirOpResultGetOwner(value);
  if (!mlirOperationIsNull(op) && asIrIsNamed(op, "arith.constant")) {
    MlirAttribute constant =
        mlirOperationGetInherentAttributeByName(op, asIrString("value"));
    if (!mlirAttributeIsAInteger(constant))
      return false;
    asTextFormat(text, "%lld", (long long)mlirIntegerAttrGetValueInt(constant));
    return true;
  }
  bool isInside =
      mlirOperationIsNull(op)
          ? asScopContains(nest->scop, mlirBlockGetParentOperation(
                                           mlirBlockArgumentGetOwner(value)))
          : asScopContains(nest->scop, op);
  if (!isInside) {
    asTextFormat(text, "p%d", parameterOf(nest->scop, value));
    return true;
  }
  if (mlirOperationIsNull(op))
    return false;
  return asIrIsNamed(op, "affine.apply") ? writeApply(nest, op, text)
                                         : writeArithmetic(nest, op, text);
}
