//===- timing-statistics.c - One number from several timed runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See timing-statistics.h.
//
//===----------------------------------------------------------------------===//

#include "measure/timing-statistics.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double *sortTimes(const double *times, size_t count) {
  double *sorted = asAlloc(sizeof *sorted * (count + 1));
  memcpy(sorted, times, sizeof *sorted * count);
  qsort(sorted, count, sizeof *sorted, ascending);
  return sorted;
}

double asTimesStatistic(const double *times, size_t count) {
  if (!count)
    return 0;
  double *sorted = sortTimes(times, count);
  double quartile = sorted[(count - 1) / 4];
  free(sorted);
  return quartile;
}

double asTimesRelativeError(const double *times, size_t count) {
  if (count < 4)
    return 0;
  double *sorted = sortTimes(times, count);
  double quartile = sorted[(count - 1) / 4], median = sorted[(count - 1) / 2];
  free(sorted);
  double deviation = (median - quartile) / 0.6745;
  return 1.36 * deviation / quartile / sqrt((double)count);
}

double asTimesAtPace(const AsRunnerResult *result,
                     double driftReferenceSeconds) {
  size_t count = (size_t)result->numTimes;
  double seconds = asTimesStatistic(result->times, count);
  if (!result->isPaced || !count)
    return seconds;
  double drift = asTimesStatistic(result->paces, count) / driftReferenceSeconds;
  return seconds / fmin(drift, AS_MOST_DRIFT);
}

void asTimesJoin(AsRunnerResult *all, const AsRunnerResult *more) {
  AsRunnerResult joined = *more;
  int had = all->numTimes, room = AS_MAX_TIMES - had;
  int added = more->numTimes < room ? more->numTimes : room;
  memcpy(joined.times, all->times, sizeof(double) * (size_t)had);
  memcpy(joined.paces, all->paces, sizeof(double) * (size_t)had);
  memcpy(joined.times + had, more->times, sizeof(double) * (size_t)added);
  memcpy(joined.paces + had, more->paces, sizeof(double) * (size_t)added);
  joined.numTimes = had + added;
  joined.isPaced &= had == 0 || all->isPaced;
  joined.wallSeconds += all->wallSeconds;
  *all = joined;
}
