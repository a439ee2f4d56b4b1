//===- reference-program.c - The program that gives the expected results
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the reference of a task: the stock lowering, except that a loop nest
// which would run long as it is gets the order of loops with the least
// estimate. Every order keeps the dependences, so each sum is the same to the
// bit. Wherever the unscheduled program can be timed, its results are compared
// with those of the reference.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include <math.h>

/// Below this estimate, in seconds, an unscheduled program is its own
/// reference.
static const double shortRun = 0.1;

bool asReferencePlain(const AsTuneTask *task, AsCandidate *plain) {
  int s = asSketchPlain(task->sketches, task->numSketches);
  *plain = (AsCandidate){.sketch = s};
  return s >= 0;
}

/// The estimated seconds of the unscheduled program.
static double estimateAsItIs(const AsTuner *tuner, const AsTuneTask *task) {
  AsCandidate plain;
  return asReferencePlain(task, &plain)
             ? asCostEstimate(tuner->scorer, &task->sketches[plain.sketch],
                              &plain.point)
             : INFINITY;
}

bool asReferenceChoose(const AsTuner *tuner, const AsTuneTask *task,
                       AsCandidate *best) {
  double least = estimateAsItIs(tuner, task);
  bool isFound = false;
  if (least < shortRun)
    return false;
  for (int s = 0; s < task->numSketches; s++) {
    const AsSketch *sketch = &task->sketches[s];
    for (int k = 0; k < sketch->numKnobs; k++)
      for (int o = 0; sketch->knobs[k].kind == AS_KNOB_SCHEDULE &&
                      o < sketch->knobs[k].numOptions;
           o++) {
        AsCandidate candidate = {.sketch = s};
        candidate.point.choice[k] = (uint8_t)o;
        double seconds =
            asCostEstimate(tuner->scorer, sketch, &candidate.point);
        if (seconds >= least)
          continue;
        least = seconds;
        *best = candidate;
        isFound = true;
      }
  }
  return isFound;
}

AsBuildJob asReferenceJob(const AsTuner *tuner, const AsTuneTask *task,
                          AsKnobChoice *choices) {
  AsCandidate candidate;
  bool isOrdered = asReferenceChoose(tuner, task, &candidate);
  AsBuildJob job = asPipelineJob(task, isOrdered ? &candidate : NULL, choices);
  job.isReference = true;
  return job;
}

AsStatus asReferenceBuild(AsTuner *tuner, const AsTuneTask *task,
                          AsBuildResult *result, AsError *error) {
  AsKnobChoice choices[AS_MAX_KNOBS];
  AsBuildJob job = asReferenceJob(tuner, task, choices);
  AsStatus status = asPipelineBuildJobs(tuner, &job, 1, result, error);
  if (status || !job.script || result->outcome == AS_OUTCOME_BUILT)
    return status;
  asTextFree(&result->object);
  job = asPipelineJob(task, NULL, choices);
  job.isReference = true;
  return asPipelineBuildJobs(tuner, &job, 1, result, error);
}
