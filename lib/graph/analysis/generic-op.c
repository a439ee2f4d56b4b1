//===- generic-op.c - Linalg operations by indexing maps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads linalg operations through their indexing maps, named ones too, and
// builds linalg.generic from maps.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <assert.h>

MlirAffineMap asGenericMap(MlirOperation op, intptr_t i) {
  MlirAttribute maps = mlirLinalgGetIndexingMapsAttribute(op);
  return mlirAffineMapAttrGetValue(mlirArrayAttrGetElement(maps, i));
}

intptr_t asGenericMapLoop(MlirAffineMap map, intptr_t r) {
  MlirAffineExpr index = mlirAffineMapGetResult(map, r);
  return mlirAffineExprIsADim(index) ? mlirAffineDimExprGetPosition(index) : -1;
}

bool asGenericMapUses(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    if (mlirAffineExprIsFunctionOfDim(mlirAffineMapGetResult(map, r), loop))
      return true;
  return false;
}

intptr_t asGenericLastLoop(MlirAffineMap map) {
  intptr_t rank = mlirAffineMapGetNumResults(map);
  return rank ? asGenericMapLoop(map, rank - 1) : -1;
}

bool asGenericIsProduct(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") && mlirOperationGetNumRegions(op) == 1 &&
         mlirOperationGetNumOperands(op) == 3 &&
         mlirOperationGetNumResults(op) == 1 && mlirLinalgIsAContractionOp(op);
}

/// Whether sums of the type start from an arith.constant zero and are added by
/// arith. Complex numbers and indices have no such constant, and i1 is joined
/// by `or` rather than added.
static bool isNumber(MlirType type) {
  return mlirTypeIsAFloat(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 1);
}

/// Whether the body yields an arith.addf or arith.addi.
static bool addsLast(MlirOperation op) {
  MlirOperation yield = mlirBlockGetTerminator(asIrBody(op));
  MlirValue sum = mlirOperationGetOperand(yield, 0);
  if (!mlirValueIsAOpResult(sum) || !isNumber(mlirValueGetType(sum)))
    return false;
  MlirOperation add = mlirOpResultGetOwner(sum);
  return asIrIsNamed(add, "arith.addf") || asIrIsNamed(add, "arith.addi");
}

bool asGenericIsStructured(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") && mlirOperationGetNumRegions(op) == 1 &&
         mlirOperationGetNumResults(op) == 1 &&
         !asIrIsNamed(op, "linalg.fill") &&
         !mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) &&
         mlirBlockGetNumArguments(asIrBody(op)) ==
             mlirOperationGetNumOperands(op);
}

bool asGenericIsWindowed(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.conv_") ||
         asIrHasPrefix(op, "linalg.depthwise_conv_") ||
         asIrHasPrefix(op, "linalg.pooling_");
}

bool asGenericSums(MlirOperation op) {
  return (asGenericIsProduct(op) || asIrHasPrefix(op, "linalg.conv_") ||
          asIrHasPrefix(op, "linalg.depthwise_conv_")) &&
         mlirOperationGetNumOperands(op) == 3 &&
         mlirOperationGetNumResults(op) == 1 && addsLast(op);
}

bool asGenericIsParallel(MlirOperation op) {
  MlirAffineMap output = asGenericMap(op, mlirOperationGetNumOperands(op) - 1);
  for (intptr_t d = 0; d < mlirAffineMapGetNumDims(output); d++)
    if (!asGenericMapUses(output, d))
      return false;
  return true;
}

MlirAffineMap asGenericReadThrough(MlirOperation op, intptr_t i,
                                   MlirAffineMap map) {
  enum { maxRank = 16 };
  MlirAffineMap from = asGenericMap(op, i);
  MlirAffineMap to = asGenericMap(op, mlirOperationGetNumOperands(op) - 1);
  assert(mlirAffineMapGetNumDims(to) <= maxRank);
  MlirAffineExpr loop[maxRank], read[maxRank]; // By loops and inputs of `op`.
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(to); r++)
    loop[mlirAffineDimExprGetPosition(mlirAffineMapGetResult(to, r))] =
        mlirAffineMapGetResult(map, r);
  intptr_t rank = mlirAffineMapGetNumResults(from);
  for (intptr_t r = 0; r < rank; r++)
    read[r] =
        loop[mlirAffineDimExprGetPosition(mlirAffineMapGetResult(from, r))];
  return mlirAffineMapGet(mlirOperationGetContext(op),
                          mlirAffineMapGetNumDims(map), 0, rank, read);
}

