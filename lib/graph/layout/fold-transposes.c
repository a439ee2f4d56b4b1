//===- fold-transposes.c - Fold transposes into contractions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites contractions that read the result of a transpose or broadcast: they
// read its operand by another indexing map.
//
// A linear layer is a transpose of the weights and a matmul; a batched product
// reads weights that were broadcast to the batch. Such moves compute nothing,
// and packing lays the operand out as the schedule needs it.
//
// Requires:    linalg on tensors.
// Provides:    no contraction reads a transpose or broadcast, unless only that
//              gives the extent of a loop, or it is a transpose outside of a
//              loop around the contraction.
// Invalidates: named contractions that are rewritten become linalg.generic.
//
//   %t = linalg.transpose ins(%w : tensor<24x32xf32>)
//       outs(%e : tensor<32x24xf32>) permutation = [1, 0]
//   %0 = linalg.matmul ins(%x, %t : tensor<12x32xf32>, tensor<32x24xf32>) ...
// becomes
//   %0 = linalg.generic {indexing_maps = [(i,j,k) -> (i,k), (i,j,k) -> (j,k),
//       (i,j,k) -> (i,j)]}
//       ins(%x, %w : tensor<12x32xf32>, tensor<24x32xf32>) ...
//
//===----------------------------------------------------------------------===//

#include "graph/layout/fold-transposes.h"
#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { maxRank = 8 };

/// Whether the body yields its first argument.
static bool returnsItsInput(MlirOperation op) {
  MlirBlock body = asIrBody(op);
  MlirOperation yield = mlirBlockGetFirstOperation(body);
  return asIrIsNamed(yield, "linalg.yield") &&
         mlirValueEqual(mlirOperationGetOperand(yield, 0),
                        mlirBlockGetArgument(body, 0));
}

bool asIsTransposeOrBroadcast(MlirOperation op) {
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

/// Whether a transpose is outside of a loop around the operation: it is done
/// once there, and would be for each iteration here.
static bool isOutside(MlirOperation move, MlirOperation op) {
  return !mlirBlockEqual(mlirOperationGetBlock(move),
                         mlirOperationGetBlock(op)) &&
         mlirAffineMapIsPermutation(asGenericMap(move, 0));
}

/// Whether the operands still give the extent of each loop.
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

static MlirWalkResult foldOperands(MlirOperation op, void *context) {
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
      if (!asIsTransposeOrBroadcast(move) || isOutside(move, op))
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
  mlirOperationWalk(op, foldOperands, &changed, MlirWalkPostOrder);
  // Erases transposes that nothing reads any more.
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
