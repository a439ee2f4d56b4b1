//===- expand-batches.c - Operations with the batches that products have
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits the loop over the batches of a product where its result is expanded to
// more dimensions of batches, or where an operand was broadcast along some of
// them and collapsed. What reads the result is split likewise, as far as it
// goes.
//
// linalg.batch_matmul has one batch. Front ends collapse batches and heads of
// attention into it, expand the scores for the mask and the softmax, collapse
// the weights, and expand the result. And where groups of heads share their
// keys and values, these are repeated for each head before. Such reshapes keep
// the operations apart from each other, and a broadcast from the product that
// could read what it repeats.
//
// Requires:    linalg on tensors.
// Provides:    no product whose only use is an expand_shape of a loop that all
//              of its operands have, unless that only adds unit dimensions that
//              no linalg operation reads; nor one that reads a collapsed
//              broadcast along such a loop. Where a part of the loop is of any
//              size, only products whose operands were collapsed.
// Invalidates: operations that are rewritten become linalg.generic.
//
//   %a = tensor.collapse_shape %q [[0, 1], [2], [3]]      2x12x128x64 to 24x...
//   %s = linalg.batch_matmul ins(%a, %b)                  24x128x128
//   %e = tensor.expand_shape %s [[0, 1], [2], [3]]        2x12x128x128
// becomes
//   %b4 = tensor.expand_shape %b [[0, 1], [2], [3]]
//   %e = linalg.generic {(b, h, i, j, k) -> (b, h, i, k), ...} ins(%q, %b4)
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/layout/fold-transposes.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include "support/arena.h"
#include <stdlib.h>

enum { MOST = 8 }; // Dimensions, loops and operands.

/// A loop that becomes several.
typedef struct Split {
  intptr_t loop, parts;
  int64_t size[MOST]; ///< Of the parts, of which one may be dynamic:
  MlirValue source;   ///< ... it is a dimension of this, of which the parts
  intptr_t group;     ///< ... are dimensions from here on.
} Split;

typedef struct Ops {
  MlirOperation *list;
  int size;
} Ops;

