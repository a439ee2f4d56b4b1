//===- pairwise-reduction.c - Reductions over pairs of rows and columns
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pairwise-reduction.h.
//
//===----------------------------------------------------------------------===//

#include "task/pairwise-reduction.h"
#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "ir/scaled-product.h"
#include "mlir-c/Dialect/Linalg.h"
#include "task/op-arithmetic.h"

enum { ROWS, COLUMNS, RESULT, NUM_OPERANDS };

/// Whether all maps are projected permutations, and that of the result lacks
/// one loop.
static bool reducesOneLoop(const MlirAffineMap *maps) {
  for (int i = 0; i < NUM_OPERANDS; i++)
    if (!mlirAffineMapIsProjectedPermutation(maps[i]))
      return false;
  return mlirAffineMapGetNumResults(maps[RESULT]) + 1 ==
         mlirAffineMapGetNumDims(maps[RESULT]);
}

/// Whether the input `own` has a loop of the result that `other` lacks.
static bool hasOwnLoop(const MlirAffineMap *maps, int own, int other) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(maps[RESULT]); r++) {
    intptr_t loop = asGenericMapLoop(maps[RESULT], r);
    if (asGenericMapUses(maps[own], loop) &&
        !asGenericMapUses(maps[other], loop))
      return true;
  }
  return false;
}

/// Whether both inputs have the loop that is reduced.
static bool readAlongSum(const MlirAffineMap *maps) {
  for (intptr_t d = 0; d < mlirAffineMapGetNumDims(maps[RESULT]); d++)
    if (!asGenericMapUses(maps[RESULT], d))
      return asGenericMapUses(maps[ROWS], d) &&
             asGenericMapUses(maps[COLUMNS], d);
  return false;
}

/// Whether vectors along the last loop of the result are loaded, or are the
/// same element in all lanes.
static bool hasLanes(const MlirAffineMap *maps) {
  intptr_t lane = asGenericLastLoop(maps[RESULT]);
  for (int i = ROWS; i <= COLUMNS && lane >= 0; i++)
    if (asGenericMapUses(maps[i], lane) && asGenericLastLoop(maps[i]) != lane)
      return false;
  return lane >= 0;
}

/// Whether the value that is combined with the result depends on both inputs.
static bool readsBoth(MlirBlock body) {
  for (int i = 0; i < RESULT; i++)
    if (mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirBlockGetArgument(body, i))))
      return false;
  return asIrHasOneUse(mlirBlockGetArgument(body, RESULT));
}

bool asIsPairwiseReduction(MlirOperation op) {
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumOperands(op) != NUM_OPERANDS ||
      mlirLinalgIsAContractionOp(op) || asIrIsScaledProduct(op) ||
      asIrContains(op, "linalg.index") || asIrContains(op, "tensor.extract"))
    return false;
  MlirAffineMap maps[NUM_OPERANDS];
  for (int i = 0; i < NUM_OPERANDS; i++)
    maps[i] = asGenericMap(op, i);
  return reducesOneLoop(maps) && hasOwnLoop(maps, ROWS, COLUMNS) &&
         hasOwnLoop(maps, COLUMNS, ROWS) && readAlongSum(maps) &&
         hasLanes(maps) && readsBoth(asIrBody(op)) &&
         asArithmeticMerges(asIrBody(op), RESULT);
}
