//===- strips.h - Cut a factorisation into strips
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a factorisation statements depend on each other in turn, so none is an
// operator. But most of the work is in updates, sums of products for which
// little waits. If one loop of each statement can be outermost, it is cut into
// strips, and updates for which nothing else in their strip waits are deferred
// to the end of the strip: blocks of columns are factorised, and then what is
// right of them is updated by products. Within a strip the same is done again
// with smaller strips, and within these once more if there is room.
//
//   for i { for j < i { for k < j { S0: A[i, j] -= A[i, k] * A[j, k] }
//                       S1: A[i, j] /= A[j, j] } ... }           cholesky
// has strips along k of S0 and j of S1, and for strips of 64
//   deferred: { S0[i, j, k] : floor(j / 64) > floor(k / 64) }
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_STRIPS_H
#define AS_AFFINE_TILING_STRIPS_H

#include "affine/dependence/dependence-components.h"
#include "affine/tiling/iteration-blocks.h"

enum { AS_STRIP_LEVELS = 3 };

typedef struct AsAffineStrips {
  uint64_t statements; ///< Those that depend on each other.
  uint64_t updates;    ///< Those of them that are sums of products.
  /// By statement: the depth of the loop that is cut.
  int loop[AS_AFFINE_MAX_STATEMENTS];
  /// Strips of `sizes[0]` iterations begin at `origin`; the last one may be
  /// shorter and ends before `end`. Those of each level consist of strips of
  /// the next one, which are three or more. Other loops of the updates end at
  /// `reach`.
  int64_t origin, end, reach;
  int numLevels;
  int64_t sizes[AS_STRIP_LEVELS];
  /// In what is not deferred, loop `vector` of an update becomes innermost and
  /// the one that is cut is next to it; -1: loops keep their order.
  int vector;
} AsAffineStrips;

/// Chooses the loops and sizes for statements that depend on each other. False
/// if no loops can be outermost, no update sums along one, or there are too few
/// iterations. An empty list of dependences makes the answer optimistic.
bool asAffineStripsOf(const AsScop *scop, const AsDependences *dependences,
                      uint64_t statements, AsAffineStrips *strips);

/// Whether tiles in strips are longer than these are wide. This takes isl long,
/// so it is for three levels.
static inline bool asAffineStripsAreLong(const AsAffineStrips *strips) {
  return strips->numLevels == AS_STRIP_LEVELS;
}

/// Chooses sizes of at most so many levels. False if there are too few
/// iterations.
bool asAffineStripsResize(int mostLevels, AsAffineStrips *strips);

/// Whether a statement could be cut into strips if there were no dependences,
/// which take long to find.
bool asAffineMayHaveStrips(const AsScop *scop);

#endif // AS_AFFINE_TILING_STRIPS_H
