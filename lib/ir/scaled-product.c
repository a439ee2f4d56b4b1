//===- scaled-product.c - Products of which a factor is computed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scaled-product.h.
//
//===----------------------------------------------------------------------===//

#include "ir/scaled-product.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <stdint.h>

enum { mostInputs = 14 };

/// Whether a value of the body is computed by arithmetic. Adds the inputs that
/// it depends on to `reads`, as bits.
static bool isArithmetic(MlirOperation generic, MlirValue value,
                         uint32_t *reads) {
  if (mlirValueIsABlockArgument(value)) {
    if (mlirBlockEqual(mlirBlockArgumentGetOwner(value), asIrBody(generic)))
      *reads |= 1u << mlirBlockArgumentGetArgNumber(value);
    return true;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!asIrIsInside(value, generic))
    return true;
  if (!asIrHasPrefix(op, "arith.") || mlirOperationGetNumResults(op) != 1)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!isArithmetic(generic, mlirOperationGetOperand(op, i), reads))
      return false;
  return true;
}

/// Whether the value is an argument of the body, or that in another type.
static bool isConvertedInput(MlirValue value) {
  static const char *const names[] = {"arith.extf",   "arith.extsi",
                                      "arith.extui",  "arith.sitofp",
                                      "arith.uitofp", "arith.truncf"};
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!asIrIsOneOf(op, names, sizeof names / sizeof *names))
      return false;
    value = mlirOperationGetOperand(op, 0);
  }
  return true;
}

/// Whether one of the inputs, as bits, has fewer bits than the result.
static bool readNarrow(MlirOperation op, uint32_t inputs) {
  int bits = asIrElementBits(mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++)
    if (inputs >> i & 1 && asIrElementBits(mlirValueGetType(
                               mlirOperationGetOperand(op, i))) < bits)
      return true;
  return false;
}

/// Whether all maps are projected permutations, and that of the result lacks a
/// loop.
static bool sumsByLoops(MlirOperation op) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  intptr_t count = mlirArrayAttrGetNumElements(maps);
  for (intptr_t i = 0; i < count; i++)
    if (!mlirAffineMapIsProjectedPermutation(
            mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i))))
      return false;
  MlirAffineMap result =
      mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, count - 1));
  return mlirAffineMapGetNumResults(result) < mlirAffineMapGetNumDims(result);
}

bool asIrIsScaledProduct(MlirOperation op) {
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || numInputs < 2 ||
      numInputs > mostInputs || mlirLinalgIsAContractionOp(op) ||
      !sumsByLoops(op))
    return false;
  MlirBlock body = asIrBody(op);
  MlirValue before = mlirBlockGetArgument(body, numInputs);
  MlirOperation add = asIrMadeBy(
      mlirOperationGetOperand(mlirBlockGetTerminator(body), 0), "arith.addf");
  if (mlirOperationIsNull(add) || !asIrHasOneUse(before))
    return false;
  bool isSecond = mlirValueEqual(mlirOperationGetOperand(add, 1), before);
  if (!isSecond && !mlirValueEqual(mlirOperationGetOperand(add, 0), before))
    return false;
  MlirOperation product =
      asIrMadeBy(mlirOperationGetOperand(add, !isSecond), "arith.mulf");
  if (mlirOperationIsNull(product))
    return false;
  uint32_t reads[2] = {0};
  bool isInput[2];
  for (int f = 0; f < 2; f++) {
    MlirValue factor = mlirOperationGetOperand(product, f);
    if (!isArithmetic(op, factor, &reads[f]))
      return false;
    isInput[f] = isConvertedInput(factor);
  }
  return reads[0] && reads[1] && !(reads[0] & reads[1]) &&
         isInput[0] != isInput[1] &&
         readNarrow(op, isInput[0] ? reads[1] : reads[0]);
}
