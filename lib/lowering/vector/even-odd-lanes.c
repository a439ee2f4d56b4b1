//===- even-odd-lanes.c - Compute twice as wide by even and odd lanes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites arithmetic of i64 between vectors of i32 that are extended and
// vectors of i32 that it is truncated to: what quantised sums are rescaled by.
//
// A vector of i32 becomes two of i64. LLVM takes a half of the lanes each,
// which cross the register when they are extended and when they are truncated,
// three shuffles each time. But a register of i32 is one of i64 as it is: the
// even lanes are the lower halves, where the instruction for products looks for
// them, and a shift brings the odd lanes there. One shuffle puts both together.
//
// Requires:    vectors; CPUs with the lower half first in memory.
// Provides:    no elementwise arithmetic of i64 on extended vectors of 16 or
//              more i32 that is truncated again.
// Invalidates: nothing.
//
//   %1 = arith.extsi %x : vector<16xi32> to vector<16xi64>
//   %2 = arith.muli %1, %m : vector<16xi64>       // %m is extended as well
//   %3 = arith.shrsi %2, %c31 : vector<16xi64>
//   %4 = arith.trunci %3 : vector<16xi64> to vector<16xi32>
//
// becomes
//
//   %b = vector.bitcast %x : vector<16xi32> to vector<8xi64>
//   %0 = arith.shli %b, %c32 : vector<8xi64>
//   %1 = arith.shrsi %0, %c32 : vector<8xi64>     // even lanes
//   %2 = arith.shrsi %b, %c32 : vector<8xi64>     // odd lanes
//   %3 = arith.muli %1, %mEven : vector<8xi64>
//   %4 = arith.muli %2, %mOdd : vector<8xi64>
//   %5 = arith.shrsi %3, %c31 : vector<8xi64>
//   %6 = arith.shrsi %4, %c31 : vector<8xi64>
//   %7 = vector.bitcast %5 : vector<8xi64> to vector<16xi32>
//   %8 = vector.bitcast %6 : vector<8xi64> to vector<16xi32>
//   %9 = vector.shuffle %7, %8 [0, 16, 2, 18, ...]
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/ir-mapping.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { LANES = 16, MOST_STEPS = 24, WIDE = 64, NARROW = 32 };

/// The numbers of arith's predicates.
enum { SIGNED_LESS = 2, SIGNED_LAST = 5, SIGNED_GREATER_OR_EQUAL = 5 };

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static bool isIntegerVector(MlirValue value, int leastBits, int mostBits) {
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) ||
      !mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)))
    return false;
  int bits = asIrElementBits(type);
  return bits >= leastBits && bits <= mostBits;
}

/// Whether the operation extends a vector whose elements fit into NARROW bits.
static bool isExtension(MlirOperation op) {
  static const char *const names[] = {"arith.extsi", "arith.extui"};
  return !mlirOperationIsNull(op) && asIrIsOneOf(op, names, 2) &&
         isIntegerVector(mlirOperationGetOperand(op, 0), 8, NARROW);
}

/// The name of the operation if it computes each lane of a vector by itself,
/// else NULL.
static const char *elementwiseName(MlirOperation op) {
  static const char *const names[] = {
      "arith.addi",  "arith.subi",  "arith.muli",  "arith.shli",
      "arith.shrsi", "arith.shrui", "arith.andi",  "arith.ori",
      "arith.xori",  "arith.maxsi", "arith.minsi", "arith.select"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!mlirOperationIsNull(op) && asIrIsNamed(op, names[i]))
      return names[i];
  return NULL;
}

/// The comparison that makes a vector of conditions, of numbers that can be
/// extended or are wide; or null.
static MlirOperation comparisonOf(MlirValue condition) {
  MlirOperation none = {NULL};
  if (!mlirTypeIsAVector(mlirValueGetType(condition)))
    return none;
  MlirOperation op = asIrMadeBy(asVectorRepeatedRow(condition), "arith.cmpi");
  if (mlirOperationIsNull(op))
    return none;
  MlirValue compared = mlirOperationGetOperand(op, 0);
  return isIntegerVector(compared, 8, NARROW) ||
                 isIntegerVector(compared, WIDE, WIDE)
             ? op
             : none;
}

