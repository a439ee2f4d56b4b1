//===- remeasure-batch.c - Measure the best of a batch again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// The counterpart of search/remeasure-best.c for batches. The least of many
// brief measurements is often luck. So the fastest candidates are timed in
// turns, and these times replace the earlier ones. All of them get all rounds.
//
//===----------------------------------------------------------------------===//

#include "batch/batch-candidates.h"
#include "measure/timing-statistics.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_RIVALS = 4, ROUNDS = 4, MAX_ATTEMPTS = 5 };

static const AsRunnerJob timing = {
    .minSeconds = 0.02, .minRuns = 5, .maxRuns = AS_MAX_TIMES / ROUNDS};

/// The fastest candidate that is not among the first `count` rivals; -1 if
/// there is none. Candidates that were measured again count only with
/// `mayBeFinal`.
static int pickBest(const AsBatchTaskState *state, const int *rivals, int count,
                    bool mayBeFinal) {
  int best = -1;
  for (int c = 0; c < state->numResults; c++) {
    bool isOut = state->results[c].outcome != AS_OUTCOME_OK ||
                 asBatchTaskDuplicateOf(state, c) >= 0 ||
                 (state->isFinal[c] && !mayBeFinal);
    for (int r = 0; r < count; r++)
      isOut |= rivals[r] == c;
    double seconds = asBatchTaskSeconds(state, c);
    if (!isOut && seconds > 0 &&
        (best < 0 || seconds < asBatchTaskSeconds(state, best)))
      best = c;
  }
  return best;
}

static int pickRivals(const AsBatchTaskState *state, double bestSeconds,
                      int *rivals) {
  int count = 0;
  while (count < MAX_RIVALS) {
    int next = pickBest(state, rivals, count, false);
    if (next < 0 ||
        asBatchTaskSeconds(state, next) > AS_RIVAL_FACTOR * bestSeconds)
      break;
    rivals[count++] = next;
  }
  return count;
}

static AsStatus compete(AsBatchTaskState *state, const int *rivals, int count,
                        AsError *error) {
  AsRunnerResult *results = asAlloc((size_t)count * sizeof *results);
  AsStatus status = AS_OK;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < count && !status; i++) {
      int r = (i + round) % count;
      AsRunnerResult more;
      if (round && results[r].outcome != AS_OUTCOME_OK)
        continue;
      status = asBatchTaskMeasure(state, rivals[r], &timing, &more, error);
      if (!status)
        asTimesJoin(&results[r], &more);
    }
  for (int r = 0; r < count && !status; r++) {
    asBatchTaskNoteResult(state, rivals[r], &results[r]);
    state->results[rivals[r]] = results[r];
    state->isFinal[rivals[r]] = true;
  }
  free(results);
  return status;
}

/// Candidates with the same kernels have the same times.
static void copyToDuplicates(AsBatchTaskState *state) {
  for (int c = 0; c < state->numResults; c++) {
    int duplicate = asBatchTaskDuplicateOf(state, c);
    if (duplicate < 0)
      continue;
    state->results[c] = state->results[duplicate];
    state->isFinal[c] = state->isFinal[duplicate];
  }
}

AsStatus asBatchTaskRemeasure(AsBatchTaskState *state, AsError *error) {
  AsStatus status = AS_OK;
  for (int attempt = 0; attempt < MAX_ATTEMPTS && !status; attempt++) {
    int best = pickBest(state, NULL, 0, true), rivals[MAX_RIVALS];
    if (best < 0 || state->isFinal[best] || *state->run->interrupted)
      break;
    int count = pickRivals(state, asBatchTaskSeconds(state, best), rivals);
    status = compete(state, rivals, count, error);
  }
  copyToDuplicates(state);
  return status;
}
