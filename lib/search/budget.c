//===- search/budget.c - Which task gets the next batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See budget.h.
//
//===----------------------------------------------------------------------===//

#include "search/budget.h"

/// How much what a task gained of late says about what it will gain; the rest
/// is what it could gain at most.
static const double backwardShare = 0.2;
/// The speed that a task can be expected to reach, relative to the fastest of
/// all tasks.
static const double optimism = 2.0;
/// Batches without a gain of a hundredth after which a task is left alone
/// while others can use the trials.
static const int patience = 6;

static bool canUse(const AsTuneTask *task, int64_t perTask) {
  return !task->isDead && task->numSketches > 0 &&
         (perTask <= 0 || task->numTrials + task->numInFlight < perTask);
}

static double bestRate(const AsTuneTask *tasks, int numTasks) {
  double best = 0;
  for (int t = 0; t < numTasks; t++)
    if (tasks[t].bestSeconds > 0 &&
        tasks[t].flops / tasks[t].bestSeconds > best)
      best = tasks[t].flops / tasks[t].bestSeconds;
  return best;
}

/// Seconds that the model is expected to gain from one more trial of the task.
static double gradient(const AsTuneTask *task, double rate) {
  double now =
      task->bestSeconds > 0 ? task->bestSeconds : task->baselineSeconds;
  int trials = task->numTrials + task->numInFlight;
  if (trials == 0)
    trials = 1;
  double recent = (task->gains[0] + task->gains[1] + task->gains[2]) / 3;
  double further = now / trials; // Going on at the average pace so far.
  double possible = rate > 0 ? now - task->flops / (optimism * rate) : now;
  if (possible < further)
    further = possible > 0 ? possible : 0;
  return task->weight *
         (backwardShare * recent + (1 - backwardShare) * further);
}

int asBudgetPick(const AsTuneTask *tasks, int numTasks, int batch,
                 int64_t perTask) {
  int best = -1;
  // Warm-up: the one with the fewest trials, heaviest first.
  for (int t = 0; t < numTasks; t++)
    if (canUse(&tasks[t], perTask) &&
        tasks[t].numTrials + tasks[t].numInFlight == 0)
      return t;
  double rate = bestRate(tasks, numTasks), highest = -1;
  for (int stale = 0; stale < 2 && best < 0; stale++)
    for (int t = 0; t < numTasks; t++) {
      bool isStale = tasks[t].numTrials - tasks[t].lastGain > patience * batch;
      if (!canUse(&tasks[t], perTask) || (isStale && !stale))
        continue;
      double expected = gradient(&tasks[t], rate);
      if (expected > highest) {
        highest = expected;
        best = t;
      }
    }
  return best;
}

void asBudgetNoteBatch(AsTuneTask *task) {
  task->gains[2] = task->gains[1];
  task->gains[1] = task->gains[0];
  task->gains[0] = task->bestBefore > 0 && task->bestSeconds > 0
                       ? task->bestBefore - task->bestSeconds
                       : 0;
  task->bestBefore = task->bestSeconds;
}
