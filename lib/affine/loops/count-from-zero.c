//===- count-from-zero.c - Let loops of open bounds count from zero
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The box of a statement begins at constants, and its extents are constants or
// sums of values known before the nest (scop/open-size.h). Where a loop begins
// at such a value, goes on in steps, or ends at the smallest of several values
// or at a quotient, its number of iterations is computed before the nest, and
// is one more value that is known there.
//
// A loop that does not run begins at zero, so that nothing before the first
// element or behind the last one is named.
//
// Requires:    loops without iter_args.
// Provides:    loops from zero by one where all bounds are known before the
//              nest; the old variable is computed in the body.
// Invalidates: any SCoP.
//
//   affine.for %i = %lower to min(%n, 64) step 2 { use(%i) }
// becomes
//   %last = arith.minsi %n, %c64
//   %length = arith.maxsi (%last - %lower), 0
//   %count = (%length + 1) / 2
//   %first = arith.select (%count > 0), %lower, 0
//   affine.for %k = 0 to %count {
//     %i = affine.apply (%k * 2 + %first)
//     use(%i)
//   }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/count-from-zero.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

enum { MAX_OPERANDS = 16 };

/// One bound of a loop: of the results of the map the largest if it is the
/// lower one, and the smallest if it is the upper one.
typedef struct Bound {
  MlirAffineMap map;
  int numOperands;
  MlirValue operands[MAX_OPERANDS];
} Bound;

/// The iterations of a loop, and the values that were computed for them.
typedef struct Range {
  MlirBlock block; ///< Where these are.
  Bound lower, upper;
  int64_t step;
  MlirValue count;
  MlirValue first; ///< Null: it is the constant `firstNumber`.
  int64_t firstNumber;
} Range;

/// The ranges found so far: loops over one range share the values, so that
/// analysis knows that they are equal.
typedef struct Ranges {
  int count;
  Range *list;
} Ranges;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static bool readMap(MlirOperation loop, const char *name, intptr_t first,
                    Bound *bound) {
  bound->map = mlirAffineMapAttrGetValue(asIrAttribute(loop, name));
  bound->numOperands = (int)mlirAffineMapGetNumInputs(bound->map);
  if (bound->numOperands > MAX_OPERANDS)
    return false;
  for (int i = 0; i < bound->numOperands; i++)
    bound->operands[i] = mlirOperationGetOperand(loop, first + i);
  return true;
}

/// A value as a bound; numbers are constants of the map.
static Bound boundOfValue(MlirContext context, MlirValue value) {
  int64_t number;
  if (asIrConstantInteger(value, &number))
    return (Bound){.map = mlirAffineMapConstantGet(context, number)};
  return (Bound){.map = mlirAffineMapMultiDimIdentityGet(context, 1),
                 .numOperands = 1,
                 .operands = {value}};
}

static bool readScfFor(MlirOperation loop, Range *range) {
  MlirContext context = mlirOperationGetContext(loop);
  range->lower = boundOfValue(context, mlirOperationGetOperand(loop, 0));
  range->upper = boundOfValue(context, mlirOperationGetOperand(loop, 1));
  return mlirAttributeIsNull(asIrAttribute(loop, "unsignedCmp")) &&
         asIrConstantInteger(mlirOperationGetOperand(loop, 2), &range->step);
}

static bool readAffineFor(MlirOperation loop, Range *range) {
  if (!readMap(loop, "lowerBoundMap", 0, &range->lower) ||
      !readMap(loop, "upperBoundMap", range->lower.numOperands, &range->upper))
    return false;
  range->step = mlirIntegerAttrGetValueInt(asIrAttribute(loop, "step"));
  return true;
}

static bool isConstant(const Bound *bound, int64_t *number) {
  if (mlirAffineMapGetNumResults(bound->map) != 1)
    return false;
  MlirAffineExpr only = mlirAffineMapGetResult(bound->map, 0);
  bool is = mlirAffineExprIsAConstant(only);
  *number = is ? mlirAffineConstantExprGetValue(only) : 0;
  return is;
}

/// Whether there are no quotients and remainders.
static bool isLinear(MlirAffineExpr expr) {
  if (mlirAffineExprIsAAdd(expr) || mlirAffineExprIsAMul(expr))
    return isLinear(mlirAffineBinaryOpExprGetLHS(expr)) &&
           isLinear(mlirAffineBinaryOpExprGetRHS(expr));
  return mlirAffineExprIsADim(expr) || mlirAffineExprIsASymbol(expr) ||
         mlirAffineExprIsAConstant(expr);
}

