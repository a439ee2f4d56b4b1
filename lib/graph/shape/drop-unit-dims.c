//===- drop-unit-dims.c - Loops of one iteration go
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Front ends keep dimensions of extent one: a batch of one, the sum of a row as
// a matrix of one column. An index of such a dimension is the constant 0, by
// which the operations of a softmax do not look like those of the same rows.
// Upstream drops such dimensions from generic operations, at the price of
// reshapes beside those that keep them; so products become generic before, and
// functions with convolutions or pooling, whose dimensions have a meaning, stay
// as they are.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

/// What there is in a function.
typedef struct Inventory {
  bool hasUnits, hasWindows;
} Inventory;

static bool hasUnit(MlirType type) {
  if (!mlirTypeIsARankedTensor(type))
    return false;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    if (!mlirShapedTypeIsDynamicDim(type, r) &&
        mlirShapedTypeGetDimSize(type, r) == 1)
      return true;
  return false;
}

static MlirWalkResult takeStock(MlirOperation op, void *context) {
  Inventory *inventory = context;
  if (asIrHasPrefix(op, "linalg.conv_") ||
      asIrHasPrefix(op, "linalg.depthwise_conv_") ||
      asIrHasPrefix(op, "linalg.pooling_"))
    inventory->hasWindows = true;
  else if (asIrHasPrefix(op, "linalg.") && mlirOperationGetNumResults(op))
    inventory->hasUnits |=
        hasUnit(mlirValueGetType(mlirOperationGetResult(op, 0)));
  return MlirWalkResultAdvance;
}

static MlirWalkResult makeGeneric(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "linalg.generic") || !asGenericIsProduct(op) ||
      !hasUnit(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  MlirAffineMap maps[3];
  MlirValue inputs[2];
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  for (int i = 0; i < 2; i++)
    inputs[i] = mlirOperationGetOperand(op, i);
  asGenericReplace(op, 2, inputs, maps);
  return MlirWalkResultSkip;
}

typedef struct Dropping {
  AsStatus status;
  AsError *error;
} Dropping;

static void dropIn(MlirOperation function, void *context) {
  Dropping *dropping = context;
  Inventory inventory = {0};
  mlirOperationWalk(function, takeStock, &inventory, MlirWalkPreOrder);
  if (dropping->status || !inventory.hasUnits || inventory.hasWindows)
    return;
  mlirOperationWalk(function, makeGeneric, NULL, MlirWalkPostOrder);
  dropping->status = asIrRunPipeline(
      function, "func.func(linalg-fold-unit-extent-dims,canonicalize,cse)",
      true, dropping->error);
}

AsStatus asGraphDropUnitDims(MlirModule module, AsError *error) {
  Dropping dropping = {AS_OK, error};
  asIrVisitFunctions(module, dropIn, &dropping);
  return dropping.status;
}