/// Whether even and odd lanes of the operation can be computed by themselves.
static bool canSplit(MlirOperation op) {
  if (!elementwiseName(op))
    return false;
  MlirValue first = mlirOperationGetOperand(op, 0);
  return !asIrIsNamed(op, "arith.select") ||
         !mlirTypeIsAVector(mlirValueGetType(first)) ||
         !mlirOperationIsNull(comparisonOf(first));
}

/// The number that all elements of a constant are; false if there is none.
static bool isSplat(MlirValue value, int64_t *number) {
  MlirOperation op = asIrMadeBy(value, "arith.constant");
  if (mlirOperationIsNull(op))
    return false;
  MlirAttribute all = asIrAttribute(op, "value");
  if (!mlirAttributeIsADenseElements(all) || !mlirDenseElementsAttrIsSplat(all))
    return false;
  *number = mlirIntegerAttrGetValueInt(mlirDenseElementsAttrGetSplatValue(all));
  return true;
}

/// What the arithmetic is made of, each vector once.
typedef struct Leaves {
  int extended; ///< Vectors that are extended.
  int wide;     ///< Vectors of i64, of which lanes must be picked.
  AsIrMap seen;
} Leaves;

static void count(MlirValue value, int steps, Leaves *leaves) {
  value = asVectorRepeatedRow(value);
  MlirOperation op = asIrDefinition(value);
  int64_t number;
  if (asIrMapFind(&leaves->seen, value) >= 0)
    return;
  asIrMapAdd(&leaves->seen, value, value);
  if (isExtension(op))
    leaves->extended++;
  else if (canSplit(op) && steps > 0)
    for (intptr_t i = asIrIsNamed(op, "arith.select");
         i < mlirOperationGetNumOperands(op); i++)
      count(mlirOperationGetOperand(op, i), steps - 1, leaves);
  else if (!mlirOperationIsNull(op) && asIrIsNamed(op, "arith.select"))
    leaves->wide += MOST_STEPS; // Conditions that are not comparisons.
  else if (!isSplat(value, &number) && !asIrIsMadeBy(value, "vector.broadcast"))
    leaves->wide++;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The even and the odd lanes of a vector.
typedef struct Lanes {
  MlirValue even, odd;
} Lanes;

typedef struct Splitting {
  AsArith arith;
  int64_t row, first;  ///< Which LANES of the vectors are computed.
  AsIrMap evens, odds; ///< Of what was split before.
} Splitting;

static MlirType wideType(const Splitting *own) {
  int64_t half = LANES / 2;
  return mlirVectorTypeGet(1, &half,
                           mlirIntegerTypeGet(own->arith.context, WIDE));
}

static MlirValue bitcast(const Splitting *own, MlirValue value, MlirType type) {
  return asArithEmit(&own->arith, "vector.bitcast", type, 1, &value, NULL,
                     (MlirAttribute){NULL});
}

static MlirValue splat(const Splitting *own, int64_t number) {
  MlirType type = wideType(own);
  return asIrInsertConstant(
      own->arith.next,
      mlirDenseElementsAttrSplatGet(
          type,
          mlirIntegerAttrGet(mlirShapedTypeGetElementType(type), number)));
}

/// A vector of pairs of lanes, of at most NARROW bits before.
static MlirValue pairsOf(const Splitting *own, MlirValue narrow,
                         bool isSigned) {
  MlirValue value =
      asVectorPart(&own->arith, narrow, own->row, own->first, LANES);
  if (asIrElementBits(mlirValueGetType(value)) < NARROW)
    value =
        asArithConvert(&own->arith, isSigned ? "arith.extsi" : "arith.extui",
                       value, mlirIntegerTypeGet(own->arith.context, NARROW));
  return bitcast(own, value, wideType(own));
}

static Lanes extend(const Splitting *own, MlirValue narrow, bool isSigned) {
  int64_t number;
  if (isSplat(narrow, &number)) {
    int bits = asIrElementBits(mlirValueGetType(narrow));
    if (!isSigned)
      number &= ((int64_t)1 << bits) - 1;
    MlirValue all = splat(own, number);
    return (Lanes){all, all};
  }
  const AsArith *arith = &own->arith;
  MlirValue pairs = pairsOf(own, narrow, isSigned), half = splat(own, NARROW);
  if (!isSigned)
    return (Lanes){
        asArithBinary(arith, "arith.andi", pairs, splat(own, UINT32_MAX)),
        asArithBinary(arith, "arith.shrui", pairs, half)};
  MlirValue low = asArithBinary(arith, "arith.shli", pairs, half);
  return (Lanes){asArithBinary(arith, "arith.shrsi", low, half),
                 asArithBinary(arith, "arith.shrsi", pairs, half)};
}

static Lanes split(Splitting *own, MlirValue value, int steps);

static MlirValue compare(const Splitting *own, MlirOperation comparison,
                         MlirValue x, MlirValue y) {
  int64_t lanes = LANES / 2;
  return asArithEmit(
      &own->arith, "arith.cmpi",
      mlirVectorTypeGet(1, &lanes, mlirIntegerTypeGet(own->arith.context, 1)),
      2, (MlirValue[]){x, y}, "predicate",
      asIrAttribute(comparison, "predicate"));
}

static Lanes splitComparison(Splitting *own, MlirOperation comparison,
                             int steps) {
  MlirValue x = mlirOperationGetOperand(comparison, 0),
            y = mlirOperationGetOperand(comparison, 1);
  int64_t predicate = mlirIntegerAttrGetValueInt(
              asIrAttribute(comparison, "predicate")),
          number;
  bool isSigned = predicate <= SIGNED_LAST;
  Lanes a, b;
  if (isIntegerVector(x, WIDE, WIDE)) {
    a = split(own, x, steps);
    b = split(own, y, steps);
  } else if ((predicate == SIGNED_LESS ||
              predicate == SIGNED_GREATER_OR_EQUAL) &&
             isSplat(y, &number) && number == 0) {
    // The highest bit tells, and need not be moved down.
    MlirValue pairs = pairsOf(own, x, true), zero = splat(own, 0);
    a = (Lanes){
        asArithBinary(&own->arith, "arith.shli", pairs, splat(own, NARROW)),
        pairs};
    b = (Lanes){zero, zero};
  } else {
    a = extend(own, x, isSigned);
    b = extend(own, y, isSigned);
  }
  return (Lanes){compare(own, comparison, a.even, b.even),
                 compare(own, comparison, a.odd, b.odd)};
}

/// The operation on two or three split operands.
static Lanes splitOperation(Splitting *own, MlirOperation op, int steps) {
  intptr_t num = mlirOperationGetNumOperands(op);
  MlirValue even[3], odd[3];
  for (intptr_t i = 0; i < num; i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    MlirOperation comparison = comparisonOf(operand);
    Lanes lanes = {operand, operand}; // One condition for all.
    if (!mlirOperationIsNull(comparison))
      lanes = splitComparison(own, comparison, steps - 1);
    else if (mlirTypeIsAVector(mlirValueGetType(operand)))
      lanes = split(own, operand, steps - 1);
    even[i] = lanes.even;
    odd[i] = lanes.odd;
  }
  const char *name = elementwiseName(op);
  MlirAttribute none = {NULL};
  return (Lanes){
      asArithEmit(&own->arith, name, wideType(own), (int)num, even, NULL, none),
      asArithEmit(&own->arith, name, wideType(own), (int)num, odd, NULL, none)};
}

static Lanes splitAnew(Splitting *own, MlirValue value, int steps) {
  value = asVectorRepeatedRow(value);
  MlirOperation op = asIrDefinition(value);
  int64_t number;
  if (isExtension(op))
    return extend(own, mlirOperationGetOperand(op, 0),
                  asIrIsNamed(op, "arith.extsi"));
  if (canSplit(op) && steps > 0)
    return splitOperation(own, op, steps);
  if (isSplat(value, &number)) {
    MlirValue all = splat(own, number);
    return (Lanes){all, all};
  }
  MlirOperation broadcast = asIrMadeBy(value, "vector.broadcast");
  if (!mlirOperationIsNull(broadcast)) {
    MlirValue scalar = mlirOperationGetOperand(broadcast, 0);
    if (!mlirTypeIsAVector(mlirValueGetType(scalar))) {
      MlirValue all =
          asArithEmit(&own->arith, "vector.broadcast", wideType(own), 1,
                      &scalar, NULL, (MlirAttribute){NULL});
      return (Lanes){all, all};
    }
  }
  MlirValue all = asVectorPart(&own->arith, value, own->row, own->first, LANES);
  return (Lanes){asDeinterleave(&own->arith, all, 2, 0),
                 asDeinterleave(&own->arith, all, 2, 1)};
}

static Lanes split(Splitting *own, MlirValue value, int steps) {
  int known = asIrMapFind(&own->evens, value);
  if (known >= 0)
    return (Lanes){own->evens.to[known], own->odds.to[known]};
  Lanes lanes = splitAnew(own, value, steps);
  asIrMapAdd(&own->evens, value, lanes.even);
  asIrMapAdd(&own->odds, value, lanes.odd);
  return lanes;
}

/// The lower halves of both, alternately.
static MlirValue join(const Splitting *own, Lanes lanes) {
  int64_t count = LANES, places[LANES];
  MlirType type = mlirVectorTypeGet(
      1, &count, mlirIntegerTypeGet(own->arith.context, NARROW));
  for (int64_t l = 0; l < count; l++)
    places[l] = l % 2 ? count + l - 1 : l;
  return asVectorShuffle(&own->arith, bitcast(own, lanes.even, type),
                         bitcast(own, lanes.odd, type), places, count);
}

/// LANES of a row as the operation truncates them.
static MlirValue computePart(MlirOperation op, int64_t row, int64_t first) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  Splitting own = {.arith = asArithBefore(op), .row = row, .first = first};
  MlirValue joined = join(&own, split(&own, source, MOST_STEPS));
  if (asIrElementBits(type) < NARROW)
    joined = asArithConvert(&own.arith, "arith.trunci", joined,
                            mlirShapedTypeGetElementType(type));
  asIrMapFree(&own.evens);
  asIrMapFree(&own.odds);
  return joined;
}

