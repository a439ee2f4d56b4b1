//===- remeasure-best.c - Measuring the best few again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// During the search each candidate is timed once, briefly. At its end the
// fastest few of each task, the rivals, are timed in turns, beside the
// unscheduled program, and these times replace the earlier ones. This is
// repeated until the fastest trial of all is one that was measured again, or
// has taken long: each turn of a program with large constants packs them anew.
// A task that got few trials, as kernels of a dynamic size and small tasks of
// large models do, gets few rounds, so that choosing takes about as long as
// searching.
//
//===----------------------------------------------------------------------===//

#include "measure/timing-statistics.h"
#include "search/clock-drift.h"
#include "search/tuner-state.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/entry-symbols.h"
#include "support/hash.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RIVALS 4
/// How often rivals are picked while the fastest trial is one that was not
/// measured again.
static const int maxAttempts = 5;
static const int numRounds = 4, leastRounds = 2;
/// After so many seconds there are leastRounds, and no rivals are picked again.
static const double longCompetition = 1, longestAttempts = 3;
/// Long runs have little noise: fewer trials are in doubt.
static const double longRivalFactor = 1.05;
/// Seconds of a rival in a round, at least. In turns with the others and the
/// drift reference this is enough to see a difference of 1%.
static const double roundSeconds = 0.01;
/// A rival that is slower than the fastest by this factor after a round is out.
static const double outFactor = 1.05;
/// A baseline slower than this, in seconds, or than the best by this factor, is
/// not measured again: nobody needs its ratio precisely.
static const double longBaseline = 0.25, farBaseline = 8;
/// Programs slower than this, in seconds, run twice a round.
static const double longRival = 0.01;

typedef struct Rival {
  int trial; ///< -1 for the unscheduled program.
  AsText object;
  double buildSeconds;
  AsRunnerResult result; ///< Times of all rounds.
  double seconds;        ///< Of one run, from these times.
  bool isOut;            ///< Behind: it gets no more turns.
} Rival;

static bool isLong(const AsTuneTask *task) {
  return task->bestSeconds > AS_LONG_RUN;
}

/// Picks the fastest trials that were not measured again yet.
static int pickRivals(const AsTuneTask *task, int *trials) {
  int count = 0;
  while (count < MAX_RIVALS) {
    int best = -1;
    for (int t = 0; t < task->history.numTrials; t++) {
      const AsTrial *trial = &task->history.trials[t];
      bool taken = trial->isFinal || trial->outcome != AS_OUTCOME_OK;
      for (int i = 0; i < count; i++)
        taken |= trials[i] == t;
      if (!taken &&
          (best < 0 || trial->seconds < task->history.trials[best].seconds))
        best = t;
    }
    double factor = isLong(task) ? longRivalFactor : AS_RIVAL_FACTOR;
    if (best < 0 ||
        task->history.trials[best].seconds > factor * task->bestSeconds)
      break;
    trials[count++] = best;
  }
  return count;
}

/// Stock is often built for longer than a candidate, and was just before.
static AsStatus buildRival(AsTuner *tuner, const AsTuneTask *task, Rival *rival,
                           AsError *error) {
  if (rival->trial < 0 && task->stockObject.length) {
    asTextAppend(&rival->object, task->stockObject.data,
                 task->stockObject.length);
    rival->buildSeconds = task->stockBuildSeconds;
    rival->result.outcome = AS_OUTCOME_BUILT;
    return AS_OK;
  }
  const AsCandidate *candidate =
      rival->trial >= 0 ? &task->history.trials[rival->trial].candidate : NULL;
  AsBuildResult built;
  AsStatus status = asPipelineBuild(tuner, task, candidate, &built, error);
  if (status)
    return status;
  rival->object = built.object;
  rival->buildSeconds = built.seconds;
  rival->result.outcome = built.outcome;
  memcpy(rival->result.message, built.message,
         sizeof rival->result.message - 1);
  return AS_OK;
}

/// Times one rival once and adds the times to its others.
static AsStatus runRival(AsTuner *tuner, const AsTuneTask *task, Rival *rival,
                         AsError *error) {
  if (rival->isOut || !rival->object.length ||
      (rival->result.outcome != AS_OUTCOME_OK &&
       rival->result.outcome != AS_OUTCOME_BUILT))
    return AS_OK;
  bool isBaseline = rival->trial < 0;
  const AsCandidate *candidate =
      isBaseline ? NULL : &task->history.trials[rival->trial].candidate;
  AsDriftReference driftReference = asDriftReference(task);
  AsRunnerJob job = {.task = task->hash,
                     .symbol = AS_TASK_ENTRY,
                     .object = rival->object.data,
                     .objectLength = rival->object.length,
                     .allowance = asPipelineAllowance(task, candidate),
                     .driftReference = driftReference.object,
                     .driftReferenceLength = driftReference.length,
                     .driftReferenceSeconds = driftReference.seconds,
                     .timeLimit = tuner->given.options->runTimeout,
                     .minSeconds = isBaseline ? 0 : roundSeconds,
                     .minRuns = isBaseline || isLong(task)      ? 1
                                : task->bestSeconds > longRival ? 2
                                                                : 5,
                     .maxRuns = isBaseline ? 1 : AS_MAX_TIMES / numRounds};
  asPipelineSetCaches(tuner, task, &job);
  AsRunnerResult result;
  AsStatus status = asPipelineMeasure(tuner, &job, &result, error);
  if (status)
    return status;
  asTimesJoin(&rival->result, &result);
  return AS_OK;
}

