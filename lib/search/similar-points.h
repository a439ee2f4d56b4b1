//===- similar-points.h - Points of tasks that differ in extents only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tiles of one dynamic size are tasks whose programs differ in extents. A
// point that is good for one of them is near to a good one of the next, so that
// fewer points have to be looked at:
//
//   tile of 64 rows, chosen        {"mr":8,"nr":32,"kc":384}
//   tile of 6 rows, looked at first {"mr":6,"nr":32,"kc":384}
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_SIMILAR_POINTS_H
#define AS_SEARCH_SIMILAR_POINTS_H

#include "search/search-space.h"
#include "search/tuner.h"

enum { AS_MAX_SEEDS = 8 };

/// The point of another sketch as one of the first sketch of that name which
/// takes it (adapt-point.h); false if none does.
bool asSimilarPoint(const AsSketch *from, const AsPoint *point,
                    const AsSketch *sketches, int numSketches,
                    AsCandidate *seed);

/// Writes the best points of other tasks that differ from task `t` in extents
/// only, or those that the estimate chose, as points of it; nearest tasks
/// first. Returns how many.
int asSimilarPoints(const AsTuneTask *tasks, int numTasks, int t,
                    AsCandidate seeds[AS_MAX_SEEDS]);

/// Has a search that begins with seeds look at a part of the points.
void asSearchNearSeeds(AsSearchSpace *space, const AsCandidate *seeds,
                       int numSeeds);

#endif // AS_SEARCH_SIMILAR_POINTS_H
