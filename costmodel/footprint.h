//===- footprint.h - Data that a loop nest touches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a symbolic loop nest, computes how much data each stage touches within
// each depth of its loops, and what of it a cache keeps. Both the features and
// the analytical prior use it. Depth d is everything inside the d outermost
// loops: depth 0 is the whole stage, depth numLoops is the innermost body.
//
// A tile that is not vectorised stays a nest of scalar loops. Then its loops
// count as well, and the body is a single iteration.
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
  int8_t dim[AS_MAX_DEPTH]; ///< Outermost first; -1: it repeats work.
  double trip[AS_MAX_DEPTH];
  double entries[AS_MAX_DEPTH + 1]; ///< Executions of each depth.
  double body[AS_MAX_DIMS];         ///< Iterations in the innermost body.
  int lane;              ///< The loop of the lanes of vectors; -1: scalar code.
  int lanes;             ///< Elements of a vector; 1 in scalar code.
  double vectorsPerLane; ///< Vectors over elements along that loop.
  bool accumulates;      ///< Some loop is a reduction.
  double vectors;        ///< Vectors of results (or accumulators) in a body.
  double steps;          ///< Terms that a body adds to each, one after another.
  int packDepth[AS_MAX_ACCESSES]; ///< Where a packed copy is made, or -1.
  /// Whether the copy is made in each run, in a shared buffer. Weights are
  /// packed once, before the first run.
  bool isCopied[AS_MAX_ACCESSES];
  uint16_t moves[AS_MAX_ACCESSES]; ///< Bit d: loop d moves the access.
  AsReach reach[AS_MAX_ACCESSES][AS_MAX_DEPTH + 1];
  double working[AS_MAX_DEPTH + 1]; ///< Bytes of all accesses.
} AsStageView;

/// All stages of a nest.
typedef struct AsNestView {
  const AsNest *nest;
  double lineBytes;
  bool fillsFirst; ///< Lowering prefetches rows into the first cache rather
                   ///< than the second. asViewNest says that it does not.
  AsStageView stage[AS_MAX_STAGES];
} AsNestView;

/// A level of the memory hierarchy.
typedef struct AsCache {
  double bytes;
  double wayBytes; ///< Lines at this distance share sets; 0: none do.
  double unsure;   ///< The share that loops cannot rely on, as sets overflow.
} AsCache;

/// Fills in the view. It points into the nest and its program.
void asViewNest(const AsNest *nest, double lineBytes, AsNestView *view);

/// Distance in elements between neighbouring iterations of loop `d` of access
/// `a`; in the packed copy if there is one and `d` is the loop of the lanes.
double asViewStride(const AsNestView *view, int s, int a, int d);

/// The innermost depth within which the access does not move: the depth of its
/// loads and stores once invariant ones have been hoisted.
int asViewHoistDepth(const AsStageView *stage, int a);

/// How many lines a run has, in parts of those that its bytes fill. Where runs
/// are not whole lines, or begin within a line, the lines at their ends are
/// those of the runs beside them as well, and are fetched for each.
double asBrokenLines(const AsReach *reach, double lineBytes);

/// Whether the cache keeps what access `kept` touches within the depth. Runs of
/// another access that compete for a few sets leave it alone, unless its own
/// are in a few sets as well.
bool asViewFits(const AsNestView *view, int s, int kept, int depth,
                const AsCache *cache);

/// The depth from which on the cache keeps what access `a` of the stage
/// touches: each execution of that depth fetches its reach once.
int asViewReuseDepth(const AsNestView *view, int s, int a,
                     const AsCache *cache);

/// Whether the cache holds everything that the nest touches, each tensor once,
/// so that the next run finds it there.
bool asViewStays(const AsNestView *view, const AsCache *cache);

/// The nearest stage before `s` that touches the tensor of access `a` (after
/// `s`, if `a` is a result); -1 if there is none. Sets *between to the bytes
/// touched from one to the other.
int asViewNeighbour(const AsNestView *view, int s, int a, double *between);

/// Whether access `a` passes data between stages in registers.
bool asViewInRegisters(const AsNestView *view, int s, int a);

/// How many of the threads the loops keep busy, on average. One thread does the
/// remainder of the tiles, after the others.
double asViewBusyThreads(const AsStageView *stage, int threads);

#endif // AS_COSTMODEL_FOOTPRINT_H
