//===- baseline.c - References and baselines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before the search, runs the reference of each task, which gives the results
// that candidates are compared with, and times the unscheduled program, the
// baseline.
//
// A task whose reference does not build or run cannot be tuned. The baseline is
// reported, weighs tasks for the task scheduler, and becomes a trial itself if
// it wins (unscheduled-trial.c). Before the search, none of that needs more
// than a glance: a program that takes longer gets a lower bound. After the
// search it is looked at once more, for no longer than the search has taken,
// and at most stockLimit. GPUs have no baseline, since an unscheduled program
// would run on a single thread.
//
// Last, the best candidate that the store knows is built again. It becomes the
// drift reference, so that new times compare with the stored ones.
//
//===----------------------------------------------------------------------===//

#include "measure/runner-protocol.h"
#include "measure/timing-statistics.h"
#include "search/clock-drift.h"
#include "search/tuner-state.h"
#include "support/clock.h"
#include "support/entry-symbols.h"
#include <math.h>
#include <string.h>

/// The limits, in seconds, of one run of an unscheduled program: after the
/// search and before it.
static const double stockLimit = 4, glance = 0.5;
/// What a second look must be longer than the first, to be worth it.
static const double longerLook = 2;
/// Seconds that a reference has at the end of the time limit.
static const double leastHurried = 0.5;
/// The reference may take this many times the time limit of a candidate.
static const double referencePatience = 6;

static void noteProblem(AsTuneTask *task, const char *what, const char *why) {
  AsError problem;
  asFail(&problem, AS_CHILD, "%s: %s", what, why);
  size_t length = strnlen(problem.message, sizeof task->problem - 1);
  memcpy(task->problem, problem.message, length);
  task->problem[length] = 0;
}

static void giveUp(AsTuneTask *task, const char *what, const char *why) {
  task->isDead = task->isUnmeasurable = true;
  noteProblem(task, what, why);
}

static AsStatus addToRunner(AsTuner *tuner, const AsRunnerTask *reference,
                            AsRunnerResult *result, AsError *error) {
  AsStatus status = asTurnBegin(tuner, error);
  if (status)
    return status;
  double start = asClockNow();
  status = asRunnerAddTask(tuner->runner, reference, result, error);
  // Somebody else killed the runner. A task without a reference is not tuned.
  if (!status && result->outcome == AS_OUTCOME_KILLED)
    status = asRunnerAddTask(tuner->runner, reference, result, error);
  tuner->times.measure += asClockNow() - start;
  asTurnEnd(tuner);
  return status;
}

/// Runs the reference for the expected results; sets isReady if it worked.
static AsStatus runReference(AsTuner *tuner, AsUnscheduledBuilds *builds, int t,
                             AsError *error) {
  AsTuneTask *task = &tuner->tasks[t];
  AsBuildResult built;
  AsStatus status = asUnscheduledTake(tuner, builds, t,
                                      AS_UNSCHEDULED_REFERENCE, &built, error);
  if (status)
    return status;
  if (built.outcome != AS_OUTCOME_BUILT) {
    giveUp(task, "the unscheduled program does not build", built.message);
    asTextFree(&built.object);
    return AS_OK;
  }
  double limit = referencePatience * tuner->given.options->runTimeout;
  double left = fmax(asTunerTimeLeft(tuner), leastHurried);
  AsRunnerTask reference = {.name = task->hash,
                            .symbol = AS_TASK_ENTRY,
                            .buffers = task->buffers,
                            .numBuffers = task->numBuffers,
                            .seed = (uint64_t)tuner->given.options->seed,
                            .tolerance = task->tolerance,
                            .reference = built.object.data,
                            .referenceLength = built.object.length,
                            .timeLimit = fmin(limit, left)};
  AsText expected = {0};
  if (tuner->given.batch) {
    asBatchAppendExpectedPath(tuner->given.batch, task->hash, &expected);
    reference.expectedFile = expected.data;
  }
  AsRunnerResult result;
  status = addToRunner(tuner, &reference, &result, error);
  task->isReady = !status && result.outcome == AS_OUTCOME_OK;
  if (task->isReady && result.numTimes)
    task->referenceSeconds = result.times[0];
  if (!status && result.outcome == AS_OUTCOME_RUN_TIMEOUT && left < limit)
    task->isDead = true; // Another run may have the time.
  else if (!status && !task->isReady)
    giveUp(task, "the unscheduled program does not run", result.message);
  if (task->isReady && tuner->given.batch)
    status = asExportTask(tuner, task, error);
  asTextFree(&expected);
  asTextFree(&built.object);
  return status;
}

/// Notes what the measurement says of the unscheduled program.
static void noteStock(AsTuner *tuner, AsTuneTask *task, AsRunnerResult *result,
                      double buildSeconds) {
  if (result->outcome == AS_OUTCOME_EARLY_STOPPED)
    asRunnerFail(result, AS_OUTCOME_RUN_TIMEOUT,
                 "was stopped after %.2g s: its exact time is for reports only",
                 result->atLeast);
  bool isBound = result->outcome == AS_OUTCOME_RUN_TIMEOUT;
  double seconds =
      isBound ? result->atLeast
              : asTimesStatistic(result->times, (size_t)result->numTimes);
  if (result->outcome == AS_OUTCOME_WRONG_ANSWER) {
    // Both compute the task, so one of them is wrong.
    giveUp(task, "the unscheduled program and its reference differ",
           result->message);
    asTrialsDistrust(tuner, task);
  } else if (result->outcome != AS_OUTCOME_OK && seconds == 0) {
    noteProblem(task, "the unscheduled program cannot be timed",
                result->message);
  } else {
    task->baselineSeconds = seconds;
    task->baselineIsBound = isBound;
  }
  asTrialsStore(tuner, task, NULL, result, seconds, buildSeconds, "", false);
}

