//===- dot-products.c - Form pairwise dot products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites two multiply-adds of narrow numbers into one pairwise dot product.
// Sums of i32 become a multiplication of interleaved lanes whose even and odd
// products are added, which LLVM selects as vpmaddwd or vpdpwssd. Sums of f32
// from bf16 become x86vector.avx512.dot (vdpbf16ps), if the CPU has it.
//
// These instructions multiply pairs of 16-bit numbers and add both products, at
// twice the rate of 32-bit products or more. LLVM recognises the integer form
// only when it is written like this, and never forms the bf16 instruction. The
// rows are interleaved once for all sums that use them.
//
// Sums of integers may be reordered. Products of bf16 are exact in f32, so
// vdpbf16ps gives two multiply-adds in another order, except that it treats
// denormals as zero.
//
// Requires:    canonical IR; multiply-adds as arith.muli and arith.addi, or
//              vector.fma, of a broadcast scalar and a vector, both extended
//              from narrow types.
// Provides:    pairs of consecutive multiply-adds into 1-D vectors are dot
//              products.
// Invalidates: nothing.
//
//   %p0 = arith.muli %a0, %row0 : vector<16xi32>   // %a0, %a1: broadcast
//   %s0 = arith.addi %sum, %p0 : vector<16xi32>    // scalars; all factors
//   %p1 = arith.muli %a1, %row1 : vector<16xi32>   // extended from i8
//   %s1 = arith.addi %s0, %p1 : vector<16xi32>
//
// becomes
//
//   %x = arith.extsi ... : vector<32xi8> to vector<32xi32>  // a0 a1 a0 a1 ...
//   %y = arith.extsi ... : vector<32xi8> to vector<32xi32>  // both rows, mixed
//   %p = arith.muli %x, %y : vector<32xi32>
//   %even = vector.shuffle %p, %p [0, 2, 4, ...]
//   %odd = vector.shuffle %p, %p [1, 3, 5, ...]
//   %q = arith.addi %even, %odd : vector<16xi32>
//   %s1 = arith.addi %sum, %q : vector<16xi32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { MAX_LANES = 128, DOT_LANES = 16 };

/// The product of a broadcast scalar and a vector.
typedef struct Product {
  AsNarrow scalar, row;
} Product;

static bool isBf16(const AsNarrow *operand) {
  return strcmp(operand->widening, "arith.extf") == 0;
}

/// Whether the instructions can multiply the operand: bf16, i8, or
/// sign-extended i16.
static bool isMultipliable(const AsNarrow *operand) {
  return operand->bits == 8 || isBf16(operand) ||
         strcmp(operand->widening, "arith.extsi") == 0;
}

/// Matches the first two operands of `op` as a product, in either order.
static bool findProduct(MlirOperation op, Product *product) {
  for (int i = 0; i < 2; i++) {
    MlirOperation repeated = asIrDefinition(mlirOperationGetOperand(op, i));
    if (mlirOperationIsNull(repeated) ||
        !asIrIsNamed(repeated, "vector.broadcast"))
      continue;
    MlirValue scalar = mlirOperationGetOperand(repeated, 0);
    return !mlirTypeIsAVector(mlirValueGetType(scalar)) &&
           asNarrowFind(scalar, &product->scalar) &&
           asNarrowFind(mlirOperationGetOperand(op, 1 - i), &product->row) &&
           isMultipliable(&product->scalar) && isMultipliable(&product->row);
  }
  return false;
}

/// Matches `op` as the sum of a product and *rest.
static bool findSum(MlirOperation op, Product *product, MlirValue *rest) {
  if (mlirOperationIsNull(op))
    return false;
  if (asIrIsNamed(op, "vector.fma")) {
    *rest = mlirOperationGetOperand(op, 2);
    return findProduct(op, product);
  }
  for (int i = 0; i < 2 && asIrIsNamed(op, "arith.addi"); i++) {
    MlirOperation factors = asIrDefinition(mlirOperationGetOperand(op, i));
    *rest = mlirOperationGetOperand(op, 1 - i);
    if (!mlirOperationIsNull(factors) && asIrIsNamed(factors, "arith.muli") &&
        findProduct(factors, product))
      return true;
  }
  return false;
}

static MlirValue shuffle(const AsArith *arith, MlirValue x, MlirValue y,
                         const int64_t *lanes, int64_t count) {
  MlirType element = asNarrowElement(mlirValueGetType(x));
  return asArithEmit(arith, "vector.shuffle",
                     mlirVectorTypeGet(1, &count, element), 2,
                     (MlirValue[]){x, y}, "mask",
                     mlirDenseI64ArrayGet(arith->context, count, lanes));
}

static MlirValue widen(const AsArith *arith, MlirValue x, const AsNarrow *as) {
  return asArithConvert(arith, as->widening, x,
                        mlirIntegerTypeGet(arith->context, 32));
}

/// The narrow factors of both products.
typedef struct Factors {
  MlirValue pair;    ///< Both scalars as a vector of two.
  MlirValue rows[2]; ///< The vector that each scalar is multiplied with.
} Factors;

