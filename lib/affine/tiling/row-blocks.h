//===- row-blocks.h - Read a large matrix once for several products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of a matrix and a vector uses each element of the matrix once, so
// it takes as long as these take to come from memory. Where several statements
// go through one matrix, all of them run on a block of its rows before the
// next: only the first of them waits for memory, the others find the block in a
// cache.
//
//   S0[i, j] : t[i] += A[i, j] * x[j]
//   S1[i, j] : y[j] += A[i, j] * t[i]
// has blocks along i of both, and for blocks of 20 rows becomes
//   for b { S0 of rows 20 b to 20 b + 19; S1 of the same rows }
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_ROW_BLOCKS_H
#define AS_AFFINE_TILING_ROW_BLOCKS_H

#include "affine/raise/operator-form.h"
#include <isl/schedule_type.h>

typedef struct AsRowBlocks {
  int array;           ///< The matrix.
  uint64_t statements; ///< Those that go through it. Bit s: statement s.
  bool hasProduct;     ///< Some of them is a product with a vector.
  int64_t firstRow, rows;
  int64_t rowBytes;
  int64_t size; ///< Rows of a block. The last block may be smaller.
  /// By statement: the depth of the loop through the rows, and its iteration
  /// at the first row.
  int loop[AS_AFFINE_MAX_STATEMENTS];
  int64_t first[AS_AFFINE_MAX_STATEMENTS];
} AsRowBlocks;

/// Starts with one statement: false if it does not go once through a large
/// matrix `array`. An empty list of dependences makes the answer optimistic.
bool asRowBlocksStart(const AsScop *scop, const AsDependences *dependences,
                      int statement, int array, AsRowBlocks *blocks);

/// Adds a statement that goes through the same rows. False, and `blocks` stays
/// as it is, if the statement does not, or if there would still be no product.
bool asRowBlocksAdd(const AsScop *scop, const AsDependences *dependences,
                    int statement, AsRowBlocks *blocks);

/// Whether there are two such statements, if there were no dependences, which
/// take long to find.
bool asMayHaveRowBlocks(const AsScop *scop);

/// A loop over the blocks, marked by AS_ROW_BLOCKS_ATTRIBUTE, and in it the
/// statements one after another in textual order; then the last block if that
/// is smaller. Its legality is not checked here. NULL if isl failed. Free it
/// before the SCoP.
__isl_give isl_schedule *asRowBlockSchedule(const AsScop *scop,
                                            const AsRowBlocks *blocks);

#endif // AS_AFFINE_TILING_ROW_BLOCKS_H
