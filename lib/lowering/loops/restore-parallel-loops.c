//===- restore-parallel-loops.c - Parallel loops of nests that keep their form
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parallel loops of the program become serial ones, so that their nests are
// raised or get other schedules (affine/loops/serial-loops.h). Those that keep
// their form after all, as the candidate `plain` and the version for arrays
// that overlap do, become parallel again, so that they are not slower than the
// program.
//
// Requires:    structured loops; threads to share them.
// Provides:    affine.parallel and scf.parallel.
// Invalidates: the loops that are marked as.parallel.
//
//   affine.for %i = 0 to 8 { affine.for %j = 0 to 9 { S } {as.parallel} }
//   {as.parallel}
// becomes
//   affine.parallel (%i, %j) = (0, 0) to (8, 9) { S }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/serial-loops.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

enum { mostLoops = 10 };

/// Loops directly in each other.
typedef struct Band {
  int size;
  MlirOperation loops[mostLoops];
} Band;

static bool isMarked(MlirOperation op) {
  return asIrIsLoop(op) && mlirOperationGetNumResults(op) == 0 &&
         !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, asIrString(AS_PARALLEL_ATTRIBUTE)));
}

/// Whether the bounds of the loop are known outside of the other one.
static bool isInvariant(MlirOperation loop, MlirOperation outer) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(loop); i++)
    if (asIrIsInside(mlirOperationGetOperand(loop, i), outer))
      return false;
  return true;
}

static Band bandOf(MlirOperation loop) {
  Band band = {1, {loop}};
  while (band.size < mostLoops) {
    MlirBlock body = asIrBody(loop);
    MlirOperation inner = mlirBlockGetFirstOperation(body);
    bool isOnly = mlirOperationEqual(mlirOperationGetNextInBlock(inner),
                                     mlirBlockGetTerminator(body));
    if (!isOnly || !isMarked(inner) || !isInvariant(inner, band.loops[0]) ||
        !mlirIdentifierEqual(mlirOperationGetName(inner),
                             mlirOperationGetName(loop)))
      break;
    band.loops[band.size++] = loop = inner;
  }
  return band;
}

//===----------------------------------------------------------------------===//
// affine.parallel
//===----------------------------------------------------------------------===//

/// The lower or upper bounds of all loops, as one map and its operands.
typedef struct Bounds {
  MlirAttribute map, groups;
  intptr_t numOperands;
  MlirValue *operands;
} Bounds;

static MlirAffineMap mapOf(MlirOperation loop, bool isLower) {
  return mlirAffineMapAttrGetValue(
      asIrAttribute(loop, isLower ? "lowerBoundMap" : "upperBoundMap"));
}

/// Adds the operands for the dimensions of the maps, or for their symbols.
static uint32_t addOperands(const Band *band, bool isLower, bool isSymbol,
                            Bounds *bounds) {
  intptr_t before = bounds->numOperands;
  for (int l = 0; l < band->size; l++) {
    MlirAffineMap map = mapOf(band->loops[l], isLower);
    intptr_t first =
        isLower ? 0 : mlirAffineMapGetNumInputs(mapOf(band->loops[l], true));
    intptr_t numDims = mlirAffineMapGetNumDims(map);
    intptr_t count = isSymbol ? mlirAffineMapGetNumSymbols(map) : numDims;
    bounds->operands = asRealloc(bounds->operands,
                                 sizeof *bounds->operands *
                                     (size_t)(bounds->numOperands + count + 1));
    for (intptr_t i = 0; i < count; i++)
      bounds->operands[bounds->numOperands++] = mlirOperationGetOperand(
          band->loops[l], first + (isSymbol ? numDims : 0) + i);
  }
  return (uint32_t)(bounds->numOperands - before);
}

static Bounds boundsOf(const Band *band, bool isLower) {
  MlirContext context = mlirOperationGetContext(band->loops[0]);
  Bounds bounds = {.numOperands = 0};
  uint32_t numDims = addOperands(band, isLower, false, &bounds),
           numSymbols = addOperands(band, isLower, true, &bounds);
  MlirAffineExpr *results = NULL;
  intptr_t count = 0;
  int32_t sizes[mostLoops];
  uint32_t dims = 0, symbols = 0; // Of the loops before.
  for (int l = 0; l < band->size; l++) {
    MlirAffineMap map = mapOf(band->loops[l], isLower);
    uint32_t ownDims = (uint32_t)mlirAffineMapGetNumDims(map),
             ownSymbols = (uint32_t)mlirAffineMapGetNumSymbols(map);
    sizes[l] = (int32_t)mlirAffineMapGetNumResults(map);
    results = asRealloc(results, sizeof *results * (size_t)(count + sizes[l]));
    for (intptr_t r = 0; r < sizes[l]; r++)
      results[count++] = mlirAffineExprShiftSymbols(
          mlirAffineExprShiftDims(mlirAffineMapGetResult(map, r), ownDims, dims,
                                  0),
          ownSymbols, symbols, 0);
    dims += ownDims;
    symbols += ownSymbols;
  }
  bounds.map = mlirAffineMapAttrGet(
      mlirAffineMapGet(context, numDims, numSymbols, count, results));
  int64_t size = band->size;
  bounds.groups = mlirDenseElementsAttrInt32Get(
      mlirRankedTensorTypeGet(1, &size, mlirIntegerTypeGet(context, 32),
                              mlirAttributeGetNull()),
      size, sizes);
  free(results);
  return bounds;
}

