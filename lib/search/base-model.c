//===- base-model.c - The model that a run begins with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See base-model.h.
//
//===----------------------------------------------------------------------===//

#include "search/base-model.h"
#include "costmodel/nest-features.h"
#include "record/thing.h"
#include "search/earlier-trials.h"
#include "search/scorer.h"
#include "support/arena.h"
#include "support/kendall-tau.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_TRIALS = 500, ///< With fewer a model is no better than the prior.
  MOST_TRIALS = 4096, ///< More take too long to learn from.
  NEWS = 256,         ///< So many new trials make a kept model stale.
  FOLDS = 5,          ///< One task of so many is held out.
};

/// The seed of the trees: the model depends on the store alone.
static const uint64_t seed = 1;

//===----------------------------------------------------------------------===//
// Its weight
//===----------------------------------------------------------------------===//

static bool isHeldOut(int task) { return task % FOLDS == FOLDS - 1; }

/// A model of the tasks that are not held out. Trials of one task are adjacent,
/// so runs of them are moved together.
static AsStatus trainOnRest(const AsEarlierTrials *trials, AsModel *model,
                            AsError *error) {
  size_t width = (size_t)trials->width, count = (size_t)trials->count;
  uint32_t numRows = trials->firstRow[count];
  float *features = asAlloc(sizeof *features * width * (numRows + 1));
  uint32_t *firstRow = asAlloc(sizeof *firstRow * (count + 1));
  double *labels = asAlloc(sizeof *labels * (count + 1));
  size_t taken = 0;
  for (size_t t = 0; t < count; t++) {
    if (isHeldOut(trials->tasks[t]))
      continue;
    uint32_t own = trials->firstRow[t + 1] - trials->firstRow[t];
    memcpy(features + width * firstRow[taken],
           trials->features + width * trials->firstRow[t],
           sizeof *features * width * own);
    labels[taken] = trials->labels[t];
    firstRow[taken + 1] = firstRow[taken] + own;
    taken++;
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

/// How well `share` of the model and the rest of the prior rank the trials
/// `begin` to `end` - 1 of a task. Rows hold the prior's logarithm behind the
/// features.
static double rank(const AsEarlierTrials *trials, const double *learned,
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
  for (int t = begin; t < end; t++)
    scores[t - begin] =
        share * learned[t - begin] + (1 - share) * least / priors[t - begin];
  double tau = asKendallTau(scores, trials->labels + begin, end - begin);
  free(scores);
  free(priors);
  return tau;
}

enum { NUM_SHARES = 5 };
static const double shares[NUM_SHARES] = {0, 0.25, 0.5, 0.75, 0.9};

/// The share that ranks the held-out tasks best, by the mean of Kendall's tau.
static AsStatus chooseShare(const AsEarlierTrials *trials, AsModel *model,
                            double *share, AsError *error) {
  double sums[NUM_SHARES] = {0};
  AsStatus status = AS_OK;
  for (int begin = 0, end = 0; begin < trials->count && !status; begin = end) {
    while (end < trials->count && trials->tasks[end] == trials->tasks[begin])
      end++;
    if (!isHeldOut(trials->tasks[begin]))
      continue;
    double *learned = asAlloc(sizeof *learned * (size_t)(end - begin));
    AsModelRows rows = asEarlierTrialsRows(trials, begin, end);
    status = asModelPredict(model, &rows, learned, error);
    for (int s = 0; s < NUM_SHARES && !status; s++)
      sums[s] += rank(trials, learned, begin, end, shares[s]);
    free(learned);
  }
  int best = 0;
  for (int s = 1; s < NUM_SHARES; s++)
    if (sums[s] > sums[best])
      best = s;
  *share = shares[best];
  return status;
}

/// Without a task to hold out, nothing is known of its weight.
static AsStatus weigh(const AsEarlierTrials *trials, double *share,
                      AsError *error) {
  *share = 0;
  AsModel *model;
  AsStatus status = asModelCreate(trials->width, seed, &model, error);
  if (!status)
    status = trainOnRest(trials, model, error);
  if (!status && asModelIsTrained(model) && trials->numTasks >= FOLDS)
    status = chooseShare(trials, model, share, error);
  asModelDestroy(model);
  return status;
}

//===----------------------------------------------------------------------===//
// Training and keeping
//===----------------------------------------------------------------------===//

static AsStatus train(AsStore *store, const char *target, AsBaseModel *base,
                      AsError *error) {
  AsEarlierTrials trials = {0};
  AsStatus status =
      asEarlierTrialsRead(store, target, MOST_TRIALS, &trials, error);
  if (!status)
    status = weigh(&trials, &base->share, error);
  if (!status)
    status = asModelCreate(trials.width, seed, &base->model, error);
  AsModelRows rows = asEarlierTrialsRows(&trials, 0, trials.count);
  if (!status)
    status = asModelTrain(base->model, &rows, trials.labels, error);
  if (status || !asModelIsTrained(base->model))
    asBaseModelFree(base);
  asEarlierTrialsFree(&trials);
  return status;
}

static AsStatus keep(AsStore *store, const char *target, int count,
                     const AsBaseModel *base, AsError *error) {
  AsText data = {0};
  char *bytes;
  size_t size;
  AsStatus status = asModelSave(base->model, &bytes, &size, error);
  if (status)
    return status;
  asTextFormat(&data, "{\"share\":");
  asJsonAppendNumber(&data, base->share);
  asTextFormat(&data, ",\"trials\":%d,\"version\":%d}", count,
               AS_FEATURES_VERSION);
  AsThing thing = {"model", target, data.data, bytes, size};
  status = asStorePutThing(store, &thing, error);
  asTextFree(&data);
  free(bytes);
  return status;
}

typedef struct Loading {
  AsBaseModel *base;
  int count; ///< Trials that the store has now.
  int width;
} Loading;

static double numberOf(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

/// Takes a model that is neither stale nor of another version. A damaged one is
/// trained anew.
static AsStatus load(const AsThing *thing, void *context, AsError *error) {
  Loading *loading = context;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  double trials = numberOf(data, "trials"), share = numberOf(data, "share");
  bool fits = numberOf(data, "version") == AS_FEATURES_VERSION &&
              trials <= loading->count && loading->count - trials < NEWS &&
              share >= 0 && share <= 1;
  cJSON_Delete(data);
  AsModel *model = NULL;
  if (!fits || asModelCreate(loading->width, seed, &model, error))
    return AS_OK;
  if (asModelLoad(model, thing->bytes, thing->size, NULL) == AS_OK)
    *loading->base = (AsBaseModel){model, share};
  else
    asModelDestroy(model);
  return AS_OK;
}

AsStatus asBaseModelOpen(AsStore *store, bool isWritable, const char *target,
                         AsBaseModel *base, AsError *error) {
  Loading loading = {.base = base, .width = asCostScorerWidth()};
  AsStatus status = asEarlierTrialsCount(store, target, &loading.count, error);
  if (status || loading.count < LEAST_TRIALS)
    return status;
  status = asStoreVisitThings(store, "model", target, load, &loading, error);
  if (status || base->model)
    return status;
  status = train(store, target, base, error);
  if (!status && base->model && isWritable)
    status = keep(store, target, loading.count, base, error);
  return status == AS_NOT_FOUND ? AS_OK : status; // There is no XGBoost.
}

void asBaseModelFree(AsBaseModel *base) {
  asModelDestroy(base->model);
  *base = (AsBaseModel){0};
}
