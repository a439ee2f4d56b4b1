//===- lane-products.c - Add products of narrow integers lane by lane
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects vpdpwssd for sums of products that do not go in pairs: those of a
// depthwise convolution of bytes, where each lane of an image meets a weight of
// its own. Multiplying in 32 bits takes an instruction for the product, of long
// latency, and one for the sum.
//
// The instruction multiplies the lower and the upper halves of lanes, and adds
// both products. The upper half of one factor is made zero, so the product of
// the upper halves is as well, whatever the other factor has there. The factor
// that more products use is the one that is changed: weights, which a register
// tile of pixels shares.
//
// Requires:    no step that has to know all side effects comes later.
// Provides:    no sums of products of extended bytes or i16 in vectors, on CPUs
//              that have the instruction.
// Invalidates: nothing.
//
//   %a = arith.extsi %x : vector<16xi8> to vector<16xi32>
//   %b = arith.extsi %w : vector<16xi8> to vector<16xi32>
//   %p = arith.muli %a, %b : vector<16xi32>
//   %n = arith.addi %sum, %p : vector<16xi32>
//
// becomes
//
//   %a = arith.extsi %x : vector<16xi8> to vector<16xi32>
//   %0 = arith.extsi %w : vector<16xi8> to vector<16xi16>
//   %b = arith.extui %0 : vector<16xi16> to vector<16xi32>
//   %1 = vector.bitcast %a : vector<16xi32> to vector<32xi16>
//   %2 = vector.bitcast %b : vector<16xi32> to vector<32xi16>
//   %n = llvm.call_intrinsic "llvm.x86.avx512.vpdpwssd.512"(%sum, %1, %2)
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/byte-dots.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { LANE_BITS = 32, HALF_BITS = 16, FEWEST_LANES = 4 };

typedef struct Product {
  MlirOperation sum;  ///< The arith.addi.
  MlirValue rest;     ///< What the product is added to.
  MlirValue wide[2];  ///< The extended factors, or rows that they repeat.
  int uses[2];        ///< How many operations use them.
  AsNarrow narrow[2]; ///< What they are extended from.
} Product;

/// Whether the lanes can be cut into those of instructions, of which the last
/// one may have fewer.
static bool fits(MlirValue sums, int lanes) {
  MlirType type = mlirValueGetType(sums);
  if (!mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) ||
      !mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)) ||
      asIrElementBits(type) != LANE_BITS || mlirShapedTypeGetRank(type) == 0)
    return false;
  int64_t count = asVectorSize(sums) / asVectorNumRows(sums),
          rest = count % lanes;
  return count <= AS_INTERLEAVE_MOST &&
         (rest == 0 || (rest >= FEWEST_LANES && (rest & (rest - 1)) == 0));
}

/// The row that is repeated in a vector of several dimensions, or the vector.
static MlirValue repeatedRow(MlirValue vector) {
  MlirOperation broadcast = asIrMadeBy(vector, "vector.broadcast");
  if (mlirOperationIsNull(broadcast))
    return vector;
  MlirValue row = mlirOperationGetOperand(broadcast, 0);
  MlirType type = mlirValueGetType(row);
  return mlirTypeIsAVector(type) && mlirShapedTypeGetRank(type) == 1 &&
                 asVectorSize(row) ==
                     asVectorSize(vector) / asVectorNumRows(vector)
             ? row
             : vector;
}

/// Whether the numbers are i16 with their signs, or shorter.
static bool isShort(MlirValue wide, AsNarrow *found) {
  return asNarrowFind(wide, found) && mlirOperationIsNull(found->extract) &&
         strcmp(found->widening, "arith.extf") != 0 &&
         (found->bits < HALF_BITS ||
          strcmp(found->widening, "arith.extsi") == 0);
}

