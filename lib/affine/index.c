//===- affine/index.c - Indices as isl writes them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Affine maps, and the arithmetic that stands for them in scf and memref.
// Whatever was computed before the nest is a parameter of it.
//
//===----------------------------------------------------------------------===//

#include "affine/view.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"

static int parameterOf(AsAffineView *view, MlirValue value) {
  for (int p = 0; p < view->numParameters; p++)
    if (mlirValueEqual(view->parameters[p], value))
      return p;
  view->parameters =
      asRealloc(view->parameters,
                sizeof *view->parameters * (size_t)(view->numParameters + 1));
  view->parameters[view->numParameters] = value;
  return view->numParameters++;
}

static bool writeBinary(const AsAffineNest *nest, MlirAffineExpr expr,
                        const MlirValue *operands, intptr_t numDims,
                        AsText *text) {
  MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr),
                 right = mlirAffineBinaryOpExprGetRHS(expr);
  bool isSum = mlirAffineExprIsAAdd(expr),
       isProduct = mlirAffineExprIsAMul(expr),
       isModulo = mlirAffineExprIsAMod(expr);
  // What is not a sum has a constant in it, or it is only semi-affine.
  if (!isSum && !mlirAffineExprIsAConstant(right) &&
      !(isProduct && mlirAffineExprIsAConstant(left)))
    return false;
  if (!isSum && !isProduct && mlirAffineConstantExprGetValue(right) <= 0)
    return false;
  asTextAppendString(text, mlirAffineExprIsAFloorDiv(expr)  ? "floor(("
                           : mlirAffineExprIsACeilDiv(expr) ? "ceil(("
                                                            : "((");
  if (!asAffineWriteExpression(nest, left, operands, numDims, text))
    return false;
  asTextAppendString(text, isSum       ? ") + ("
                           : isProduct ? ") * ("
                           : isModulo  ? ") mod ("
                                       : ") / (");
  if (!asAffineWriteExpression(nest, right, operands, numDims, text))
    return false;
  asTextAppendString(text, "))");
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
  return writeBinary(nest, expr, operands, numDims, text);
}

/// affine.apply: its map has one result.
static bool writeApply(const AsAffineNest *nest, MlirOperation op,
                       AsText *text) {
  MlirAffineMap map = mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("map")));
  MlirValue operands[2 * AS_AFFINE_MAX_DEPTH];
  intptr_t count = mlirOperationGetNumOperands(op);
  if (count > 2 * AS_AFFINE_MAX_DEPTH)
    return false;
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  return asAffineWriteExpression(nest, mlirAffineMapGetResult(map, 0), operands,
                                 mlirAffineMapGetNumDims(map), text);
}

static bool isConstant(MlirValue value) {
  return mlirValueIsAOpResult(value) &&
         asIrIsNamed(mlirOpResultGetOwner(value), "arith.constant");
}

/// Arithmetic on indices cannot wrap where they are in bounds. Shorter
/// integers may, so they are no more than parameters.
static bool writeArithmetic(const AsAffineNest *nest, MlirOperation op,
                            AsText *text) {
  const char *sign = asIrIsNamed(op, "arith.addi")   ? ") + ("
                     : asIrIsNamed(op, "arith.subi") ? ") - ("
                     : asIrIsNamed(op, "arith.muli") ? ") * ("
                                                     : NULL;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!sign || !mlirTypeIsAIndex(type))
    return false;
  MlirValue left = mlirOperationGetOperand(op, 0),
            right = mlirOperationGetOperand(op, 1);
  if (asIrIsNamed(op, "arith.muli") && !isConstant(left) && !isConstant(right))
    return false;
  asTextAppendString(text, "((");
  if (!asAffineWriteValue(nest, left, text))
    return false;
  asTextAppendString(text, sign);
  if (!asAffineWriteValue(nest, right, text))
    return false;
  asTextAppendString(text, "))");
  return true;
}

bool asAffineWriteValue(const AsAffineNest *nest, MlirValue value,
                        AsText *text) {
  for (int d = 0; d < nest->depth; d++)
    if (mlirValueEqual(value, nest->view->loops[nest->loops[d]].variable)) {
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
          ? asAffineViewHas(nest->view, mlirBlockGetParentOperation(
                                            mlirBlockArgumentGetOwner(value)))
          : asAffineViewHas(nest->view, op);
  if (!isInside) {
    asTextFormat(text, "p%d", parameterOf(nest->view, value));
    return true;
  }
  if (mlirOperationIsNull(op))
    return false;
  return asIrIsNamed(op, "affine.apply") ? writeApply(nest, op, text)
                                         : writeArithmetic(nest, op, text);
}
