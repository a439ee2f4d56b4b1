//===- peel-iterations.c - Iterations of a loop taken out of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See peel-iterations.h.
//
//===----------------------------------------------------------------------===//

#include "ir/peel-iterations.h"
#include "ir/ir-mapping.h"
#include "ir/linear-index.h"
#include "support/arena.h"
#include <assert.h>
#include <stdlib.h>

enum { numBounds = 3 }; ///< Operands before those that are carried.

/// Clones the body before the loop, for one value of the counter; `carried` is
/// what goes into the iteration, and then what it leaves.
static void cloneIteration(MlirOperation loop, int64_t counter,
                           MlirValue *carried) {
  MlirBlock body = asIrBody(loop), block = mlirOperationGetBlock(loop);
  MlirOperation end = mlirBlockGetTerminator(body);
  intptr_t count = mlirOperationGetNumResults(loop);
  AsIrMap map = {0};
  asIrMapAdd(&map, mlirBlockGetArgument(body, 0),
             asIrInsertIndex(loop, counter));
  for (intptr_t i = 0; i < count; i++)
    asIrMapAdd(&map, mlirBlockGetArgument(body, 1 + i), carried[i]);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op))
    mlirOperationMoveBefore(asIrMapClone(&map, op, block), loop);
  for (intptr_t i = 0; i < count; i++) {
    MlirValue left = mlirOperationGetOperand(end, i);
    int to = asIrMapFind(&map, left);
    carried[i] = to < 0 ? left : map.to[to];
  }
  asIrMapFree(&map);
}

/// Clones the loop before itself with other bounds.
static void cloneLoop(MlirOperation loop, const AsIrRange *range,
                      MlirValue *carried) {
  MlirOperation rest = mlirOperationClone(loop);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(loop), loop, rest);
  mlirOperationSetOperand(rest, 0, asIrInsertIndex(rest, range->lower));
  mlirOperationSetOperand(rest, 1, asIrInsertIndex(rest, range->upper));
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++) {
    mlirOperationSetOperand(rest, numBounds + i, carried[i]);
    carried[i] = mlirOperationGetResult(rest, i);
  }
}

void asIrPeelIterations(MlirOperation loop, int64_t first, int64_t last) {
  AsIrRange range = {0};
  bool isConstant = asIrConstantRange(loop, &range);
  assert(isConstant);
  (void)isConstant;
  int64_t trip = asIrRangeTrip(&range);
  first = first < trip ? first : trip;
  last = first + last < trip ? last : trip - first;
  intptr_t count = mlirOperationGetNumResults(loop);
  MlirValue *carried = asAlloc(sizeof *carried * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    carried[i] = mlirOperationGetOperand(loop, numBounds + i);
  for (int64_t i = 0; i < first; i++)
    cloneIteration(loop, range.lower + i * range.step, carried);
  AsIrRange rest = {range.lower + first * range.step,
                    range.lower + (trip - last) * range.step, range.step};
  if (first + last < trip)
    cloneLoop(loop, &rest, carried);
  for (int64_t i = trip - last; i < trip; i++)
    cloneIteration(loop, range.lower + i * range.step, carried);
  for (intptr_t i = 0; i < count; i++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, i), carried[i]);
  mlirOperationDestroy(loop);
  free(carried);
}
