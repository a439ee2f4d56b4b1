//===- dot-products.c - Form dot products of two or four narrow numbers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites two or four multiply-adds of narrow numbers into one dot product.
//
// Two: sums of i32 become a multiplication of interleaved lanes whose even and
// odd products are added, which LLVM selects as vpmaddwd or vpdpwssd. Sums of
// f32 from bf16 become x86vector.avx512.dot (vdpbf16ps), if the CPU has it.
// These instructions multiply pairs of 16-bit numbers and add both products, at
// twice the rate of 32-bit products or more. LLVM recognises the integer form
// only when it is written like this, and never forms the bf16 instruction.
//
// A sum that starts from zero begins with a product that no addition uses zero
// for, as it was folded. That product counts as the first of the two or four.
//
// Four bytes, on CPUs with vpdpbusd: a vector.contract over the four, which
// lowering/vector/byte-dots.c selects. The instruction multiplies
// unsigned by signed bytes. Where both factors have one sign, the highest bit
// of the scalar is flipped: a = (a + 128) - 128 as a signed byte, and
// a = (a - 128) + 128 as an unsigned one. So 128 times the row is subtracted,
// or added. These corrections have nothing to do with the scalars, so that
// lowering/vector/carry-corrections.c takes them out of loops.
//
// The rows are interleaved once for all sums that use them.
//
// Vectors that are no power of two, as of columns that tiles leave over, are
// filled up with undefined lanes for fours and for bf16, but not for pairs of
// integers, which LLVM would not recognise then.
//
// Sums of integers may be reordered. Products of bf16 are exact in f32, so
// vdpbf16ps gives two multiply-adds in another order, except that it treats
// denormals as zero.
//
// Requires:    canonical IR after CSE; multiply-adds as arith.muli and
//              arith.addi, or vector.fma, of a broadcast scalar and a vector,
//              both extended from narrow types.
// Provides:    groups of consecutive multiply-adds into 1-D vectors are dot
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
// and four such steps become, with #l = (l, k) -> (l, k),
//
//   %x = arith.extui ... : vector<16x4xi8> to vector<16x4xi32>  // flipped
//   %y = arith.extsi ... : vector<16x4xi8> to vector<16x4xi32>
//   %d = vector.contract {#l, #l, (l, k) -> (l)} %x, %y, %sum
//   %c = vector.contract {#l, #l, (l, k) -> (l)} %c128, %y, %c0
//   %s3 = arith.subi %d, %c : vector<16xi32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/adjacent-scalars.h"
#include "lowering/vector/byte-dots.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/power-of-two.h"
#include <string.h>

enum { MAX_LANES = 128, DOT_LANES = 16, BYTES = 4 };

/// The product of a broadcast scalar and a vector.
typedef struct Product {
  AsNarrow scalar, row;
  MlirOperation sum; ///< The operation that adds it.
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
  product->sum = op;
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

/// Matches `op` as a product of integers that is added to nothing, as where
/// sums start from zero.
static bool findFirst(MlirOperation op, Product *product, MlirValue *rest) {
  *rest = (MlirValue){NULL};
  product->sum = op;
  return !mlirOperationIsNull(op) && asIrIsNamed(op, "arith.muli") &&
         findProduct(op, product);
}

/// Matches `op` as the end of `count` sums that follow each other, whose
/// factors were extended alike; the first one adds to *sums, or to nothing if
/// that is null.
static bool findSums(MlirOperation op, int count, Product *products,
                     MlirValue *sums) {
  for (int p = count - 1; p >= 0; p--) {
    if ((!findSum(op, &products[p], sums) &&
         (p > 0 || !findFirst(op, &products[p], sums))) ||
        (p < count - 1 && !asIrHasOneUse(mlirOperationGetResult(op, 0))) ||
        strcmp(products[p].scalar.widening,
               products[count - 1].scalar.widening) != 0 ||
        strcmp(products[p].row.widening, products[count - 1].row.widening) != 0)
      return false;
    if (p > 0)
      op = asIrDefinition(*sums);
  }
  return true;
}

/// Replaces the last of the sums.
static void replaceSums(const Product *products, int count, MlirValue value) {
  MlirOperation last = products[count - 1].sum;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(last, 0), value);
  for (int p = count - 1; p >= 0; p--)
    mlirOperationDestroy(products[p].sum);
}

static MlirValue widen(const AsArith *arith, MlirValue x, const AsNarrow *as) {
  return asArithConvert(arith, as->widening, x,
                        mlirIntegerTypeGet(arith->context, 32));
}

