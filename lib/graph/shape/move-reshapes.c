//===- move-reshapes.c - Move reshapes over elementwise operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes elementwise operations and reductions on the collapsed shape where
// something around them has that shape: a tensor.expand_shape that they read,
// or a tensor.collapse_shape that reads them.
//
// A linear layer of a batch of sentences, or of an image with channels last, is
// a product of collapsed rows. Its bias and activation come after the result is
// expanded, and what comes before it, often a layer norm, ends in a collapse.
// Reshapes keep these apart from the product, so that nothing is fused with it.
//
// A reduction that keeps its dimensions, as the mean of a layer norm over
// channels, gets one loop for all of its rows. In functions without
// convolutions and pooling, drop-unit-dims.c has brought it to a plain form
// before; beside a convolution this is what does.
//
// What computes with the result of a product of batches stays as it is, as it
// may be attention.
//
// Requires:    linalg on tensors.
// Provides:    no elementwise operation of static shape that reads an
//              expand_shape, unless another operand or its result cannot be
//              collapsed likewise.
// Invalidates: operations that are rewritten become linalg.generic.
//
//   %e = tensor.expand_shape %m [[0, 1], [2]] ...   1024x768 to 8x128x768
//   %r = linalg.generic ins(%e, %bias : tensor<8x128x768xf32>,
//       tensor<768xf32>) outs(...) {addf}
// becomes
//   %a = linalg.generic ins(%m, %bias : tensor<1024x768xf32>,
//       tensor<768xf32>) outs(...) {addf}
//   %r = tensor.expand_shape %a [[0, 1], [2]] ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/shape/loop-groups.h"
#include "ir/def-use.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Ops {
  MlirOperation *list;
  int size;
} Ops;

static bool isStructured(MlirOperation op) {
  return asGenericIsStructured(op) &&
         mlirAffineMapGetNumDims(asGenericMap(op, 0)) <= AS_MOST_GROUPED_LOOPS;
}

//===----------------------------------------------------------------------===//
// What follows a product
//===----------------------------------------------------------------------===//

/// How a value may be computed from the result of a product.
typedef enum Way {
  ELEMENTWISE, ///< By elementwise operations, from a product or convolution.
  ALONE,       ///< The same, and nothing else reads what is between.
  OF_BATCHES   ///< By elementwise operations and reductions, from a product of
               ///< batches.
} Way;

/// Whether the value is computed from the result of a product. Looks at so many
/// operations; where there are more, it is.
static bool followsProduct(MlirValue value, Way way, int *most) {
  MlirOperation op = asIrDefinition(value);
  if (mlirOperationIsNull(op) || !isStructured(op) ||
      (way == ALONE && !asIrHasOneUse(value)))
    return false;
  if ((*most)-- <= 0)
    return true;
  if (asGenericIsWindowed(op))
    return way != OF_BATCHES;
  if (asGenericIsProduct(op))
    return way != OF_BATCHES ||
           mlirShapedTypeGetRank(mlirValueGetType(value)) > 2;
  if (way != OF_BATCHES && !asGenericIsParallel(op))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++)
    if (followsProduct(mlirOperationGetOperand(op, i), way, most))
      return true;
  return false;
}

static bool readsProduct(MlirOperation op, Way way) {
  int most = 64;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++)
    if (followsProduct(mlirOperationGetOperand(op, i), way, &most))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Which loops become one
//===----------------------------------------------------------------------===//

static void readExtents(MlirOperation op, AsLoopGroups *groups) {
  *groups =
      (AsLoopGroups){.count = mlirAffineMapGetNumDims(asGenericMap(op, 0))};
  for (intptr_t l = 0; l < groups->count; l++)
    groups->extent[l] = asLoopExtent(op, l);
}

/// Adds the loop to the group that the loops before have begun; *begun then
/// says that there is one. Returns whether it joins another.
static bool addToGroup(AsLoopGroups *groups, intptr_t loop, bool *begun) {
  if (loop < 0)
    return false;
  if (groups->extent[loop] == 1) {
    groups->drops[loop] = true;
    return false;
  }
  bool joins = *begun;
  groups->collapses[loop] = joins;
  *begun = true;
  return joins;
}

/// Whether loops are dropped so that the one left has no neighbour: the
/// operation is on a vector.
static bool leavesVector(const AsLoopGroups *groups) {
  intptr_t numLeft = 0;
  for (intptr_t l = 0; l < groups->count; l++)
    numLeft += !groups->drops[l];
  return numLeft == 1 && groups->count > 1;
}

/// Has the loops of an operand with this map grouped as the reshape groups the
/// operand's dimensions. False if no two loops with several iterations become
/// one.
static bool groupAs(MlirOperation reshape, MlirOperation op, MlirAffineMap map,
                    AsLoopGroups *groups) {
  MlirAttribute all = asIrAttribute(reshape, "reassociation");
  intptr_t r = 0;
  bool joins = false;
  readExtents(op, groups);
  for (intptr_t g = 0; g < mlirArrayAttrGetNumElements(all); g++) {
    intptr_t size =
        mlirArrayAttrGetNumElements(mlirArrayAttrGetElement(all, g));
    bool begun = false;
    for (intptr_t m = 0; m < size; m++, r++)
      if (size > 1)
        joins |= addToGroup(groups, asGenericMapLoop(map, r), &begun);
  }
  return joins;
}

