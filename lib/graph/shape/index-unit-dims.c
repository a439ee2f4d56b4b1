//===- index-unit-dims.c - Index unit dimensions by a loop
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the constant 0 in indexing maps of linalg.generic by a loop, where
// both the operand and the result have extent one in that dimension.
//
// Importers that let shapes broadcast index every unit dimension by 0, the
// batch of one above all. Indexed by the result's loop, the operation has a
// loop for each loop of the convolution before it, and can be tiled with it.
//
// Requires:    linalg.generic on tensors.
// Provides:    unit dimensions that the result has too are indexed by a loop.
// Invalidates: nothing.
//
//   indexing_maps = [(b, c, i, j) -> (0, c, i, j), ...]
// becomes
//   indexing_maps = [(b, c, i, j) -> (b, c, i, j), ...]
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
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

/// The operand's `map` with zeros replaced by loops. The operand's dimensions
/// correspond to the last ones of the output. Returns the same map where there
/// is nothing to replace.
static MlirAffineMap replaceZeros(MlirAffineMap map, MlirType type,
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
        !asGenericMapUses(map, mlirAffineDimExprGetPosition(loop)))
      indices[r] = loop;
  }
  return mlirAffineMapGet(mlirAffineMapGetContext(map),
                          mlirAffineMapGetNumDims(map),
                          mlirAffineMapGetNumSymbols(map), rank, indices);
}

static MlirWalkResult indexByLoops(MlirOperation op, void *context) {
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
    maps[i] = mlirAffineMapAttrGet(replaceZeros(
        asGenericMap(op, i), mlirValueGetType(mlirOperationGetOperand(op, i)),
        output, outputType));
  mlirOperationSetInherentAttributeByName(
      op, asIrString("indexing_maps"),
      mlirArrayAttrGet(mlirOperationGetContext(op), numOperands, maps));
  return MlirWalkResultAdvance;
}

void asGraphIndexUnitDims(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), indexByLoops, NULL,
                    MlirWalkPostOrder);
}
