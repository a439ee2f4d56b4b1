//===- footprint.h - What a loop nest touches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much data a stage touches, seen from each depth of its loops, and what of
// it a cache keeps. The features and the prior are both read off it. Depth d is
// everything inside the d outermost loops: depth 0 is the whole stage, depth
// numLoops is the innermost body.
//
// A tile that is not vectorised stays a nest of scalar loops, so there its
// loops count as well and the body is a single iteration.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_FOOTPRINT_H
#define AS_COSTMODEL_FOOTPRINT_H

#include "sketch/loop-nest.h"

static inline double asLeast(double a, double b) { return a < b ? a : b; }
static inline double asMost(double a, double b) { return a > b ? a : b; }

#define AS_MAX_DEPTH (AS_MAX_LOOPS + AS_MAX_DIMS)

/// What one access touches in one execution of a depth, each element counted
/// once.
typedef struct AsReach {
  double bytes;
  double lines;  ///< Cache lines.
  double runs;   ///< Pieces that are contiguous in memory.
  double stride; ///< Bytes from one run to the next, where there are several.
} AsReach;

/// One stage. Doubles throughout: products of extents overflow integers.
typedef struct AsStageView {
  const AsStage *stage;
  const AsNestStage *own;
  int numLoops;
  int8_t dim[AS_MAX_DEPTH]; ///< Outermost first; -1: work is repeated.
  double trip[AS_MAX_DEPTH];
  double entries[AS_MAX_DEPTH + 1]; ///< Executions of each depth.
  double body[AS_MAX_DIMS];         ///< What the innermost body does of a dim.
  int lane;  ///< The loop that vectors lie along, or -1: scalar code.
  int lanes; ///< Elements in a vector, 1 in scalar code.
  double vectorsPerLane; ///< Along that loop: vectors over elements.
  bool accumulates;      ///< Some loop is a reduction.
  double vectors;        ///< Vectors of results in a body: accumulators, if so.
  double steps; ///< What a body adds to each of them, one after another.
  int packDepth[AS_MAX_ACCESSES]; ///< Where a packed copy is made, or -1.
  /// Whether it is made in every run, in a buffer that all of them share. What
  /// weights determine is packed once, before the first run.
  bool isCopied[AS_MAX_ACCESSES];
  uint8_t moves[AS_MAX_ACCESSES]; ///< Bit d: loop d moves the access.
  AsReach reach[AS_MAX_ACCESSES][AS_MAX_DEPTH + 1];
  double working[AS_MAX_DEPTH + 1]; ///< Bytes of all accesses.
} AsStageView;

/// All stages of a nest.
typedef struct AsNestView {
  const AsNest *nest;
  double lineBytes;
  AsStageView stage[AS_MAX_STAGES];
} AsNestView;

/// A level of the memory hierarchy.
typedef struct AsCache {
  double bytes;
  double wayBytes; ///< Of one way: what is this far apart shares sets. 0: none.
} AsCache;

/// Fills in the view. It points into the nest and its program.
void asViewNest(const AsNest *nest, double lineBytes, AsNestView *view);

/// Elements between what access `a` touches in neighbouring iterations of
/// loop `d`, in the packed copy if there is one and `d` is the lanes' loop.
double asViewStride(const AsNestView *view, int s, int a, int d);

/// The innermost depth that the access does not move within: where its loads
/// and stores end up once what is invariant has been hoisted.
int asViewHoistDepth(const AsStageView *stage, int a);

/// The depth from which on the cache keeps what the stage touches: each
/// execution of that depth fetches its reach once.
int asViewReuseDepth(const AsNestView *view, int s, const AsCache *cache);

/// Whether the cache holds all that the nest touches, so that one run leaves it
/// there for the next.
bool asViewStays(const AsNestView *view, const AsCache *cache);

/// The stage that has access `a` of stage `s` in hand before (or, for a
/// result, after) it, -1 for none; *between is what is touched from one to the
/// other.
int asViewNeighbour(const AsNestView *view, int s, int a, double *between);

/// Whether what access `a` touches goes between stages in registers.
bool asViewInRegisters(const AsNestView *view, int s, int a);

/// How many of so many threads the loops keep busy, on average. What the tiles
/// of threads leave over is done by one of them, after the others.
double asViewBusyThreads(const AsStageView *stage, int threads);

#endif // AS_COSTMODEL_FOOTPRINT_H