static void add(Ops *ops, MlirOperation op) {
  ops->list = asRealloc(ops->list, sizeof *ops->list * (size_t)(ops->size + 1));
  ops->list[ops->size++] = op;
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

static intptr_t groupSize(MlirOperation reshape, intptr_t group) {
  return mlirArrayAttrGetNumElements(
      mlirArrayAttrGetElement(asIrAttribute(reshape, "reassociation"), group));
}

/// The only group of the reshape that has several dimensions, or -1.
static intptr_t onlyGroup(MlirOperation reshape) {
  MlirAttribute groups = asIrAttribute(reshape, "reassociation");
  intptr_t only = -1;
  for (intptr_t g = 0; g < mlirArrayAttrGetNumElements(groups); g++) {
    if (groupSize(reshape, g) == 1)
      continue;
    if (only >= 0)
      return -1;
    only = g;
  }
  return only;
}

static int countDynamic(const Split *split) {
  int count = 0;
  for (intptr_t p = 0; p < split->parts; p++)
    count += split->size[p] == mlirShapedTypeGetDynamicSize();
  return count;
}

/// Has loop `loop` split into the parts of the reshape between `whole` and
/// something with a dimension less or more; false where there are several
/// groups, too many dimensions, or several parts of any size.
static bool splitAs(MlirOperation reshape, MlirType whole, intptr_t loop,
                    Split *split) {
  intptr_t group = onlyGroup(reshape);
  if (group < 0 || mlirShapedTypeGetRank(whole) > MOST)
    return false;
  *split = (Split){.loop = loop, .parts = groupSize(reshape, group)};
  for (intptr_t p = 0; p < split->parts; p++)
    split->size[p] = mlirShapedTypeGetDimSize(whole, group + p);
  return countDynamic(split) <= 1;
}

/// The expand_shape that is the only use of the result, or null.
static MlirOperation expansionOf(MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  if (mlirOpOperandIsNull(use) ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return (MlirOperation){NULL};
  MlirOperation user = mlirOpOperandGetOwner(use);
  return asIrIsNamed(user, "tensor.expand_shape") ? user
                                                  : (MlirOperation){NULL};
}

//===----------------------------------------------------------------------===//
// What is split
//===----------------------------------------------------------------------===//

/// How many dimensions of operand `i` are the loop.
static int countDims(MlirOperation op, intptr_t i, intptr_t loop) {
  MlirAffineMap map = asGenericMap(op, i);
  int count = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    count += asGenericMapLoop(map, r) == loop;
  return count;
}

/// The type of operand `i` with the parts as dimensions, and which of them
/// begin a group.
static MlirType expandedType(MlirOperation op, intptr_t i, const Split *split,
                             bool starts[MOST]) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
  MlirAffineMap map = asGenericMap(op, i);
  intptr_t rank = 0;
  int64_t shape[MOST];
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++) {
    bool isSplit = asGenericMapLoop(map, r) == split->loop;
    for (intptr_t p = 0; p < (isSplit ? split->parts : 1); p++) {
      shape[rank] =
          isSplit ? split->size[p] : mlirShapedTypeGetDimSize(type, r);
      starts[rank++] = p == 0;
    }
  }
  return mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

/// What collapses the parts in operand `i`; null if nothing does.
static MlirOperation collapseOf(MlirOperation op, intptr_t i,
                                const Split *split) {
  MlirOperation collapse = asIrMadeBy(mlirOperationGetOperand(op, i),
                                      "tensor.collapse_shape"),
                none = {NULL};
  bool starts[MOST];
  return !mlirOperationIsNull(collapse) && onlyGroup(collapse) >= 0 &&
                 asGenericMapLoop(asGenericMap(op, i), onlyGroup(collapse)) ==
                     split->loop &&
                 mlirTypeEqual(
                     mlirValueGetType(mlirOperationGetOperand(collapse, 0)),
                     expandedType(op, i, split, starts))
             ? collapse
             : none;
}

static bool isEmptyOrFill(MlirValue value) {
  return asIrIsMadeBy(value, "tensor.empty") ||
         asIrIsMadeBy(value, "linalg.fill");
}

/// Whether the operand is indexed by loops and zeros, has few dimensions also
/// with the parts, and is collapsed or made anew where a part is dynamic.
static bool canExpand(MlirOperation op, intptr_t i, const Split *split) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
  MlirAffineMap map = asGenericMap(op, i);
  if (!mlirTypeIsARankedTensor(type))
    return mlirAffineMapGetNumResults(map) == 0;
  if (countDims(op, i, split->loop) > 1 ||
      mlirShapedTypeGetRank(type) +
              countDims(op, i, split->loop) * (split->parts - 1) >
          AS_GRAPH_MOST_BATCHED)
    return false;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (asGenericMapLoop(map, r) < 0 &&
        !mlirAffineExprIsAConstant(mlirAffineMapGetResult(map, r)))
      return false;
  return countDynamic(split) == 0 || countDims(op, i, split->loop) == 0 ||
         isEmptyOrFill(mlirOperationGetOperand(op, i)) ||
         !mlirOperationIsNull(collapseOf(op, i, split));
}

/// Finds what tells a dynamic part. False if there is one, and nothing does.
static bool findSource(MlirOperation op, Split *split) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirOperation collapse = collapseOf(op, i, split);
    if (mlirOperationIsNull(collapse))
      continue;
    split->source = mlirOperationGetOperand(collapse, 0);
    split->group = onlyGroup(collapse);
    return true;
  }
  return countDynamic(split) == 0;
}

static MlirWalkResult findIndex(MlirOperation op, void *context) {
  int64_t *loop = context;
  if (!asIrIsNamed(op, "linalg.index") ||
      mlirIntegerAttrGetValueInt(asIrAttribute(op, "dim")) != *loop)
    return MlirWalkResultAdvance;
  *loop = -1;
  return MlirWalkResultInterrupt;
}

/// Whether the loop, which the result must have, can become several: the body
/// does not ask for its index.
static bool canSplit(MlirOperation op, const Split *split) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (numOperands > MOST ||
      mlirAffineMapGetNumDims(asGenericMap(op, 0)) + split->parts > MOST ||
      countDims(op, numOperands - 1, split->loop) != 1)
    return false;
  for (intptr_t i = 0; i < numOperands; i++)
    if (!canExpand(op, i, split))
      return false;
  int64_t loop = split->loop;
  mlirOperationWalk(op, findIndex, &loop, MlirWalkPreOrder);
  return loop >= 0;
}

/// Whether all operands of the product have the loop.
static bool isBatch(MlirOperation product, intptr_t loop) {
  bool isInAll = loop >= 0;
  for (intptr_t i = 0; isInAll && i < 3; i++)
    isInAll = countDims(product, i, loop) == 1;
  return isInAll;
}