static void keep(AsTuner *tuner, AsTuneTask *task, Rival *rival) {
  const AsRunnerResult *result = &rival->result;
  double seconds = rival->seconds;
  if (rival->trial < 0) {
    if (result->outcome != AS_OUTCOME_OK)
      return;
    task->baselineSeconds = seconds;
    asTrialsStore(tuner, task, NULL, result, seconds, rival->buildSeconds, "",
                  true);
    return;
  }
  AsTrial *trial = &task->history.trials[rival->trial];
  trial->isFinal = true;
  if (result->outcome != trial->outcome) {
    // It was correct before and is not any more, so it cannot win.
    task->outcomes[trial->outcome]--;
    task->outcomes[result->outcome]++;
    trial->outcome = result->outcome;
    if (rival->trial == task->driftReferenceTrial)
      asDriftForget(task);
    asTrialsNoteFailure(task, trial, result->message);
  }
  trial->seconds = result->outcome == AS_OUTCOME_OK ? seconds : 0;
  int best = asTaskHistoryBest(&task->history);
  task->bestSeconds = best >= 0 ? task->history.trials[best].seconds : 0;
  AsHash hash =
      asHashBytes(asHashStart(), rival->object.data, rival->object.length);
  asTrialsStore(tuner, task, &trial->candidate, result, trial->seconds,
                rival->buildSeconds, asHashFormat(hash).text, true);
}

/// Rounds for so many rivals: about as many turns as the task had trials, but
/// two of each at least.
static int roundsFor(const AsTuneTask *task, int numRivals) {
  if (isLong(task))
    return leastRounds;
  int rounds = task->history.numTrials / numRivals;
  return rounds < leastRounds ? leastRounds
         : rounds > numRounds ? numRounds
                              : rounds;
}

/// Takes what the rivals have shown so far, and ends the turns of those that
/// are behind.
static void endTurnsOfSlow(const AsTuneTask *task, Rival *rivals, int count) {
  double fastest = INFINITY; // Of candidates: stock runs once a round.
  for (int i = 0; i < count; i++) {
    rivals[i].seconds = asDriftSeconds(task, &rivals[i].result);
    if (rivals[i].trial >= 0 && rivals[i].seconds > 0 &&
        rivals[i].result.outcome == AS_OUTCOME_OK)
      fastest = fmin(fastest, rivals[i].seconds);
  }
  for (int i = 0; i < count; i++)
    rivals[i].isOut |=
        rivals[i].trial >= 0 && rivals[i].seconds > outFactor * fastest;
}

/// Whether so many rounds will do.
static bool isEnough(const AsTuner *tuner, int rounds, double start) {
  bool isLong = asClockNow() - start > longCompetition;
  return (rounds >= leastRounds && isLong) ||
         (rounds > 0 && asTunerIsOver(tuner));
}

static bool isBaselineNear(const AsTuneTask *task) {
  return task->baselineSeconds > 0 && !task->baselineIsBound &&
         task->baselineSeconds < longBaseline &&
         task->baselineSeconds < farBaseline * task->bestSeconds;
}

static AsStatus compete(AsTuner *tuner, AsTuneTask *task, const int *trials,
                        int count, AsError *error) {
  Rival *rivals = asAlloc(sizeof *rivals * (MAX_RIVALS + 1));
  for (int i = 0; i < count; i++)
    rivals[i].trial = trials[i];
  if (isBaselineNear(task))
    rivals[count++].trial = -1;
  int rounds = count ? roundsFor(task, count) : 0;
  AsStatus status = AS_OK;
  for (int i = 0; i < count && !status; i++)
    status = buildRival(tuner, task, &rivals[i], error);
  if (!status) // One turn for all of them, as they are compared.
    status = asTurnBegin(tuner, error);
  bool isOurs = !status;
  double start = asClockNow();
  for (int round = 0; round < rounds && !isEnough(tuner, round, start);
       round++) {
    for (int i = 0; i < count && !status; i++)
      status = runRival(tuner, task, &rivals[(i + round) % count], error);
    endTurnsOfSlow(task, rivals, count);
  }
  if (isOurs)
    asTurnEnd(tuner);
  for (int i = 0; i < count && !status; i++)
    asTrialsNoteDrift(tuner, task, &rivals[i].result);
  for (int i = 0; i < count;
       i++) // First all: keep() may change the drift reference.
    rivals[i].seconds = asDriftSeconds(task, &rivals[i].result);
  for (int i = 0; i < count && !status; i++)
    keep(tuner, task, &rivals[i]);
  for (int i = 0; i < count; i++)
    asTextFree(&rivals[i].object);
  free(rivals);
  asTunerReport(tuner);
  return status;
}

AsStatus asRemeasureBest(AsTuner *tuner, AsError *error) {
  AsStatus status = AS_OK;
  for (int t = 0; t < tuner->numTasks && !status; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    double start = asClockNow();
    tuner->current = t;
    for (int attempt = 0; attempt < maxAttempts && !status; attempt++) {
      bool isLong = attempt > 0 && asClockNow() - start > longestAttempts;
      int best = asTaskHistoryBest(&task->history);
      int trials[MAX_RIVALS];
      if (best < 0 || !task->isReady || task->history.trials[best].isFinal ||
          isLong || asTunerIsOver(tuner))
        break;
      status = compete(tuner, task, trials, pickRivals(task, trials), error);
    }
  }
  tuner->current = -1;
  return status;
}