/// Whether a box can have this range as it is.
static bool isSimple(const Range *range) {
  int64_t number;
  if (!isConstant(&range->lower, &number))
    return false;
  return isConstant(&range->upper, &number) ||
         (range->step == 1 &&
          mlirAffineMapGetNumResults(range->upper.map) == 1 &&
          isLinear(mlirAffineMapGetResult(range->upper.map, 0)));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The outermost operation around the loop with only loops and conditions in
/// between.
static MlirOperation nestOf(MlirOperation loop) {
  MlirOperation around = mlirOperationGetParentOperation(loop);
  while (asIrIsLoop(around) || asIrIsNamed(around, "affine.if") ||
         asIrIsNamed(around, "scf.if")) {
    loop = around;
    around = mlirOperationGetParentOperation(loop);
  }
  return loop;
}

static bool isInside(MlirOperation op, MlirOperation nest) {
  while (!mlirOperationIsNull(op) && !mlirOperationEqual(op, nest))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

static bool isKnownBefore(const Bound *bound, MlirOperation nest) {
  for (int i = 0; i < bound->numOperands; i++) {
    MlirValue value = bound->operands[i];
    MlirOperation origin =
        mlirValueIsABlockArgument(value)
            ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value))
            : mlirOpResultGetOwner(value);
    if (isInside(origin, nest))
      return false;
  }
  return true;
}

/// Affine operations take values that are computed directly in a function.
static bool canName(MlirOperation loop, MlirOperation nest) {
  return asIrIsNamed(loop, "scf.for") ||
         asIrIsNamed(mlirOperationGetParentOperation(nest), "func.func");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isEqualBound(const Bound *a, const Bound *b) {
  bool isEqual =
      mlirAffineMapEqual(a->map, b->map) && a->numOperands == b->numOperands;
  for (int i = 0; i < a->numOperands && isEqual; i++)
    isEqual = mlirValueEqual(a->operands[i], b->operands[i]);
  return isEqual;
}

/// A range with the same iterations whose values are in the block.
static const Range *findEqual(const Ranges *ranges, const Range *range) {
  for (int i = 0; i < ranges->count; i++) {
    const Range *other = &ranges->list[i];
    if (mlirBlockEqual(other->block, range->block) &&
        other->step == range->step &&
        isEqualBound(&other->lower, &range->lower) &&
        isEqualBound(&other->upper, &range->upper))
      return other;
  }
  return NULL;
}

static MlirValue insertApply(MlirOperation next, MlirAffineMap map,
                             intptr_t count, const MlirValue *operands) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  return asIrInsertValue(
      next, &(AsIrParts){.name = "affine.apply",
                         .numOperands = count,
                         .operands = operands,
                         .numResults = 1,
                         .results = &index,
                         .attributes = (AsIrAttribute[]){
                             {"map", mlirAffineMapAttrGet(map)}, {0}}});
}

/// Inserts the bound; `choose` combines the results of its map.
static MlirValue insertBound(MlirOperation next, const Bound *bound,
                             const char *choose) {
  MlirValue value = {NULL};
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(bound->map); r++) {
    MlirAffineExpr expr = mlirAffineMapGetResult(bound->map, r);
    MlirAffineMap one = mlirAffineMapGet(
        mlirOperationGetContext(next), mlirAffineMapGetNumDims(bound->map),
        mlirAffineMapGetNumSymbols(bound->map), 1, &expr);
    MlirValue result =
        mlirAffineExprIsAConstant(expr)
            ? asIrInsertIndex(next, mlirAffineConstantExprGetValue(expr))
            : insertApply(next, one, bound->numOperands, bound->operands);
    value = r ? asIrInsertBinary(next, choose, value, result) : result;
  }
  return value;
}

