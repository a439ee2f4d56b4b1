//===- learning.c - What a store teaches of families that it has not seen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The features and estimates in a store are those of the time when they were
// stored. Here they are computed anew, from the text of the tasks and the
// points, into a store in memory.
//
//===----------------------------------------------------------------------===//

#include "bench/learning.h"
#include "record/record-fields.h"
#include "record/thing.h"
#include "search/held-out.h"
#include "sketch/rules.h"
#include "support/arena.h"
#include "task/task.h"
#include <fnmatch.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Trials, seen with the eyes of today
//===----------------------------------------------------------------------===//

typedef struct Renewal {
  AsStore *from, *to;
  const AsTarget *target;
  const char *listed; ///< A glob of labels whose trials are printed, or NULL.
  AsCostScorer *scorer;
  MlirContext context;
  char task[64]; ///< Whose program and sketches these are.
  MlirModule module;
  AsTaskSet set;
  AsSketch *sketches;
  int numSketches;
  int numTrials, numRenewed;
} Renewal;

static void closeTask(Renewal *renewal) {
  asTaskSetDestroy(&renewal->set);
  if (!mlirModuleIsNull(renewal->module))
    mlirModuleDestroy(renewal->module);
  renewal->module = (MlirModule){NULL};
  renewal->numSketches = 0;
}

static AsStatus openTask(const AsThing *thing, void *context, AsError *error) {
  Renewal *renewal = context;
  AsStatus status = asIrParse(renewal->context, thing->bytes, thing->size,
                              thing->key, &renewal->module, error);
  if (status)
    return status;
  asTaskExtract(renewal->module, !renewal->target->gpu, &renewal->set);
  if (renewal->set.numTasks > 0)
    renewal->sketches =
        asSketchDerive(&renewal->set.tasks[0].program, renewal->target,
                       &renewal->set.arena, &renewal->numSketches, NULL);
  return asStorePutThing(renewal->to, thing, error);
}

/// Prints what was measured and what the prior estimates, in microseconds.
static void list(const Renewal *renewal, const AsRecord *record,
                 const AsSketch *sketch, const AsPoint *point) {
  const char *label = renewal->set.tasks[0].label;
  if (renewal->listed && !fnmatch(renewal->listed, label, FNM_EXTMATCH))
    printf("%12.2f %12.2f  %s  %s  %s\n", 1e6 * record->seconds,
           1e6 * asCostEstimate(renewal->scorer, sketch, point), label,
           sketch->name, record->point);
}

static AsStatus renew(const AsRecord *record, void *context, AsError *error) {
  Renewal *renewal = context;
  AsStatus status = AS_OK;
  if (strcmp(renewal->task, record->task) != 0) {
    closeTask(renewal);
    snprintf(renewal->task, sizeof renewal->task, "%s", record->task);
    status = asStoreVisitThings(renewal->from, "task", record->task, openTask,
                                renewal, error);
  }
  renewal->numTrials += record->sketchVersion[0] != '\0'; // Stock has none.
  for (int s = 0; s < renewal->numSketches && !status; s++) {
    const AsSketch *sketch = &renewal->sketches[s];
    AsPoint point = {{0}};
    if (strcmp(sketch->version, record->sketchVersion) != 0 ||
        !asPointParse(sketch, record->point, &point))
      continue;
    renewal->numRenewed++;
    list(renewal, record, sketch, &point);
    status = asStorePut(renewal->to, record, error);
    if (!status)
      status = asEarlierTrialsPut(renewal->to, record, renewal->scorer, sketch,
                                  &point, error);
    break;
  }
  return status;
}

static AsStatus renewAll(Renewal *renewal, AsEarlierTrials *trials,
                         AsError *error) {
  AsRecordQuery query = {.target = renewal->target->key};
  AsStatus status = asStoreVisit(renewal->from, &query, renew, renewal, error);
  closeTask(renewal);
  if (!status)
    status = asEarlierTrialsRead(renewal->to, renewal->target->key, INT_MAX,
                                 trials, error);
  if (!status && trials->numTasks == 0)
    return asFail(error, AS_NOT_FOUND,
                  "the store has no trials of '%s' with the text of their "
                  "tasks; tune something first",
                  renewal->target->key);
  return status;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// What is said of a ranking: tau, and times over that of the best trial.
enum { NUM_MEASURES = 3 };

static void measuresOf(const AsRanking *ranking, double *measures) {
  measures[0] = ranking->tau;
  measures[1] = -log(ranking->speed);
  measures[2] = -log(ranking->early);
}

/// Of the tasks of a family, or of all where it is negative.
static void printRow(const char *name, int family,
                     const AsEarlierTrials *trials, const AsRanking *rankings) {
  double sums[AS_NUM_SHARES][NUM_MEASURES] = {{0}}, measures[NUM_MEASURES];
  int count = 0;
  for (int task = 0; task < trials->numTasks; task++) {
    if (family >= 0 && trials->tasks[task].family != family)
      continue;
    count++;
    for (int s = 0; s < AS_NUM_SHARES; s++) {
      measuresOf(&rankings[AS_NUM_SHARES * task + s], measures);
      for (int m = 0; m < NUM_MEASURES; m++)
        sums[s][m] += measures[m];
    }
  }
  printf("%-36.36s %5d", name, count);
  for (int s = 0; s < AS_NUM_SHARES; s++)
    printf("  %5.2f %6.3f %6.3f", sums[s][0] / count, exp(sums[s][1] / count),
           exp(sums[s][2] / count));
  printf("\n");
}

/// How much better than the prior alone each weight is, over the tasks: the
/// mean in standard errors.
static void printErrors(const AsEarlierTrials *trials,
                        const AsRanking *rankings) {
  printf("%-36s %5s", "better than 0.00, in standard errors", "");
  for (int s = 0; s < AS_NUM_SHARES; s++) {
    double sum[NUM_MEASURES] = {0}, squares[NUM_MEASURES] = {0};
    for (int task = 0; task < trials->numTasks; task++) {
      double own[NUM_MEASURES], prior[NUM_MEASURES];
      measuresOf(&rankings[AS_NUM_SHARES * task + s], own);
      measuresOf(&rankings[AS_NUM_SHARES * task], prior);
      for (int m = 0; m < NUM_MEASURES; m++) {
        double gain = m == 0 ? own[m] - prior[m] : prior[m] - own[m];
        sum[m] += gain;
        squares[m] += gain * gain;
      }
    }
    for (int m = 0; m < NUM_MEASURES; m++) {
      double count = trials->numTasks, mean = sum[m] / count;
      double variance =
          (squares[m] - count * mean * mean) / fmax(1, count - 1) / count;
      printf(m == 0 ? "  %5.1f" : " %6.1f",
             variance > 0 ? mean / sqrt(variance) : 0);
    }
  }
  printf("\n");
}

static AsStatus copyLabel(const AsThing *thing, void *label, AsError *error) {
  (void)error;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  const char *text =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, "label"));
  asTextAppendString(label, text ? text : thing->key);
  cJSON_Delete(data);
  return AS_OK;
}

