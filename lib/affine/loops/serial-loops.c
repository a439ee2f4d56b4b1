//===- serial-loops.c - Write parallel loops as serial ones
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependence analysis finds out by itself which loops are parallel, also of
// other schedules. So a parallel loop is one serial loop for each of its
// dimensions, and its sums are iter_args. The order in which these are added
// is not defined: that of the loops is as good as any.
//
// Requires:    an affine.parallel, scf.parallel or scf.forall over memory.
// Provides:    affine.for or scf.for, marked so that lowering can make parallel
//              loops of those that keep their form (lowering/loops/).
// Invalidates: the parallel loop.
//
//   %r = affine.parallel (%i, %j) = (0, 0) to (8, 9) reduce ("addf") {
//     affine.yield %x
//   }
// becomes
//   %r = affine.for %i = 0 to 8 iter_args(%a = %zero) {
//     %b = affine.for %j = 0 to 9 iter_args(%s = %a) {
//       affine.yield %s + %x
//     }
//     affine.yield %b
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/serial-loops.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

static bool isAffine(MlirOperation op) {
  return asIrIsNamed(op, "affine.parallel");
}

static bool isForall(MlirOperation op) { return asIrIsNamed(op, "scf.forall"); }

bool asLoopIsParallel(MlirOperation op) {
  bool isMapped = !mlirAttributeIsNull(asIrAttribute(op, "mapping"));
  bool isOfTensors = isForall(op) && mlirOperationGetNumResults(op);
  return (isAffine(op) || asIrIsNamed(op, "scf.parallel") || isForall(op)) &&
         !isMapped && !isOfTensors;
}

typedef struct Reduction {
  const char *by; ///< NULL: it has no first value, or is none.
  double first;
} Reduction;

/// The reductions of affine.parallel, by arith's numbers for them. Those of
/// integers with a sign have types that arith has no operations for.
static const Reduction reductions[] = {[0] = {"arith.addf", 0},
                                       [1] = {"arith.addi", 0},
                                       [2] = {"arith.andi", -1},
                                       [4] = {"arith.maximumf", -INFINITY},
                                       [8] = {"arith.minimumf", INFINITY},
                                       [12] = {"arith.mulf", 1},
                                       [13] = {"arith.muli", 1},
                                       [14] = {"arith.ori", 0},
                                       [15] = {"arith.xori", 0}};

static const Reduction *reductionOf(MlirOperation op, intptr_t r) {
  int64_t kind = mlirIntegerAttrGetValueInt(
      mlirArrayAttrGetElement(asIrAttribute(op, "reductions"), r));
  return &reductions[kind];
}

const char *asLoopsWhyNotSerial(MlirOperation op) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op) && isAffine(op); r++)
    if (!reductionOf(op, r)->by)
      return "one of its reductions has no first value; use scf.parallel, "
             "which has";
  return isForall(op) && mlirOperationGetNumOperands(op)
             ? "its number of iterations is not known; give it bounds that are "
               "constants"
             : NULL;
}

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

/// A region of one block with an index and further arguments like `starts`;
/// *end is its terminator.
static MlirRegion createRegion(MlirOperation op, const MlirValue *starts,
                               intptr_t count, MlirOperation *end) {
  MlirLocation location = mlirOperationGetLocation(op);
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(op));
  MlirBlock block = mlirBlockCreate(1, &index, &location);
  for (intptr_t c = 0; c < count; c++)
    mlirBlockAddArgument(block, mlirValueGetType(starts[c]), location);
  MlirOperationState state = mlirOperationStateGet(
      asIrString(isAffine(op) ? "affine.yield" : "scf.yield"), location);
  *end = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, *end);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// The loop to be made, before `next`, for a dimension of `op`.
typedef struct Dimension {
  MlirOperation op, next;
  intptr_t number;
  intptr_t count; ///< Of sums.
  const MlirValue *starts;
} Dimension;

static MlirOperation insertLoop(const Dimension *dimension, const char *name,
                                const MlirValue *bounds, intptr_t numBounds,
                                const AsIrAttribute *attributes,
                                MlirOperation *end) {
  intptr_t count = dimension->count;
  MlirValue *operands = asAlloc(sizeof *operands * (size_t)(numBounds + count));
  MlirType *types = asAlloc(sizeof *types * (size_t)(count + 1));
  for (intptr_t i = 0; i < numBounds; i++)
    operands[i] = bounds[i];
  for (intptr_t c = 0; c < count; c++) {
    operands[numBounds + c] = dimension->starts[c];
    types[c] = mlirValueGetType(dimension->starts[c]);
  }
  MlirOperation loop = asIrInsert(
      dimension->next,
      &(AsIrParts){.name = name,
                   .numOperands = numBounds + count,
                   .operands = operands,
                   .numResults = count,
                   .results = types,
                   .attributes = attributes,
                   .region = createRegion(dimension->op, dimension->starts,
                                          count, end)});
  free(operands);
  free(types);
  return loop;
}

