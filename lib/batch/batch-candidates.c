//===- batch-candidates.c - Candidates of one task of a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Measures single candidates, and keeps track of the drift reference.
//
//===----------------------------------------------------------------------===//

#include "batch/batch-candidates.h"
#include "measure/timing-statistics.h"
#include <math.h>
#include <string.h>

int asBatchTaskDuplicateOf(const AsBatchTaskState *state, int c) {
  const AsBatchCandidate *candidates = state->task->candidates;
  for (int t = 0; t < c; t++)
    if (strcmp(candidates[t].known.record.objectHash,
               candidates[c].known.record.objectHash) == 0)
      return t;
  return -1;
}

AsStatus asBatchTaskMeasure(AsBatchTaskState *state, int c,
                            const AsRunnerJob *timing, AsRunnerResult *result,
                            AsError *error) {
  const AsBatchCandidate *candidates = state->task->candidates;
  const AsText *object = &candidates[c].object;
  AsRunnerJob job = *timing;
  job.task = state->task->hash;
  job.symbol = "";
  job.object = object->data;
  job.objectLength = object->length;
  job.allowance = candidates[c].allowance;
  if (state->driftReference >= 0) {
    job.driftReference = candidates[state->driftReference].object.data;
    job.driftReferenceLength = candidates[state->driftReference].object.length;
  }
  job.timeLimit = state->batch->setting.runTimeout;
  job.flush = state->batch->setting.isCold;
  return asGpuProcessMeasure(state->process, &job, result, error);
}

void asBatchTaskNoteResult(AsBatchTaskState *state, int c,
                           const AsRunnerResult *result) {
  size_t count = (size_t)result->numTimes;
  if (result->outcome != AS_OUTCOME_OK || !count)
    return;
  double seconds = asTimesStatistic(result->times, count);
  if (state->driftReference < 0) {
    state->driftReference = c;
    state->driftSeconds = seconds;
    state->bestRatio = 1;
  } else if (result->isPaced) {
    double pace = asTimesStatistic(result->paces, count);
    state->driftSeconds = fmin(state->driftSeconds, pace);
    state->bestRatio = fmin(state->bestRatio, seconds / pace);
  }
}

double asBatchTaskSeconds(const AsBatchTaskState *state, int c) {
  const AsRunnerResult *result = &state->results[c];
  bool isFirst = c == state->driftReference && !result->isPaced;
  return isFirst && result->outcome == AS_OUTCOME_OK
             ? state->driftSeconds
             : asTimesAtPace(result, state->driftSeconds);
}
