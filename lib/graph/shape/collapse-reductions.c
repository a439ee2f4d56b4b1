//===- collapse-reductions.c - Reduce short rows along one dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites reductions of the last dimensions of an operand, two or more: these
// become one. Runs for CPUs only.
//
// Vectors go along the last dimension. Where that is short, a row has one
// accumulator, and each addition waits for the one before; where it is no whole
// number of vectors, each row has a rest. In one dimension there are as many
// accumulators as it takes. The terms of a sum stay in their order. Long rows
// of whole vectors stay, and so does what reads another operation of linalg or
// a reshape, since reshapes would keep the two from being fused.
//
// Requires:    linalg on tensors.
// Provides:    no such reductions of arrays that nothing else reads.
// Invalidates: operations that are rewritten become linalg.generic.
//
//   %0 = linalg.reduce { arith.addf } ins(%x : tensor<1712x8xf32>)
//       outs(%z : tensor<f32>) dimensions = [0, 1]
// becomes
//   %c = tensor.collapse_shape %x [[0, 1]] : ... into tensor<13696xf32>
//   %0 = linalg.generic {indexing_maps = [(i) -> (i), (i) -> ()]}
//       ins(%c : tensor<13696xf32>) outs(%z : tensor<f32>) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/shape/loop-groups.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { VECTOR = 16, LONG = 64 }; // Elements of a row.

/// The first of the loops at the end that the result is not indexed by.
static intptr_t firstReduced(MlirOperation op, intptr_t count) {
  MlirAffineMap result = asGenericMap(op, mlirOperationGetNumOperands(op) - 1);
  intptr_t first = count;
  while (first > 0 && !asGenericMapUses(result, first - 1))
    first--;
  return first;
}

/// Whether all that is read is read here only, and is no other operation's
/// result that this one might be fused with.
static bool isAlone(MlirOperation op) {
  bool is = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    MlirOperation from = asIrDefinition(value);
    bool isMade =
        !mlirOperationIsNull(from) &&
        (asIrHasPrefix(from, "linalg.") || asIrHasPrefix(from, "tensor.") ||
         asIrHasPrefix(from, "bufferization."));
    is &= !isMade && asIrHasOneUse(value);
  }
  return is;
}

/// Finds the loops to join. False if there are none, or rows are long.
static bool findGroups(MlirOperation op, AsLoopGroups *groups) {
  groups->count = mlirAffineMapGetNumDims(asGenericMap(op, 0));
  if (groups->count > AS_MOST_GROUPED_LOOPS)
    return false;
  intptr_t first = firstReduced(op, groups->count);
  if (groups->count - first < 2)
    return false;
  for (intptr_t l = 0; l < groups->count; l++) {
    groups->extent[l] = asLoopExtent(op, l);
    groups->collapses[l] = l > first;
    if (l >= first && groups->extent[l] < 1)
      return false;
  }
  int64_t row = groups->extent[groups->count - 1];
  return row < LONG || row % VECTOR != 0;
}

static MlirWalkResult collapse(MlirOperation op, void *changed) {
  AsLoopGroups groups = {0};
  if (!asGenericIsStructured(op) || !isAlone(op) || !findGroups(op, &groups) ||
      mlirValueIsNull(asLoopGroupsApply(op, &groups)))
    return MlirWalkResultAdvance;
  *(bool *)changed = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphCollapseReductions(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, collapse, &changed, MlirWalkPostOrder);
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
