//===- batch-candidates.h - Candidates of one task of a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// State that measure-batch.c and remeasure-batch.c share. The first candidate
// of a task that is correct becomes the drift reference of the others.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BATCH_BATCH_CANDIDATES_H
#define AS_BATCH_BATCH_CANDIDATES_H

#include "batch/measure-batch.h"
#include "measure/gpu/device-process.h"
#include "measure/runner-tasks.h"

/// A task that is being measured.
typedef struct AsBatchTaskState {
  const AsBatch *batch;
  const AsBatchTask *task;
  const AsBatchRun *run;
  AsGpuProcess *process;
  AsServedTask served;
  AsRunnerResult *results; ///< Of each candidate.
  bool *isFinal;           ///< Whether it was measured again beside its rivals.
  int numResults;
  int driftReference;  ///< A candidate; -1 until one is correct.
  double driftSeconds; ///< The least seconds of the drift reference.
  double bestRatio;    ///< Seconds of the fastest candidate relative to it.
} AsBatchTaskState;

/// The first earlier candidate with the same kernels, or -1.
int asBatchTaskDuplicateOf(const AsBatchTaskState *state, int candidate);

/// Measures a candidate beside the drift reference, with the limits of
/// `timing`.
AsStatus asBatchTaskMeasure(AsBatchTaskState *state, int candidate,
                            const AsRunnerJob *timing, AsRunnerResult *result,
                            AsError *error);

/// Updates the drift reference's seconds and the best ratio by a new result.
void asBatchTaskNoteResult(AsBatchTaskState *state, int candidate,
                           const AsRunnerResult *result);

/// Seconds of one run, corrected for drift; 0 if the candidate has no times.
double asBatchTaskSeconds(const AsBatchTaskState *state, int candidate);

/// Measures the fastest candidates again, beside each other, until the best of
/// all candidates is among them (remeasure-batch.c).
AsStatus asBatchTaskRemeasure(AsBatchTaskState *state, AsError *error);

#endif // AS_BATCH_BATCH_CANDIDATES_H
