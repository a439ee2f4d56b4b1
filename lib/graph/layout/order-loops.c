//===- order-loops.c - Order loops as memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives an elementwise operation the loops of its result, in the order of its
// dimensions, and a reduction those of what it reduces, where neighbouring
// elements belong to neighbouring results. Runs for CPUs only.
//
// Loops that were raised have the order in which somebody wrote them, and often
// what they reduce innermost, whatever lies along it. The innermost loop of the
// nest that a task is made of would jump from row to row, and rules for
// elementwise operations and for reductions that go by rows of memory look for
// one order. Results do not change: reduced loops stay in their order.
//
// Requires:    linalg on tensors.
// Provides:    no elementwise linalg.generic with loops in another order than
//              its result's dimensions, and none that reduces one array, other
//              than a product, with loops in another order than the array's, if
//              the array and the result are contiguous along the same loop.
// Invalidates: nothing.
//
//   %0 = linalg.generic {
//       indexing_maps = [(b,j,k) -> (b,k,j), (b,j,k) -> (b,j)],
//       iterator_types = ["parallel", "parallel", "reduction"]}
//       ins(%x : tensor<16x256x512xf32>) ...
// becomes
//   %0 = linalg.generic {
//       indexing_maps = [(b,k,j) -> (b,k,j), (b,k,j) -> (b,j)],
//       iterator_types = ["parallel", "reduction", "parallel"]}
//       ins(%x : tensor<16x256x512xf32>) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/scaled-product.h"
#include "mlir-c/AffineExpr.h"

enum { MOST_INPUTS = 14, MOST_LOOPS = 16 };

/// Whether each index is a loop of its own.
static bool isProjection(MlirAffineMap map) {
  bool isUsed[MOST_LOOPS] = {false}, is = true;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map) && is; r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    is = loop >= 0 && !isUsed[loop];
    if (is)
      isUsed[loop] = true;
  }
  return is;
}

/// The map of the inputs that all loops index, if they agree; else a null map.
static MlirAffineMap wholeMap(MlirOperation op, intptr_t numInputs) {
  MlirAffineMap found = {NULL};
  for (intptr_t i = 0; i < numInputs; i++) {
    MlirAffineMap map = asGenericMap(op, i);
    if (mlirAffineMapGetNumResults(map) != mlirAffineMapGetNumDims(map))
      continue;
    if (!mlirAffineMapIsNull(found) && !mlirAffineMapEqual(found, map))
      return (MlirAffineMap){NULL};
    found = map;
  }
  return found;
}

/// Whether the reduced loops are in the order of the map, so that terms are,
/// too.
static bool keepsTerms(MlirAffineMap whole, MlirAffineMap result) {
  intptr_t last = -1;
  bool keeps = true;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(whole); r++) {
    intptr_t loop = asGenericMapLoop(whole, r);
    if (asGenericMapUses(result, loop))
      continue;
    keeps &= loop > last;
    last = loop;
  }
  return keeps;
}

/// The map with the loops in the order in which they index `whole`.
static MlirAffineMap inOrderOf(MlirAffineMap whole, MlirAffineMap map) {
  MlirContext context = mlirAffineMapGetContext(map);
  intptr_t place[MOST_LOOPS], rank = mlirAffineMapGetNumResults(map),
                              loops = mlirAffineMapGetNumDims(map);
  for (intptr_t r = 0; r < loops; r++)
    place[asGenericMapLoop(whole, r)] = r;
  MlirAffineExpr indices[MOST_LOOPS];
  for (intptr_t r = 0; r < rank; r++)
    indices[r] = mlirAffineDimExprGet(context, place[asGenericMapLoop(map, r)]);
  return mlirAffineMapGet(context, loops, 0, rank, indices);
}

/// Whether loops may change places, and each operand can follow.
static bool canChange(MlirOperation op, intptr_t numInputs) {
  if (!asIrIsNamed(op, "linalg.generic") || !asGenericIsStructured(op) ||
      asGenericIsProduct(op) || asIrIsScaledProduct(op) ||
      numInputs > MOST_INPUTS || asIrContains(op, "linalg.index"))
    return false;
  bool is = mlirAffineMapGetNumDims(asGenericMap(op, 0)) <= MOST_LOOPS;
  for (intptr_t i = 0; i <= numInputs && is; i++)
    is = isProjection(asGenericMap(op, i));
  return is;
}

/// The map of the operand whose dimensions the loops are to follow; null for
/// none.
static MlirAffineMap mapToFollow(MlirOperation op, intptr_t numInputs) {
  const MlirAffineMap none = {NULL};
  MlirAffineMap result = asGenericMap(op, numInputs);
  if (asGenericIsParallel(op))
    return mlirAffineMapGetNumResults(result) == mlirAffineMapGetNumDims(result)
               ? result
               : none;
  MlirAffineMap whole = wholeMap(op, numInputs);
  return !mlirAffineMapIsNull(whole) &&
                 asGenericLastLoop(whole) == asGenericLastLoop(result) &&
                 keepsTerms(whole, result)
             ? whole
             : none;
}

static MlirWalkResult order(MlirOperation op, void *context) {
  (void)context;
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  if (!canChange(op, numInputs))
    return MlirWalkResultAdvance;
  MlirAffineMap whole = mapToFollow(op, numInputs);
  if (mlirAffineMapIsNull(whole) || mlirAffineMapIsIdentity(whole))
    return MlirWalkResultAdvance;
  MlirValue inputs[MOST_INPUTS];
  MlirAffineMap maps[MOST_INPUTS + 1];
  for (intptr_t i = 0; i <= numInputs; i++) {
    maps[i] = inOrderOf(whole, asGenericMap(op, i));
    if (i < numInputs)
      inputs[i] = mlirOperationGetOperand(op, i);
  }
  asGenericReplace(op, numInputs, inputs, maps);
  return MlirWalkResultSkip;
}

void asGraphOrderLoops(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), order, NULL,
                    MlirWalkPostOrder);
}