/// The narrow factors of all products.
typedef struct Factors {
  int count;
  MlirValue group;                    ///< All scalars as a vector.
  MlirValue rows[AS_INTERLEAVE_ROWS]; ///< What each scalar is multiplied with.
  MlirValue interleaved; ///< The rows as they were packed, or null.
} Factors;

/// The scalars as a vector.
static MlirValue groupScalars(const AsArith *arith, const Product *products,
                              int count) {
  AsNarrow scalars[AS_INTERLEAVE_ROWS];
  MlirValue values[AS_INTERLEAVE_ROWS];
  for (int p = 0; p < count; p++)
    scalars[p] = products[p].scalar;
  MlirValue group = {NULL};
  if (count == BYTES)
    group = asAdjacentScalars(arith, scalars, count);
  if (!mlirValueIsNull(group))
    return group;
  for (int p = 0; p < count; p++)
    values[p] = asNarrowEmit(arith, &scalars[p]);
  int64_t length = count;
  return asArithEmit(arith, "vector.from_elements",
                     mlirVectorTypeGet(1, &length, mlirValueGetType(values[0])),
                     count, values, NULL, (MlirAttribute){NULL});
}

static Factors emitFactors(const AsArith *arith, const Product *products,
                           int count) {
  Factors factors = {.count = count,
                     .group = groupScalars(arith, products, count)};
  for (int p = 0; p < count; p++)
    factors.rows[p] = asNarrowEmit(arith, &products[p].row);
  factors.interleaved = asInterleavedRows(factors.rows, count);
  return factors;
}

/// A vector of `lanes` copies of the group of scalars.
static MlirValue broadcastGroup(const AsArith *arith, const Factors *factors,
                                int64_t lanes) {
  int64_t all[AS_INTERLEAVE_MOST];
  for (int64_t l = 0; l < factors->count * lanes; l++)
    all[l] = l % factors->count;
  return asVectorShuffle(arith, factors->group, factors->group, all,
                         factors->count * lanes);
}

/// Interleaves `count` lanes of all rows from lane `first` on; where rows have
/// fewer, the last ones are undefined. If `count` is no power of two, LLVM does
/// so element by element.
static MlirValue interleaveRows(const AsArith *arith, const Factors *factors,
                                int64_t first, int64_t count) {
  int64_t all = mlirShapedTypeGetDimSize(mlirValueGetType(factors->rows[0]), 0),
          given = all - first < count ? all - first : count;
  if (given <= 0) { // All of them are: any will do.
    first = 0;
    given = 1;
  }
  if (!mlirValueIsNull(factors->interleaved)) {
    MlirValue part =
        asVectorSlice(arith, factors->interleaved, factors->count * first,
                      factors->count * given);
    return asVectorPad(arith, part, factors->count * count);
  }
  MlirValue parts[AS_INTERLEAVE_ROWS];
  for (int r = 0; r < factors->count; r++)
    parts[r] = asVectorPad(
        arith, asVectorSlice(arith, factors->rows[r], first, given), count);
  return asInterleave(arith, parts, factors->count);
}

/// The sum of both integer products, `count` lanes wide.
static MlirValue addIntegerProducts(const AsArith *arith,
                                    const Product products[2], int64_t count) {
  int64_t even[MAX_LANES], odd[MAX_LANES];
  for (int64_t l = 0; l < count; l++) {
    even[l] = 2 * l;
    odd[l] = 2 * l + 1;
  }
  Factors factors = emitFactors(arith, products, 2);
  MlirValue x = broadcastGroup(arith, &factors, count),
            y = interleaveRows(arith, &factors, 0, count);
  MlirValue product =
      asArithBinary(arith, "arith.muli", widen(arith, x, &products[0].scalar),
                    widen(arith, y, &products[0].row));
  return asArithBinary(arith, "arith.addi",
                       asVectorShuffle(arith, product, product, even, count),
                       asVectorShuffle(arith, product, product, odd, count));
}

/// Adds both products of bf16 to `count` lanes of the sums, from lane `first`
/// on. Splits the lanes in halves until they fit one instruction.
static MlirValue addDots(const AsArith *arith, const Factors *factors,
                         MlirValue sums, int64_t first, int64_t count) {
  int64_t half = count / 2;
  if (count > DOT_LANES)
    return asVectorConcat(arith, addDots(arith, factors, sums, first, half),
                          addDots(arith, factors, sums, first + half, half));
  MlirValue own = asVectorSlice(arith, sums, first, count);
  return asArithEmit(
      arith, "x86vector.avx512.dot", mlirValueGetType(own), 3,
      (MlirValue[]){own, broadcastGroup(arith, factors, count),
                    interleaveRows(arith, factors, first, count)},
      NULL, (MlirAttribute){NULL});
}

