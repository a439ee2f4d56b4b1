//===- interchange-vecmat.c - Interchange loops of vecmats
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the reduction of vector-matrix products to the outermost loop, where
// the matrix has the results of a row contiguous. Runs for GPUs only.
//
// Such a product is a sum of the matrix's rows, each times a scalar. With the
// reduction outermost, the rule for column reductions
// (sketch/rules/gpu/column-reductions.c) applies: threads go down the columns
// together, and read neighbouring elements. Results do not change.
//
// Requires:    linalg on tensors.
// Provides:    contractions that use each element of a row-major matrix once
//              have the reduction outermost.
// Invalidates: named contractions that are rewritten become linalg.generic.
//
//   %0 = linalg.vecmat ins(%x, %m : tensor<64xf32>, tensor<64x32xf32>) ...
// becomes
//   %0 = linalg.generic {indexing_maps = [(k,j) -> (k), (k,j) -> (k,j),
//       (k,j) -> (j)], iterator_types = ["reduction", "parallel"]}
//       ins(%x, %m : tensor<64xf32>, tensor<64x32xf32>) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8 };

/// The reduction loop; -1 if there are none or several.
static intptr_t onlyReduction(MlirAffineMap result) {
  intptr_t found = -1;
  for (intptr_t d = 0; d < mlirAffineMapGetNumDims(result); d++) {
    if (asGenericMapUses(result, d))
      continue;
    if (found >= 0)
      return -1;
    found = d;
  }
  return found;
}

/// Whether the matrix is indexed by all loops of the result that have several
/// iterations, so that each of its elements is used once.
static bool hasOneRow(MlirOperation op, MlirAffineMap matrix) {
  MlirAffineMap result = asGenericMap(op, 2);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool hasOne = mlirShapedTypeHasStaticShape(type);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result) && hasOne; r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(result, r);
    hasOne = mlirAffineExprIsADim(index) &&
             (mlirShapedTypeGetDimSize(type, r) == 1 ||
              asGenericMapUses(matrix, mlirAffineDimExprGetPosition(index)));
  }
  return hasOne;
}

/// The map after loop `reduction` moved to the front; null if an index is
/// neither a loop nor a constant.
static MlirAffineMap withFirst(MlirAffineMap map, intptr_t reduction) {
  MlirContext context = mlirAffineMapGetContext(map);
  intptr_t rank = mlirAffineMapGetNumResults(map);
  MlirAffineExpr results[maxRank];
  if (rank > maxRank)
    return (MlirAffineMap){NULL};
  for (intptr_t r = 0; r < rank; r++) {
    results[r] = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsAConstant(results[r]))
      continue;
    if (!mlirAffineExprIsADim(results[r]))
      return (MlirAffineMap){NULL};
    intptr_t d = mlirAffineDimExprGetPosition(results[r]);
    results[r] = mlirAffineDimExprGet(context, d == reduction  ? 0
                                               : d < reduction ? d + 1
                                                               : d);
  }
  return mlirAffineMapGet(context, mlirAffineMapGetNumDims(map), 0, rank,
                          results);
}

static MlirWalkResult interchange(MlirOperation op, void *context) {
  (void)context;
  if (!asGenericIsProduct(op))
    return MlirWalkResultAdvance;
  MlirAffineMap maps[3];
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  intptr_t reduction = onlyReduction(maps[2]),
           lane = asGenericLastLoop(maps[2]);
  int matrix = asGenericLastLoop(maps[1]) == lane ? 1 : 0;
  if (reduction <= 0 || lane < 0 || asGenericLastLoop(maps[matrix]) != lane ||
      asGenericMapUses(maps[1 - matrix], lane) || !hasOneRow(op, maps[matrix]))
    return MlirWalkResultAdvance;
  MlirValue inputs[] = {mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1)};
  for (int i = 0; i < 3; i++) {
    maps[i] = withFirst(maps[i], reduction);
    if (mlirAffineMapIsNull(maps[i]))
      return MlirWalkResultAdvance;
  }
  asGenericReplace(op, 2, inputs, maps);
  return MlirWalkResultSkip;
}

void asGraphInterchangeVecmats(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), interchange, NULL,
                    MlirWalkPostOrder);
}
