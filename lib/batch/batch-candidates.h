//===- batch-candidates.h - The candidates of a task, in their course
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of measuring a batch share. The first candidate of a task that
// is right sets the pace for the others.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BATCH_BATCH_CANDIDATES_H
#define AS_BATCH_BATCH_CANDIDATES_H

#include "batch/measure-batch.h"
#include "measure/gpu/device-process.h"
#include "measure/runner-tasks.h"

/// A task being measured.
typedef struct AsCourse {
  const AsBatch *batch;
  const AsBatchTask *task;
  const AsBatchRun *run;
  AsGpuProcess *process;
  AsServedTask served;
  AsRunnerResult *results; ///< Of each candidate,
  bool *isFinal;           ///< and whether it has been beside its rivals.
  int numResults;
  int driftReference; ///< A candidate; -1 until one is right.
  double pace;        ///< Seconds that it takes at best.
  double bestRatio;   ///< Of the fastest to it.
} AsCourse;

/// An earlier candidate with the same kernels, or -1.
int asCourseTwin(const AsCourse *course, int candidate);

/// Measures a candidate beside the drift reference, as `timing` says.
AsStatus asCourseMeasure(AsCourse *course, int candidate,
                         const AsRunnerJob *timing, AsRunnerResult *result,
                         AsError *error);

/// What a new result of it says of the pace, and of the best.
void asCourseNotePace(AsCourse *course, int candidate,
                      const AsRunnerResult *result);

/// Of one run at the best pace so far; 0 where nothing was timed.
double asCourseSeconds(const AsCourse *course, int candidate);

/// Measures the front runners again, beside each other, until the best of all
/// is among them (remeasure-batch.c).
AsStatus asCourseFinish(AsCourse *course, AsError *error);

#endif // AS_BATCH_BATCH_CANDIDATES_H
