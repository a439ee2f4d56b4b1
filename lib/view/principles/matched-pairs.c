//===- matched-pairs.c - Pairs of trials that differ in one knob
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See matched-pairs.h.
//
//===----------------------------------------------------------------------===//

#include "view/principles/matched-pairs.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>

/// Trials that are further apart are no pair.
static const double mostDistance = 1;

/// Of sizes, by their ratio.
static double distanceOf(double a, double b) {
  if (a == b)
    return 0;
  return a > 0 && b > 0 ? fabs(log2(a / b)) : 1;
}

static double distanceBut(const AsPairSample *sample, int k, int first,
                          int second) {
  const double *a = sample->values + (size_t)first * (size_t)sample->numKnobs;
  const double *b = sample->values + (size_t)second * (size_t)sample->numKnobs;
  double sum = 0;
  for (int other = 0; other < sample->numKnobs && sum <= mostDistance; other++)
    if (other != k)
      sum += distanceOf(a[other], b[other]);
  return sum;
}

static int nearestFirst(const void *left, const void *right) {
  const AsNearTrials *a = left, *b = right;
  if (a->distance != b->distance)
    return a->distance < b->distance ? -1 : 1;
  return a->first != b->first ? a->first - b->first : a->second - b->second;
}

AsNearTrials *asPairsNear(const AsPairSample *sample, int k, int *count) {
  int capacity = 256;
  AsNearTrials *near = asAlloc(sizeof *near * (size_t)capacity);
  *count = 0;
  for (int first = 0; first < sample->numTrials; first++)
    for (int second = first + 1; second < sample->numTrials; second++) {
      if (asPairValue(sample, first, k) == asPairValue(sample, second, k))
        continue;
      double distance = distanceBut(sample, k, first, second);
      if (distance > mostDistance)
        continue;
      if (*count == capacity) {
        capacity *= 2;
        near = asRealloc(near, sizeof *near * (size_t)capacity);
      }
      near[(*count)++] = (AsNearTrials){first, second, distance};
    }
  qsort(near, (size_t)*count, sizeof *near, nearestFirst);
  return near;
}

/// Whether it is known which of the two is slower.
static bool compares(const AsPairSample *sample, int first, int second) {
  if (sample->isBound[first] && sample->isBound[second])
    return false;
  double more = sample->logs[first] - sample->logs[second];
  return sample->isBound[first]    ? more > 0
         : sample->isBound[second] ? more < 0
                                   : true;
}

int asPairsDiffer(const AsPairSample *sample, const AsNearTrials *near,
                  int numNear, int k, double limit, double *differences) {
  bool *isTaken = asAlloc((size_t)sample->numTrials + 1);
  int count = 0;
  for (int n = 0; n < numNear; n++) {
    int first = near[n].first, second = near[n].second;
    bool isBelow = asPairValue(sample, first, k) <= limit;
    if (isTaken[first] || isTaken[second] ||
        isBelow == (asPairValue(sample, second, k) <= limit))
      continue;
    isTaken[first] = isTaken[second] = true;
    if (!compares(sample, first, second))
      continue;
    double more = sample->logs[first] - sample->logs[second];
    differences[count++] = isBelow ? more : -more;
  }
  free(isTaken);
  return count;
}