/// Whether the expansion adds nothing but unit dimensions, and no linalg
/// operation reads them: as one that gives a token's result its form back.
static bool addsUnitsOnly(MlirOperation expansion, const Split *split) {
  int parts = 0;
  for (intptr_t p = 0; p < split->parts; p++)
    parts += split->size[p] != 1;
  bool isRead = false;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(expansion, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    isRead |= asIrHasPrefix(mlirOpOperandGetOwner(use), "linalg.");
  return parts < 2 && !isRead;
}

/// A product whose result is expanded along a batch.
static bool isExpanded(MlirOperation product, Split *split) {
  MlirOperation expansion = expansionOf(product);
  if (mlirOperationIsNull(expansion) || onlyGroup(expansion) < 0)
    return false;
  intptr_t loop =
      asGenericMapLoop(asGenericMap(product, 2), onlyGroup(expansion));
  return isBatch(product, loop) &&
         splitAs(expansion,
                 mlirValueGetType(mlirOperationGetResult(expansion, 0)), loop,
                 split) &&
         !addsUnitsOnly(expansion, split);
}

/// A product that reads a collapsed broadcast along a batch.
static bool isRepeated(MlirOperation product, intptr_t i, Split *split) {
  MlirOperation collapse =
      asIrMadeBy(mlirOperationGetOperand(product, i), "tensor.collapse_shape");
  if (mlirOperationIsNull(collapse) || onlyGroup(collapse) < 0)
    return false;
  MlirValue whole = mlirOperationGetOperand(collapse, 0);
  MlirOperation broadcast = asIrDefinition(whole);
  if (mlirOperationIsNull(broadcast) || !asIsTransposeOrBroadcast(broadcast))
    return false;
  intptr_t loop =
      asGenericMapLoop(asGenericMap(product, i), onlyGroup(collapse));
  MlirAffineMap from = asGenericMap(broadcast, 0);
  return isBatch(product, loop) &&
         mlirAffineMapGetNumResults(from) < mlirAffineMapGetNumDims(from) &&
         splitAs(collapse, mlirValueGetType(whole), loop, split);
}

/// Something that reads what was split.
static bool readsSplit(MlirOperation op, intptr_t i, const Ops *collapses,
                       Split *split) {
  MlirOperation collapse = asIrDefinition(mlirOperationGetOperand(op, i));
  for (int c = 0; c < collapses->size && !mlirOperationIsNull(collapse); c++)
    if (mlirOperationEqual(collapses->list[c], collapse))
      return splitAs(
          collapse, mlirValueGetType(mlirOperationGetOperand(collapse, 0)),
          asGenericMapLoop(asGenericMap(op, i), onlyGroup(collapse)), split);
  return false;
}

static bool findSplit(MlirOperation op, const Ops *collapses, Split *split) {
  bool isFound = asGenericIsProduct(op) && isExpanded(op, split);
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  for (intptr_t i = 0; i < numInputs && !isFound; i++)
    isFound = readsSplit(op, i, collapses, split) ||
              (asGenericIsProduct(op) && isRepeated(op, i, split));
  return isFound && canSplit(op, split) && findSource(op, split);
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

/// A tensor.empty in place of operand `i`.
static MlirValue insertEmpty(MlirOperation op, intptr_t i, const Split *split,
                             MlirType type) {
  MlirValue value = mlirOperationGetOperand(op, i), sizes[MOST];
  MlirAffineMap map = asGenericMap(op, i);
  intptr_t count = 0, at = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    bool isSplit = asGenericMapLoop(map, r) == split->loop;
    for (intptr_t p = 0; p < (isSplit ? split->parts : 1); p++, at++)
      if (mlirShapedTypeIsDynamicDim(type, at))
        sizes[count++] =
            isSplit ? asGraphInsertDim(op, split->source, split->group + p)
                    : asGraphInsertDim(op, value, r);
  }
  return asGraphInsertEmptyOf(op, type, count, sizes);
}

/// Operand `i` with the parts as dimensions.
static MlirValue expand(MlirOperation op, intptr_t i, const Split *split) {
  MlirValue value = mlirOperationGetOperand(op, i);
  bool starts[MOST];
  if (countDims(op, i, split->loop) == 0)
    return value;
  MlirType expanded = expandedType(op, i, split, starts);
  MlirOperation collapse = collapseOf(op, i, split),
                fill = asIrMadeBy(value, "linalg.fill");
  if (!mlirOperationIsNull(collapse))
    return mlirOperationGetOperand(collapse, 0);
  if (!isEmptyOrFill(value))
    return asExpandDims(op, value, expanded, starts);
  MlirValue empty = insertEmpty(op, i, split, expanded);
  return mlirOperationIsNull(fill)
             ? empty
             : asGraphInsertFillOf(op, mlirOperationGetOperand(fill, 0), empty);
}

/// The map of operand `i` by the loops that there are then.
static MlirAffineMap expandMap(MlirOperation op, intptr_t i,
                               const Split *split) {
  MlirContext context = mlirOperationGetContext(op);
  MlirAffineMap map = asGenericMap(op, i);
  MlirAffineExpr indices[MOST];
  intptr_t rank = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    if (loop < 0)
      indices[rank++] = mlirAffineMapGetResult(map, r);
    for (intptr_t p = 0;
         loop >= 0 && p < (loop == split->loop ? split->parts : 1); p++)
      indices[rank++] = mlirAffineDimExprGet(
          context, loop + p + (loop > split->loop ? split->parts - 1 : 0));
  }
  return mlirAffineMapGet(context,
                          mlirAffineMapGetNumDims(map) + split->parts - 1, 0,
                          rank, indices);
}

