//===- fold-transposes.c - Products read what was only moved
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linear layer is a transpose of the weights and a product; a product of a
// batch reads weights that were broadcast to it. Such moves compute nothing, so
// the product can read what was moved where it was, by another indexing map,
// and packing brings it into whatever order is fast.
//
//===----------------------------------------------------------------------===//

#include "graph/layout/fold-transposes.h"
#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { maxRank = 8 };

/// Whether the body returns the element that it gets.
static bool returnsItsInput(MlirOperation op) {
  MlirBlock body = asIrBody(op);
  MlirOperation yield = mlirBlockGetFirstOperation(body);
  return asIrIsNamed(yield, "linalg.yield") &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0),
                        mlirBlockGetArgument(body, 0));
}

bool asIsTranspose(MlirOperation op) {
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumOperands(op) != 2 ||
      mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumRegions(op) != 1 || asIrIsNamed(op, "linalg.fill") ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      !mlirTypeIsARankedTensor(
          mlirValueGetType(mlirOperationGetOperand(op, 0))) ||
      !returnsItsInput(op))
    return false;
  MlirAffineMap from = asGenericMap(op, 0);
  return mlirAffineMapIsPermutation(asGenericMap(op, 1)) &&
         mlirAffineMapIsProjectedPermutation(from) &&
         mlirAffineMapGetNumDims(from) <= maxRank;
}

/// Whether the extent of each loop can still be told.
static bool coversLoops(intptr_t count, const MlirAffineMap *maps) {
  for (intptr_t d = 0; d < mlirAffineMapGetNumDims(maps[0]); d++) {
    bool covered = false;
    for (intptr_t i = 0; i < count; i++)
      for (intptr_t r = 0; r < mlirAffineMapGetNumResults(maps[i]); r++)
        covered |= mlirAffineExprIsFunctionOfDim(
            mlirAffineMapGetResult(maps[i], r), d);
    if (!covered)
      return false;
  }
  return true;
}

static MlirWalkResult foldInto(MlirOperation op, void *context) {
  if (!asGenericIsProduct(op))
    return MlirWalkResultAdvance;
  MlirValue inputs[2];
  MlirAffineMap maps[3];
  bool changed = false;
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  for (int i = 0; i < 2; i++) {
    inputs[i] = mlirOperationGetOperand(op, i);
    while (mlirValueIsAOpResult(inputs[i])) {
      MlirOperation move = mlirOpResultGetOwner(inputs[i]);
      if (!asIsTranspose(move))
        break;
      MlirAffineMap before = maps[i];
      maps[i] = asGenericReadThrough(move, 0, before);
      if (!coversLoops(3, maps)) {
        maps[i] = before;
        break;
      }
      inputs[i] = mlirOperationGetOperand(move, 0);
      changed = true;
    }
  }
  if (!changed)
    return MlirWalkResultAdvance;
  *(bool *)context = true;
  asGenericReplace(op, 2, inputs, maps);
  return MlirWalkResultSkip;
}

AsStatus asGraphFoldTransposes(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, foldInto, &changed, MlirWalkPostOrder);
  // What no one reads any more goes.
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
