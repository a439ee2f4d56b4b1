//===- drop-unit-dims.c - Drop unit dimensions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drops dimensions of extent one from linalg operations, by upstream's
// linalg-fold-unit-extent-dims.
//
// Front ends keep unit dimensions: a batch of one, the sum of a row as a matrix
// of one column. Indexing maps have the constant 0 there, so that a softmax
// that keeps its dimensions does not look like the same softmax over rows.
// Upstream's pass rewrites only linalg.generic, so contractions are generalised
// first. Functions with convolutions or pooling stay as they are: reshapes
// would separate these named operations from what is computed with their
// results.
//
// Requires:    linalg on tensors.
// Provides:    no unit loops in functions without convolutions and pooling.
// Invalidates: named contractions with unit dimensions become linalg.generic.
//
//   %0 = linalg.generic {indexing_maps = [(b, i, j) -> (0, i, j), ...]}
//       ins(%x : tensor<1x12x24xf32>) outs(%e : tensor<1x12x24xf32>) ...
// becomes
//   %c = tensor.collapse_shape %x [[0, 1], [2]] : ... into tensor<12x24xf32>
//   %1 = linalg.generic {indexing_maps = [(i, j) -> (i, j), ...]}
//       ins(%c : tensor<12x24xf32>) outs(%f : tensor<12x24xf32>) ...
//   %0 = tensor.expand_shape %1 [[0, 1], [2]] ... into tensor<1x12x24xf32>
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

/// What a function contains.
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

static MlirWalkResult takeInventory(MlirOperation op, void *context) {
  Inventory *inventory = context;
  if (asGenericIsWindowed(op))
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
  mlirOperationWalk(function, takeInventory, &inventory, MlirWalkPreOrder);
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
