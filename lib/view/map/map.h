//===- map.h - The map of what was tried for a task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trials that are alike are near to each other: their features are reduced to
// two dimensions, clustered, and put into the cells of a honeycomb. Lines say
// where candidates gain, over the median one: by moving less memory, by more
// vector lanes, or in time.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_MAP_H
#define AS_VIEW_MAP_H

#include "view/map/contours.h"
#include "view/view.h"

/// The groups of metrics. X(enumerator, name, meaning)
#define AS_GAINS(X)                                                            \
  X(MEMORY, "memory", "fewer lines from beyond the caches, by the loop nest")  \
  X(VECTOR, "vector", "more vector lanes that are filled, by the loop nest")   \
  X(TIME, "time", "less time, as measured")

typedef enum AsGain {
#define AS_GAIN_ENUMERATOR(name, ...) AS_GAIN_##name,
  AS_GAINS(AS_GAIN_ENUMERATOR)
#undef AS_GAIN_ENUMERATOR
      AS_NUM_GAINS
} AsGain;

/// What the trials in a cell have in common.
typedef struct AsViewCell {
  int sketch; ///< What most of them have; the lowest number of equals.
  AsOutcome outcome;
  int numOk;
  double seconds;             ///< Mean of those that are ok, NaN without one.
  double gains[AS_NUM_GAINS]; ///< Means of log2 of a ratio; NaN: not known.
  double height;              ///< The largest of them.
} AsViewCell;

typedef struct AsViewLine {
  AsContour contour;
  double level; ///< log2 of the gain.
  AsGain gain;  ///< Which one is largest there.
} AsViewLine;

struct AsViewMap {
  AsHoneycomb honeycomb;
  AsClusters clusters;
  int *trials; ///< What the honeycomb's points are: numbers in the view.
  int numTrials;
  AsViewCell *cells; ///< As many as the honeycomb has.
  AsViewLine *lines;
  int numLines;
  double least,
      most; ///< What its colours span, by asClippedRange; NaN without.
};

/// The map of a task, of its trials that have features; NULL where fewer than
/// three have some. The caller frees it with asViewMapFree.
AsViewMap *asViewMapMake(const AsView *view, const AsViewTask *task);
void asViewMapFree(AsViewMap *map); ///< NULL is allowed.

/// The least and the most of those of `values` that are known, but for a
/// twentieth of them at each end, so that a few outliers leave the others their
/// colours; NaN where none is known.
void asClippedRange(const double *values, int count, double *least,
                    double *most);

/// The name and the meaning of a group of metrics.
const char *asGainName(AsGain gain);
const char *asGainMeaning(AsGain gain);

#endif // AS_VIEW_MAP_H