static MlirAttribute iterators(MlirContext context, MlirAffineMap output) {
  AsText text = {0};
  asTextAppendString(&text, "[");
  for (intptr_t d = 0; d < mlirAffineMapGetNumDims(output); d++)
    asTextFormat(&text, "%s#linalg.iterator_type<%s>", d ? ", " : "",
                 asGenericMapUses(output, d) ? "parallel" : "reduction");
  asTextAppendString(&text, "]");
  MlirAttribute list = mlirAttributeParseGet(context, asIrString(text.data));
  asTextFree(&text);
  return list;
}

static MlirAttribute mapArray(MlirContext context, intptr_t count,
                              const MlirAffineMap *maps) {
  MlirAttribute attributes[16];
  for (intptr_t i = 0; i < count; i++)
    attributes[i] = mlirAffineMapAttrGet(maps[i]);
  return mlirArrayAttrGet(context, count, attributes);
}

MlirOperation asGenericCreate(MlirOperation next, intptr_t numInputs,
                              const MlirValue *inputs, MlirValue output,
                              const MlirAffineMap *maps, MlirRegion body) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType type = mlirValueGetType(output);
  int32_t segments[] = {(int32_t)numInputs, 1};
  MlirNamedAttribute attributes[] = {
      {mlirIdentifierGet(context, asIrString("indexing_maps")),
       mapArray(context, numInputs + 1, maps)},
      {mlirIdentifierGet(context, asIrString("iterator_types")),
       iterators(context, maps[numInputs])},
      {mlirIdentifierGet(context, asIrString("operandSegmentSizes")),
       mlirDenseI32ArrayGet(context, 2, segments)}};
  MlirOperationState state = mlirOperationStateGet(
      asIrString("linalg.generic"), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, numInputs, inputs);
  mlirOperationStateAddOperands(&state, 1, &output);
  mlirOperationStateAddResults(&state, 1, &type);
  mlirOperationStateAddAttributes(
      &state, sizeof attributes / sizeof *attributes, attributes);
  mlirOperationStateAddOwnedRegions(&state, 1, &body);
  MlirOperation generic = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next,
                                      generic);
  return generic;
}

/// A body that converts its first argument; the second is the output's old
/// element.
static MlirRegion conversion(MlirLocation location, MlirType from,
                             MlirType to) {
  MlirContext context = mlirTypeGetContext(to);
  MlirBlock block = mlirBlockCreate(2, (MlirType[]){from, to},
                                    (MlirLocation[]){location, location});
  bool isWidening = mlirFloatTypeGetWidth(from) < mlirFloatTypeGetWidth(to);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirOperationState convert = mlirOperationStateGet(
      asIrString(isWidening ? "arith.extf" : "arith.truncf"), location);
  MlirNamedAttribute flags = {
      mlirIdentifierGet(context, asIrString("fastmath")),
      mlirAttributeParseGet(context, asIrString("#arith.fastmath<contract>"))};
  MlirValue value = mlirBlockGetArgument(block, 0);
  mlirOperationStateAddOperands(&convert, 1, &value);
  mlirOperationStateAddResults(&convert, 1, &to);
  mlirOperationStateAddAttributes(&convert, 1, &flags);
  MlirOperation converted = mlirOperationCreate(&convert);
  mlirBlockAppendOwnedOperation(block, converted);
  value = mlirOperationGetResult(converted, 0);
  mlirOperationStateAddOperands(&yield, 1, &value);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

MlirValue asGenericConvert(MlirOperation next, MlirValue value,
                           MlirType element) {
  MlirType type = mlirValueGetType(value);
  MlirContext context = mlirOperationGetContext(next);
  MlirAffineMap all =
      mlirAffineMapMultiDimIdentityGet(context, mlirShapedTypeGetRank(type));
  mlirContextGetOrLoadDialect(context, asIrString("arith"));
  mlirContextGetOrLoadDialect(context, asIrString("linalg"));
  MlirOperation generic = asGenericCreate(
      next, 1, &value, asGraphInsertEmptyLike(next, value, element),
      (MlirAffineMap[]){all, all},
      conversion(mlirOperationGetLocation(next),
                 mlirShapedTypeGetElementType(type), element));
  return mlirOperationGetResult(generic, 0);
}

MlirOperation asGenericReplace(MlirOperation op, intptr_t numInputs,
                               const MlirValue *inputs,
                               const MlirAffineMap *maps) {
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirValue output =
      mlirOperationGetOperand(op, mlirOperationGetNumOperands(op) - 1);
  MlirOperation generic =
      asGenericCreate(op, numInputs, inputs, output, maps, body);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                mlirOperationGetResult(generic, 0));
  mlirOperationDestroy(op);
  return generic;
}

