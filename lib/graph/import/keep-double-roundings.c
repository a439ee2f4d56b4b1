//===- keep-double-roundings.c - Keep the two roundings of a wide integer
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives arith.truncf of an f64, or of a converted integer, the rounding mode
// that it has anyway.
//
// An integer of 64 bits that becomes f64 and then f32 is rounded twice, which
// may give another number than once. Upstream folds the two conversions to one;
// and what converts an integer of 32 bits to bf16 goes by way of f32, where it
// is rounded, while f64 holds it. Upstream leaves those alone that say how they
// round. asDropConversionFlags (lowering/lowering-steps.h) takes that away
// again, behind all folds: LLVM has another, slower operation for it.
//
// An f64 need not be a converted integer yet: the conversion may be another
// operation, with which it is fused.
//
// Requires:    nothing. Comes before anything that folds.
// Provides:    no two conversions that would be folded, but by way of f32 of
//              integers of up to 16 bits, which it holds.
// Invalidates: nothing.
//
//   %0 = arith.sitofp %i : i64 to f64
//   %1 = arith.truncf %0 : f64 to f32
// becomes
//   %0 = arith.sitofp %i : i64 to f64
//   %1 = arith.truncf %0 to_nearest_even : f64 to f32
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/ir.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Of a scalar or a shaped value.
static MlirType elementOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
}

/// Whether it converts integers of more than 16 bits.
static bool convertsWide(MlirOperation op) {
  if (mlirOperationIsNull(op) ||
      (!asIrIsNamed(op, "arith.sitofp") && !asIrIsNamed(op, "arith.uitofp")))
    return false;
  return mlirIntegerTypeGetWidth(elementOf(mlirOperationGetOperand(op, 0))) >
         16;
}

/// Whether it rounds what is, or may become, a converted integer.
static bool roundsAgain(MlirOperation op) {
  if (!asIrIsNamed(op, "arith.truncf") ||
      !mlirAttributeIsNull(asIrAttribute(op, "roundingmode")))
    return false;
  MlirValue wide = mlirOperationGetOperand(op, 0);
  return mlirTypeIsAF64(elementOf(wide)) || convertsWide(asIrDefinition(wide));
}

static MlirWalkResult keep(MlirOperation op, void *context) {
  enum { toNearestEven = 0 };
  (void)context;
  if (roundsAgain(op))
    mlirOperationSetInherentAttributeByName(
        op, asIrString("roundingmode"),
        mlirIntegerAttrGet(mlirIntegerTypeGet(mlirOperationGetContext(op), 32),
                           toNearestEven));
  return MlirWalkResultAdvance;
}

void asGraphKeepDoubleRoundings(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), keep, NULL,
                    MlirWalkPreOrder);
}
