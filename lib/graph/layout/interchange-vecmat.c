//===- interchange-vecmat.c - Vectors that a matrix is multiplied by
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A row times a matrix whose results lie side by side is a sum of the matrix's
// rows, each times a number: threads go down its columns together and read what
// lies side by side (sketch/rules/gpu/column-reductions.c). The terms are the
// outer loop then. No result changes by it.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

enum { MOST_RANK = 8 };

static bool usesLoop(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), loop))
      return true;
  return false;
}

/// The loop along which the elements of an operand lie side by side, or -1.
static intptr_t lastLoop(MlirAffineMap map) {
  intptr_t rank = mlirAffineMapGetNumResults(map);
  MlirAffineExpr last =
      rank ? mlirAffineMapGetResult(map, rank - 1) : (MlirAffineExpr){NULL};
  return rank && mlirAffineExprIsADim(last) ? mlirAffineDimExprGetPosition(last)
                                            : -1;
}

/// The only loop that the result has not; -1 where there are others.
static intptr_t onlyTerm(MlirAffineMap result) {
  intptr_t found = -1;
  for (intptr_t d = 0; d < mlirAffineMapGetNumDims(result); d++) {
    if (usesLoop(result, d))
      continue;
    if (found >= 0)
      return -1;
    found = d;
  }
  return found;
}

/// Whether the matrix has all loops of the result that have several iterations:
/// no element of it is used for several rows.
static bool hasOneRow(MlirOperation op, MlirAffineMap matrix) {
  MlirAffineMap result = asGenericMap(op, 2);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool hasOne = mlirShapedTypeHasStaticShape(type);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result) && hasOne; r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(result, r);
    hasOne = mlirAffineExprIsADim(index) &&
             (mlirShapedTypeGetDimSize(type, r) == 1 ||
              usesLoop(matrix, mlirAffineDimExprGetPosition(index)));
  }
  return hasOne;
}

/// The map with loop `term` first, and the others as they were; null where it
/// reads something else than loops and constants.
static MlirAffineMap withFirst(MlirAffineMap map, intptr_t term) {
  MlirContext context = mlirAffineMapGetContext(map);
  intptr_t rank = mlirAffineMapGetNumResults(map);
  MlirAffineExpr results[MOST_RANK];
  if (rank > MOST_RANK)
    return (MlirAffineMap){NULL};
  for (intptr_t r = 0; r < rank; r++) {
    results[r] = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsAConstant(results[r]))
      continue;
    if (!mlirAffineExprIsADim(results[r]))
      return (MlirAffineMap){NULL};
    intptr_t d = mlirAffineDimExprGetPosition(results[r]);
    results[r] = mlirAffineDimExprGet(context, d == term  ? 0
                                               : d < term ? d + 1
                                                          : d);
  }
  return mlirAffineMapGet(context, mlirAffineMapGetNumDims(map), 0, rank,
                          results);
}

static MlirWalkResult turn(MlirOperation op, void *context) {
  (void)context;
  if (!asGenericIsProduct(op))
    return MlirWalkResultAdvance;
  MlirAffineMap maps[3];
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  intptr_t term = onlyTerm(maps[2]), lane = lastLoop(maps[2]);
  int matrix = lastLoop(maps[1]) == lane ? 1 : 0;
  if (term <= 0 || lane < 0 || lastLoop(maps[matrix]) != lane ||
      usesLoop(maps[1 - matrix], lane) || !hasOneRow(op, maps[matrix]))
    return MlirWalkResultAdvance;
  MlirValue inputs[] = {mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1)};
  for (int i = 0; i < 3; i++) {
    maps[i] = withFirst(maps[i], term);
    if (mlirAffineMapIsNull(maps[i]))
      return MlirWalkResultAdvance;
  }
  asGenericReplace(op, 2, inputs, maps);
  return MlirWalkResultSkip;
}

void asGraphInterchangeVecmats(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), turn, NULL,
                    MlirWalkPostOrder);
}