static MlirWalkResult dropUnused(MlirOperation op, void *context) {
  (void)context;
  enum { most = 16 };
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1, kept = 0;
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || numInputs >= most)
    return MlirWalkResultAdvance;
  MlirValue inputs[most];
  MlirAffineMap maps[most];
  MlirBlock body = asIrBody(op);
  bool isUsed[most];
  for (intptr_t i = 0; i < numInputs; i++) {
    isUsed[i] = !mlirOpOperandIsNull(
        mlirValueGetFirstUse(mlirBlockGetArgument(body, i)));
    inputs[kept] = mlirOperationGetOperand(op, i);
    maps[kept] = asGenericMap(op, i);
    kept += isUsed[i];
  }
  maps[kept] = asGenericMap(op, numInputs);
  // Only inputs of parallel operations are dropped: there the output alone
  // gives the extents of the loops.
  if (kept == numInputs || !asGenericIsParallel(op))
    return MlirWalkResultAdvance;
  for (intptr_t i = numInputs - 1; i >= 0; i--)
    if (!isUsed[i])
      mlirBlockEraseArgument(body, (unsigned)i);
  asGenericReplace(op, kept, inputs, maps);
  return MlirWalkResultSkip;
}

void asGenericDropUnused(MlirOperation op) {
  mlirOperationWalk(op, dropUnused, NULL, MlirWalkPostOrder);
}

void asGenericMoveLast(MlirOperation op, intptr_t dim, MlirValue *input,
                       MlirAffineMap *map) {
  int64_t order[AS_MOST_DIMENSIONS];
  MlirAffineExpr indices[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirAffineMapGetNumResults(*map), count = 0;
  for (intptr_t r = 0; r < rank; r++)
    if (r != dim)
      order[count++] = r;
  order[count] = dim;
  for (intptr_t r = 0; r < rank; r++)
    indices[r] = mlirAffineMapGetResult(*map, order[r]);
  *input = asGraphInsertTranspose(op, *input, order);
  *map = mlirAffineMapGet(mlirOperationGetContext(op),
                          mlirAffineMapGetNumDims(*map), 0, rank, indices);
}

MlirAffineMap asGenericSwapLoops(MlirAffineMap map, intptr_t a, intptr_t b) {
  MlirAffineExpr indices[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  MlirContext context = mlirAffineMapGetContext(map);
  for (intptr_t r = 0; r < rank; r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    indices[r] = mlirAffineDimExprGet(context, loop == a   ? b
                                               : loop == b ? a
                                                           : loop);
  }
  return mlirAffineMapGet(context, mlirAffineMapGetNumDims(map), 0, rank,
                          indices);
}

bool asGenericStartsFromZero(MlirOperation op) {
  intptr_t last = mlirOperationGetNumOperands(op) - 1;
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(op, last), "linalg.fill");
  return !mlirOperationIsNull(fill) &&
         asIrIsZero(mlirOperationGetOperand(fill, 0));
}
