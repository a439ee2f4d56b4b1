//===- batch-candidates.c - The candidates of a task, in their course
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See batch-candidates.h.
//
//===----------------------------------------------------------------------===//

#include "batch/batch-candidates.h"
#include "measure/timing-statistics.h"
#include <math.h>
#include <string.h>

int asCourseTwin(const AsCourse *course, int c) {
  const AsBatchCandidate *candidates = course->task->candidates;
  for (int t = 0; t < c; t++)
    if (strcmp(candidates[t].known.record.objectHash,
               candidates[c].known.record.objectHash) == 0)
      return t;
  return -1;
}

AsStatus asCourseMeasure(AsCourse *course, int c, const AsRunnerJob *timing,
                         AsRunnerResult *result, AsError *error) {
  const AsBatchCandidate *candidates = course->task->candidates;
  const AsText *object = &candidates[c].object;
  AsRunnerJob job = *timing;
  job.task = course->task->hash;
  job.symbol = "";
  job.object = object->data;
  job.objectLength = object->length;
  job.allowance = candidates[c].allowance;
  if (course->driftReference >= 0) {
    job.driftReference = candidates[course->driftReference].object.data;
    job.driftReferenceLength = candidates[course->driftReference].object.length;
  }
  job.timeLimit = course->batch->setting.runTimeout;
  job.flush = course->batch->setting.isCold;
  return asGpuProcessMeasure(course->process, &job, result, error);
}

void asCourseNotePace(AsCourse *course, int c, const AsRunnerResult *result) {
  size_t count = (size_t)result->numTimes;
  if (result->outcome != AS_OUTCOME_OK || !count)
    return;
  double seconds = asTimesStatistic(result->times, count);
  if (course->driftReference < 0) {
    course->driftReference = c;
    course->pace = seconds;
    course->bestRatio = 1;
  } else if (result->isPaced) {
    double pace = asTimesStatistic(result->paces, count);
    course->pace = fmin(course->pace, pace);
    course->bestRatio = fmin(course->bestRatio, seconds / pace);
  }
}

double asCourseSeconds(const AsCourse *course, int c) {
  const AsRunnerResult *result = &course->results[c];
  bool isFirst = c == course->driftReference && !result->isPaced;
  return isFirst && result->outcome == AS_OUTCOME_OK
             ? course->pace
             : asTimesAtPace(result, course->pace);
}
