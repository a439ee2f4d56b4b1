//===- collapse-elementwise.c - Elementwise operations along one dimension
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites elementwise operations all of whose operands have the shape of the
// result: all dimensions become one.
//
// Vectors go along the last dimension. Of 13 elements in a row no vector is
// whole, and of 8 only half of one. What neither reads nor writes elements in
// another order has no need of rows. Rows of whole vectors stay, and so does
// what is beside another operation of linalg or a reshape, since reshapes would
// keep the two from being fused, and what writes a buffer.
//
// Requires:    linalg on tensors.
// Provides:    chains of such operations without other neighbours of linalg
//              have one dimension, if rows are no multiple of 16.
// Invalidates: operations that are rewritten become linalg.generic.
//
//   %0 = linalg.exp ins(%x : tensor<517x13xf32>)
//       outs(%e : tensor<517x13xf32>) -> tensor<517x13xf32>
// becomes
//   %c = tensor.collapse_shape %x [[0, 1]] : ... into tensor<6721xf32>
//   %r = linalg.generic {(i) -> (i), (i) -> (i)}
//       ins(%c : tensor<6721xf32>) outs(%f : tensor<6721xf32>) ...
//   %0 = tensor.expand_shape %r [[0, 1]] : ... into tensor<517x13xf32>
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/shape/loop-groups.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/saturate.h"

enum { MOST_RANK = 8, ROW = 16 };

static const char *const mark = "as.flat";

//===----------------------------------------------------------------------===//
// What can be collapsed
//===----------------------------------------------------------------------===//

/// Whether rows are no whole vectors, and all elements can be one loop's.
static bool hasRaggedRows(MlirType type) {
  if (!mlirTypeIsARankedTensor(type) || !mlirShapedTypeHasStaticShape(type))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank < 2 || rank > MOST_RANK)
    return false;
  int64_t size = 1;
  for (intptr_t r = 0; r < rank; r++)
    size = asTimes(size, mlirShapedTypeGetDimSize(type, r));
  return size > 0 && size <= INT32_MAX &&
         mlirShapedTypeGetDimSize(type, rank - 1) % ROW != 0;
}

static MlirWalkResult findIndex(MlirOperation op, void *found) {
  bool isIndexed =
      asIrIsNamed(op, "linalg.index") || asIrIsNamed(op, "tensor.extract");
  *(bool *)found |= isIndexed;
  return isIndexed ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether every operand is a single value or is read, or written, in the order
/// of the result, and the body asks for no index.
static bool isFlat(MlirOperation op) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumRegions(op) != 1 ||
      mlirOperationGetNumResults(op) != 1 ||
      numOperands > AS_MOST_GROUPED_INPUTS + 1 ||
      asIrIsNamed(op, "linalg.fill") ||
      !hasRaggedRows(mlirValueGetType(mlirOperationGetResult(op, 0))) ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      mlirBlockGetNumArguments(asIrBody(op)) != numOperands)
    return false;
  intptr_t rank =
      mlirShapedTypeGetRank(mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (intptr_t i = 0; i < numOperands; i++) {
    MlirAffineMap map = asGenericMap(op, i);
    bool isSingle = mlirAffineMapGetNumResults(map) == 0 && i + 1 < numOperands;
    if (mlirAffineMapGetNumDims(map) != rank ||
        (!isSingle && !mlirAffineMapIsIdentity(map)))
      return false;
  }
  bool isIndexed = false;
  mlirOperationWalk(op, findIndex, &isIndexed, MlirWalkPreOrder);
  return !isIndexed;
}

static bool isMarked(MlirOperation op) {
  return !mlirAttributeIsNull(
      mlirOperationGetDiscardableAttributeByName(op, asIrString(mark)));
}

static MlirWalkResult markFlat(MlirOperation op, void *changed) {
  if (!isFlat(op))
    return MlirWalkResultAdvance;
  mlirOperationSetDiscardableAttributeByName(
      op, asIrString(mark), mlirUnitAttrGet(mlirOperationGetContext(op)));
  *(bool *)changed = true;
  return MlirWalkResultSkip;
}

/// Whether the operation would be kept from being fused with a marked one, or
/// is of a buffer, which a marked one could not write in place.
static bool isInTheWay(MlirOperation op) {
  return !isMarked(op) && !asIrIsNamed(op, "tensor.empty") &&
         (asIrHasPrefix(op, "linalg.") || asIrHasPrefix(op, "tensor.") ||
          asIrHasPrefix(op, "bufferization."));
}

/// Removes the mark of what has a neighbour without one.
static MlirWalkResult unmark(MlirOperation op, void *changed) {
  if (!isMarked(op))
    return MlirWalkResultAdvance;
  bool isKept = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirOperation from = asIrDefinition(mlirOperationGetOperand(op, i));
    isKept &= mlirOperationIsNull(from) || !isInTheWay(from);
  }
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    isKept &= !isInTheWay(mlirOpOperandGetOwner(use));
  if (!isKept) {
    mlirOperationRemoveDiscardableAttributeByName(op, asIrString(mark));
    *(bool *)changed = true;
  }
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Collapsing
//===----------------------------------------------------------------------===//

static MlirWalkResult collapse(MlirOperation op, void *changed) {
  if (!isMarked(op))
    return MlirWalkResultAdvance;
  AsLoopGroups groups = {.count = mlirAffineMapGetNumDims(asGenericMap(op, 0))};
  for (intptr_t l = 0; l < groups.count; l++) {
    groups.extent[l] = asLoopExtent(op, l);
    groups.collapses[l] = l > 0;
  }
  if (mlirValueIsNull(asLoopGroupsApply(op, &groups))) {
    mlirOperationRemoveDiscardableAttributeByName(op, asIrString(mark));
    return MlirWalkResultAdvance;
  }
  *(bool *)changed = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphCollapseElementwise(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, markFlat, &changed, MlirWalkPreOrder);
  while (changed) {
    changed = false;
    mlirOperationWalk(op, unmark, &changed, MlirWalkPreOrder);
  }
  mlirOperationWalk(op, collapse, &changed, MlirWalkPostOrder);
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
