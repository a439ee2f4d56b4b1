//===- dot-products.c - Products of short numbers, two at a time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processors multiply vectors of 16-bit numbers and add neighbouring products
// up in one instruction (vpmaddwd, vpdpwssd), at twice the rate or more of
// products in 32 bits. LLVM finds it where it is written as such: lanes in
// pairs, widened, multiplied, the even and the odd ones added. So of the
// unrolled loop over a reduction two steps become one. The operand of the lanes
// is interleaved for that, once for all rows. Sums of integers may be reordered
// at will.
//
// Some do the same with bf16 and sums in f32 (vdpbf16ps), which LLVM does not
// find. The products are exact in f32, and both are added, so that the result
// is that of two multiply-adds in another order; but numbers below the normal
// ones count as zero.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/narrow-types.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { MAX_LANES = 64, DOT_LANES = 16 };

/// An element in every lane times a vector.
typedef struct Product {
  AsNarrow scalar, row;
} Product;

static bool isBrain(const AsNarrow *operand) {
  return strcmp(operand->widening, "arith.extf") == 0;
}

/// bf16, bytes, or what fits into the 16 bits that are multiplied.
static bool isPaired(const AsNarrow *operand) {
  return operand->bits == 8 || isBrain(operand) ||
         strcmp(operand->widening, "arith.extsi") == 0;
}

/// What the first two operands are.
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
           isPaired(&product->scalar) && isPaired(&product->row);
  }
  return false;
}

/// The sum of a product and *rest.
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

/// What is multiplied with what of both products.
typedef struct Factors {
  MlirValue pair;    ///< Both scalars.
  MlirValue rows[2]; ///< That each of them goes into.
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

/// The scalars in each of `count` pairs of lanes.
static MlirValue repeatPair(const AsArith *arith, const Factors *factors,
                            int64_t count) {
  int64_t both[2 * MAX_LANES];
  for (int64_t l = 0; l < 2 * count; l++)
    both[l] = l % 2;
  return shuffle(arith, factors->pair, factors->pair, both, 2 * count);
}

/// `count` lanes of both rows from `first` on, in pairs.
static MlirValue pairRows(const AsArith *arith, const Factors *factors,
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

/// The sum of both products of integers, `count` lanes wide.
static MlirValue multiply(const AsArith *arith, const Product products[2],
                          int64_t count) {
  int64_t even[MAX_LANES], odd[MAX_LANES];
  for (int64_t l = 0; l < count; l++) {
    even[l] = 2 * l;
    odd[l] = 2 * l + 1;
  }
  Factors factors = emitFactors(arith, products);
  MlirValue x = repeatPair(arith, &factors, count),
            y = pairRows(arith, &factors, 0, count);
  MlirValue product =
      asArithBinary(arith, "arith.muli", widen(arith, x, &products[0].scalar),
                    widen(arith, y, &products[0].row));
  return asArithBinary(arith, "arith.addi",
                       shuffle(arith, product, product, even, count),
                       shuffle(arith, product, product, odd, count));
}

/// Both products of bf16 added to `count` lanes of the sums from `first` on; by
/// halves where one instruction does not take as many.
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
  return asArithEmit(arith, "x86vector.avx512.dot", mlirValueGetType(own), 3,
                     (MlirValue[]){own, repeatPair(arith, factors, count),
                                   pairRows(arith, factors, first, count)},
                     NULL, (MlirAttribute){NULL});
}

/// Whether the instruction for bf16 takes so many lanes, or a half of them, ...
static bool mayDot(MlirType type) {
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
  bool isDot = isBrain(&products[0].row);
  if (mlirShapedTypeGetRank(type) != 1 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > MAX_LANES ||
      (isDot ? !*hasBf16Dot || !mayDot(type) : !isInteger32(type)) ||
      strcmp(products[0].scalar.widening, products[1].scalar.widening) != 0 ||
      strcmp(products[0].row.widening, products[1].row.widening) != 0)
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  int64_t count = mlirShapedTypeGetDimSize(type, 0);
  MlirValue sum;
  if (isDot) {
    Factors factors = emitFactors(&arith, products);
    sum = addDots(&arith, &factors, sums, 0, count);
  } else {
    sum = asArithBinary(&arith, "arith.addi", sums,
                        multiply(&arith, products, count));
  }
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), sum);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asFormDotProducts(MlirModule module, bool hasBf16Dot) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &hasBf16Dot,
                    MlirWalkPostOrder);
}
