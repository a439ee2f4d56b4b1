//===- pretranspose-weights.c - Weights that a few rows are multiplied by
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last layer of a network multiplies one row by more weights than any cache
// holds, so that reading them is all that there is to its time. Front ends have
// them with the terms of each sum side by side, which makes each result a sum
// across the lanes of vectors. Constant weights are turned once, when they are
// loaded: with the results side by side they are read in one stream, and
// nothing is summed up across lanes. No result changes by it.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "ir/invariant-values.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

/// More rows are worth tiles of their own, for which weights are packed.
static const int64_t mostRows = 16;

/// The loop that index `r` of an operand is; -1 where it is no loop.
static intptr_t loopOf(MlirAffineMap map, intptr_t r) {
  MlirAffineExpr index = mlirAffineMapGetResult(map, r);
  return mlirAffineExprIsADim(index) ? mlirAffineDimExprGetPosition(index) : -1;
}

/// Whether the operand is constant weights that have the results of the
/// product's innermost dimension first, and the terms of their sums last.
static bool hasTermsLast(MlirOperation op, int operand) {
  MlirValue weights = mlirOperationGetOperand(op, operand);
  MlirType type = mlirValueGetType(weights);
  MlirAffineMap map = asGenericMap(op, operand), result = asGenericMap(op, 2);
  intptr_t last = mlirAffineMapGetNumResults(result) - 1;
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) != 2 ||
      !mlirShapedTypeHasStaticShape(type) || last < 0 || !asIrIsFixed(weights))
    return false;
  intptr_t lane = loopOf(map, 0), term = loopOf(map, 1);
  if (lane < 0 || term < 0 || lane != loopOf(result, last))
    return false;
  for (intptr_t r = 0; r <= last; r++)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(result, r), term))
      return false;
  return true;
}

/// Rows of the result, of whatever dimensions but the last.
static int64_t numRows(MlirType type) {
  int64_t rows = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type) - 1; r++)
    rows *= mlirShapedTypeGetDimSize(type, r);
  return rows;
}

static MlirWalkResult turnWeights(MlirOperation op, void *context) {
  if (!asGenericIsProduct(op) || mlirOperationGetNumResults(op) != 1)
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirShapedTypeHasStaticShape(type) || numRows(type) > mostRows)
    return MlirWalkResultAdvance;
  int turned = hasTermsLast(op, 0) ? 0 : hasTermsLast(op, 1) ? 1 : -1;
  if (turned < 0)
    return MlirWalkResultAdvance;
  MlirValue inputs[2];
  MlirAffineMap maps[3];
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  for (int i = 0; i < 2; i++)
    inputs[i] = mlirOperationGetOperand(op, i);
  inputs[turned] =
      asGraphInsertTranspose(op, inputs[turned], (int64_t[]){1, 0});
  MlirAffineExpr swapped[] = {mlirAffineMapGetResult(maps[turned], 1),
                              mlirAffineMapGetResult(maps[turned], 0)};
  maps[turned] =
      mlirAffineMapGet(mlirOperationGetContext(op),
                       mlirAffineMapGetNumDims(maps[turned]), 0, 2, swapped);
  asGenericReplace(op, 2, inputs, maps);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphPretransposeWeights(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, turnWeights, &changed, MlirWalkPostOrder);
  // Products by the same weights turn them once.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
