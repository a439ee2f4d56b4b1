//===- task-scheduler.c - Which task gets the next batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See task-scheduler.h.
//
//===----------------------------------------------------------------------===//

#include "search/task-scheduler.h"
#include "search/objective.h"
#include "support/arena.h"
#include <stdlib.h>

/// Weight of the recent gains in the expected gain of a task; the rest is what
/// it could still gain at most.
static const double backwardShare = 0.2;
/// The speed, in operations a second, that a task can be expected to reach,
/// relative to the fastest of all tasks.
static const double optimism = 2.0;
/// After this many batches without a gain of 1 % a task gets no more while
/// others can use the trials.
static const int calmBatches = 6;

/// What one second less in the task is worth: the weighted number of its runs
/// in the models that have not reached their goals yet, or in all models if
/// `isMet` is NULL.
static double worthOf(const AsTaskScheduler *scheduler, const bool *isMet,
                      const AsTuneTask *task) {
  double worth = 0;
  for (int m = 0; m < scheduler->numGoals; m++)
    if (!isMet || !isMet[m])
      worth += scheduler->goals[m].weight * task->runs[m];
  return worth;
}

static bool canUse(const AsTaskScheduler *scheduler, const bool *isMet,
                   const AsTuneTask *task) {
  bool isExhausted = scheduler->patience > 0 &&
                     task->numTrials - task->lastGain >= scheduler->patience;
  return !task->isDead && task->numSketches > 0 && !isExhausted &&
         worthOf(scheduler, isMet, task) > 0 &&
         (scheduler->perTask <= 0 ||
          task->numTrials + task->numInFlight < scheduler->perTask);
}

static double bestRate(const AsTuneTask *tasks, int numTasks) {
  double best = 0;
  for (int t = 0; t < numTasks; t++)
    if (tasks[t].bestSeconds > 0 &&
        tasks[t].flops / tasks[t].bestSeconds > best)
      best = tasks[t].flops / tasks[t].bestSeconds;
  return best;
}

/// Seconds by which one more trial is expected to shorten a run of the task.
static double gradient(const AsTuneTask *task, double rate) {
  double now =
      task->bestSeconds > 0 ? task->bestSeconds : task->baselineSeconds;
  int trials = task->numTrials + task->numInFlight;
  if (trials == 0)
    trials = 1;
  double recent = (task->gains[0] + task->gains[1] + task->gains[2]) / 3;
  double further = now / trials; // At the average gain of a trial so far.
  double possible = rate > 0 ? now - task->flops / (optimism * rate) : now;
  if (possible < further)
    further = possible > 0 ? possible : 0;
  return backwardShare * recent + (1 - backwardShare) * further;
}

static int pick(const AsTaskScheduler *scheduler, const bool *isMet) {
  const AsTuneTask *tasks = scheduler->tasks;
  // Warm-up: the first task without any trial; the heaviest task is first.
  for (int t = 0; t < scheduler->numTasks; t++)
    if (canUse(scheduler, isMet, &tasks[t]) &&
        tasks[t].numTrials + tasks[t].numInFlight == 0)
      return t;
  double rate = bestRate(tasks, scheduler->numTasks), highest = -1;
  int best = -1;
  for (int stale = 0; stale < 2 && best < 0; stale++)
    for (int t = 0; t < scheduler->numTasks; t++) {
      const AsTuneTask *task = &tasks[t];
      bool isStale =
          task->numTrials - task->lastGain > calmBatches * scheduler->batch;
      if (!canUse(scheduler, isMet, task) || (isStale && !stale))
        continue;
      double expected = worthOf(scheduler, isMet, task) * gradient(task, rate);
      if (expected > highest) {
        highest = expected;
        best = t;
      }
    }
  return best;
}

int asTaskSchedulerPick(const AsTaskScheduler *scheduler) {
  bool *isMet = asAlloc((size_t)scheduler->numGoals + 1);
  for (int m = 0; m < scheduler->numGoals; m++)
    isMet[m] = asGoalIsMet(&scheduler->goals[m], scheduler->tasks,
                           scheduler->numTasks, m);
  int best = pick(scheduler, isMet);
  free(isMet);
  return best;
}

double asTaskSchedulerShare(const AsTaskScheduler *scheduler, int task) {
  double all = 0, own = 0;
  for (int t = 0; t < scheduler->numTasks; t++) {
    const AsTuneTask *other = &scheduler->tasks[t];
    double seconds = worthOf(scheduler, NULL, other) * other->baselineSeconds;
    if (other->baselineSeconds <= 0 && other->numSketches > 0 && !other->isDead)
      return 1;
    all += seconds;
    own += t == task ? seconds : 0;
  }
  return all > 0 ? own / all : 1;
}

void asTaskSchedulerNoteBatch(AsTuneTask *task) {
  task->gains[2] = task->gains[1];
  task->gains[1] = task->gains[0];
  task->gains[0] = task->bestBefore > 0 && task->bestSeconds > 0
                       ? task->bestBefore - task->bestSeconds
                       : 0;
  task->bestBefore = task->bestSeconds;
}
