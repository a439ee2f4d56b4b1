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

enum {
  FOLDS = 5, ///< One family, or task of it, of so many is held out at a time.
  EARLY = 8,
};

static const uint64_t seed = 1;
static const double leastSpeed = 0.01; ///< What a failure counts as.

/// A trial that is so many times slower than the best, as a power of two, or
/// more is no worse than one that failed, where the logarithm is learned.
static const double slowest = 4;

const double asShares[AS_NUM_SHARES] = {0, 0.25, 0.5, 0.75, 0.9};

/// The tasks that are held out at a time, and those that are learned from.
typedef struct Fold {
  const AsEarlierTrials *trials;
  const int *places; ///< Of each task among those of its family.
  AsHeldOut heldOut;
  int family; ///< With AS_HELD_OUT_KIN.
  int number;
} Fold;

static bool isHeldOut(const Fold *fold, int task) {
  int family = fold->trials->tasks[task].family;
  if (fold->heldOut == AS_HELD_OUT_FAMILIES)
    return family % FOLDS == fold->number;
  return fold->places[task] % FOLDS == fold->number &&
         (fold->heldOut == AS_HELD_OUT_TASKS || family == fold->family);
}

static bool teaches(const Fold *fold, int task) {
  return !isHeldOut(fold, task) &&
         (fold->heldOut != AS_HELD_OUT_KIN ||
          fold->trials->tasks[task].family == fold->family);
}

/// What the model learns: a speed, or its logarithm, in parts of the best
/// one's.
static double labelOf(const Fold *fold, double speed) {
  return fold->heldOut == AS_HELD_OUT_KIN ? 1 + log2(speed) / slowest : speed;
}

static AsStatus trainOnRest(const Fold *fold, AsModel *model, AsError *error) {
  const AsEarlierTrials *trials = fold->trials;
  size_t width = (size_t)trials->width, count = (size_t)trials->count;
  uint32_t numRows = trials->firstRow[count];
  float *features = asAlloc(sizeof *features * width * (numRows + 1));
  uint32_t *firstRow = asAlloc(sizeof *firstRow * (count + 1));
  double *labels = asAlloc(sizeof *labels * (count + 1));
  size_t taken = 0;
  for (int task = 0; task < trials->numTasks; task++) {
    if (!teaches(fold, task))
      continue;
    for (int t = trials->tasks[task].begin; t < trials->tasks[task + 1].begin;
         t++) {
      uint32_t own = trials->firstRow[t + 1] - trials->firstRow[t];
      memcpy(features + width * firstRow[taken],
             trials->features + width * trials->firstRow[t],
             sizeof *features * width * own);
      labels[taken] = labelOf(fold, trials->labels[t]);
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

//===----------------------------------------------------------------------===//
// How well trials are ranked
//===----------------------------------------------------------------------===//

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

/// The fastest of those with few that are ranked before them.
static double speedOfEarly(const double *scores, const double *labels,
                           int count) {
  double fastest = leastSpeed;
  for (int t = 0; t < count; t++) {
    int before = 0;
    for (int other = 0; other < count; other++)
      before += scores[other] > scores[t] ||
                (scores[other] == scores[t] && other < t);
    if (before < EARLY)
      fastest = fmax(fastest, labels[t]);
  }
  return fastest;
}

/// The mean of the two, of speeds or of their logarithms. `prior` is a speed in
/// parts of the best one's.
static double mix(AsHeldOut heldOut, double share, double learned,
                  double prior) {
  return heldOut == AS_HELD_OUT_KIN
             ? share * slowest * (learned - 1) + (1 - share) * log2(prior)
             : share * learned + (1 - share) * prior;
}

/// Ranks the trials `begin` to `end` - 1. `learned` is what the model says of
/// them. Rows hold the prior's logarithm behind the features.
static AsRanking rank(const Fold *fold, const double *learned, int begin,
                      int end, double share) {
  const AsEarlierTrials *trials = fold->trials;
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
    scores[t] = mix(fold->heldOut, share, learned[t], least / priors[t]);
  const double *labels = trials->labels + begin;
  AsRanking ranking = {asKendallTau(scores, labels, end - begin),
                       speedOfFirst(scores, labels, end - begin),
                       speedOfEarly(scores, labels, end - begin)};
  free(scores);
  free(priors);
  return ranking;
}

static AsStatus rankTask(const Fold *fold, int task, AsModel *model,
                         AsRanking *rankings, AsError *error) {
  const AsEarlierTrials *trials = fold->trials;
  int begin = trials->tasks[task].begin, end = trials->tasks[task + 1].begin;
  bool knows = asModelIsTrained(model);
  double *learned = asAlloc(sizeof *learned * (size_t)(end - begin));
  AsModelRows rows = asEarlierTrialsRows(trials, begin, end);
  AsStatus status =
      knows ? asModelPredict(model, &rows, learned, error) : AS_OK;
  for (int s = 0; s < AS_NUM_SHARES && !status; s++)
    rankings[s] = rank(fold, learned, begin, end, knows ? asShares[s] : 0);
  free(learned);
  return status;
}

static AsStatus rankFold(const Fold *fold, AsRanking *rankings,
                         AsError *error) {
  AsModel *model = NULL;
  bool isEmpty = true;
  for (int task = 0; task < fold->trials->numTasks; task++)
    isEmpty &= !isHeldOut(fold, task);
  AsStatus status =
      isEmpty ? AS_OK : asModelCreate(fold->trials->width, seed, &model, error);
  if (!status && !isEmpty)
    status = trainOnRest(fold, model, error);
  for (int task = 0; task < fold->trials->numTasks && !status; task++)
    if (isHeldOut(fold, task))
      status =
          rankTask(fold, task, model, rankings + AS_NUM_SHARES * task, error);
  asModelDestroy(model);
  return status;
}

AsStatus asHeldOutRank(const AsEarlierTrials *trials, AsHeldOut heldOut,
                       AsRanking *rankings, AsError *error) {
  size_t numFamilies = (size_t)trials->numFamilies;
  int *sizes = asAlloc(sizeof *sizes * (numFamilies + 1));
  int *places = asAlloc(sizeof *places * (size_t)(trials->numTasks + 1));
  for (int task = 0; task < trials->numTasks; task++)
    places[task] = sizes[trials->tasks[task].family]++;
  Fold fold = {.trials = trials, .places = places, .heldOut = heldOut};
  int numGroups = heldOut == AS_HELD_OUT_KIN ? trials->numFamilies : 1;
  AsStatus status = AS_OK;
  for (fold.family = 0; fold.family < numGroups; fold.family++)
    for (fold.number = 0; fold.number < FOLDS && !status; fold.number++)
      status = rankFold(&fold, rankings, error);
  free(sizes);
  free(places);
  return status;
}