static MlirValue computeRow(MlirOperation op, int64_t row, int64_t lanes) {
  AsArith arith = asArithBefore(op);
  MlirValue all = {NULL};
  for (int64_t first = 0; first < lanes; first += LANES) {
    MlirValue part = computePart(op, row, first);
    all = first ? asVectorConcat(&arith, all, part) : part;
  }
  return all;
}

static bool isWorthIt(MlirOperation op) {
  MlirValue source = mlirOperationGetOperand(op, 0);
  if (!isIntegerVector(source, WIDE, WIDE) ||
      !isIntegerVector(mlirOperationGetResult(op, 0), 8, NARROW) ||
      mlirShapedTypeGetRank(mlirValueGetType(source)) == 0)
    return false;
  int64_t lanes = asVectorSize(source) / asVectorNumRows(source);
  Leaves leaves = {0};
  count(source, MOST_STEPS, &leaves);
  asIrMapFree(&leaves.seen);
  return lanes % LANES == 0 && lanes <= AS_INTERLEAVE_MOST &&
         leaves.extended > 0 && leaves.wide <= leaves.extended;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "arith.trunci") || !isWorthIt(op))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  AsArith arith = asArithBefore(op);
  MlirValue all = asArithEmit(&arith, "ub.poison", mlirValueGetType(result), 0,
                              NULL, NULL, (MlirAttribute){NULL});
  int64_t rows = asVectorNumRows(result), lanes = asVectorSize(result) / rows;
  for (int64_t r = 0; r < rows; r++)
    all = asVectorSetRow(&arith, all, computeRow(op, r, lanes), r);
  mlirValueReplaceAllUsesOfWith(result, all);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asSplitWideLanes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
