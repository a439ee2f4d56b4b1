//===- scaled-terms.c - Products that contain a scale of quantised weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scaled-terms.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/scaled-terms.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinTypes.h"

static bool isSmall(MlirValue number) {
  MlirType type = mlirValueGetType(number);
  MlirType element =
      mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
  return asIrElementBits(type) <= 16 && !mlirTypeIsABF16(element);
}

static bool isWidened(MlirValue value, int depth) {
  static const char *const fromInteger[] = {"arith.sitofp", "arith.uitofp"};
  MlirOperation op = asIrDefinition(value);
  if (mlirOperationIsNull(op) || depth == 0)
    return false;
  if (asIrIsOneOf(op, fromInteger, 2) ||
      (asIrIsNamed(op, "arith.extf") &&
       isSmall(mlirOperationGetOperand(op, 0))))
    return true;
  bool isWide = false;
  if (asIrHasPrefix(op, "arith.") || asIrIsNamed(op, "vector.shape_cast"))
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && !isWide; i++)
      isWide = isWidened(mlirOperationGetOperand(op, i), depth - 1);
  return isWide;
}

bool asIsWidened(MlirValue value) {
  enum { depth = 6 };
  return isWidened(value, depth);
}

AsScaling asFindScaling(MlirValue term, AsIsScale *isScale, void *context) {
  AsScaling found = {0};
  MlirOperation op = asIrMadeBy(term, "arith.mulf");
  if (mlirOperationIsNull(op))
    return found;
  for (intptr_t o = 1; o >= 0; o--) {
    MlirValue factor = mlirOperationGetOperand(op, o),
              other = mlirOperationGetOperand(op, 1 - o);
    if (isScale(factor, other, context))
      return (AsScaling){op, factor, other};
  }
  for (intptr_t o = 1; o >= 0 && mlirOperationIsNull(found.op); o--)
    found = asFindScaling(mlirOperationGetOperand(op, o), isScale, context);
  return found;
}

MlirValue asUnscaled(const AsArith *arith, MlirValue term,
                     const AsScaling *scaling) {
  MlirOperation op = asIrMadeBy(term, "arith.mulf");
  if (mlirOperationIsNull(op))
    return term;
  if (mlirOperationEqual(op, scaling->op))
    return scaling->other;
  for (intptr_t o = 1; o >= 0; o--) {
    MlirValue factor = mlirOperationGetOperand(op, o),
              rest = asUnscaled(arith, factor, scaling);
    if (!mlirValueEqual(rest, factor))
      return asArithMul(arith, mlirOperationGetOperand(op, 1 - o), rest);
  }
  return term;
}
