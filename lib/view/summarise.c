//===- summarise.c - The numbers of tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a view shows of each task, from its trials: how they ended, which one
// wins, when the best improved, and what share of the time the task has.
//
//===----------------------------------------------------------------------===//

#include "search/record-groups.h"
#include "support/kendall-tau.h"
#include "view/map/map.h"
#include "view/roof.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double numberOf(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(item) ? item->valuedouble : NAN;
}

static bool isOk(const AsViewTrial *trial) {
  return trial->outcome == AS_OUTCOME_OK && trial->seconds > 0;
}

//===----------------------------------------------------------------------===//
// How trials ended
//===----------------------------------------------------------------------===//

static void countReason(AsViewTask *task, const AsViewTrial *trial) {
  if (trial->message < 0 || trial->outcome == AS_OUTCOME_OK)
    return;
  for (int r = 0; r < task->numReasons; r++)
    if (task->reasons[r].message == trial->message &&
        task->reasons[r].outcome == trial->outcome) {
      task->reasons[r].count++;
      return;
    }
  task->reasons = asRealloc(task->reasons, sizeof *task->reasons *
                                               (size_t)(task->numReasons + 1));
  task->reasons[task->numReasons++] =
      (AsViewReason){trial->message, trial->outcome, 1};
}

static int mostFrequentFirst(const void *left, const void *right) {
  const AsViewReason *a = left, *b = right;
  if (a->count != b->count)
    return a->count > b->count ? -1 : 1;
  return a->message - b->message;
}

static void countOutcomes(const AsView *view, AsViewTask *task) {
  for (int t = task->begin; t < task->end; t++) {
    const AsViewTrial *trial = &view->trials[t];
    task->outcomes[trial->outcome]++;
    task->numErrors += trial->outcome != AS_OUTCOME_OK &&
                       trial->outcome != AS_OUTCOME_EARLY_STOPPED;
    countReason(task, trial);
  }
  if (task->numReasons)
    qsort(task->reasons, (size_t)task->numReasons, sizeof *task->reasons,
          mostFrequentFirst);
}

//===----------------------------------------------------------------------===//
// The best
//===----------------------------------------------------------------------===//

static double secondsOf(const AsView *view, int trial) {
  return trial < 0 ? 0 : view->trials[trial].seconds;
}

/// Notes which trial wins, and each that was better than all before it.
static void findBest(const AsView *view, AsViewTask *task) {
  int best = -1, final = -1;
  size_t count = (size_t)(task->end - task->begin);
  task->improvements = asAlloc(sizeof(int) * (count + 1));
  for (int t = task->begin; t < task->end; t++) {
    const AsViewTrial *trial = &view->trials[t];
    if (!isOk(trial))
      continue;
    if (trial->isFinal &&
        (final < 0 || trial->seconds < secondsOf(view, final)))
      final = t;
    if (best < 0 || trial->seconds < secondsOf(view, best)) {
      best = t;
      task->improvements[task->numImprovements++] = t;
    }
  }
  task->best =
      asFinalWins(secondsOf(view, final), secondsOf(view, best)) ? final : best;
  task->seconds = task->best < 0 ? NAN : secondsOf(view, task->best);
  task->speedup = task->stock / task->seconds;
  double flops = numberOf(task->data, "flops");
  task->gflops = flops > 0 ? flops / task->seconds * 1e-9 : NAN;
  task->intensity = flops > 0 ? flops / numberOf(task->data, "minBytes") : NAN;
  task->roof = asViewShareOfRoof(view, task);
}

/// How well the estimates rank what was measured.
static void rankEstimates(const AsView *view, AsViewTask *task) {
  size_t room = (size_t)(task->end - task->begin) + 1;
  double *estimates = asAlloc(sizeof(double) * room);
  double *measured = asAlloc(sizeof(double) * room);
  int count = 0;
  for (int t = task->begin; t < task->end; t++) {
    const AsViewTrial *trial = &view->trials[t];
    if (!isOk(trial) || !(trial->estimate > 0))
      continue;
    estimates[count] = trial->estimate;
    measured[count++] = trial->seconds;
  }
  task->tau = count > 1 ? asKendallTau(estimates, measured, count) : NAN;
  free(estimates);
  free(measured);
}

