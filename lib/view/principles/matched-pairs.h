//===- matched-pairs.h - Pairs of trials that differ in one knob
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a knob does shows in two trials of one task that differ in this knob
// only. A search does not make many of these, so others that differ a little in
// the other knobs too are taken as well, the nearest first: two trials are at a
// distance of 1 where one tile is twice as large as the other. No trial is in
// two pairs, as a test takes pairs to be independent.
//
//   register_0 4 unroll 2: 1.0 ms  --+
//   register_0 8 unroll 2: 1.2 ms  --+ a pair of register_0
//   register_0 8 unroll 4: 1.3 ms      left over
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_MATCHED_PAIRS_H
#define AS_VIEW_MATCHED_PAIRS_H

#include <stdbool.h>

/// The trials of one sketch of one task.
typedef struct AsPairSample {
  int numTrials, numKnobs;
  double *values; ///< Of knob k of trial t, at t * numKnobs + k.
  double *logs;   ///< Of the seconds.
  bool *isBound;  ///< It was stopped after these seconds.
} AsPairSample;

static inline double asPairValue(const AsPairSample *sample, int trial, int k) {
  return sample->values[trial * sample->numKnobs + k];
}

/// Two trials, the first of which came earlier, whose values of a knob differ.
typedef struct AsNearTrials {
  int first, second;
  double distance; ///< Over the other knobs.
} AsNearTrials;

/// All that are near each other but for knob `k`, the nearest first, *count of
/// them. Owned by the caller, who frees them.
AsNearTrials *asPairsNear(const AsPairSample *sample, int k, int *count);

/// Pairs each trial in which knob `k` is `limit` or less with one in which it
/// is more. Writes the differences of their logarithms, the former's minus the
/// latter's, to `differences`, which has room for half of the trials; returns
/// how many there are. A trial that was stopped counts where it was the slower
/// one.
int asPairsDiffer(const AsPairSample *sample, const AsNearTrials *near,
                  int numNear, int k, double limit, double *differences);

#endif // AS_VIEW_MATCHED_PAIRS_H
