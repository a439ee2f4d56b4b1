//===- index-unit-dims.c - Dimensions of extent one are read by a loop
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Importers that let shapes broadcast read every dimension of extent one at the
// constant 0, the batch of one above all. Where the result has a loop of one
// iteration there, the index is that loop's: the operation then has a loop for
// each loop of the convolution before it, and can be tiled with it.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8, maxOperands = 16 };

static bool isUnit(MlirType type, intptr_t dimension) {
  return !mlirShapedTypeIsDynamicDim(type, dimension) &&
         mlirShapedTypeGetDimSize(type, dimension) == 1;
}

static bool isZero(MlirAffineExpr index) {
  return mlirAffineExprIsAConstant(index) &&
         mlirAffineConstantExprGetValue(index) == 0;
}

static bool isUsed(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), loop))
      return true;
  return false;
}

/// `map` of an operand with every zero replaced by the loop that the output,
/// aligned at the last dimension, has there. The same map where nothing is to
/// be replaced.
static MlirAffineMap readByLoops(MlirAffineMap map, MlirType type,
                                 MlirAffineMap output, MlirType outputType) {
  intptr_t rank = mlirAffineMapGetNumResults(map);
  intptr_t offset = mlirAffineMapGetNumResults(output) - rank;
  if (rank > maxRank || offset < 0 || !mlirTypeIsARankedTensor(type))
    return map;
  MlirAffineExpr indices[maxRank];
  for (intptr_t r = 0; r < rank; r++) {
    indices[r] = mlirAffineMapGetResult(map, r);
    MlirAffineExpr loop = mlirAffineMapGetResult(output, r + offset);
    if (isZero(indices[r]) && isUnit(type, r) &&
        isUnit(outputType, r + offset) && mlirAffineExprIsADim(loop) &&
        !isUsed(map, mlirAffineDimExprGetPosition(loop)))
      indices[r] = loop;
  }
  return mlirAffineMapGet(mlirAffineMapGetContext(map),
                          mlirAffineMapGetNumDims(map),
                          mlirAffineMapGetNumSymbols(map), rank, indices);
}

static MlirWalkResult readZeros(MlirOperation op, void *context) {
  (void)context;
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || numOperands > maxOperands)
    return MlirWalkResultAdvance;
  MlirAffineMap output = asGenericMap(op, numOperands - 1);
  MlirType outputType =
      mlirValueGetType(mlirOperationGetOperand(op, numOperands - 1));
  MlirAttribute maps[maxOperands];
  for (intptr_t i = 0; i < numOperands; i++)
    maps[i] = mlirAffineMapAttrGet(readByLoops(
        asGenericMap(op, i), mlirValueGetType(mlirOperationGetOperand(op, i)),
        output, outputType));
  mlirOperationSetInherentAttributeByName(
      op, asIrString("indexing_maps"),
      mlirArrayAttrGet(mlirOperationGetContext(op), numOperands, maps));
  return MlirWalkResultAdvance;
}

void asGraphIndexUnitDims(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), readZeros, NULL,
                    MlirWalkPostOrder);
}
