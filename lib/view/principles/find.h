//===- find.h - Finding what good schedules have in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks of each knob of a sketch, over all tasks of one signature, whether
// options up to some limit are faster than those beyond it. Each limit is a
// comparison of matched pairs of trials (matched-pairs.h). What remains after
// the correction for the number of comparisons is a principle:
//
//   like matmul 64x128x96 (0f83a1c2) on cpu, tile+contract, register_0: 4 or
//   less: 12% less time (41 pairs, p=0.0004, 7 of 9 tasks)
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_PRINCIPLES_FIND_H
#define AS_VIEW_PRINCIPLES_FIND_H

#include "search/principles.h"
#include "view/view.h"

/// One limit of a knob, from the side that was faster.
typedef struct AsComparison {
  AsPrinciple principle;
  const char *like;   ///< Label and hash of one of its tasks.
  int group;          ///< Of one signature, device and sketch: one number.
  double otherSide;   ///< The limit of those beyond it.
  bool isOneOption;   ///< Nothing but `limit` is on this side,
  bool otherIsOne;    ///< or nothing but `otherSide` on that one.
  double change;      ///< Median of the differences of log seconds; 0 or less.
  double p, adjusted; ///< As it is, and among all comparisons (asHolmAdjust).
  int numPairs;
  int numTasks, numAgreeing; ///< With pairs, and faster on this side as well.
  bool isPrinciple;
} AsComparison;

/// Zero-initialise; free with asComparisonsFree. Strings are borrowed from the
/// view, or are in the arena.
typedef struct AsComparisons {
  AsComparison *items;
  int count, capacity;
  int numTasks; ///< With trials to compare.
  bool isShuffled;
  AsArena arena;
} AsComparisons;

/// Compares, and marks the principles: p is below 0.05 after the correction,
/// the change is at least 1%, and most tasks agree. Of each side of a knob the
/// one with the least p counts.
void asPrinciplesFind(const AsView *view, AsComparisons *comparisons);

/// For a control: marks as many comparisons of the same groups instead, drawn
/// with that seed, each as it is or turned round.
void asPrinciplesShuffle(AsComparisons *comparisons, uint64_t seed);

/// Appends the principles, or that there are none, as lines of words; the
/// surest first.
void asPrinciplesAppendWords(const AsComparisons *comparisons, AsText *text);

/// Appends them as the object that search/principles.h reads.
void asPrinciplesAppendJson(const AsComparisons *comparisons, AsText *text);

void asComparisonsFree(AsComparisons *comparisons);

#endif // AS_VIEW_PRINCIPLES_FIND_H
