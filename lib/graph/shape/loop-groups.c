//===- loop-groups.c - Collapse loops of a linalg operation
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See loop-groups.h.
//
//===----------------------------------------------------------------------===//

#include "graph/shape/loop-groups.h"
#include "graph/analysis/generic-op.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { maxRank = 8 };

intptr_t asLoopIndex(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (asGenericMapLoop(map, r) == loop)
      return r;
  return -1;
}

int64_t asLoopExtent(MlirOperation op, intptr_t loop) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    intptr_t r = asLoopIndex(asGenericMap(op, i), loop);
    MlirType type = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (r >= 0)
      return mlirShapedTypeIsDynamicDim(type, r)
                 ? -1
                 : mlirShapedTypeGetDimSize(type, r);
  }
  return -1;
}

MlirAffineMap asLoopGroupsDrop(MlirAffineMap map, const AsLoopGroups *groups) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr zero = mlirAffineConstantExprGet(context, 0);
  for (intptr_t l = 0; l < groups->count; l++)
    if (groups->drops[l])
      map = mlirAffineMapReplace(map, mlirAffineDimExprGet(context, l), zero,
                                 groups->count, 0);
  return map;
}

bool asLoopGroupsIndexPlainly(MlirAffineMap map, MlirType type,
                              const AsLoopGroups *groups) {
  intptr_t rank = mlirAffineMapGetNumResults(map), numLoops = 0;
  if (rank == 0)
    return true;
  if (rank > maxRank || !mlirTypeIsARankedTensor(type) ||
      !mlirShapedTypeHasStaticShape(type))
    return false;
  for (intptr_t r = 0; r < rank; r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    int64_t extent = mlirShapedTypeGetDimSize(type, r);
    if (mlirAffineExprIsADim(index)) {
      intptr_t loop = mlirAffineDimExprGetPosition(index);
      numLoops++;
      if (groups->extent[loop] != extent || asLoopIndex(map, loop) != r)
        return false; // A part of the dimension, or a diagonal.
    } else if (!mlirAffineExprIsAConstant(index) || extent != 1) {
      return false;
    }
  }
  return numLoops > 0;
}

bool asLoopGroupsCanJoin(MlirAffineMap map, const AsLoopGroups *groups,
                         intptr_t loop) {
  intptr_t before = loop - 1;
  while (before >= 0 && groups->drops[before])
    before--;
  if (before < 0)
    return false;
  intptr_t here = asLoopIndex(map, loop), there = asLoopIndex(map, before);
  if (here < 0 || there < 0)
    return here < 0 && there < 0;
  // Unit dimensions between the two are part of the group.
  for (intptr_t r = there + 1; r < here; r++)
    if (!mlirAffineExprIsAConstant(mlirAffineMapGetResult(map, r)))
      return false;
  return there < here;
}

/// Whether the body depends on the position of an element (linalg.index), or
/// an operand is not one of its arguments.
static bool needsPosition(MlirOperation op) {
  return mlirBlockGetNumArguments(asIrBody(op)) !=
             mlirOperationGetNumOperands(op) ||
         asIrContains(op, "linalg.index");
}

/// `maps` gets the map of each operand without the loops that are dropped.
static bool fit(MlirOperation op, const AsLoopGroups *groups,
                MlirAffineMap *maps) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumRegions(op) != 1 ||
      numOperands > AS_MOST_GROUPED_INPUTS + 1 ||
      asIrIsNamed(op, "linalg.fill") || asGenericIsWindowed(op) ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      asGenericIsProduct(op) || needsPosition(op))
    return false;
  for (intptr_t i = 0; i < numOperands; i++) {
    maps[i] = asGenericMap(op, i);
    if (mlirAffineMapGetNumDims(maps[i]) != groups->count)
      return false;
    maps[i] = asLoopGroupsDrop(maps[i], groups);
    if (!asLoopGroupsIndexPlainly(
            maps[i], mlirValueGetType(mlirOperationGetOperand(op, i)), groups))
      return false;
    for (intptr_t l = 0; l < groups->count; l++)
      if (groups->collapses[l] && !asLoopGroupsCanJoin(maps[i], groups, l))
        return false;
  }
  return true;
}

/// The operand's map after loops are collapsed. `starts` gets the groups in
/// which its dimensions are collapsed (collapse-dims.h). Dimensions without a
/// loop are unit dimensions, and belong to the group of a neighbour.
static MlirAffineMap collapsedMap(MlirContext context, MlirAffineMap map,
                                  const AsLoopGroups *groups, bool *starts) {
  MlirAffineExpr indices[maxRank];
  intptr_t number[AS_MOST_GROUPED_LOOPS], numLoops = 0, count = 0;
  for (intptr_t l = 0; l < groups->count; l++)
    number[l] =
        groups->collapses[l] || groups->drops[l] ? numLoops - 1 : numLoops++;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    bool isNew = loop >= 0 && !groups->collapses[loop];
    starts[r] = r == 0 || (isNew && count > 0);
    if (isNew)
      indices[count++] = mlirAffineDimExprGet(context, number[loop]);
  }
  return mlirAffineMapGet(context, numLoops, 0, count, indices);
}

/// The output with its dimensions collapsed; what it starts from, as far as the
/// body reads it.
static MlirValue collapseOutput(MlirOperation op, const bool *starts) {
  MlirValue output =
      mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1);
  MlirType grouped = asCollapsedType(mlirValueGetType(output), starts);
  MlirBlock body = asIrBody(op);
  MlirValue before =
      mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(before)))
    return asGraphInsertEmpty(op, grouped);
  MlirOperation fill = asIrMadeBy(output, "linalg.fill");
  return mlirOperationIsNull(fill)
             ? asCollapseDims(op, output, starts)
             : asGraphInsertFill(op, mlirOperationGetOperand(fill, 0), grouped);
}

MlirValue asLoopGroupsCollapse(MlirOperation op, MlirValue *inputs,
                               const MlirAffineMap *maps,
                               const AsLoopGroups *groups) {
  MlirContext context = mlirOperationGetContext(op);
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirAffineMap collapsed[AS_MOST_GROUPED_INPUTS + 1];
  bool starts[maxRank];
  for (intptr_t i = 0; i < numInputs; i++) {
    collapsed[i] = collapsedMap(context, maps[i], groups, starts);
    if (mlirTypeIsAShaped(mlirValueGetType(inputs[i])))
      inputs[i] = asCollapseDims(op, inputs[i], starts);
  }
  collapsed[numInputs] = collapsedMap(context, maps[numInputs], groups, starts);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue output = collapseOutput(op, starts);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation generic =
      asGenericCreate(op, numInputs, inputs, output, collapsed, body);
  MlirValue expanded =
      asExpandDims(op, mlirOperationGetResult(generic, 0), type, starts);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), expanded);
  mlirOperationDestroy(op);
  return expanded;
}

MlirValue asLoopGroupsApply(MlirOperation op, const AsLoopGroups *groups) {
  MlirAffineMap maps[AS_MOST_GROUPED_INPUTS + 1];
  MlirValue inputs[AS_MOST_GROUPED_INPUTS];
  if (!fit(op, groups, maps))
    return (MlirValue){NULL};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) - 1; i++)
    inputs[i] = mlirOperationGetOperand(op, i);
  return asLoopGroupsCollapse(op, inputs, maps, groups);
}
