//===- tuner.c - The search over all tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main loop of the search. While the pipeline has little work, picks a task
// and the next candidates of it; then lets the pipeline make a step; until the
// budget is spent. So choosing overlaps with building and measuring earlier
// candidates.
//
//===----------------------------------------------------------------------===//

#include "search/tuner.h"
#include "search/strategy.h"
#include "search/task-scheduler.h"
#include "search/tuner-state.h"
#include "support/arena.h"
#include "support/clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int population = 1024, generations = 4;
static const double randomShare = 0.06;
static const int leastTrials = 2;
/// When --refine-after=-1 begins to refine (docs/options.md).
static const int longSearch = 300, calmTrials = 96;
static const double exploringShare = 0.6;
/// Candidates of a first batch that come from similar tasks.
static const int mostDonated = 8;

//===----------------------------------------------------------------------===//
// For progress displays
//===----------------------------------------------------------------------===//

const AsTuneTask *asTunerTasks(const AsTuner *tuner, int *numTasks) {
  *numTasks = tuner->numTasks;
  return tuner->tasks;
}

const AsGoal *asTunerGoals(const AsTuner *tuner, int *numGoals) {
  *numGoals = tuner->given.numGoals;
  return tuner->given.goals;
}

AsTunePhase asTunerPhase(const AsTuner *tuner) { return tuner->phase; }

int asTunerTrialsDone(const AsTuner *tuner) {
  return tuner->known + tuner->numNew;
}

int asTunerTrialsTotal(const AsTuner *tuner) { return (int)tuner->total; }

double asTunerSeconds(const AsTuner *tuner) {
  return asClockNow() - tuner->started;
}

double asTunerWaiting(const AsTuner *tuner) {
  return tuner->waitingSince > 0 ? asClockNow() - tuner->waitingSince : 0;
}

const AsTuneTask *asTunerCurrent(const AsTuner *tuner) {
  return tuner->current >= 0 ? &tuner->tasks[tuner->current] : NULL;
}

