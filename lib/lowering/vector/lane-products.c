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
  int uses[2];        ///< How many operations use them.
  AsNarrow narrow[2]; ///< What the factors are extended from.
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
      product->uses[f] = asIrCountUses(factor);
      areShort &= isShort(asVectorRepeatedRow(factor), &product->narrow[f]);
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

/// Lanes of a sum, and what of the factors belongs to them.
typedef struct Part {
  int64_t row, first, count;
} Part;

/// A factor as halves of lanes. Bytes are extended after they were taken apart:
/// LLVM extends vectors that are no power of two byte by byte.
static MlirValue halvesOf(const AsArith *arith, const AsNarrow *narrow,
                          const Part *part, bool isCleared) {
  MlirType lane = mlirIntegerTypeGet(arith->context, LANE_BITS),
           half = mlirIntegerTypeGet(arith->context, HALF_BITS);
  MlirValue value =
      asVectorPart(arith, narrow->source, part->row, part->first, part->count);
  if (!isCleared) {
    value = asArithConvert(arith, narrow->widening, value, lane);
  } else { // To half a lane with the sign, and from there without.
    if (narrow->bits < HALF_BITS)
      value = asArithConvert(arith, narrow->widening, value, half);
    value = asArithConvert(arith, "arith.extui", value, lane);
  }
  int64_t halves = 2 * part->count;
  return asArithEmit(arith, "vector.bitcast",
                     mlirVectorTypeGet(1, &halves, half), 1, &value, NULL,
                     (MlirAttribute){NULL});
}

static MlirValue addPart(const AsArith *arith, const Product *product,
                         const Part *part) {
  int cleared = factorToClear(product);
  return asCallDot(
      arith, "vpdpwssd",
      (MlirValue[]){asVectorPart(arith, product->rest, part->row, part->first,
                                 part->count),
                    halvesOf(arith, &product->narrow[1 - cleared], part, false),
                    halvesOf(arith, &product->narrow[cleared], part, true)});
}

/// A row of the sums.
static MlirValue addRow(const AsArith *arith, const Product *product,
                        int64_t row, int64_t count, int lanes) {
  MlirValue sums = {NULL};
  for (int64_t first = 0; first < count; first += lanes) {
    Part part = {row, first, count - first < lanes ? count - first : lanes};
    MlirValue own = addPart(arith, product, &part);
    sums = first ? asVectorConcat(arith, sums, own) : own;
  }
  return sums;
}

static MlirWalkResult select(MlirOperation op, void *context) {
  const int *lanes = context;
  Product product;
  if (!findProduct(op, *lanes, &product))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue result = mlirOperationGetResult(op, 0);
  int64_t rows = asVectorNumRows(result), count = asVectorSize(result) / rows;
  MlirValue all = asArithEmit(&arith, "ub.poison", mlirValueGetType(result), 0,
                              NULL, NULL, (MlirAttribute){NULL});
  for (int64_t r = 0; r < rows; r++)
    all = asVectorSetRow(&arith, all,
                         addRow(&arith, &product, r, count, *lanes), r);
  mlirValueReplaceAllUsesOfWith(result, all);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asSelectLaneProducts(MlirModule module, int lanes) {
  if (lanes)
    mlirOperationWalk(mlirModuleGetOperation(module), select, &lanes,
                      MlirWalkPostOrder);
}