//===----------------------------------------------------------------------===//
// Shares
//===----------------------------------------------------------------------===//

/// The weight that the latest run with the task on its target gave it.
static double weightOf(const AsView *view, const AsViewTask *task) {
  double weight = NAN, latest = -INFINITY;
  for (int r = 0; r < view->runThings.count; r++) {
    const cJSON *run = view->runThings.things[r].data;
    const char *target =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(run, "target"));
    double given =
        numberOf(cJSON_GetObjectItemCaseSensitive(run, "weights"), task->hash);
    double started = numberOf(run, "started");
    if (target && strcmp(target, task->target) == 0 && given > 0 &&
        started >= latest) {
      weight = given;
      latest = started;
    }
  }
  return weight;
}

/// Seconds of all runs of the task; once where it is not known how many.
static double weightedSeconds(const AsViewTask *task) {
  return task->seconds * (task->weight > 0 ? task->weight : 1);
}

/// Each task counts once for a target: by the compiler whose trials are latest.
static bool isSuperseded(const AsView *view, const AsViewTask *task) {
  for (int t = 0; t < view->numTasks; t++) {
    const AsViewTask *other = &view->tasks[t];
    if (other != task && strcmp(other->hash, task->hash) == 0 &&
        strcmp(other->target, task->target) == 0 && other->seconds > 0 &&
        (other->date > task->date ||
         (other->date == task->date &&
          strcmp(other->compiler, task->compiler) > 0)))
      return true;
  }
  return false;
}

/// Whether a task counts among those that share the time.
static bool counts(const AsView *view, const AsViewTask *task) {
  return task->seconds > 0 && !isSuperseded(view, task);
}

static void computeShares(AsView *view) {
  for (int t = 0; t < view->numTasks; t++)
    view->tasks[t].share =
        counts(view, &view->tasks[t]) ? weightedSeconds(&view->tasks[t]) : NAN;
  double *sums = asAlloc(sizeof(double) * (size_t)(view->numTasks + 1));
  for (int t = 0; t < view->numTasks; t++) {
    sums[t] = 0;
    for (int o = 0; o < view->numTasks; o++)
      if (view->tasks[o].share > 0 &&
          strcmp(view->tasks[o].target, view->tasks[t].target) == 0)
        sums[t] += view->tasks[o].share;
  }
  for (int t = 0; t < view->numTasks; t++)
    view->tasks[t].share /= sums[t];
  free(sums);
}

static int largestFirst(const void *left, const void *right) {
  const AsViewTask *a = left, *b = right;
  double one = isnan(a->share) ? -1 : a->share;
  double other = isnan(b->share) ? -1 : b->share;
  if (one != other)
    return one > other ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

const char *asViewTaskLabel(const AsViewTask *task) {
  const char *label = cJSON_GetStringValue(
      cJSON_GetObjectItemCaseSensitive(task->data, "label"));
  return label && *label ? label : task->hash;
}

void asViewSummarise(AsView *view) {
  for (int t = 0; t < view->numTasks; t++) {
    AsViewTask *task = &view->tasks[t];
    for (int i = task->begin; i < task->end; i++)
      if (task->date < view->trials[i].date)
        task->date = view->trials[i].date;
    countOutcomes(view, task);
    findBest(view, task);
    rankEstimates(view, task);
    task->weight = weightOf(view, task);
    task->map = asViewMapMake(view, task);
  }
  computeShares(view);
  if (view->numTasks)
    qsort(view->tasks, (size_t)view->numTasks, sizeof *view->tasks,
          largestFirst);
}