/// The results of a map that belong to one dimension of affine.parallel.
static MlirAttribute boundOf(const Dimension *dimension, const char *map,
                             const char *groups) {
  MlirAffineMap all =
      mlirAffineMapAttrGetValue(asIrAttribute(dimension->op, map));
  MlirAttribute sizes = asIrAttribute(dimension->op, groups);
  intptr_t first = 0;
  for (intptr_t d = 0; d < dimension->number; d++)
    first += mlirDenseElementsAttrGetInt32Value(sizes, d);
  intptr_t count = mlirDenseElementsAttrGetInt32Value(sizes, dimension->number);
  MlirAffineExpr *results = asAlloc(sizeof *results * (size_t)(count + 1));
  for (intptr_t r = 0; r < count; r++)
    results[r] = mlirAffineMapGetResult(all, first + r);
  MlirAffineMap own = mlirAffineMapGet(
      mlirOperationGetContext(dimension->op), mlirAffineMapGetNumDims(all),
      mlirAffineMapGetNumSymbols(all), count, results);
  free(results);
  return mlirAffineMapAttrGet(own);
}

static MlirOperation insertAffine(const Dimension *dimension,
                                  MlirOperation *end) {
  MlirOperation op = dimension->op;
  MlirContext context = mlirOperationGetContext(op);
  int64_t step = mlirIntegerAttrGetValueInt(
      mlirArrayAttrGetElement(asIrAttribute(op, "steps"), dimension->number));
  int32_t numLower = (int32_t)mlirAffineMapGetNumInputs(
      mlirAffineMapAttrGetValue(asIrAttribute(op, "lowerBoundsMap")));
  int32_t numBounds = (int32_t)mlirOperationGetNumOperands(op);
  int32_t sizes[] = {numLower, numBounds - numLower, (int32_t)dimension->count};
  AsIrAttribute attributes[] = {
      {"lowerBoundMap",
       boundOf(dimension, "lowerBoundsMap", "lowerBoundsGroups")},
      {"upperBoundMap",
       boundOf(dimension, "upperBoundsMap", "upperBoundsGroups")},
      {"step", mlirIntegerAttrGet(mlirIndexTypeGet(context), step)},
      {"operandSegmentSizes", mlirDenseI32ArrayGet(context, 3, sizes)},
      {0}};
  MlirValue *bounds = asAlloc(sizeof *bounds * (size_t)(numBounds + 1));
  for (intptr_t i = 0; i < numBounds; i++)
    bounds[i] = mlirOperationGetOperand(op, i);
  MlirOperation loop =
      insertLoop(dimension, "affine.for", bounds, numBounds, attributes, end);
  free(bounds);
  return loop;
}

static intptr_t rankOf(MlirOperation op) {
  return mlirBlockGetNumArguments(asIrBody(op));
}

static MlirOperation insertScf(const Dimension *dimension, MlirOperation *end) {
  static const char *const names[] = {"staticLowerBound", "staticUpperBound",
                                      "staticStep"};
  MlirOperation op = dimension->op;
  MlirValue bounds[3];
  for (int b = 0; b < 3; b++)
    bounds[b] =
        isForall(op)
            ? asIrInsertIndex(dimension->next, mlirDenseI64ArrayGetElement(
                                                   asIrAttribute(op, names[b]),
                                                   dimension->number))
            : mlirOperationGetOperand(op, b * rankOf(op) + dimension->number);
  return insertLoop(dimension, "scf.for", bounds, 3, NULL, end);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The value with which a sum starts.
static MlirAttribute firstOf(MlirType type, double first) {
  return mlirTypeIsAFloat(type)
             ? mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, first)
             : mlirIntegerAttrGet(type, (int64_t)first);
}

static void setStarts(MlirOperation op, MlirValue *starts, intptr_t count) {
  intptr_t first = mlirOperationGetNumOperands(op) - count;
  for (intptr_t r = 0; r < count; r++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, r));
    starts[r] =
        isAffine(op)
            ? asIrInsertConstant(op, firstOf(type, reductionOf(op, r)->first))
            : mlirOperationGetOperand(op, first + r);
  }
}

