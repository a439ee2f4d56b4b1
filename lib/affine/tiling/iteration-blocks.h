//===- iteration-blocks.h - Blocks of iterations that are no box
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum over a triangle is no operator, but most of it is one when it is tiled:
// the loops whose bounds depend on each other are tiled on one grid, and the
// cells of that which have all their points are boxes of one shape.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_ITERATION_BLOCKS_H
#define AS_AFFINE_TILING_ITERATION_BLOCKS_H

#include "affine/raise/operator-form.h"

typedef struct AsAffineBlocks {
  int statement;
  int numTiled;
  int tiled[AS_AFFINE_MAX_DEPTH]; ///< Depths of the loops, outermost first.
  /// Cells of `sizes[0]` points along each loop begin at `origin`; the last
  /// one, with what is left, ends before `end`. Those that have not all their
  /// points are tiled once more, into cells of `sizes[1]`, where there are two
  /// sizes; the first is a multiple of the second.
  int64_t origin, end;
  int numSizes;
  int64_t sizes[2];
  /// Within a cell of the first loop those that have all points come first.
  bool fullFirst;
  /// The loop that is innermost in cells on the edge; -1 where the loops keep
  /// their order. Full cells keep it: they become operators.
  int innermost;
} AsAffineBlocks;

/// False where the statement is no sum that would be an operator but for its
/// domain, or where there are not enough points for cells.
bool asAffineBlocksOf(const AsScop *scop, const AsDependences *dependences,
                      int statement, AsAffineBlocks *blocks);

#endif // AS_AFFINE_TILING_ITERATION_BLOCKS_H
