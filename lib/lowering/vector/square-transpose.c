//===- square-transpose.c - Load squares of a matrix transposed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See square-transpose.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/square-transpose.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { leastHalfBits = 128 }; ///< Of half a row that is loaded by itself.

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

static MlirValue shuffle(const AsArith *arith, MlirValue x, MlirValue y,
                         int lanes, const int64_t *mask) {
  int64_t shape = lanes;
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(x));
  return asArithEmit(arith, "vector.shuffle",
                     mlirVectorTypeGet(1, &shape, element), 2,
                     (MlirValue[]){x, y}, "mask",
                     mlirDenseI64ArrayGet(arith->context, lanes, mask));
}

MlirValue asJoinVectors(const AsArith *arith, MlirValue x, MlirValue y) {
  int64_t mask[2 * AS_MAX_SQUARE];
  int lanes = 2 * (int)mlirShapedTypeGetDimSize(mlirValueGetType(x), 0);
  for (int l = 0; l < lanes; l++)
    mask[l] = l;
  return shuffle(arith, x, y, lanes, mask);
}

/// From each group of 2 `block` lanes takes the lower half or, if `half` is 1,
/// the upper half: x's lanes, then y's.
static MlirValue pickBlocks(const AsArith *arith, MlirValue x, MlirValue y,
                            int side, int block, int half) {
  int64_t mask[AS_MAX_SQUARE];
  for (int l = 0; l < side; l++) {
    int group = l / (2 * block) * 2 * block, within = l % block;
    mask[l] = group + half * block + within + (l - group >= block ? side : 0);
  }
  return shuffle(arith, x, y, side, mask);
}

/// From each group of four lanes takes the lower or the upper two lanes of x
/// and y, alternating between x and y.
static MlirValue interleave(const AsArith *arith, MlirValue x, MlirValue y,
                            int side, int half) {
  int64_t mask[AS_MAX_SQUARE];
  for (int l = 0; l < side; l++)
    mask[l] = l / 4 * 4 + 2 * half + l % 4 / 2 + (l % 2 ? side : 0);
  return shuffle(arith, x, y, side, mask);
}

static void swapBlocks(const AsArith *arith, MlirValue *row, int side,
                       int block) {
  for (int r = 0; r < side; r++)
    if (!(r & block)) {
      MlirValue x = row[r], y = row[r + block];
      row[r] = pickBlocks(arith, x, y, side, block, 0);
      row[r + block] = pickBlocks(arith, x, y, side, block, 1);
    }
}

/// Transposes each 4 x 4 block of the four rows.
static void transpose4x4(const AsArith *arith, MlirValue *row, int side) {
  MlirValue pair[4];
  for (int half = 0; half < 2; half++)
    for (int r = 0; r < 2; r++)
      pair[2 * half + r] =
          interleave(arith, row[2 * r], row[2 * r + 1], side, half);
  for (int c = 0; c < 4; c++)
    row[c] =
        pickBlocks(arith, pair[c / 2 * 2], pair[c / 2 * 2 + 1], side, 2, c % 2);
}

//===----------------------------------------------------------------------===//
// Squares
//===----------------------------------------------------------------------===//

static MlirValue moved(const AsArith *arith, MlirValue index, int by) {
  if (!by)
    return index;
  MlirType type = mlirIndexTypeGet(arith->context);
  MlirValue offset = asArithEmit(arith, "arith.constant", type, 0, NULL,
                                 "value", mlirIntegerAttrGet(type, by));
  return asArithBinary(arith, "arith.addi", index, offset);
}

void asRowsIndex(const AsArith *arith, const AsRows *rows, int row, int column,
                 MlirValue index[AS_ARITH_MAX_RANK]) {
  for (intptr_t r = 0; r < rows->rank; r++)
    index[r] = rows->index[r];
  index[rows->dim] = moved(arith, index[rows->dim], row);
  index[rows->rank - 1] = moved(arith, index[rows->rank - 1], column);
}

static MlirValue loadPiece(const AsArith *arith, const AsRows *rows, int row,
                           int column, int count) {
  int64_t shape = count;
  MlirType element =
      mlirShapedTypeGetElementType(mlirValueGetType(rows->memref));
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {rows->memref};
  asRowsIndex(arith, rows, row, column, operands + 1);
  return asArithEmit(arith, "vector.load",
                     mlirVectorTypeGet(1, &shape, element), (int)rows->rank + 1,
                     operands, NULL, (MlirAttribute){NULL});
}

void asTransposeSquare(const AsArith *arith, const AsRows *rows, int row,
                       int column, int side, MlirValue *vector) {
  int bits = asIrElementBits(mlirValueGetType(rows->memref));
  int half = side / 2, block = half;
  if (half * bits < leastHalfBits) {
    for (int r = 0; r < side; r++)
      vector[r] = loadPiece(arith, rows, row + r, column, side);
  } else {
    for (int r = 0; r < side; r++) {
      int top = row + r % half, left = column + r / half * half;
      vector[r] = asJoinVectors(arith, loadPiece(arith, rows, top, left, half),
                                loadPiece(arith, rows, top + half, left, half));
    }
    block /= 2;
  }
  for (int least = bits == 32 ? 4 : 1; block >= least; block /= 2)
    swapBlocks(arith, vector, side, block);
  for (int r = 0; bits == 32 && r < side; r += 4)
    transpose4x4(arith, vector + r, side);
}

void asTransposeTall(const AsArith *arith, const AsRows *rows, int row,
                     int column, MlirValue vector[2]) {
  static const int64_t mask[2][4] = {{0, 2, 4, 6}, {1, 3, 5, 7}};
  MlirValue pair[2];
  for (int p = 0; p < 2; p++)
    pair[p] =
        asJoinVectors(arith, loadPiece(arith, rows, row + 2 * p, column, 2),
                      loadPiece(arith, rows, row + 2 * p + 1, column, 2));
  for (int c = 0; c < 2; c++)
    vector[c] = shuffle(arith, pair[0], pair[1], 4, mask[c]);
}

void asTransposeFlat(const AsArith *arith, const AsRows *rows, int row,
                     int column, MlirValue vector[4]) {
  static const int64_t mask[4][2] = {{0, 4}, {1, 5}, {2, 6}, {3, 7}};
  MlirValue first = loadPiece(arith, rows, row, column, 4);
  MlirValue second = loadPiece(arith, rows, row + 1, column, 4);
  for (int c = 0; c < 4; c++)
    vector[c] = shuffle(arith, first, second, 2, mask[c]);
}