/// Times the unscheduled program; a run of it may take `limit` seconds.
static AsStatus timeStock(AsTuner *tuner, AsUnscheduledBuilds *builds, int t,
                          double limit, AsError *error) {
  AsTuneTask *task = &tuner->tasks[t];
  AsBuildResult built;
  AsStatus status =
      asUnscheduledTake(tuner, builds, t, AS_UNSCHEDULED_STOCK, &built, error);
  if (status)
    return status;
  if (built.outcome != AS_OUTCOME_BUILT) {
    noteProblem(task, "the unscheduled program cannot be timed", built.message);
    asTextFree(&built.object);
    return AS_OK;
  }
  AsRunnerJob job = {.task = task->hash,
                     .symbol = AS_TASK_ENTRY,
                     .object = built.object.data,
                     .objectLength = built.object.length,
                     .timeLimit = tuner->given.options->runTimeout,
                     .runLimit = limit,
                     .minSeconds = asTrialTiming.minSeconds,
                     .minRuns = 1,
                     .maxRuns = asTrialTiming.maxRuns};
  asPipelineSetCaches(tuner, task, &job);
  AsRunnerResult result;
  status = asPipelineMeasure(tuner, &job, &result, error);
  if (!status && result.outcome == AS_OUTCOME_KILLED)
    status = asPipelineMeasure(tuner, &job, &result, error);
  if (!status)
    noteStock(tuner, task, &result, built.seconds);
  asTextFree(&task->stockObject);
  if (!status && result.outcome == AS_OUTCOME_OK) {
    task->stockObject = built.object;
    task->stockBuildSeconds = built.seconds;
  } else {
    asTextFree(&built.object);
  }
  return status;
}

/// Builds the best candidate of the store again, as the drift reference.
static AsStatus rebuildDriftReference(AsTuner *tuner, AsTuneTask *task,
                                      AsError *error) {
  int best = asTaskHistoryBest(&task->history);
  if (best < 0)
    return AS_OK;
  AsBuildResult built;
  AsStatus status = asPipelineBuild(
      tuner, task, &task->history.trials[best].candidate, &built, error);
  // The other machine measures it again, beside the new candidates.
  if (!status && built.outcome == AS_OUTCOME_BUILT && tuner->given.batch)
    status =
        asExportTrial(tuner, task, best, &built.object, built.seconds, error);
  else if (!status && built.outcome == AS_OUTCOME_BUILT)
    asDriftOffer(task, best, task->bestSeconds, &built.object);
  asTextFree(&built.object);
  return status;
}

/// A search with little time uses it for trials.
static bool hasTimeForStock(const AsTuner *tuner) {
  static const double part = 0.1;
  double limit = tuner->given.options->timeLimit;
  return !tuner->given.target->gpu &&
         (limit <= 0 || asTunerSeconds(tuner) < part * limit);
}

AsStatus asBaselineMeasure(AsTuner *tuner, AsError *error) {
  double limit = fmin(glance, tuner->given.options->runTimeout);
  AsUnscheduledBuilds builds = {0};
  AsStatus status = AS_OK;
  for (int t = 0; t < tuner->numTasks && !status; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    if (asTunerMustStop(tuner))
      break;
    tuner->current = -1;
    // Under a time limit, what is built should be measured at once.
    if (t >= builds.end && tuner->given.options->timeLimit <= 0)
      status =
          asUnscheduledBuild(tuner, t, hasTimeForStock(tuner), &builds, error);
    tuner->current = t;
    if (!status)
      status = runReference(tuner, &builds, t, error);
    bool isKnown = task->baselineSeconds > 0; // From the store.
    if (!status && task->isReady && !isKnown && hasTimeForStock(tuner))
      status = timeStock(tuner, &builds, t, limit, error);
    if (!status && task->isReady)
      status = rebuildDriftReference(tuner, task, error);
    asTunerReport(tuner);
  }
  asUnscheduledFree(&builds);
  tuner->current = -1;
  return status;
}

AsStatus asBaselineFinish(AsTuner *tuner, AsError *error) {
  const AsOptions *options = tuner->given.options;
  double even = asTunerSeconds(tuner) / tuner->numTasks;
  double limit = fmin(even, fmin(stockLimit, options->runTimeout));
  AsStatus status = AS_OK;
  for (int t = 0; t < tuner->numTasks && !status; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    if (asTunerMustStop(tuner))
      break;
    tuner->current = t;
    // One that did not build or run would not now either.
    bool isKnown = (task->baselineSeconds > 0 && !task->baselineIsBound) ||
                   task->problem[0];
    if (task->isReady && !isKnown && !tuner->given.target->gpu &&
        limit > longerLook * task->baselineSeconds)
      status = timeStock(tuner, NULL, t, limit, error);
  }
  tuner->current = -1;
  return status;
}