/// Whether the lanes are those of bf16 instructions, or enough for filling them
/// up to be worth it: six are loaded in pieces, and interleaved, for each pair.
static bool canUseBf16Dot(MlirType type) {
  enum { fewest = 4, fewestFilled = 8 };
  int64_t count = mlirShapedTypeGetDimSize(type, 0);
  return mlirTypeIsAF32(asNarrowElement(type)) && count >= fewest &&
         (count > fewestFilled || asNextPowerOfTwo(count) == count);
}

static bool isInteger32(MlirType type) {
  MlirType element = asNarrowElement(type);
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 32;
}

//===----------------------------------------------------------------------===//
// Four bytes
//===----------------------------------------------------------------------===//

/// Takes back the flips of all scalars. False if there are others.
static bool unflip(Product products[BYTES]) {
  AsNarrow before[BYTES];
  for (int p = 0; p < BYTES; p++)
    if (!asNarrowIsFlipped(&products[p].scalar, &before[p]))
      return false;
  for (int p = 0; p < BYTES; p++)
    products[p].scalar = before[p];
  return true;
}

static MlirValue addBytes(const AsArith *arith, Product products[BYTES],
                          MlirValue sums) {
  int64_t lanes = mlirShapedTypeGetDimSize(mlirValueGetType(sums), 0);
  const char *row = products[0].row.widening,
             *scalar = products[0].scalar.widening;
  bool areAlike = strcmp(scalar, row) == 0;
  bool wereFlipped = areAlike && unflip(products);
  Factors factors = emitFactors(arith, products, BYTES);
  MlirValue scalars = broadcastGroup(arith, &factors, lanes);
  if (areAlike && !wereFlipped)
    scalars = asNarrowFlip(arith, scalars);
  bool isSigned = (strcmp(scalar, "arith.extsi") == 0) != areAlike;
  MlirValue x = asByteDotFactor(arith, scalars, isSigned),
            rows = interleaveRows(arith, &factors, 0, asNextPowerOfTwo(lanes)),
            y = asByteDotFactor(arith,
                                asVectorFirst(arith, rows, BYTES * lanes),
                                strcmp(row, "arith.extsi") == 0);
  MlirValue sum = asByteDot(arith, x, y, sums);
  if (!areAlike)
    return sum;
  MlirValue half = asArithNumber(arith, y, isSigned ? -128 : 128);
  MlirValue correction =
      asByteDot(arith, half, y, asArithNumber(arith, sums, 0));
  return asArithBinary(arith, "arith.subi", sum, correction);
}

static MlirWalkResult visitFour(MlirOperation op, void *context) {
  Product products[BYTES];
  MlirValue sums;
  (void)context;
  if (!findSums(op, BYTES, products, &sums) ||
      !asCanAddFourBytes(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  for (int p = 0; p < BYTES; p++)
    if (products[p].scalar.bits != 8 || products[p].row.bits != 8)
      return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  if (mlirValueIsNull(sums))
    sums = asArithNumber(&arith, mlirOperationGetResult(op, 0), 0);
  replaceSums(products, BYTES, addBytes(&arith, products, sums));
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

static MlirWalkResult visitPair(MlirOperation op, void *context) {
  const AsDotProducts *dots = context;
  Product products[2];
  MlirValue sums;
  if (!findSums(op, 2, products, &sums))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool isBf16Dot = isBf16(&products[0].row);
  if (mlirShapedTypeGetRank(type) != 1 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > MAX_LANES ||
      (isBf16Dot ? !dots->bf16 || !canUseBf16Dot(type) : !isInteger32(type)))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  int64_t count = mlirShapedTypeGetDimSize(type, 0),
          padded = asNextPowerOfTwo(count);
  MlirValue sum;
  if (mlirValueIsNull(sums))
    sums = asArithNumber(&arith, mlirOperationGetResult(op, 0), 0);
  if (isBf16Dot) {
    Factors factors = emitFactors(&arith, products, 2);
    sum = asVectorFirst(
        &arith,
        addDots(&arith, &factors, asVectorPad(&arith, sums, padded), 0, padded),
        count);
  } else {
    sum = asArithBinary(&arith, "arith.addi", sums,
                        addIntegerProducts(&arith, products, count));
  }
  replaceSums(products, 2, sum);
  return MlirWalkResultSkip;
}

void asFormDotProducts(MlirModule module, AsDotProducts dots) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (dots.byteLanes)
    mlirOperationWalk(op, visitFour, NULL, MlirWalkPostOrder);
  mlirOperationWalk(op, visitPair, &dots, MlirWalkPostOrder);
}
