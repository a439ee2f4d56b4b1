//===- iteration-blocks.h - Tile sizes for triangular reductions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses how to tile a reduction whose loop bounds depend on each other. The
// whole domain is not a box, so it is not an operator. But if all loops whose
// bounds depend on each other are tiled on one grid, the full tiles are boxes
// of one shape, and most of the work is in them.
//
//   S0[i, j, k] : 0 <= j <= i < 96, 0 <= k < 24          syrk
// is tiled along i and j, from 0 to 96, by 32
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_ITERATION_BLOCKS_H
#define AS_AFFINE_TILING_ITERATION_BLOCKS_H

#include "affine/raise/operator-form.h"

enum { AS_TILE_SIZES = 3 };

typedef struct AsAffineBlocks {
  int statement;
  int numTiled;                   ///< The number of tiled loops, 2 or more.
  int tiled[AS_AFFINE_MAX_DEPTH]; ///< Their depths, outermost first.
  /// Tiles of `sizes[0][c]` points along tiled loop c begin at `origin`; the
  /// last tile may be smaller and ends before `end`. With several sizes,
  /// partial tiles are tiled again by `sizes[1]`, which divide `sizes[0]`, and
  /// so on.
  int64_t origin, end;
  int numSizes;
  int64_t sizes[AS_TILE_SIZES][AS_AFFINE_MAX_DEPTH];
  /// In each row of tiles (the tiles of one tile of the first loop), full tiles
  /// come before the partial ones.
  bool fullFirst;
  /// The loop that is cut into strips of `stripSize` around these tiles
  /// (tiling/strips.h): each of them is within one strip. -1: none.
  int strip;
  int64_t stripSize;
  /// The loop that becomes innermost in partial tiles; -1 if the loops keep
  /// their order. Full tiles keep it: they become operators.
  int innermost;
} AsAffineBlocks;

/// Chooses the tiling. False if the statement is not a reduction that would be
/// an operator but for its domain, or if there are too few points. An empty
/// list of dependences makes the answer optimistic.
bool asAffineBlocksOf(const AsScop *scop, const AsDependences *dependences,
                      int statement, AsAffineBlocks *blocks);

/// The tiling of what a product computes in strips of loop `strip`, which begin
/// at `origin`: the other loops whose bounds depend on each other have tiles as
/// long as the strips. False if it is no product, or if nothing is to be tiled.
bool asAffineBlocksInStrips(const AsScop *scop, int statement, int strip,
                            int64_t origin, int64_t size,
                            AsAffineBlocks *blocks);

/// Whether the form, that of a hull, is a sum of which `strip` is a reduction,
/// into elements along two loops or more.
bool asAffineSumsAlong(const AsAffineForm *form, int strip);

#endif // AS_AFFINE_TILING_ITERATION_BLOCKS_H