void asTunerReport(const AsTuner *tuner) {
  if (tuner->given.progress)
    tuner->given.progress(tuner, tuner->given.context);
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

static int64_t budget(const AsTuner *tuner) {
  return asOptionsTrials(tuner->given.options, tuner->numTasks);
}

/// How many trials may still be chosen.
static int64_t left(const AsTuner *tuner) {
  return tuner->total - asTunerTrialsDone(tuner) - asPipelineLoad(tuner);
}

/// Estimates cannot score a sketch of the user, as it has no symbolic nest, so
/// each gets a trial. Returns how many were queued.
static int tryUserSketches(AsTuner *tuner, int t, int wanted) {
  AsTuneTask *task = &tuner->tasks[t];
  int count = 0;
  for (int s = 0; s < task->numSketches && count < wanted; s++) {
    bool tried = !task->sketches[s].isUser;
    for (int i = 0; i < task->history.numTrials && !tried; i++)
      tried = task->history.trials[i].candidate.sketch == s;
    AsCandidate candidate;
    memset(&candidate, 0, sizeof candidate);
    candidate.sketch = s;
    if (tried ||
        !asPointSample(&task->sketches[s], &tuner->random, &candidate.point))
      continue;
    asPipelinePush(tuner, t, asTaskHistoryAdd(&task->history, &candidate));
    count++;
  }
  return count;
}

/// Whether the search for the best of the task is over, and what is left is to
/// look around it.
static bool isRefined(const AsTuner *tuner, const AsTuneTask *task) {
  int64_t after = tuner->given.options->refineAfter;
  if (after >= 0)
    return after > 0 && task->numTrials >= after;
  return task->numTrials >= longSearch ||
         task->numTrials - task->lastGain >= calmTrials ||
         asTunerTrialsDone(tuner) >= exploringShare * (double)tuner->total;
}

AsSearchSpace asTunerSpace(const AsTuneTask *task, AsCostScorer *scorer) {
  asCostScorerSelect(scorer, task->sketches);
  asCostScorerSetShare(scorer, task->baseShare);
  return (AsSearchSpace){.sketches = task->sketches,
                         .numSketches = task->numSketches,
                         .allowed = task->allowed,
                         .history = &task->history,
                         .scorer = asCostScore,
                         .context = scorer,
                         .population = population,
                         .generations = generations,
                         .randomShare = randomShare,
                         .leastTrials = leastTrials};
}

/// What similar tasks donate to one without trials; `from` is from where.
static int beginWithDonors(const AsTuner *tuner, const AsTuneTask *task,
                           int wanted, AsCandidate *chosen, AsDonor *from) {
  bool isOnly = tuner->given.options->transfer == AS_TRANSFER_ONLY;
  int half = (wanted + 1) / 2;
  int most = isOnly               ? wanted - (wanted > 1)
             : half < mostDonated ? half
                                  : mostDonated;
  return tuner->donors && task->history.numTrials == 0
             ? asDonorsPropose(tuner->donors, task, tuner->given.target->key,
                               most, chosen, from)
             : 0;
}

/// Adds the one that a run without trials would take, if there is more than one
/// trial, so that donors do not make a task slower than that.
static int addEstimated(const AsTuner *tuner, const AsTuneTask *task,
                        int wanted, AsCandidate *chosen, int count) {
  AsRandom random = {.state = (uint64_t)tuner->given.options->seed};
  AsSearchSpace space = asTunerSpace(task, tuner->scorer);
  AsCandidate best;
  if (count < wanted && asEvolve(&space, &random, 1, &best) == 1 &&
      !asCandidateIsAmong(&best, chosen, count))
    chosen[count++] = best;
  return count;
}

/// Of candidates that were not donated `from` stays as it is.
static int propose(const AsTuner *tuner, const AsTuneTask *task,
                   AsRandom *random, int wanted, AsCandidate *chosen,
                   AsDonor *from) {
  AsStrategy strategy = tuner->given.options->strategy;
  AsSearchSpace space = asTunerSpace(task, tuner->scorer);
  int count = beginWithDonors(tuner, task, wanted, chosen, from);
  if (count > 0 && tuner->given.options->transfer == AS_TRANSFER_ONLY)
    return addEstimated(tuner, task, wanted, chosen, count);
  if (tuner->given.options->transfer == AS_TRANSFER_ONLY)
    return 0;
  if (count > 0)
    return asStrategyFill(strategy, &space, random, wanted, chosen, count);
  return (isRefined(tuner, task) ? asStrategyRefine : asStrategyPropose)(
      strategy, &space, random, wanted, chosen);
}

static bool learns(const AsTuner *tuner, const AsTuneTask *task) {
  return isRefined(tuner, task) ||
         asStrategyScores(tuner->given.options->strategy);
}

static void noteDonor(AsTrial *trial, const AsDonor *from) {
  if (from->hash)
    snprintf(trial->donor.text, sizeof trial->donor.text, "%s", from->hash);
}

static AsStatus choose(AsTuner *tuner, int t, int wanted, AsError *error) {
  AsTuneTask *task = &tuner->tasks[t];
  asTaskSchedulerNoteBatch(task);
  tuner->current = t;
  wanted -= tryUserSketches(tuner, t, wanted);
  if (wanted == 0)
    return AS_OK;
  double start = asClockNow();
  AsStatus status =
      !learns(tuner, task) || tuner->isStatic // There is nothing to learn.
          ? AS_OK
          : asCostScorerTrain(tuner->scorer, error);
  double trained = asClockNow();
  tuner->times.train += trained - start;
  if (status)
    return status;
  AsCandidate *chosen = asAlloc(sizeof *chosen * (size_t)wanted);
  AsDonor *from = asAlloc(sizeof *from * (size_t)wanted);
  int count = propose(tuner, task, &tuner->random, wanted, chosen, from);
  if (from[0].label)
    snprintf(task->donor, sizeof task->donor, "%s", from[0].label);
  for (int i = 0; i < count; i++) {
    int trial = asTaskHistoryAdd(&task->history, &chosen[i]);
    noteDonor(&task->history.trials[trial], &from[i]);
    asPipelinePush(tuner, t, trial);
  }
  // A space that gives fewer than wanted is exhausted.
  task->isDead |= count < wanted;
  free(chosen);
  free(from);
  tuner->times.search += asClockNow() - trained;
  return AS_OK;
}

static AsTaskScheduler overTasks(const AsTuner *tuner) {
  const AsOptions *options = tuner->given.options;
  int64_t perTask = options->trialsPerTask;
  bool firstBatchOnly = options->stopAfter < AS_PHASE_SEARCH;
  if (firstBatchOnly && (perTask == 0 || perTask > options->batch))
    perTask = options->batch;
  return (AsTaskScheduler){.tasks = tuner->tasks,
                           .numTasks = tuner->numTasks,
                           .goals = tuner->given.goals,
                           .numGoals = tuner->given.numGoals,
                           .batch = (int)options->batch,
                           .perTask = perTask,
                           .patience = options->patience};
}

static int pickTask(const AsTuner *tuner) {
  AsTaskScheduler scheduler = overTasks(tuner);
  return asTaskSchedulerPick(&scheduler);
}

static bool isUntouched(const AsTuneTask *task) {
  return !task->isDead && task->numSketches > 0 && task->numTrials == 0 &&
         task->numInFlight == 0;
}

/// The size of the first batch of a task. If trials are scarce it leaves as
/// many for each other task without any, but is never less than an equal share
/// of the budget, even if the records of other tasks have used that up. A task
/// that is a small part of the latency starts with a few. With a time limit
/// nobody knows how many trials there will be, so each task starts with one.
static int64_t firstBatch(const AsTuner *tuner, int task) {
  enum { few = 4 };
  AsTaskScheduler all = overTasks(tuner);
  int64_t untouched = 0, equal = budget(tuner) / tuner->numTasks,
          own = (int64_t)ceil(asTaskSchedulerShare(&all, task) *
                              (double)budget(tuner));
  for (int t = 0; t < tuner->numTasks; t++)
    untouched += isUntouched(&tuner->tasks[t]);
  int64_t room = (left(tuner) + untouched - 1) / untouched;
  if (room < equal)
    room = equal;
  if (own < few)
    own = few;
  if (room > own)
    room = own;
  return room > 1 && tuner->numTasks > 1 && tuner->given.options->timeLimit > 0
             ? 1
             : room;
}

/// How many candidates of the task to choose at once; 0 if the budget is spent.
static int64_t batchFor(const AsTuner *tuner, int t) {
  const AsOptions *options = tuner->given.options;
  const AsTuneTask *task = &tuner->tasks[t];
  int64_t room = isUntouched(task) ? firstBatch(tuner, t) : left(tuner);
  int64_t most = options->trialsPerTask - task->numTrials - task->numInFlight;
  if (options->trialsPerTask > 0 && room > most)
    room = most;
  return room < options->batch ? room : options->batch;
}

/// Whether there is anything left to choose. Looks ahead for tasks whose every
/// candidate the store has: a run without anything to search does not time
/// unscheduled programs either.
static bool hasWork(AsTuner *tuner) {
  for (int t = pickTask(tuner); t >= 0; t = pickTask(tuner)) {
    AsTuneTask *task = &tuner->tasks[t];
    if (batchFor(tuner, t) <= 0)
      return false;
    AsRandom random = tuner->random; // The search repeats these numbers.
    AsCandidate any;
    AsDonor from;
    if (propose(tuner, task, &random, 1, &any, &from) > 0)
      return true;
    task->isDead = true;
  }
  return false;
}

/// Chooses the next candidates; sets *found if there were any.
static AsStatus chooseMore(AsTuner *tuner, bool *found, AsError *error) {
  int task = pickTask(tuner);
  int64_t wanted = task >= 0 ? batchFor(tuner, task) : 0;
  *found = wanted > 0;
  if (!*found)
    return AS_OK;
  if (wanted > left(tuner))
    tuner->total += wanted - left(tuner);
  return choose(tuner, task, (int)wanted, error);
}

/// Refills the pipeline; sets *more if there is anything left to do.
static AsStatus refill(AsTuner *tuner, bool *more, AsError *error) {
  *more = !asTunerMustStop(tuner);
  if (!*more)
    return AS_OK; // Waiting trials will be dropped.
  if (asPipelineLoad(tuner) > tuner->given.options->batch / 4)
    return AS_OK;
  AsStatus status = chooseMore(tuner, more, error);
  *more |= asPipelineLoad(tuner) > 0;
  return status;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Sets the budget, and the part of it that the store has already.
static void setBudget(AsTuner *tuner) {
  int64_t known = 0;
  for (int t = 0; t < tuner->numTasks; t++)
    known += tuner->tasks[t].numTrials;
  tuner->total = budget(tuner);
  tuner->known = (int)(known < tuner->total ? known : tuner->total);
}

/// Chooses the first candidates of each task and stops.
static AsStatus sample(AsTuner *tuner, AsError *error) {
  AsStatus status = AS_OK;
  bool found = true;
  while (!status && found && !asTunerMustStop(tuner))
    status = chooseMore(tuner, &found, error);
  return status;
}

static AsStatus search(AsTuner *tuner, AsError *error) {
  AsStatus status = asPipelineOpen(tuner, error);
  if (!status && !tuner->buildOnly) {
    tuner->phase = AS_TUNE_BASELINE;
    asTunerReport(tuner);
    if (tuner->given.options->share == AS_SHARE_ALONE)
      status = asTurnBegin(tuner, error); // Until the pipeline is closed.
    if (!status)
      status = asBaselineMeasure(tuner, error);
  }
  tuner->phase = AS_TUNE_SEARCH;
  asTunerReport(tuner);
  bool more = true;
  while (!status && more) {
    status = refill(tuner, &more, error);
    if (!status && more)
      status = asPipelineStep(tuner, error);
  }
  return status;
}

/// Measures what is left to measure.
static AsStatus finish(AsTuner *tuner, AsError *error) {
  if (tuner->isStatic || tuner->given.batch)
    return asPipelineDrain(tuner, error);
  if (tuner->buildOnly || *tuner->given.interrupted)
    return AS_OK;
  AsStatus status = asPipelineDrain(tuner, error);
  if (!status)
    status = asBaselineFinish(tuner, error);
  // Measured again beside its rivals, the unscheduled program may turn out to
  // be faster than it seemed.
  for (int round = 0; round < 2 && !status; round++) {
    status = asTryUnscheduled(tuner, error);
    tuner->phase = AS_TUNE_FINAL;
    if (!status)
      status = asRemeasureBest(tuner, error);
  }
  return status;
}

/// Has tasks of a family that were tried try points with the layout that most
/// of them share.
static AsStatus tryShared(AsTuner *tuner, AsError *error) {
  bool *tries = asAlloc((size_t)tuner->numTasks + 1);
  bool mayTry = !tuner->given.batch && !asTunerIsOver(tuner) &&
                !*tuner->given.interrupted &&
                (tuner->isStatic || !tuner->buildOnly);
  for (int t = 0; t < tuner->numTasks; t++)
    tries[t] = tuner->tasks[t].bestSeconds > 0 &&
               (tuner->isStatic || tuner->tasks[t].isReady);
  AsStatus status =
      mayTry ? asShareLayouts(tuner, tuner->scorer, tries, error) : AS_OK;
  free(tries);
  return status;
}

/// The best time that is reported is that of the schedule that is emitted.
static void noteWinners(AsTuner *tuner) {
  for (int t = 0; t < tuner->numTasks; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    int winner = asTaskHistoryWinner(&task->history);
    if (winner >= 0)
      task->bestSeconds = task->history.trials[winner].seconds;
  }
}

/// Has the scorer begin with what the store, or a file, knows of other tasks.
static AsStatus openBase(AsTuner *tuner, AsError *error) {
  const AsTunerOptions *given = &tuner->given;
  const char *from = given->options->learnFrom, *target = given->target->key;
  AsStatus status = AS_OK;
  if (strcmp(from, "auto") == 0 && given->store)
    status = asBaseModelOpen(given->store, !given->keepsNothing, target,
                             &tuner->base, error);
  else if (strcmp(from, "auto") != 0 && strcmp(from, "none") != 0)
    status = asBaseModelRead(from, target, &tuner->base, error);
  asCostScorerSetBase(tuner->scorer, tuner->base.model, tuner->base.share);
  for (int t = 0; t < tuner->numTasks; t++) {
    AsTuneTask *task = &tuner->tasks[t];
    task->baseShare =
        task->numSketches
            ? asBaseModelShare(&tuner->base, asHashFormat(asProgramKin(
                                                 task->sketches[0].program)))
            : 0;
  }
  return status;
}

AsStatus asTune(const AsTunerOptions *options, AsTuneTask *tasks, int numTasks,
                AsTuneTimes *times, AsError *error) {
  AsTuner tuner = {.given = *options,
                   .tasks = tasks,
                   .numTasks = numTasks,
                   .current = -1,
                   .started = asClockNow()};
  tuner.random.state = (uint64_t)options->options->seed;
  tuner.isStatic = options->options->measure == AS_MEASURE_STATIC;
  tuner.buildOnly =
      tuner.isStatic || options->options->stopAfter == AS_PHASE_BUILD;
  AsStatus status = asCostScorerCreate(
      options->target, (uint64_t)options->options->seed, &tuner.scorer, error);
  if (!status)
    status = openBase(&tuner, error);
  if (!status)
    status = asTrialsLoad(&tuner, error);
  if (!status && options->options->transfer != AS_TRANSFER_NONE)
    status = asDonorsCreate(options->donors, options->numDonors, &tuner.donors,
                            error);
  if (!status) {
    setBudget(&tuner);
    if (options->options->stopAfter == AS_PHASE_SAMPLE) {
      status = sample(&tuner, error);
    } else if (!asTunerMustStop(&tuner) && hasWork(&tuner)) {
      status = search(&tuner, error);
      if (!status || status == AS_INTERRUPTED) // While it waited for cores.
        status = finish(&tuner, error);
      if (!status)
        status = tryShared(&tuner, error);
      if (status == AS_INTERRUPTED)
        status = AS_OK;
    } else {
      asTunerReport(&tuner); // Whoever watches can end what follows as well.
    }
    if (!status)
      status = asUntriedEstimate(&tuner, error);
    if (!status) // What earlier runs have tried will do.
      status = asShareLayouts(&tuner, tuner.scorer, NULL, error);
  }
  tuner.phase = AS_TUNE_DONE;
  noteWinners(&tuner);
  if (!status)
    asTunerReport(&tuner);
  *times = tuner.times;
  times->total = asTunerSeconds(&tuner);
  times->numTrials = tuner.numNew;
  asPipelineClose(&tuner);
  asCostScorerDestroy(tuner.scorer);
  asDonorsDestroy(tuner.donors);
  asBaseModelFree(&tuner.base);
  return status;
}

void asTuneTaskFree(AsTuneTask *task) {
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    free(task->messages[o]);
  asTaskHistoryFree(&task->history);
  asTextFree(&task->driftReference);
  asTextFree(&task->stockObject);
}
