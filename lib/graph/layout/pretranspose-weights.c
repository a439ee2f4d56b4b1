//===- pretranspose-weights.c - Transpose constant weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes constant weights of contractions with up to 16 rows, or that are
// narrower than the sums, if the reduction is their contiguous dimension. Runs
// for CPUs only.
//
// Front ends have the reduction contiguous, which makes each result a sum
// across the lanes of a vector. Transposed once, when they are loaded, weights
// are read in one stream, and vectors hold neighbouring results. The result
// does not change.
//
// Of more rows weights are packed, which turns them as well, but only squares
// of numbers as long as the sums (sketch/steps/packed-transpose.h): quantised
// ones are turned beforehand.
//
// Large weights that a single row is multiplied by, as for one token of a
// language model, stay as they are if each element is one number: read in
// streams of several long rows at a time (the rule `rows`), which are
// prefetched (lowering/memory/prefetch-streams.c), they come as fast as memory
// can.
//
// Requires:    linalg on tensors; as.constant on arguments that are weights.
// Provides:    constant weights of products with few rows have the results
//              contiguous.
// Invalidates: named contractions that are rewritten become linalg.generic.
//
//   %0 = linalg.matvec ins(%w, %x : tensor<40x24xf32>, tensor<24xf32>) ...
// becomes
//   %t = linalg.transpose ins(%w : ...) ... permutation = [1, 0]
//   %0 = linalg.generic {indexing_maps = [(i,k) -> (k,i), (i,k) -> (k),
//       (i,k) -> (i)]} ins(%t, %x : tensor<24x40xf32>, tensor<24xf32>) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/scaled-product.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

/// Products with more rows are tiled, and their weights packed.
static const int64_t maxRows = 16;

/// Whether the operand is constant weights whose first dimension is the
/// result's last one, and whose last dimension is the reduction.
static bool hasReductionLast(MlirOperation op, int operand) {
  MlirValue weights = mlirOperationGetOperand(op, operand);
  MlirType type = mlirValueGetType(weights);
  MlirAffineMap map = asGenericMap(op, operand), result = asGenericMap(op, 2);
  intptr_t last = mlirAffineMapGetNumResults(result) - 1;
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeGetRank(type) != 2 ||
      !mlirShapedTypeHasStaticShape(type) || last < 0 || !asIrIsFixed(weights))
    return false;
  intptr_t lane = asGenericMapLoop(map, 0), term = asGenericMapLoop(map, 1);
  if (lane < 0 || term < 0 || lane != asGenericMapLoop(result, last))
    return false;
  for (intptr_t r = 0; r <= last; r++)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(result, r), term))
      return false;
  return true;
}

static bool isNarrow(MlirOperation op, int operand) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, operand));
  return asIrElementBits(type) <
         asIrElementBits(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

/// The number of rows of the result: the product of all dimensions but the
/// last.
static int64_t numRows(MlirType type) {
  int64_t rows = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type) - 1; r++)
    rows *= mlirShapedTypeGetDimSize(type, r);
  return rows;
}

static int64_t numElements(MlirType type) {
  return numRows(type) *
         mlirShapedTypeGetDimSize(type, mlirShapedTypeGetRank(type) - 1);
}

/// Whether an input is a matrix that is multiplied by a vector, so that each of
/// its elements is used once, its long rows lie along what is summed up, and it
/// is so large that these are better read as they are. From which size on that
/// is so was measured (docs/results.md): with scales, before the second cache
/// is full.
static bool streamsRows(MlirOperation op, bool isScaled) {
  const int64_t leastBytes = isScaled ? 1 << 20 : 8 << 20,
                leastRow = isScaled ? 1024 : 4096;
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirType sums = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAffineMap result = asGenericMap(op, numInputs);
  if (mlirShapedTypeGetRank(sums) == 0 || !mlirShapedTypeHasStaticShape(sums))
    return false;
  for (intptr_t i = 0; i < numInputs; i++) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    MlirAffineMap map = asGenericMap(op, i);
    intptr_t rank = mlirAffineMapGetNumResults(map);
    if (rank > 0 && rank == mlirAffineMapGetNumDims(map) &&
        mlirAffineMapIsProjectedPermutation(map) &&
        !asGenericMapUses(result, asGenericMapLoop(map, rank - 1)) &&
        mlirShapedTypeHasStaticShape(type) &&
        asIrShapedBytes(type) > leastBytes &&
        numElements(type) >= leastRow * numElements(sums))
      return true;
  }
  return false;
}

/// Of a product with weights that it scales, has all that is fixed contiguous
/// along the results.
static MlirWalkResult transposeScaled(MlirOperation op, void *context) {
  enum { mostInputs = 14, mostDimensions = 8 };
  MlirValue inputs[mostInputs];
  MlirAffineMap maps[mostInputs + 1];
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirAffineMap result = maps[numInputs] = asGenericMap(op, numInputs);
  intptr_t last = mlirAffineMapGetNumResults(result) - 1;
  if (last < 0)
    return MlirWalkResultAdvance;
  bool changed = false;
  for (intptr_t i = 0; i < numInputs; i++) {
    inputs[i] = mlirOperationGetOperand(op, i);
    maps[i] = asGenericMap(op, i);
    intptr_t rank = mlirAffineMapGetNumResults(maps[i]);
    if (rank > mostDimensions || !asIrIsFixed(inputs[i]))
      continue;
    for (intptr_t r = 0; r < rank - 1; r++)
      if (asGenericMapLoop(maps[i], r) == asGenericMapLoop(result, last)) {
        asGenericMoveLast(op, r, &inputs[i], &maps[i]);
        changed = true;
        break;
      }
  }
  if (!changed)
    return MlirWalkResultAdvance;
  asGenericReplace(op, numInputs, inputs, maps);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

static MlirWalkResult transposeWeights(MlirOperation op, void *context) {
  bool isScaled = asIrIsScaledProduct(op);
  if ((!isScaled && !asGenericIsProduct(op)) ||
      mlirOperationGetNumResults(op) != 1 || streamsRows(op, isScaled))
    return MlirWalkResultAdvance;
  if (isScaled)
    return transposeScaled(op, context);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (!mlirShapedTypeHasStaticShape(type))
    return MlirWalkResultAdvance;
  int weights = hasReductionLast(op, 0) ? 0 : hasReductionLast(op, 1) ? 1 : -1;
  if (weights < 0 || (numRows(type) > maxRows && !isNarrow(op, weights)))
    return MlirWalkResultAdvance;
  MlirValue inputs[2];
  MlirAffineMap maps[3];
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  for (int i = 0; i < 2; i++)
    inputs[i] = mlirOperationGetOperand(op, i);
  inputs[weights] =
      asGraphInsertTranspose(op, inputs[weights], (int64_t[]){1, 0});
  MlirAffineExpr swapped[] = {mlirAffineMapGetResult(maps[weights], 1),
                              mlirAffineMapGetResult(maps[weights], 0)};
  maps[weights] =
      mlirAffineMapGet(mlirOperationGetContext(op),
                       mlirAffineMapGetNumDims(maps[weights]), 0, 2, swapped);
  asGenericReplace(op, 2, inputs, maps);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphPretransposeWeights(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, transposeWeights, &changed, MlirWalkPostOrder);
  // Merges transposes of the same weights.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
