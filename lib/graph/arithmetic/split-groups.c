//===- split-groups.c - Sums by groups
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See split-groups.h.
//
//===----------------------------------------------------------------------===//

#include "graph/arithmetic/split-groups.h"
#include "graph/analysis/generic-op.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8, maxParts = 4 };

/// The one loop that is split.
typedef struct Split {
  MlirValue source; ///< What was collapsed.
  intptr_t loop;
  intptr_t parts;
  int64_t extent[maxParts];
} Split;

static bool isReduced(MlirOperation product, MlirAffineExpr loop) {
  MlirAffineMap result = asGenericMap(product, 2);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result); r++)
    if (mlirAffineExprEqual(mlirAffineMapGetResult(result, r), loop))
      return false;
  return true;
}

static bool findSplit(MlirOperation product, intptr_t operand, Split *split) {
  MlirOperation collapse = asIrMadeBy(mlirOperationGetOperand(product, operand),
                                      "tensor.collapse_shape");
  *split = (Split){.loop = -1};
  if (mlirOperationIsNull(collapse))
    return false;
  split->source = mlirOperationGetOperand(collapse, 0);
  MlirType type = mlirValueGetType(split->source);
  MlirAffineMap map = asGenericMap(product, operand);
  MlirAttribute groups = asIrAttribute(collapse, "reassociation");
  if (!mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > maxRank ||
      !mlirAffineMapIsProjectedPermutation(map))
    return false;
  for (intptr_t r = 0; r < mlirArrayAttrGetNumElements(groups); r++) {
    MlirAttribute group = mlirArrayAttrGetElement(groups, r);
    intptr_t parts = mlirArrayAttrGetNumElements(group);
    if (parts == 1)
      continue;
    MlirAffineExpr loop = mlirAffineMapGetResult(map, r);
    if (split->loop >= 0 || parts > maxParts || !isReduced(product, loop))
      return false;
    split->loop = mlirAffineDimExprGetPosition(loop);
    split->parts = parts;
    for (intptr_t p = 0; p < parts; p++)
      split->extent[p] = mlirShapedTypeGetDimSize(
          type, mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(group, p)));
  }
  return split->loop >= 0;
}

bool asCanSplitGroups(MlirOperation product, intptr_t operand) {
  Split split;
  if (!findSplit(product, operand, &split))
    return false;
  MlirValue other = mlirOperationGetOperand(product, 1 - operand);
  return mlirShapedTypeGetRank(mlirValueGetType(other)) + split.parts - 1 <=
             maxRank &&
         mlirAffineMapIsProjectedPermutation(
             asGenericMap(product, 1 - operand));
}

/// The map with the loop's parts in its place.
static MlirAffineMap splitMap(const Split *split, MlirAffineMap map) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[maxRank + maxParts];
  intptr_t count = 0, more = split->parts - 1;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    intptr_t loop =
        mlirAffineDimExprGetPosition(mlirAffineMapGetResult(map, r));
    if (loop == split->loop)
      for (intptr_t p = 0; p <= more; p++)
        indices[count++] = mlirAffineDimExprGet(context, loop + p);
    else
      indices[count++] = mlirAffineDimExprGet(
          context, loop < split->loop ? loop : loop + more);
  }
  return mlirAffineMapGet(context, mlirAffineMapGetNumDims(map) + more, 0,
                          count, indices);
}

/// The value with the dimension that the loop indexes expanded into its parts.
static MlirValue expand(const Split *split, MlirOperation next, MlirValue value,
                        MlirAffineMap map) {
  MlirType type = mlirValueGetType(value);
  int64_t shape[maxRank + maxParts];
  bool starts[maxRank + maxParts];
  intptr_t rank = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    bool isSplit = mlirAffineDimExprGetPosition(
                       mlirAffineMapGetResult(map, r)) == split->loop;
    for (intptr_t p = 0; p < (isSplit ? split->parts : 1); p++) {
      starts[rank] = p == 0;
      shape[rank++] =
          isSplit ? split->extent[p] : mlirShapedTypeGetDimSize(type, r);
    }
  }
  return asExpandDims(
      next, value,
      mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(type),
                              mlirAttributeGetNull()),
      starts);
}

MlirOperation asSplitGroups(MlirOperation product, intptr_t operand) {
  Split split;
  findSplit(product, operand, &split);
  intptr_t other = 1 - operand;
  MlirValue inputs[2];
  MlirAffineMap maps[3];
  for (intptr_t i = 0; i < 3; i++)
    maps[i] = splitMap(&split, asGenericMap(product, i));
  inputs[operand] = split.source;
  inputs[other] =
      expand(&split, product, mlirOperationGetOperand(product, other),
             asGenericMap(product, other));
  return asGenericReplace(product, 2, inputs, maps);
}