static AsStatus labelOf(AsStore *store, const AsEarlierTask *task,
                        AsText *label, AsError *error) {
  asTextClear(label);
  return asStoreVisitThings(store, "task", task->key.text, copyLabel, label,
                            error);
}

/// A row for each family, by the label of its first task.
static AsStatus printFamilies(AsStore *store, const AsEarlierTrials *trials,
                              const AsRanking *rankings, AsError *error) {
  AsText label = {0};
  AsStatus status = AS_OK;
  printf("%-36s %5s", "families, by a task of each", "tasks");
  for (int s = 0; s < AS_NUM_SHARES; s++)
    printf("  %5.2f of it        ", asShares[s]);
  printf("\n");
  for (int task = 0, next = 0; task < trials->numTasks && !status; task++) {
    if (trials->tasks[task].family != next)
      continue;
    status = labelOf(store, &trials->tasks[task], &label, error);
    printRow(asTextString(&label), next++, trials, rankings);
  }
  printRow("all", -1, trials, rankings);
  printErrors(trials, rankings);
  asTextFree(&label);
  return status;
}

/// The time of the trial ranked first over that of the best one.
static double excessOf(const AsRanking *ranking) { return 1 / ranking->speed; }

/// The tasks of which the prior alone makes the worst first choice.
static AsStatus printWorst(AsStore *store, const AsEarlierTrials *trials,
                           const AsRanking *rankings, AsError *error) {
  enum { WORST = 8 };
  AsText label = {0};
  AsStatus status = AS_OK;
  double below = INFINITY;
  printf("\nworst first choices of the prior\n");
  for (int row = 0; row < WORST && !status; row++) {
    int worst = -1;
    for (int task = 0; task < trials->numTasks; task++) {
      double excess = excessOf(&rankings[AS_NUM_SHARES * task]);
      if (excess < below &&
          (worst < 0 || excess > excessOf(&rankings[AS_NUM_SHARES * worst])))
        worst = task;
    }
    if (worst < 0)
      break;
    below = excessOf(&rankings[AS_NUM_SHARES * worst]);
    status = labelOf(store, &trials->tasks[worst], &label, error);
    printf("%-44.44s %6.3f\n", asTextString(&label), below);
  }
  asTextFree(&label);
  return status;
}

static AsStatus judge(Renewal *renewal, AsError *error) {
  AsEarlierTrials trials = {0};
  AsRanking *rankings = NULL;
  AsStatus status = renewAll(renewal, &trials, error);
  if (renewal->listed)
    goto done;
  rankings =
      asAlloc(sizeof *rankings * AS_NUM_SHARES * (size_t)(trials.numTasks + 1));
  if (!status)
    printf("%d trials of %d tasks in %d families; %d more have no sketch "
           "today\n",
           trials.count, trials.numTasks, trials.numFamilies,
           renewal->numTrials - renewal->numRenewed);
  static const char *const titles[] = {
      [AS_HELD_OUT_FAMILIES] = "by models of other families",
      [AS_HELD_OUT_TASKS] = "by models of other tasks, of all families",
      [AS_HELD_OUT_KIN] = "by models of other tasks of the family",
  };
  for (AsHeldOut h = 0; h <= AS_HELD_OUT_KIN && !status; h++) {
    status = asHeldOutRank(&trials, h, rankings, error);
    printf("\n%s\n", titles[h]);
    if (!status)
      status = printFamilies(renewal->to, &trials, rankings, error);
  }
  if (!status)
    status = printWorst(renewal->to, &trials, rankings, error);
done:
  free(rankings);
  asEarlierTrialsFree(&trials);
  return status;
}

AsStatus asBenchLearning(const char *path, const AsTarget *target,
                         const char *listed, AsError *error) {
  Renewal renewal = {
      .target = target, .listed = listed, .context = asIrContextCreate()};
  AsStatus status = asStoreOpenReadOnly(path, &renewal.from, error);
  if (!status)
    status = asStoreOpen(":memory:", &renewal.to, error);
  if (!status)
    status = asCostScorerCreate(target, 0, &renewal.scorer, error);
  if (!status)
    status = judge(&renewal, error);
  asCostScorerDestroy(renewal.scorer);
  asStoreClose(renewal.to);
  asStoreClose(renewal.from);
  mlirContextDestroy(renewal.context);
  return status;
}
