//===- scale-after-lanes.c - Scale sums of quantised weights after lanes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where lanes are along what is summed up, as in a matrix times a vector, a
// group of quantised weights that share a scale is a few vectors of lanes. A
// sum in partial results multiplies each of these vectors by the scale, and
// adds it to partial results of its own. Adds up the vectors of a group, scales
// their sum, and adds that to partial results of one vector: a multiplication
// for each group instead of one for each vector, and fewer registers.
//
// This is to lanes what scale-after-loops.c is to loops, and comes after it.
// Which factor is a scale: see scaled-terms.h. Rows that share weights scale
// them once, but each has a sum of its own to scale: of more of them than a
// group has vectors, the vectors are added up as they are, for the registers.
//
// Only where all lanes of a group are added up after the loop: where they are
// different results, they may have one scale as well.
//
// Requires:    canonical IR; structured loops; that sums may be reordered.
// Provides:    no partial results of which several vectors have one scale.
// Invalidates: these loops.
//
//   %s = vector.broadcast %scale : f32 to vector<32xf32>
//   %w = arith.sitofp %b : vector<32xi8> to vector<32xf32>
//   %d = arith.mulf %w, %s : vector<32xf32>
//   %p = arith.mulf %a, %d : vector<32xf32>
//   %n = arith.addf %partial, %p : vector<32xf32>    // carried by an scf.for
//
// becomes, with registers of 16 lanes,
//
//   %p = arith.mulf %a, %w : vector<32xf32>
//   %p0 = vector.shuffle %p, %p [0, ..., 15]
//   %p1 = vector.shuffle %p, %p [16, ..., 31]
//   %q = arith.addf %p0, %p1 : vector<16xf32>
//   %t = vector.shuffle %s, %s [0, ..., 15]
//   %r = arith.mulf %q, %t : vector<16xf32>
//   %n = arith.addf %partial, %r : vector<16xf32>
//
// and after the loop zeros take the place of the other partial results.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/element-origin.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/scaled-terms.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { BOUNDS = 3, LANE_BYTES = 4 };

/// Partial results that a loop carries, in groups of vectors with one scale.
typedef struct Partial {
  MlirOperation loop;
  intptr_t index;    ///< Of the iter_arg.
  MlirOperation add; ///< Of a term to it.
  intptr_t term;     ///< Which operand of the addition.
  AsScaling scaling;
  bool isScaledAfter; ///< Else its vectors are added up as they are.
  int64_t lanes;      ///< Of a vector that fits into a register.
  int64_t vectors;    ///< Of a group.
} Partial;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether each `count` elements that follow each other are copies of one.
static bool areCopies(MlirValue vector, int64_t count) {
  for (int64_t first = 0; first < asVectorSize(vector); first += count)
    for (int64_t i = 1; i < count; i++)
      if (!asAreSameElement(vector, first, first + i))
        return false;
  return true;
}