static MlirAttribute stepsOf(const Band *band) {
  MlirContext context = mlirOperationGetContext(band->loops[0]);
  MlirAttribute steps[mostLoops];
  for (int l = 0; l < band->size; l++)
    steps[l] = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                                  (int64_t)asIrLoopStep(band->loops[l]));
  return mlirArrayAttrGet(context, band->size, steps);
}

static MlirOperation insertAffine(const Band *band, MlirRegion region) {
  MlirOperation next = band->loops[0];
  Bounds lower = boundsOf(band, true), upper = boundsOf(band, false);
  intptr_t count = lower.numOperands + upper.numOperands;
  MlirValue *operands = asAlloc(sizeof *operands * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    operands[i] = i < lower.numOperands ? lower.operands[i]
                                        : upper.operands[i - lower.numOperands];
  AsIrAttribute attributes[] = {
      {"reductions", mlirArrayAttrGet(mlirOperationGetContext(next), 0, NULL)},
      {"lowerBoundsMap", lower.map},
      {"lowerBoundsGroups", lower.groups},
      {"upperBoundsMap", upper.map},
      {"upperBoundsGroups", upper.groups},
      {"steps", stepsOf(band)},
      {0}};
  MlirOperation op = asIrInsert(next, &(AsIrParts){.name = "affine.parallel",
                                                   .numOperands = count,
                                                   .operands = operands,
                                                   .attributes = attributes,
                                                   .region = region});
  free(operands);
  free(lower.operands);
  free(upper.operands);
  return op;
}

//===----------------------------------------------------------------------===//
// scf.parallel
//===----------------------------------------------------------------------===//

static MlirOperation insertScf(const Band *band, MlirRegion region) {
  MlirOperation next = band->loops[0];
  MlirValue operands[3 * mostLoops];
  for (int b = 0; b < 3; b++)
    for (int l = 0; l < band->size; l++)
      operands[b * band->size + l] = mlirOperationGetOperand(band->loops[l], b);
  int32_t size = band->size;
  return asIrInsert(
      next, &(AsIrParts){
                .name = "scf.parallel",
                .numOperands = 3 * size,
                .operands = operands,
                .attributes =
                    (AsIrAttribute[]){{"operandSegmentSizes",
                                       mlirDenseI32ArrayGet(
                                           mlirOperationGetContext(next), 4,
                                           (int32_t[]){size, size, size, 0})},
                                      {0}},
                .region = region});
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

/// A region with a variable for each loop and the body of the innermost one.
static MlirRegion takeBody(const Band *band, const char *end) {
  MlirOperation innermost = band->loops[band->size - 1];
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(innermost, 0));
  MlirBlock block = mlirRegionGetFirstBlock(region);
  MlirOperation old = mlirBlockGetTerminator(block);
  asIrInsert(old, &(AsIrParts){.name = end});
  mlirOperationDestroy(old);
  for (int l = 0; l < band->size - 1; l++) {
    MlirValue variable = mlirBlockGetArgument(asIrBody(band->loops[l]), 0);
    MlirValue own =
        mlirBlockInsertArgument(block, l, mlirValueGetType(variable),
                                mlirOperationGetLocation(band->loops[l]));
    mlirValueReplaceAllUsesOfWith(variable, own);
  }
  return region;
}

static MlirWalkResult restore(MlirOperation op, void *context) {
  (void)context;
  // What is in a parallel loop has a thread already.
  if (asLoopIsParallel(op))
    return MlirWalkResultSkip;
  if (!isMarked(op))
    return MlirWalkResultAdvance;
  Band band = bandOf(op);
  if (asIrIsNamed(op, "affine.for"))
    insertAffine(&band, takeBody(&band, "affine.yield"));
  else
    insertScf(&band, takeBody(&band, "scf.reduce"));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asRestoreParallelLoops(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), restore, NULL,
                    MlirWalkPreOrder);
}