static MlirWalkResult renumberIndex(MlirOperation op, void *context) {
  const Split *split = context;
  if (!asIrIsNamed(op, "linalg.index"))
    return MlirWalkResultAdvance;
  MlirAttribute dim = asIrAttribute(op, "dim");
  int64_t loop = mlirIntegerAttrGetValueInt(dim);
  if (loop > split->loop)
    mlirOperationSetInherentAttributeByName(
        op, asIrString("dim"),
        mlirIntegerAttrGet(mlirAttributeGetType(dim), loop + split->parts - 1));
  return MlirWalkResultAdvance;
}

/// Splits the loop; returns what collapses the result, which its users read.
static MlirOperation splitLoop(MlirOperation op, const Split *split) {
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirValue operands[MOST];
  MlirAffineMap maps[MOST];
  bool starts[MOST];
  for (intptr_t i = 0; i <= numInputs; i++) {
    operands[i] = expand(op, i, split);
    maps[i] = expandMap(op, i, split);
  }
  MlirAffineMap written = asGenericMap(op, numInputs);
  intptr_t rank = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(written); r++)
    for (intptr_t p = 0;
         p < (asGenericMapLoop(written, r) == split->loop ? split->parts : 1);
         p++)
      starts[rank++] = p == 0;
  mlirOperationWalk(op, renumberIndex, (void *)split, MlirWalkPreOrder);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation generic =
      asGenericCreate(op, numInputs, operands, operands[numInputs], maps, body);
  MlirValue collapsed =
      asCollapseDims(op, mlirOperationGetResult(generic, 0), starts);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), collapsed);
  mlirOperationDestroy(op);
  return mlirOpResultGetOwner(collapsed);
}

static bool isUnused(MlirOperation op) {
  return mlirOpOperandIsNull(
      mlirValueGetFirstUse(mlirOperationGetResult(op, 0)));
}

/// Undoes a collapse and the expand_shape that is its only use.
static void cancelExpansion(MlirOperation collapse) {
  MlirOperation expansion = expansionOf(collapse);
  MlirValue whole = mlirOperationGetOperand(collapse, 0);
  if (mlirOperationIsNull(expansion))
    return;
  MlirValue expanded = mlirOperationGetResult(expansion, 0);
  if (onlyGroup(expansion) != onlyGroup(collapse) ||
      !mlirTypeEqual(mlirValueGetType(whole), mlirValueGetType(expanded)))
    return;
  mlirValueReplaceAllUsesOfWith(expanded, whole);
  mlirOperationDestroy(expansion);
}

static MlirWalkResult list(MlirOperation op, void *context) {
  if (!asGenericIsStructured(op) && !asIrIsNamed(op, "tensor.collapse_shape"))
    return MlirWalkResultAdvance;
  add(context, op);
  return MlirWalkResultSkip;
}

bool asGraphExpandBatches(MlirModule module) {
  Ops ops = {0}, collapses = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), list, &ops,
                    MlirWalkPreOrder);
  for (int i = 0; i < ops.size; i++) {
    Split split;
    if (asIrIsNamed(ops.list[i], "tensor.collapse_shape") ||
        !findSplit(ops.list[i], &collapses, &split))
      continue;
    MlirOperation collapse = splitLoop(ops.list[i], &split);
    cancelExpansion(collapse);
    add(&collapses, collapse);
    ops.list[i] = collapse;
  }
  bool changed = collapses.size > 0;
  // What reads no longer what was collapsed, from the last one on.
  for (int i = ops.size - 1; changed && i >= 0; i--)
    if (asIrIsNamed(ops.list[i], "tensor.collapse_shape") &&
        isUnused(ops.list[i]))
      mlirOperationDestroy(ops.list[i]);
  free(ops.list);
  free(collapses.list);
  return changed;
}
