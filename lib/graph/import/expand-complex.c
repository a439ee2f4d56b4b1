//===- expand-complex.c - Complex operations that upstream folds, by parts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites sums, differences and logarithms of complex numbers into arithmetic
// on their parts, and constant factors and divisors into their parts.
//
// Upstream folds operations on complex numbers as if their parts were real
// numbers: (a - b) + b and a * (1, 0) become a, which they are not where
// something is infinite or rounded, and log(exp(a)) becomes a, which has
// another imaginary part where that exceeds pi. Whether such operations meet
// depends on what is fused, so that a schedule changed results. There are no
// such folds of arithmetic on the parts. It is what convert-complex-to-standard
// makes of these operations in the end.
//
// Requires:    nothing. Comes before anything that folds.
// Provides:    none of these operations but those in the bodies of named
//              operations of linalg, which are to stay as they are.
// Invalidates: nothing.
//
//   %y = complex.add %a, %b : complex<f32>
// becomes
//   %0 = complex.re %a : complex<f32>
//   %1 = complex.re %b : complex<f32>
//   %2 = arith.addf %0, %1 : f32
//   %3 = complex.im %a : complex<f32>
//   %4 = complex.im %b : complex<f32>
//   %5 = arith.addf %3, %4 : f32
//   %y = complex.create %2, %5 : complex<f32>
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Inserts `name` of one or two real operands, with the flags of `op`.
static MlirValue insertReal(MlirOperation op, const char *name,
                            intptr_t numOperands, const MlirValue *operands) {
  MlirType type = mlirComplexTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(op, 0)));
  return asIrInsertValue(
      op, &(AsIrParts){.name = name,
                       .numOperands = numOperands,
                       .operands = operands,
                       .numResults = 1,
                       .results = &type,
                       .attributes = (AsIrAttribute[]){
                           {"fastmath", asIrAttribute(op, "fastmath")}, {0}}});
}

/// A part of an operand: `name` is complex.re or complex.im.
static MlirValue insertPart(MlirOperation op, const char *name, intptr_t i) {
  MlirValue operand = mlirOperationGetOperand(op, i);
  return asIrInsertUnary(
      op, name, operand,
      mlirComplexTypeGetElementType(mlirValueGetType(operand)));
}

static MlirValue insertCreate(MlirOperation op, MlirValue re, MlirValue im) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return asIrInsertValue(op, &(AsIrParts){.name = "complex.create",
                                          .numOperands = 2,
                                          .operands = (MlirValue[]){re, im},
                                          .numResults = 1,
                                          .results = &type});
}

/// `name` of each part of the two operands.
static MlirValue expandByParts(MlirOperation op, const char *name) {
  static const char *const parts[] = {"complex.re", "complex.im"};
  MlirValue results[2];
  for (int p = 0; p < 2; p++) {
    MlirValue x = insertPart(op, parts[p], 0), y = insertPart(op, parts[p], 1);
    results[p] = insertReal(op, name, 2, (MlirValue[]){x, y});
  }
  return insertCreate(op, results[0], results[1]);
}

/// log|a| and the angle of a.
static MlirValue expandLog(MlirOperation op) {
  MlirValue a = mlirOperationGetOperand(op, 0);
  MlirValue size = insertReal(op, "complex.abs", 1, &a);
  MlirValue log = insertReal(op, "math.log", 1, &size);
  MlirValue im = insertPart(op, "complex.im", 0);
  MlirValue re = insertPart(op, "complex.re", 0);
  MlirValue angle = insertReal(op, "math.atan2", 2, (MlirValue[]){im, re});
  return insertCreate(op, log, angle);
}

/// Makes the second operand, where it is a constant, a number made of its
/// parts, which the folds of complex.mul and complex.div do not know.
static void hideConstant(MlirOperation op) {
  MlirValue y = mlirOperationGetOperand(op, 1);
  MlirOperation constant = asIrMadeBy(y, "complex.constant");
  if (mlirOperationIsNull(constant))
    return;
  MlirAttribute parts = asIrAttribute(constant, "value");
  MlirValue re = asIrInsertConstant(op, mlirArrayAttrGetElement(parts, 0));
  MlirValue im = asIrInsertConstant(op, mlirArrayAttrGetElement(parts, 1));
  mlirOperationSetOperand(op, 1, insertCreate(op, re, im));
}

/// Whether the operation is in the body of a named operation of linalg, which
/// no text has and which has to stay what the name says.
static bool isInNamedBody(MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  return asIrHasPrefix(parent, "linalg.") &&
         !asIrIsNamed(parent, "linalg.generic") &&
         !asIrIsNamed(parent, "linalg.map") &&
         !asIrIsNamed(parent, "linalg.reduce");
}

static MlirWalkResult expand(MlirOperation op, void *context) {
  (void)context;
  if (!asIrHasPrefix(op, "complex.") || isInNamedBody(op))
    return MlirWalkResultAdvance;
  MlirValue y;
  if (asIrIsNamed(op, "complex.mul") || asIrIsNamed(op, "complex.div")) {
    hideConstant(op);
    return MlirWalkResultAdvance;
  }
  if (asIrIsNamed(op, "complex.add"))
    y = expandByParts(op, "arith.addf");
  else if (asIrIsNamed(op, "complex.sub"))
    y = expandByParts(op, "arith.subf");
  else if (asIrIsNamed(op, "complex.log"))
    y = expandLog(op);
  else
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), y);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphExpandComplex(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
