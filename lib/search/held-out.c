//===- held-out.c - What a model makes of tasks that it has not seen
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See held-out.h.
//
//===----------------------------------------------------------------------===//

#include "search/held-out.h"
#include "costmodel/nest-features.h"
#include "support/arena.h"
#include "support/kendall-tau.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDS = 5 }; ///< One family of so many is held out at a time.

static const uint64_t seed = 1;
static const double leastSpeed = 0.01; ///< What a failure counts as.

const double asShares[AS_NUM_SHARES] = {0, 0.25, 0.5, 0.75, 0.9};

/// A model of the tasks that are not in the fold.
static AsStatus trainOnRest(const AsEarlierTrials *trials, int fold,
                            AsModel *model, AsError *error) {
  size_t width = (size_t)trials->width, count = (size_t)trials->count;
  uint32_t numRows = trials->firstRow[count];
  float *features = asAlloc(sizeof *features * width * (numRows + 1));
  uint32_t *firstRow = asAlloc(sizeof *firstRow * (count + 1));
  double *labels = asAlloc(sizeof *labels * (count + 1));
  size_t taken = 0;
  for (const AsEarlierTask *task = trials->tasks;
       task < trials->tasks + trials->numTasks; task++) {
    for (int t = task->begin; t < task[1].begin; t++) {
      if (task->family % FOLDS == fold)
        break;
      uint32_t own = trials->firstRow[t + 1] - trials->firstRow[t];
      memcpy(features + width * firstRow[taken],
             trials->features + width * trials->firstRow[t],
             sizeof *features * width * own);
      labels[taken] = trials->labels[t];
      firstRow[taken + 1] = firstRow[taken] + own;
      taken++;
    }
  }
  AsModelRows rows = {.features = features,
                      .width = trials->width,
                      .firstRow = firstRow,
                      .numPrograms = taken};
  AsStatus status = asModelTrain(model, &rows, labels, error);
  free(features);
  free(firstRow);
  free(labels);
  return status;
}

static double speedOfFirst(const double *scores, const double *labels,
                           int count) {
  double most = -INFINITY, sum = 0;
  int alike = 0;
  for (int t = 0; t < count; t++)
    most = fmax(most, scores[t]);
  for (int t = 0; t < count; t++) {
    if (scores[t] < most)
      continue;
    sum += log(fmax(leastSpeed, labels[t]));
    alike++;
  }
  return exp(sum / alike);
}

/// Ranks the trials `begin` to `end` - 1. `learned` is what the model says of
/// them. Rows hold the prior's logarithm behind the features.
static AsRanking rank(const AsEarlierTrials *trials, const double *learned,
                      int begin, int end, double share) {
  double *scores = asAlloc(sizeof *scores * (size_t)(end - begin));
  double *priors = asAlloc(sizeof *priors * (size_t)(end - begin));
  double least = INFINITY;
  for (int t = begin; t < end; t++) {
    size_t row = trials->firstRow[t];
    priors[t - begin] = exp2(
        (double)trials
            ->features[row * (size_t)trials->width + (size_t)asNumFeatures]);
    least = fmin(least, priors[t - begin]);
  }
  for (int t = 0; t < end - begin; t++)
    scores[t] = share * learned[t] + (1 - share) * least / priors[t];
  const double *labels = trials->labels + begin;
  AsRanking ranking = {asKendallTau(scores, labels, end - begin),
                       speedOfFirst(scores, labels, end - begin)};
  free(scores);
  free(priors);
  return ranking;
}

static AsStatus rankTask(const AsEarlierTrials *trials, int task,
                         AsModel *model, AsRanking *rankings, AsError *error) {
  int begin = trials->tasks[task].begin, end = trials->tasks[task + 1].begin;
  bool knows = asModelIsTrained(model);
  double *learned = asAlloc(sizeof *learned * (size_t)(end - begin));
  AsModelRows rows = asEarlierTrialsRows(trials, begin, end);
  AsStatus status =
      knows ? asModelPredict(model, &rows, learned, error) : AS_OK;
  for (int s = 0; s < AS_NUM_SHARES && !status; s++)
    rankings[s] = rank(trials, learned, begin, end, knows ? asShares[s] : 0);
  free(learned);
  return status;
}

AsStatus asHeldOutRank(const AsEarlierTrials *trials, AsRanking *rankings,
                       AsError *error) {
  AsStatus status = AS_OK;
  for (int fold = 0; fold < FOLDS && fold < trials->numFamilies && !status;
       fold++) {
    AsModel *model;
    status = asModelCreate(trials->width, seed, &model, error);
    if (!status)
      status = trainOnRest(trials, fold, model, error);
    for (int task = 0; task < trials->numTasks && !status; task++)
      if (trials->tasks[task].family % FOLDS == fold)
        status = rankTask(trials, task, model, rankings + AS_NUM_SHARES * task,
                          error);
    asModelDestroy(model);
  }
  return status;
}
