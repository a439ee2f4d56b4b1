//===- remeasure-batch.c - Measuring the best few of a batch again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What search/remeasure-best.c does where the search has the device: picking
// the least of many brief times picks luck, so the front runners are timed in
// turns, and these times replace the earlier ones.
//
//===----------------------------------------------------------------------===//

#include "batch/batch-candidates.h"
#include "measure/timing-statistics.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_RIVALS = 4, ROUNDS = 4, MOST_ATTEMPTS = 5 };

static const AsRunnerJob timing = {
    .minSeconds = 0.02, .minRuns = 5, .maxRuns = AS_MAX_TIMES / ROUNDS};

/// The fastest candidate that is not among the first `count` rivals, and, with
/// `mayBeFinal`, may have been one before; -1 where there is none.
static int pickBest(const AsCourse *course, const int *rivals, int count,
                    bool mayBeFinal) {
  int best = -1;
  for (int c = 0; c < course->numResults; c++) {
    bool isOut = course->results[c].outcome != AS_OUTCOME_OK ||
                 asCourseTwin(course, c) >= 0 ||
                 (course->isFinal[c] && !mayBeFinal);
    for (int r = 0; r < count; r++)
      isOut |= rivals[r] == c;
    double seconds = asCourseSeconds(course, c);
    if (!isOut && seconds > 0 &&
        (best < 0 || seconds < asCourseSeconds(course, best)))
      best = c;
  }
  return best;
}

static int pickRivals(const AsCourse *course, double bestSeconds, int *rivals) {
  int count = 0;
  while (count < MOST_RIVALS) {
    int next = pickBest(course, rivals, count, false);
    if (next < 0 ||
        asCourseSeconds(course, next) > AS_RIVAL_FACTOR * bestSeconds)
      break;
    rivals[count++] = next;
  }
  return count;
}

static AsStatus compete(AsCourse *course, const int *rivals, int count,
                        AsError *error) {
  AsRunnerResult *results = asAlloc((size_t)count * sizeof *results);
  AsStatus status = AS_OK;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < count && !status; i++) {
      int r = (i + round) % count;
      AsRunnerResult more;
      if (round && results[r].outcome != AS_OUTCOME_OK)
        continue;
      status = asCourseMeasure(course, rivals[r], &timing, &more, error);
      if (!status)
        asTimesJoin(&results[r], &more);
    }
  for (int r = 0; r < count && !status; r++) {
    asCourseNotePace(course, rivals[r], &results[r]);
    course->results[rivals[r]] = results[r];
    course->isFinal[rivals[r]] = true;
  }
  free(results);
  return status;
}

/// Those with the same kernels have the same times.
static void copyToTwins(AsCourse *course) {
  for (int c = 0; c < course->numResults; c++) {
    int twin = asCourseTwin(course, c);
    if (twin < 0)
      continue;
    course->results[c] = course->results[twin];
    course->isFinal[c] = course->isFinal[twin];
  }
}

AsStatus asCourseFinish(AsCourse *course, AsError *error) {
  AsStatus status = AS_OK;
  for (int attempt = 0; attempt < MOST_ATTEMPTS && !status; attempt++) {
    int best = pickBest(course, NULL, 0, true), rivals[MOST_RIVALS];
    if (best < 0 || course->isFinal[best] || *course->run->interrupted)
      break;
    int count = pickRivals(course, asCourseSeconds(course, best), rivals);
    status = compete(course, rivals, count, error);
  }
  copyToTwins(course);
  return status;
}