static Factors emitFactors(const AsArith *arith, const Product products[2]) {
  Factors factors;
  MlirValue scalars[2];
  int64_t two = 2;
  for (int p = 0; p < 2; p++) {
    scalars[p] = asNarrowEmit(arith, &products[p].scalar);
    factors.rows[p] = asNarrowEmit(arith, &products[p].row);
  }
  factors.pair =
      asArithEmit(arith, "vector.from_elements",
                  mlirVectorTypeGet(1, &two, mlirValueGetType(scalars[0])), 2,
                  scalars, NULL, (MlirAttribute){NULL});
  return factors;
}

/// A vector of `count` copies of the pair of scalars.
static MlirValue broadcastPair(const AsArith *arith, const Factors *factors,
                               int64_t count) {
  int64_t both[2 * MAX_LANES];
  for (int64_t l = 0; l < 2 * count; l++)
    both[l] = l % 2;
  return shuffle(arith, factors->pair, factors->pair, both, 2 * count);
}

/// Interleaves `count` lanes of both rows, from lane `first` on.
static MlirValue interleaveRows(const AsArith *arith, const Factors *factors,
                                int64_t first, int64_t count) {
  int64_t lanes =
      mlirShapedTypeGetDimSize(mlirValueGetType(factors->rows[0]), 0);
  int64_t pairs[2 * MAX_LANES];
  for (int64_t l = 0; l < count; l++) {
    pairs[2 * l] = first + l;
    pairs[2 * l + 1] = lanes + first + l;
  }
  return shuffle(arith, factors->rows[0], factors->rows[1], pairs, 2 * count);
}

/// The sum of both integer products, `count` lanes wide.
static MlirValue addIntegerProducts(const AsArith *arith,
                                    const Product products[2], int64_t count) {
  int64_t even[MAX_LANES], odd[MAX_LANES];
  for (int64_t l = 0; l < count; l++) {
    even[l] = 2 * l;
    odd[l] = 2 * l + 1;
  }
  Factors factors = emitFactors(arith, products);
  MlirValue x = broadcastPair(arith, &factors, count),
            y = interleaveRows(arith, &factors, 0, count);
  MlirValue product =
      asArithBinary(arith, "arith.muli", widen(arith, x, &products[0].scalar),
                    widen(arith, y, &products[0].row));
  return asArithBinary(arith, "arith.addi",
                       shuffle(arith, product, product, even, count),
                       shuffle(arith, product, product, odd, count));
}

/// Adds both products of bf16 to `count` lanes of the sums, from lane `first`
/// on. Splits the lanes in halves until they fit one instruction.
static MlirValue addDots(const AsArith *arith, const Factors *factors,
                         MlirValue sums, int64_t first, int64_t count) {
  int64_t lanes[MAX_LANES];
  if (count > DOT_LANES) {
    for (int64_t l = 0; l < count; l++)
      lanes[l] = l;
    int64_t half = count / 2;
    return shuffle(arith, addDots(arith, factors, sums, first, half),
                   addDots(arith, factors, sums, first + half, half), lanes,
                   count);
  }
  for (int64_t l = 0; l < count; l++)
    lanes[l] = first + l;
  MlirValue own = shuffle(arith, sums, sums, lanes, count);
  return asArithEmit(
      arith, "x86vector.avx512.dot", mlirValueGetType(own), 3,
      (MlirValue[]){own, broadcastPair(arith, factors, count),
                    interleaveRows(arith, factors, first, count)},
      NULL, (MlirAttribute){NULL});
}

/// Whether the lanes can be halved down to a width of the bf16 instruction.
static bool canUseBf16Dot(MlirType type) {
  int64_t count = mlirShapedTypeGetDimSize(type, 0);
  return mlirTypeIsAF32(asNarrowElement(type)) && count >= 4 &&
         (count & (count - 1)) == 0;
}

static bool isInteger32(MlirType type) {
  MlirType element = asNarrowElement(type);
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 32;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  const bool *hasBf16Dot = context;
  Product products[2];
  MlirValue inner, sums;
  if (!findSum(op, &products[1], &inner) ||
      !findSum(asIrDefinition(inner), &products[0], &sums) ||
      !asIrHasOneUse(inner))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(sums);
  bool isBf16Dot = isBf16(&products[0].row);
  if (mlirShapedTypeGetRank(type) != 1 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > MAX_LANES ||
      (isBf16Dot ? !*hasBf16Dot || !canUseBf16Dot(type) : !isInteger32(type)) ||
      strcmp(products[0].scalar.widening, products[1].scalar.widening) != 0 ||
      strcmp(products[0].row.widening, products[1].row.widening) != 0)
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  int64_t count = mlirShapedTypeGetDimSize(type, 0);
  MlirValue sum;
  if (isBf16Dot) {
    Factors factors = emitFactors(&arith, products);
    sum = addDots(&arith, &factors, sums, 0, count);
  } else {
    sum = asArithBinary(&arith, "arith.addi", sums,
                        addIntegerProducts(&arith, products, count));
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), sum);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asFormDotProducts(MlirModule module, bool hasBf16Dot) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &hasBf16Dot,
                    MlirWalkPostOrder);
}
