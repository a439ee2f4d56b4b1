//===- keep-double-roundings.c - Keep the two roundings of a wide integer
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives arith.truncf of a converted integer the rounding mode that it has
// anyway.
//
// An integer of 64 bits that becomes f64 and then f32 is rounded twice, which
// may give another number than once. Upstream folds the two conversions to one.
// It leaves those alone that say how they round. asDropConversionFlags
// (lowering/lowering-steps.h) takes that away again, behind all folds: LLVM has
// another, slower operation for it.
//
// Requires:    nothing. Comes before anything that folds.
// Provides:    no two conversions that would be folded, but of integers of up
// to
//              16 bits, which f32 holds.
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

/// Whether it converts integers of more than 16 bits, scalars or not.
static bool convertsWide(MlirOperation op) {
  if (mlirOperationIsNull(op) ||
      (!asIrIsNamed(op, "arith.sitofp") && !asIrIsNamed(op, "arith.uitofp")))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  return mlirIntegerTypeGetWidth(type) > 16;
}

static MlirWalkResult keep(MlirOperation op, void *context) {
  enum { toNearestEven = 0 };
  (void)context;
  if (asIrIsNamed(op, "arith.truncf") &&
      mlirAttributeIsNull(asIrAttribute(op, "roundingmode")) &&
      convertsWide(asIrDefinition(mlirOperationGetOperand(op, 0))))
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
