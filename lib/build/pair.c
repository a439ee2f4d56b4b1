//===- build/pair.c - Products of bytes, two at a time
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
//===----------------------------------------------------------------------===//

#include "build/short.h"
#include "build/steps.h"
#include "ir/values.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <string.h>

enum { MAX_LANES = 64 };

/// An element in every lane times a vector.
typedef struct Product {
  AsShort scalar, row;
} Product;

/// Bytes, or what fits into the 16 bits that are multiplied.
static bool isPaired(const AsShort *operand) {
  return operand->bits == 8 || strcmp(operand->widening, "arith.extsi") == 0;
}

static bool findProduct(MlirValue value, Product *product) {
  MlirOperation op = asIrDefinition(value);
  if (mlirOperationIsNull(op) || !asIrIsNamed(op, "arith.muli"))
    return false;
  for (int i = 0; i < 2; i++) {
    MlirOperation repeated = asIrDefinition(mlirOperationGetOperand(op, i));
    if (mlirOperationIsNull(repeated) ||
        !asIrIsNamed(repeated, "vector.broadcast"))
      continue;
    MlirValue scalar = mlirOperationGetOperand(repeated, 0);
    return !mlirTypeIsAVector(mlirValueGetType(scalar)) &&
           asShortFind(scalar, &product->scalar) &&
           asShortFind(mlirOperationGetOperand(op, 1 - i), &product->row) &&
           isPaired(&product->scalar) && isPaired(&product->row);
  }
  return false;
}

/// The sum of a product and *rest.
static bool findSum(MlirOperation op, Product *product, MlirValue *rest) {
  if (mlirOperationIsNull(op) || !asIrIsNamed(op, "arith.addi"))
    return false;
  for (int i = 0; i < 2; i++)
    if (findProduct(mlirOperationGetOperand(op, i), product)) {
      *rest = mlirOperationGetOperand(op, 1 - i);
      return true;
    }
  return false;
}

static MlirValue shuffle(const AsArith *arith, MlirValue x, MlirValue y,
                         const int64_t *lanes, int64_t count) {
  MlirType element = asShortElement(mlirValueGetType(x));
  return asArithEmit(arith, "vector.shuffle",
                     mlirVectorTypeGet(1, &count, element), 2,
                     (MlirValue[]){x, y}, "mask",
                     mlirDenseI64ArrayGet(arith->context, count, lanes));
}

static MlirValue widen(const AsArith *arith, MlirValue x, const AsShort *as) {
  return asArithConvert(arith, as->widening, x,
                        mlirIntegerTypeGet(arith->context, 32));
}

/// The sum of both products, `count` lanes wide.
static MlirValue multiply(const AsArith *arith, const Product products[2],
                          int64_t count) {
  int64_t even[MAX_LANES], odd[MAX_LANES], pairs[2 * MAX_LANES],
      both[2 * MAX_LANES], two = 2;
  for (int64_t l = 0; l < count; l++) {
    even[l] = 2 * l;
    odd[l] = 2 * l + 1;
    pairs[2 * l] = l;
    pairs[2 * l + 1] = count + l;
    both[2 * l] = 0;
    both[2 * l + 1] = 1;
  }
  MlirValue scalars[2], rows[2];
  for (int p = 0; p < 2; p++) {
    scalars[p] = asShortEmit(arith, &products[p].scalar);
    rows[p] = asShortEmit(arith, &products[p].row);
  }
  MlirValue pair =
      asArithEmit(arith, "vector.from_elements",
                  mlirVectorTypeGet(1, &two, mlirValueGetType(scalars[0])), 2,
                  scalars, NULL, (MlirAttribute){NULL});
  MlirValue x = shuffle(arith, pair, pair, both, 2 * count);
  MlirValue y = shuffle(arith, rows[0], rows[1], pairs, 2 * count);
  MlirValue product =
      asArithBinary(arith, "arith.muli", widen(arith, x, &products[0].scalar),
                    widen(arith, y, &products[0].row));
  return asArithBinary(arith, "arith.addi",
                       shuffle(arith, product, product, even, count),
                       shuffle(arith, product, product, odd, count));
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  Product products[2];
  MlirValue inner, sums;
  if (!findSum(op, &products[1], &inner) ||
      !findSum(asIrDefinition(inner), &products[0], &sums) ||
      !asIrHasOneUse(inner))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(sums);
  if (mlirShapedTypeGetRank(type) != 1 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > MAX_LANES ||
      mlirIntegerTypeGetWidth(asShortElement(type)) != 32 ||
      strcmp(products[0].scalar.widening, products[1].scalar.widening) != 0 ||
      strcmp(products[0].row.widening, products[1].row.widening) != 0)
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue both =
      multiply(&arith, products, mlirShapedTypeGetDimSize(type, 0));
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(op, 0),
      asArithBinary(&arith, "arith.addi", sums, both));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asPairProducts(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