/// Moves the operations of a block but its terminator; returns that.
static MlirOperation moveBody(MlirBlock from, MlirOperation next) {
  MlirOperation end = mlirBlockGetTerminator(from);
  for (;;) {
    MlirOperation op = mlirBlockGetFirstOperation(from);
    if (mlirOperationEqual(op, end))
      return end;
    mlirOperationMoveBefore(op, next);
  }
}

/// Adds what the end of the parallel loop gives to a sum.
static MlirValue addUp(MlirOperation end, intptr_t r, const char *by,
                       MlirValue sum, MlirOperation next) {
  MlirValue value = mlirOperationGetOperand(end, r);
  if (by)
    return asIrInsertBinary(next, by, sum, value);
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(end, r));
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(block, 0), sum);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(block, 1), value);
  return mlirOperationGetOperand(moveBody(block, next), 0);
}

/// Replaces the terminator by one that gives values.
static void yield(MlirOperation end, const MlirValue *values, intptr_t count) {
  bool isOfAffine = asIrIsNamed(end, "affine.yield");
  asIrInsert(end,
             &(AsIrParts){.name = isOfAffine ? "affine.yield" : "scf.yield",
                          .numOperands = count,
                          .operands = values});
  mlirOperationDestroy(end);
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

static void markParallel(MlirOperation loop) {
  mlirOperationSetDiscardableAttributeByName(
      loop, asIrString(AS_PARALLEL_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(loop)));
}

/// Moves the body of the parallel loop into the innermost of the serial ones.
static void fillInnermost(MlirOperation op, MlirOperation loop,
                          intptr_t count) {
  MlirOperation next = mlirBlockGetTerminator(asIrBody(loop));
  MlirOperation end = moveBody(asIrBody(op), next);
  MlirValue *sums = asAlloc(sizeof *sums * (size_t)(count + 1));
  for (intptr_t r = 0; r < count; r++)
    sums[r] = addUp(end, r, isAffine(op) ? reductionOf(op, r)->by : NULL,
                    mlirBlockGetArgument(asIrBody(loop), r + 1), next);
  yield(next, sums, count);
  free(sums);
}

MlirOperation asLoopsSerialise(MlirOperation op) {
  intptr_t rank = rankOf(op), count = mlirOperationGetNumResults(op);
  MlirValue *values = asAlloc(sizeof *values * (size_t)(count + 1));
  setStarts(op, values, count);
  MlirOperation outermost = {NULL}, loop = {NULL}, next = op;
  for (intptr_t d = 0; d < rank; d++) {
    Dimension dimension = {op, next, d, count, values};
    MlirOperation end, inner = isAffine(op) ? insertAffine(&dimension, &end)
                                            : insertScf(&dimension, &end);
    if (count == 0)
      markParallel(inner);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(asIrBody(op), d),
                                  mlirBlockGetArgument(asIrBody(inner), 0));
    for (intptr_t r = 0; r < count; r++)
      values[r] = mlirOperationGetResult(inner, r);
    if (d == 0)
      outermost = inner;
    else
      yield(next, values, count);
    for (intptr_t r = 0; r < count; r++)
      values[r] = mlirBlockGetArgument(asIrBody(inner), r + 1);
    loop = inner;
    next = end;
  }
  fillInnermost(op, loop, count);
  for (intptr_t r = 0; r < count; r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, r),
                                  mlirOperationGetResult(outermost, r));
  mlirOperationDestroy(op);
  free(values);
  return outermost;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static MlirWalkResult findShared(MlirOperation op, void *context) {
  MlirOperation *loop = context;
  if (!asIrIsNamed(op, "affine.store") && !asIrIsNamed(op, "memref.store"))
    return MlirWalkResultAdvance;
  MlirValue root = asIrMemoryRoot(mlirOperationGetOperand(op, 1));
  if (!mlirValueIsAOpResult(root) ||
      !asIrIsNamed(mlirOpResultGetOwner(root), "memref.alloca") ||
      asIrIsInside(root, *loop))
    return MlirWalkResultAdvance;
  mlirOperationRemoveDiscardableAttributeByName(
      *loop, asIrString(AS_PARALLEL_ATTRIBUTE));
  return MlirWalkResultInterrupt;
}

static MlirWalkResult visitLoop(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsLoop(op))
    mlirOperationWalk(op, findShared, &op, MlirWalkPreOrder);
  return MlirWalkResultAdvance;
}

void asLoopsUnmarkSharing(MlirOperation function) {
  mlirOperationWalk(function, visitLoop, NULL, MlirWalkPreOrder);
}