static bool findProduct(MlirOperation op, int lanes, Product *product) {
  if (!asIrIsNamed(op, "arith.addi") ||
      !fits(mlirOperationGetResult(op, 0), lanes))
    return false;
  for (int i = 0; i < 2; i++) {
    MlirValue term = mlirOperationGetOperand(op, i);
    MlirOperation factors = asIrMadeBy(term, "arith.muli");
    if (mlirOperationIsNull(factors) || !asIrHasOneUse(term))
      continue;
    *product = (Product){.sum = op, .rest = mlirOperationGetOperand(op, 1 - i)};
    bool areShort = true;
    for (int f = 0; f < 2; f++) {
      MlirValue factor = mlirOperationGetOperand(factors, f);
      product->wide[f] = repeatedRow(factor);
      product->uses[f] = asIrCountUses(factor);
      areShort &= isShort(product->wide[f], &product->narrow[f]);
    }
    if (areShort)
      return true;
  }
  return false;
}

/// Which factor gets upper halves of zero: one that has no sign has them
/// anyway.
static int factorToClear(const Product *product) {
  for (int f = 0; f < 2; f++)
    if (strcmp(product->narrow[f].widening, "arith.extui") == 0)
      return f;
  return product->uses[1] > product->uses[0];
}

/// Extended to half a lane with the sign, and from there without.
static MlirValue clearUpper(const AsArith *arith, const AsNarrow *narrow) {
  MlirValue half = narrow->source;
  if (narrow->bits < HALF_BITS)
    half = asArithConvert(arith, narrow->widening, half,
                          mlirIntegerTypeGet(arith->context, HALF_BITS));
  return asArithConvert(arith, "arith.extui", half,
                        mlirIntegerTypeGet(arith->context, LANE_BITS));
}

/// A slice of a row of a factor, as halves of lanes.
static MlirValue halvesOf(const AsArith *arith, MlirValue factor, int64_t first,
                          int64_t count) {
  int64_t halves = 2 * count;
  MlirValue slice = count < asVectorSize(factor)
                        ? asVectorSlice(arith, factor, first, count)
                        : factor;
  return asArithEmit(
      arith, "vector.bitcast",
      mlirVectorTypeGet(1, &halves,
                        mlirIntegerTypeGet(arith->context, HALF_BITS)),
      1, &slice, NULL, (MlirAttribute){NULL});
}

/// Halves the lanes until they fit one instruction.
static MlirValue callParts(const AsArith *arith, MlirValue sums,
                           const MlirValue factors[2], int64_t first,
                           int64_t count, int lanes) {
  int64_t half = count / lanes / 2 * lanes;
  half = half ? half : lanes;
  if (count > lanes)
    return asVectorConcat(
        arith, callParts(arith, sums, factors, first, half, lanes),
        callParts(arith, sums, factors, first + half, count - half, lanes));
  MlirValue own = count < asVectorSize(sums)
                      ? asVectorSlice(arith, sums, first, count)
                      : sums;
  return asCallDot(arith, "vpdpwssd",
                   (MlirValue[]){own, halvesOf(arith, factors[0], first, count),
                                 halvesOf(arith, factors[1], first, count)});
}

static MlirWalkResult select(MlirOperation op, void *context) {
  const int *lanes = context;
  Product product;
  if (!findProduct(op, *lanes, &product))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  int64_t rows = asVectorNumRows(result), count = asVectorSize(result) / rows;
  int cleared = factorToClear(&product);
  MlirValue factors[] = {product.wide[1 - cleared],
                         clearUpper(&arith, &product.narrow[cleared])};
  MlirValue all = asArithEmit(&arith, "ub.poison", mlirValueGetType(result), 0,
                              NULL, NULL, (MlirAttribute){NULL});
  for (int64_t r = 0; r < rows; r++) {
    MlirValue own[] = {asVectorRow(&arith, factors[0], r),
                       asVectorRow(&arith, factors[1], r)};
    MlirValue sums = callParts(&arith, asVectorRow(&arith, product.rest, r),
                               own, 0, count, *lanes);
    all = asVectorSetRow(&arith, all, sums, r);
  }
  mlirValueReplaceAllUsesOfWith(result, all);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asSelectLaneProducts(MlirModule module, int lanes) {
  if (lanes)
    mlirOperationWalk(mlirModuleGetOperation(module), select, &lanes,
                      MlirWalkPostOrder);
}