/// Whether all that is made of a vector are sums of `count` lanes each that
/// follow each other, or of several times as many: which of these lanes has
/// which number makes no difference then.
static bool isSummedUp(MlirValue vector, int64_t count) {
  MlirAttribute add = mlirAttributeParseGet(mlirValueGetContext(vector),
                                            asIrString("#vector.kind<add>"));
  for (MlirOpOperand use = mlirValueGetFirstUse(vector);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (asIrIsNamed(op, "vector.reduction")) {
      if (mlirOpOperandGetOperandNumber(use) != 0 ||
          !mlirAttributeEqual(asIrAttribute(op, "kind"), add))
        return false;
    } else if (asIrIsNamed(op, "vector.shape_cast") ||
               asIrIsNamed(op, "vector.extract")) {
      MlirValue part = mlirOperationGetResult(op, 0);
      if (mlirOperationGetNumOperands(op) > 1 ||
          !mlirTypeIsAVector(mlirValueGetType(part)) ||
          asVectorSize(part) % count || !isSummedUp(part, count))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// Whether the factor is the same number in all lanes of each group of two
/// vectors or more, which are all added up after the loop. Sets how many these
/// are, and whether to scale their sum.
static bool isScaleOfLanes(MlirValue factor, MlirValue other, void *context) {
  Partial *own = context;
  MlirType type = mlirValueGetType(factor);
  if (!asIrHasOneUse(factor) || !asIsWidened(other))
    return false;
  // Of f16, a scale is widened, too.
  MlirOperation widening = asIrMadeBy(factor, "arith.extf");
  MlirValue scale = mlirOperationIsNull(widening)
                        ? factor
                        : mlirOperationGetOperand(widening, 0);
  int64_t group = 1, largest = 0;
  for (intptr_t r = mlirShapedTypeGetRank(type) - 1; r >= 0; r--) {
    group *= mlirShapedTypeGetDimSize(type, r);
    if (group % own->lanes == 0 && group <= AS_INTERLEAVE_MOST &&
        areCopies(scale, group) &&
        isSummedUp(mlirOperationGetResult(own->loop, own->index), group))
      largest = group;
  }
  own->vectors = largest / own->lanes;
  own->isScaledAfter = asSharedRows(other) <= own->vectors;
  return own->vectors > 1;
}

/// Whether `value` has one use, and that is `op`, as operand `*operand`.
static bool goesInto(MlirValue value, MlirOperation *op, intptr_t *operand) {
  if (!asIrHasOneUse(value))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(value);
  *op = mlirOpOperandGetOwner(use);
  *operand = mlirOpOperandGetOperandNumber(use);
  return true;
}

/// Whether the loop only adds terms to what it carries that have one scale for
/// several vectors, and what it carries is summed up after it.
static bool match(Partial *own, int vectorBytes) {
  MlirBlock body = asIrBody(own->loop);
  MlirValue carried = mlirBlockGetArgument(body, own->index + 1);
  MlirType type = mlirValueGetType(carried);
  if (!mlirTypeIsAVector(type) || mlirShapedTypeGetRank(type) == 0 ||
      !mlirTypeIsAF32(mlirShapedTypeGetElementType(type)))
    return false;
  intptr_t rank = mlirShapedTypeGetRank(type), operand = 0, place = 0;
  MlirOperation end = {NULL};
  own->lanes = vectorBytes / LANE_BYTES;
  if (mlirShapedTypeGetDimSize(type, rank - 1) % own->lanes ||
      !goesInto(carried, &own->add, &operand) ||
      !asIrIsNamed(own->add, "arith.addf") ||
      !mlirBlockEqual(mlirOperationGetBlock(own->add), body) ||
      !goesInto(mlirOperationGetResult(own->add, 0), &end, &place) ||
      !mlirOperationEqual(end, mlirBlockGetTerminator(body)) ||
      place != own->index)
    return false;
  own->term = 1 - operand;
  own->scaling = asFindScaling(mlirOperationGetOperand(own->add, own->term),
                               isScaleOfLanes, own);
  return !mlirOperationIsNull(own->scaling.op) &&
         asIrHasOneUse(mlirOperationGetResult(own->scaling.op, 0));
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Vector `number` of all, of those that fit into a register.
static MlirValue vectorOf(const Partial *own, const AsArith *arith,
                          MlirValue value, int64_t number) {
  MlirType type = mlirValueGetType(value);
  int64_t row = mlirShapedTypeGetDimSize(type, mlirShapedTypeGetRank(type) - 1),
          first = number * own->lanes;
  return asVectorPart(arith, value, first / row, first % row, own->lanes);
}

static MlirValue zerosOf(const AsArith *arith, MlirType type) {
  MlirAttribute zero = mlirFloatAttrDoubleGet(
      arith->context, mlirShapedTypeGetElementType(type), 0);
  return asArithEmit(arith, "arith.constant", type, 0, NULL, "value",
                     mlirDenseElementsAttrSplatGet(type, zero));
}

/// The sum of the vectors of group `group`, scaled, and added to `partial`.
static MlirValue addScaledSum(const Partial *own, const AsArith *arith,
                              MlirValue partial, MlirValue unscaled,
                              int64_t group) {
  int64_t first = group * own->vectors;
  MlirValue sum = vectorOf(own, arith, unscaled, first);
  for (int64_t v = 1; v < own->vectors; v++)
    sum = asArithAdd(arith, sum, vectorOf(own, arith, unscaled, first + v));
  MlirValue scale = vectorOf(own, arith, own->scaling.scale, first);
  return asArithAdd(arith, partial, asArithMul(arith, sum, scale));
}

/// The vectors of group `group` added to `partial`, each in a multiply-add.
static MlirValue addVectors(const Partial *own, const AsArith *arith,
                            MlirValue partial, MlirValue terms, int64_t group) {
  for (int64_t v = 0; v < own->vectors; v++)
    partial = asArithAdd(arith, partial,
                         vectorOf(own, arith, terms, group * own->vectors + v));
  return partial;
}

/// What a step of the loop makes of its partial results; a row for each group.
static MlirValue nextSums(const Partial *own, const AsArith *arith,
                          MlirValue carried, int64_t groups) {
  MlirValue terms = mlirOperationGetOperand(own->add, own->term),
            next = carried;
  if (own->isScaledAfter)
    terms = asUnscaled(arith, terms, &own->scaling);
  for (int64_t g = 0; g < groups; g++) {
    MlirValue partial = asVectorRow(arith, carried, g);
    partial = own->isScaledAfter ? addScaledSum(own, arith, partial, terms, g)
                                 : addVectors(own, arith, partial, terms, g);
    next = asVectorSetRow(arith, next, partial, g);
  }
  return next;
}

/// The partial results as they were, of type `type`: those of a group, and
/// zeros.
static MlirValue spread(const Partial *own, const AsArith *arith,
                        MlirValue sums, int64_t groups, MlirType type) {
  int64_t lanes[AS_INTERLEAVE_MOST], count = own->lanes * own->vectors;
  for (int64_t l = 0; l < count; l++)
    lanes[l] = l < own->lanes ? l : own->lanes;
  MlirType rows = mlirVectorTypeGet(2, (int64_t[]){groups, count},
                                    mlirShapedTypeGetElementType(type));
  MlirValue all = zerosOf(arith, rows);
  for (int64_t g = 0; g < groups; g++) {
    MlirValue row = asVectorRow(arith, sums, g);
    MlirValue zeros = asArithNumber(arith, row, 0);
    all = asVectorSetRow(arith, all,
                         asVectorShuffle(arith, row, zeros, lanes, count), g);
  }
  return asVectorReshape(arith, all, type);
}

static void rewrite(const Partial *own) {
  MlirOperation loop = own->loop;
  MlirBlock body = asIrBody(loop);
  AsArith before = asArithBefore(loop), inside = asArithBefore(own->add),
          after = asArithBefore(mlirOperationGetNextInBlock(loop));
  MlirValue carried = mlirBlockGetArgument(body, own->index + 1),
            start = mlirOperationGetOperand(loop, BOUNDS + own->index),
            result = mlirOperationGetResult(loop, own->index);
  MlirType old = mlirValueGetType(carried);
  int64_t groups = asVectorSize(carried) / own->lanes / own->vectors;
  MlirType type = mlirVectorTypeGet(2, (int64_t[]){groups, own->lanes},
                                    mlirShapedTypeGetElementType(old));

  MlirValue zeros = zerosOf(&before, type),
            stand = zerosOf(&after, old); // For the result until its type is.
  mlirValueReplaceAllUsesOfWith(result, stand);
  mlirOperationSetOperand(loop, BOUNDS + own->index, zeros);
  mlirValueSetType(carried, type);
  mlirValueSetType(result, type);
  mlirOperationSetOperand(mlirBlockGetTerminator(body), own->index,
                          nextSums(own, &inside, carried, groups));
  mlirOperationDestroy(own->add);

  MlirValue whole = spread(own, &after, result, groups, old);
  if (!asIrIsZero(start))
    whole = asArithAdd(&after, whole, start);
  mlirValueReplaceAllUsesOfWith(stand, whole);
}

static MlirWalkResult visit(MlirOperation loop, void *context) {
  const int *vectorBytes = context;
  if (!asIrIsNamed(loop, "scf.for"))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++) {
    Partial own = {.loop = loop, .index = i};
    if (match(&own, *vectorBytes))
      rewrite(&own);
  }
  return MlirWalkResultAdvance;
}

void asScaleAfterLanes(MlirModule module, int vectorBytes) {
  if (vectorBytes >= LANE_BYTES)
    mlirOperationWalk(mlirModuleGetOperation(module), visit, &vectorBytes,
                      MlirWalkPostOrder);
}