/// Inserts how many iterations there are, and the first one.
static void insertRange(MlirOperation next, Range *range) {
  MlirValue zero = asIrInsertIndex(next, 0),
            lower = insertBound(next, &range->lower, "arith.maxsi"),
            upper = insertBound(next, &range->upper, "arith.minsi");
  range->count = asIrInsertBinary(
      next, "arith.maxsi", asIrInsertBinary(next, "arith.subi", upper, lower),
      zero);
  if (range->step > 1)
    range->count = asIrInsertBinary(
        next, "arith.divui",
        asIrInsertBinary(next, "arith.addi", range->count,
                         asIrInsertIndex(next, range->step - 1)),
        asIrInsertIndex(next, range->step));
  if (!isConstant(&range->lower, &range->firstNumber))
    range->first = asIrInsertSelect(
        next, asIrInsertComparison(next, AS_IR_LESS, zero, range->count), lower,
        zero);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Computes the old variable at the start of the body.
static void replaceVariable(MlirOperation loop, const Range *range) {
  MlirContext context = mlirOperationGetContext(loop);
  MlirBlock body = asIrBody(loop);
  MlirValue variable = mlirBlockGetArgument(body, 0);
  MlirOperation next = mlirBlockGetFirstOperation(body);
  bool isAffine = asIrIsNamed(loop, "affine.for"),
       hasFirst = !mlirValueIsNull(range->first);
  MlirValue old, used; // Where the new variable stays.
  if (isAffine) {
    MlirAffineExpr sum = mlirAffineAddExprGet(
        mlirAffineMulExprGet(mlirAffineDimExprGet(context, 0),
                             mlirAffineConstantExprGet(context, range->step)),
        hasFirst ? mlirAffineDimExprGet(context, 1)
                 : mlirAffineConstantExprGet(context, range->firstNumber));
    MlirValue operands[] = {variable, range->first};
    old = insertApply(next, mlirAffineMapGet(context, 1 + hasFirst, 0, 1, &sum),
                      1 + hasFirst, operands);
    used = old;
  } else {
    used = asIrInsertBinary(next, "arith.muli", variable,
                            asIrInsertIndex(next, range->step));
    old = asIrInsertBinary(
        next, "arith.addi", used,
        hasFirst ? range->first : asIrInsertIndex(next, range->firstNumber));
  }
  MlirOperation user = asIrDefinition(used);
  mlirValueReplaceAllUsesExcept(variable, old, 1, &user);
}

/// The discardable attributes stay.
static void copyAttributes(MlirOperation from, MlirOperation to) {
  for (intptr_t i = 0; i < mlirOperationGetNumDiscardableAttributes(from);
       i++) {
    MlirNamedAttribute attribute =
        mlirOperationGetDiscardableAttribute(from, i);
    mlirOperationSetDiscardableAttributeByName(
        to, mlirIdentifierStr(attribute.name), attribute.attribute);
  }
}

/// A loop from zero to the number of iterations, with the body of the loop.
static MlirOperation insertAffineFor(MlirOperation loop, const Range *range) {
  MlirContext context = mlirOperationGetContext(loop);
  AsIrAttribute attributes[] = {
      {"lowerBoundMap",
       mlirAffineMapAttrGet(mlirAffineMapConstantGet(context, 0))},
      {"upperBoundMap",
       mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(context, 1))},
      {"step", mlirIntegerAttrGet(mlirIndexTypeGet(context), 1)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 3, (int32_t[]){0, 1, 0})},
      {0}};
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(loop, 0));
  MlirOperation other = asIrInsert(loop, &(AsIrParts){.name = "affine.for",
                                                      .numOperands = 1,
                                                      .operands = &range->count,
                                                      .attributes = attributes,
                                                      .region = region});
  copyAttributes(loop, other);
  mlirOperationDestroy(loop);
  return other;
}

static MlirOperation setBounds(MlirOperation loop, const Range *range) {
  if (asIrIsNamed(loop, "affine.for"))
    return insertAffineFor(loop, range);
  mlirOperationSetOperand(loop, 0, asIrInsertIndex(loop, 0));
  mlirOperationSetOperand(loop, 1, range->count);
  mlirOperationSetOperand(loop, 2, asIrInsertIndex(loop, 1));
  return loop;
}

/// Whether the loop is to count from zero. Fills the iterations in *range.
static bool readRange(MlirOperation loop, MlirOperation nest, Range *range) {
  bool isAffine = asIrIsNamed(loop, "affine.for");
  if ((!isAffine && !asIrIsNamed(loop, "scf.for")) ||
      mlirOperationGetNumResults(loop) ||
      !mlirTypeIsAIndex(
          mlirValueGetType(mlirBlockGetArgument(asIrBody(loop), 0))))
    return false;
  *range = (Range){.block = mlirOperationGetBlock(nest)};
  return (isAffine ? readAffineFor(loop, range) : readScfFor(loop, range)) &&
         range->step > 0 && !isSimple(range) && canName(loop, nest) &&
         isKnownBefore(&range->lower, nest) &&
         isKnownBefore(&range->upper, nest);
}

static void countFromZero(Ranges *ranges, MlirOperation loop) {
  MlirOperation nest = nestOf(loop);
  Range range;
  if (!readRange(loop, nest, &range))
    return;
  const Range *equal = findEqual(ranges, &range);
  if (equal) {
    range = *equal;
  } else {
    insertRange(nest, &range);
    ranges->list = asRealloc(ranges->list, sizeof *ranges->list *
                                               (size_t)(ranges->count + 1));
    ranges->list[ranges->count++] = range;
  }
  replaceVariable(setBounds(loop, &range), &range);
}

/// Loops inside first, which keep their place when the one around them is
/// replaced.
static void visitBlock(Ranges *ranges, MlirBlock block) {
  MlirOperation next, op = mlirBlockGetFirstOperation(block);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
      for (MlirBlock inside =
               mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
           !mlirBlockIsNull(inside); inside = mlirBlockGetNextInRegion(inside))
        visitBlock(ranges, inside);
    countFromZero(ranges, op);
  }
}

void asLoopsCountFromZero(MlirOperation function) {
  Ranges ranges = {0};
  MlirRegion region = mlirOperationGetRegion(function, 0);
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    visitBlock(&ranges, block);
  free(ranges.list);
}
