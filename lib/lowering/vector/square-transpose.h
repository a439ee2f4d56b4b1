//===- square-transpose.h - Load squares of a matrix transposed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads pieces of rows that are contiguous in memory, and squares of them as
// columns: with contiguous loads and log2 N rounds of shuffles.
//
// The transpose swaps off-diagonal blocks, the largest first (Eklundh, "A fast
// computer method for matrix transposing", 1972). Where half a row is 16 bytes
// or more, the first round is a part of the loads: each vector is loaded from
// halves of two rows. x86 inserts a half from memory as fast as it loads one,
// but has one port only for shuffles of whole registers; where units are half
// as wide as registers, these take eight steps. For 32-bit elements the last
// two rounds follow _MM_TRANSPOSE4_PS: x86 interleaves with one instruction,
// while swapping neighbours would take two.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_VECTOR_SQUARE_TRANSPOSE_H
#define AS_LOWERING_VECTOR_SQUARE_TRANSPOSE_H

#include "lowering/arith-builder.h"

#define AS_MAX_SQUARE 16 ///< Elements along a side.

/// Rows in memory, which is contiguous along the last dimension.
typedef struct AsRows {
  MlirValue memref;
  MlirValue index[AS_ARITH_MAX_RANK]; ///< Of the first element.
  intptr_t rank;
  intptr_t dim; ///< The dimension along which rows follow each other.
} AsRows;

/// Inserts the indices of an element of a row.
void asRowsIndex(const AsArith *arith, const AsRows *rows, int row, int column,
                 MlirValue index[AS_ARITH_MAX_RANK]);

/// Loads a square from a row and a column on; column c goes into vector[c].
/// `side` is a power of two, and elements have 32 or 64 bits.
void asTransposeSquare(const AsArith *arith, const AsRows *rows, int row,
                       int column, int side, MlirValue *vector);

/// The same of four rows of two columns, and of two rows of four columns; of 32
/// bits each.
void asTransposeTall(const AsArith *arith, const AsRows *rows, int row,
                     int column, MlirValue vector[2]);
void asTransposeFlat(const AsArith *arith, const AsRows *rows, int row,
                     int column, MlirValue vector[4]);

/// The lanes of x, then those of y.
MlirValue asJoinVectors(const AsArith *arith, MlirValue x, MlirValue y);

#endif // AS_LOWERING_VECTOR_SQUARE_TRANSPOSE_H