/// Has the rows of a reduction that keeps its dimensions become one loop.
static bool groupRows(MlirOperation op, AsLoopGroups *groups) {
  MlirAffineMap output = asGenericMap(op, mlirOperationGetNumOperands(op) - 1);
  intptr_t last = asGenericLastLoop(asGenericMap(op, 0));
  if (last < 0 || asLoopIndex(output, last) >= 0)
    return false; // Not a reduction, or one along columns.
  bool keeps = false, joins = false, begun = false;
  readExtents(op, groups);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(output); r++) {
    intptr_t loop = asGenericMapLoop(output, r);
    keeps |= loop < 0;
    joins |= addToGroup(groups, loop, &begun);
  }
  return keeps && joins;
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

/// Whether to move the expansion that operand `i` is behind the operation: the
/// product before it gets an epilogue, or loops become one and no other product
/// loses its own.
static bool isWorthMoving(MlirOperation op, intptr_t i, MlirOperation expansion,
                          AsLoopGroups *groups) {
  int most = 64;
  bool joins = groupAs(expansion, op, asGenericMap(op, i), groups);
  return followsProduct(mlirOperationGetOperand(expansion, 0), ELEMENTWISE,
                        &most)
             ? joins || leavesVector(groups)
             : joins && !readsProduct(op, ALONE);
}

/// Moves an expand_shape that the operation reads behind it, or one that its
/// rows need.
static bool moveDown(MlirOperation op) {
  AsLoopGroups groups;
  if (!isStructured(op) || readsProduct(op, OF_BATCHES))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++) {
    MlirOperation expansion =
        asIrMadeBy(mlirOperationGetOperand(op, i), "tensor.expand_shape");
    if (!mlirOperationIsNull(expansion) &&
        isWorthMoving(op, i, expansion, &groups) &&
        !mlirValueIsNull(asLoopGroupsApply(op, &groups)))
      return true;
  }
  return groupRows(op, &groups) &&
         !mlirValueIsNull(asLoopGroupsApply(op, &groups));
}

/// Whether everything that reads the value collapses it to this type.
static bool isOnlyCollapsed(MlirValue value, MlirType type) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "tensor.collapse_shape") ||
        !mlirTypeEqual(mlirValueGetType(mlirOperationGetResult(user, 0)), type))
      return false;
  }
  return true;
}

/// Moves what collapses the operation's result before it.
static bool moveUp(MlirOperation op) {
  AsLoopGroups groups;
  if (!isStructured(op))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOpOperand use = mlirValueGetFirstUse(result);
  if (mlirOpOperandIsNull(use))
    return false;
  MlirOperation reader = mlirOpOperandGetOwner(use);
  if (!asIrIsNamed(reader, "tensor.collapse_shape") ||
      !isOnlyCollapsed(result,
                       mlirValueGetType(mlirOperationGetResult(reader, 0))) ||
      readsProduct(op, ELEMENTWISE) || readsProduct(op, OF_BATCHES) ||
      !groupAs(reader, op,
               asGenericMap(op, mlirOperationGetNumOperands(op) - 1), &groups))
    return false;
  MlirValue expanded = asLoopGroupsApply(op, &groups);
  if (mlirValueIsNull(expanded))
    return false;
  MlirOperation expansion = asIrDefinition(expanded);
  MlirValue collapsed = mlirOperationGetOperand(expansion, 0);
  // Any of the readers may have another form where units were dropped.
  for (use = mlirValueGetFirstUse(expanded); !mlirOpOperandIsNull(use);) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirValue wanted = mlirOperationGetResult(user, 0);
    use = mlirOpOperandGetNextUse(use);
    if (!mlirTypeEqual(mlirValueGetType(wanted), mlirValueGetType(collapsed)))
      continue;
    mlirValueReplaceAllUsesOfWith(wanted, collapsed);
    mlirOperationDestroy(user);
  }
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(expanded)))
    mlirOperationDestroy(expansion);
  return true;
}

static MlirWalkResult list(MlirOperation op, void *context) {
  Ops *ops = context;
  if (!isStructured(op))
    return MlirWalkResultAdvance;
  ops->list = asRealloc(ops->list, sizeof *ops->list * (size_t)(ops->size + 1));
  ops->list[ops->size++] = op;
  return MlirWalkResultSkip;
}

/// Moves expansions down from the first operation on, or collapses up from the
/// last one. Each operation is rewritten once at most.
static bool moveAll(MlirOperation module, bool isDown) {
  Ops ops = {0};
  bool changed = false;
  mlirOperationWalk(module, list, &ops, MlirWalkPreOrder);
  for (int i = 0; i < ops.size; i++)
    changed |=
        isDown ? moveDown(ops.list[i]) : moveUp(ops.list[ops.size - 1 - i]);
  free(ops.list);
  return changed;
}

AsStatus asGraphMoveReshapes(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false, again = true;
  // Each rewriting takes loops away, so this ends.
  while (again) {
    again = moveAll(op, true);
    again |= moveAll(op, false);
    changed |= again;
  }
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
