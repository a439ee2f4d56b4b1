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
#include "search/held-out.h"
#include "search/scorer.h"
#include "support/arena.h"
#include "target/target.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEAST_TRIALS = 500, ///< With fewer a model is no better than the prior.
  MOST_TRIALS = 4096, ///< More take too long to learn from.
  NEWS = 256,         ///< So many new trials make a kept model stale.
  LEAST_TASKS = 40,   ///< Of fewer, the ranks are as good as chance,
  LEAST_KIN = 12,     ///< or of those of families that are known.
  LEAST_FAMILY = 3,   ///< Tasks of a family without which it is not known.
};

/// By so many standard errors a weight has to be better than the prior alone.
static const double leastErrors = 2;

/// The seed of the trees: the model depends on the store alone.
static const uint64_t seed = 1;

//===----------------------------------------------------------------------===//
// Its weight
//===----------------------------------------------------------------------===//

/// How many tasks the family of each task has.
static int *familySizes(const AsEarlierTrials *trials) {
  int *sizes = asAlloc(sizeof *sizes * (size_t)(trials->numFamilies + 1));
  for (int task = 0; task < trials->numTasks; task++)
    sizes[trials->tasks[task].family]++;
  return sizes;
}

/// A mean, and its standard error.
typedef struct Mean {
  double value, error;
} Mean;

/// Of what a weight adds to Kendall's tau, over tasks that count.
static Mean gainOf(const AsRanking *rankings, const bool *counts, int numTasks,
                   int share) {
  double sum = 0, squares = 0, count = 0;
  for (int task = 0; task < numTasks; task++) {
    const AsRanking *own = &rankings[AS_NUM_SHARES * task];
    double gain = own[share].tau - own->tau;
    if (!counts[task])
      continue;
    sum += gain;
    squares += gain * gain;
    count++;
  }
  double mean = sum / count;
  return (Mean){mean, sqrt(fmax(0, squares / count - mean * mean) / count)};
}

/// The weight that ranks tasks which the model has not seen best, by the mean
/// of Kendall's tau. With few tasks nothing is known of it.
static AsStatus weigh(const AsEarlierTrials *trials, AsHeldOut heldOut,
                      const bool *counts, int least, double *share,
                      AsError *error) {
  *share = 0;
  int count = 0;
  for (int task = 0; task < trials->numTasks; task++)
    count += counts[task];
  if (count < least)
    return AS_OK;
  AsRanking *rankings =
      asAlloc(sizeof *rankings * AS_NUM_SHARES * (size_t)trials->numTasks);
  AsStatus status = asHeldOutRank(trials, heldOut, rankings, error);
  double best = 0;
  for (int s = 1; s < AS_NUM_SHARES && !status; s++) {
    Mean gain = gainOf(rankings, counts, trials->numTasks, s);
    if (gain.value <= best || gain.value < leastErrors * gain.error)
      continue;
    best = gain.value;
    *share = asShares[s];
  }
  free(rankings);
  return status;
}

/// The weights for strangers, and for tasks of families that are known.
static AsStatus weighBoth(const AsEarlierTrials *trials, AsBaseModel *base,
                          AsError *error) {
  int *sizes = familySizes(trials);
  bool *all = asAlloc((size_t)trials->numTasks + 1),
       *kin = asAlloc((size_t)trials->numTasks + 1);
  for (int task = 0; task < trials->numTasks; task++) {
    all[task] = true;
    kin[task] = sizes[trials->tasks[task].family] > LEAST_FAMILY;
  }
  AsStatus status = weigh(trials, AS_HELD_OUT_FAMILIES, all, LEAST_TASKS,
                          &base->share, error);
  if (!status)
    status = weigh(trials, AS_HELD_OUT_TASKS, kin, LEAST_KIN, &base->kinShare,
                   error);
  free(sizes);
  free(all);
  free(kin);
  return status;
}

/// Notes the families that have enough tasks to be known.
static void noteKins(const AsEarlierTrials *trials, AsBaseModel *base) {
  int *sizes = familySizes(trials);
  base->kins = asAlloc(sizeof *base->kins * (size_t)(trials->numFamilies + 1));
  for (int task = 0; task < trials->numTasks; task++) {
    int *size = &sizes[trials->tasks[task].family];
    if (*size >= LEAST_FAMILY && trials->tasks[task].kin.text[0])
      base->kins[base->numKins++] = trials->tasks[task].kin;
    *size = 0; // Once.
  }
  free(sizes);
}

double asBaseModelShare(const AsBaseModel *base, AsHashText kin) {
  for (int k = 0; k < base->numKins; k++)
    if (strcmp(base->kins[k].text, kin.text) == 0)
      return base->kinShare;
  return base->share;
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
    status = weighBoth(&trials, base, error);
  if (!status)
    status = asModelCreate(trials.width, seed, &base->model, error);
  AsModelRows rows = asEarlierTrialsRows(&trials, 0, trials.count);
  if (!status)
    status = asModelTrain(base->model, &rows, trials.labels, error);
  if (!status)
    noteKins(&trials, base);
  if (status || !asModelIsTrained(base->model))
    asBaseModelFree(base);
  asEarlierTrialsFree(&trials);
  return status;
}

/// What a model is in a store and in a file.
typedef struct Kept {
  AsText data;
  char *bytes;
  AsThing thing;
} Kept;

static AsStatus describe(const AsBaseModel *base, const char *target, int count,
                         Kept *kept, AsError *error) {
  *kept = (Kept){.bytes = NULL};
  size_t size;
  AsStatus status = asModelSave(base->model, &kept->bytes, &size, error);
  if (status)
    return status;
  asTextFormat(&kept->data, "{\"share\":");
  asJsonAppendNumber(&kept->data, base->share);
  asTextFormat(&kept->data, ",\"kinShare\":");
  asJsonAppendNumber(&kept->data, base->kinShare);
  asTextFormat(&kept->data, ",\"kins\":[");
  for (int k = 0; k < base->numKins; k++)
    asTextFormat(&kept->data, "%s\"%s\"", k ? "," : "", base->kins[k].text);
  asTextFormat(&kept->data, "],\"trials\":%d,\"version\":%d}", count,
               AS_FEATURES_VERSION);
  kept->thing = (AsThing){"model", target, kept->data.data, kept->bytes, size};
  return asThingComplete(&kept->thing, error);
}

static void freeKept(Kept *kept) {
  asTextFree(&kept->data);
  free(kept->bytes);
}

static AsStatus keep(AsStore *store, const char *target, int count,
                     const AsBaseModel *base, AsError *error) {
  Kept kept;
  AsStatus status = describe(base, target, count, &kept, error);
  if (!status)
    status = asStorePutThing(store, &kept.thing, error);
  freeKept(&kept);
  return status;
}

typedef struct Loading {
  AsBaseModel *base;
  int least, most; ///< Trials that it may have learned from.
  int trials;      ///< That the base has learned from.
} Loading;

static double numberOf(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

static void readKins(const cJSON *data, AsBaseModel *base) {
  const cJSON *kins = cJSON_GetObjectItemCaseSensitive(data, "kins"), *kin;
  base->kins =
      asAlloc(sizeof *base->kins * ((size_t)cJSON_GetArraySize(kins) + 1));
  cJSON_ArrayForEach(kin, kins) {
    if (cJSON_IsString(kin))
      strncpy(base->kins[base->numKins++].text, kin->valuestring,
              sizeof base->kins->text - 1);
  }
}

/// Takes a model that learned from a number of trials within the bounds, by
/// features of this version. A damaged one is passed over.
static AsStatus load(const AsThing *thing, void *context, AsError *error) {
  Loading *loading = context;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  double trials = numberOf(data, "trials");
  AsBaseModel read = {.share = numberOf(data, "share"),
                      .kinShare = numberOf(data, "kinShare")};
  bool fits = numberOf(data, "version") == AS_FEATURES_VERSION &&
              trials <= loading->most && trials >= loading->least &&
              read.share >= 0 && read.share <= 1 && read.kinShare >= 0 &&
              read.kinShare <= 1;
  if (fits)
    readKins(data, &read);
  cJSON_Delete(data);
  if (!fits)
    return AS_OK;
  AsStatus status =
      asModelCreate(asCostScorerWidth(), seed, &read.model, error);
  if (status || asModelLoad(read.model, thing->bytes, thing->size, NULL)) {
    asBaseModelFree(&read);
    return status;
  }
  asBaseModelFree(loading->base);
  *loading->base = read;
  loading->trials = (int)trials;
  return AS_OK;
}

AsStatus asBaseModelOpen(AsStore *store, bool isWritable, const char *target,
                         AsBaseModel *base, AsError *error) {
  int count;
  AsStatus status = asEarlierTrialsCount(store, target, &count, error);
  if (status || count < LEAST_TRIALS)
    return status;
  Loading loading = {.base = base, .least = count - NEWS + 1, .most = count};
  status = asStoreVisitThings(store, "model", target, load, &loading, error);
  if (status || base->model)
    return status;
  status = train(store, target, base, error);
  if (!status && base->model && isWritable)
    status = keep(store, target, count, base, error);
  return status == AS_NOT_FOUND ? AS_OK : status; // There is no XGBoost.
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

typedef struct Exporting {
  AsStore *store;
  FILE *out;
  int count;
} Exporting;

static AsStatus exportModel(const AsThing *target, void *context,
                            AsError *error) {
  Exporting *exporting = context;
  AsBaseModel base = {0};
  Kept kept = {.bytes = NULL};
  int count;
  AsStatus status =
      asEarlierTrialsCount(exporting->store, target->key, &count, error);
  if (!status && count >= LEAST_TRIALS)
    status = train(exporting->store, target->key, &base, error);
  if (!status && base.model)
    status = describe(&base, target->key, count, &kept, error);
  if (!status && base.model) {
    AsText line = {0};
    asThingAppendJson(&line, &kept.thing);
    fprintf(exporting->out, "%s\n", asTextString(&line));
    asTextFree(&line);
    exporting->count++;
  }
  freeKept(&kept);
  asBaseModelFree(&base);
  return status;
}

AsStatus asBaseModelsExport(AsStore *store, FILE *out, AsError *error) {
  Exporting exporting = {store, out, 0};
  AsStatus status =
      asStoreVisitThings(store, "target", NULL, exportModel, &exporting, error);
  if (!status && exporting.count == 0)
    return asFail(error, AS_NOT_FOUND,
                  "no target has %d trials or more to learn "
                  "from; tune something first",
                  LEAST_TRIALS);
  return status;
}

/// Takes a model of the target, or of others of its kind: with more trials than
/// those before.
static AsStatus readLine(const char *line, const char *target, bool *hasOwn,
                         Loading *loading, AsError *error) {
  const char *why;
  cJSON *object = asJsonParse(line, &why);
  AsThingReading reading = {0};
  AsStatus status = AS_OK;
  if (object && asThingIsJson(object) &&
      asThingReadJson(&reading, object, NULL) == AS_OK &&
      strcmp(reading.thing.kind, "model") == 0) {
    bool isOwn = strcmp(reading.thing.key, target) == 0;
    loading->least = isOwn ? 0 : loading->trials + 1;
    if (isOwn || (!*hasOwn && asTargetIsSameKind(reading.thing.key, target)))
      status = load(&reading.thing, loading, error);
    *hasOwn |= isOwn;
  }
  asThingReadingFree(&reading);
  cJSON_Delete(object);
  return status;
}

AsStatus asBaseModelRead(const char *path, const char *target,
                         AsBaseModel *base, AsError *error) {
  AsText text = {0};
  Loading loading = {.base = base, .most = INT_MAX};
  bool hasOwn = false;
  AsStatus status = asReadFile(path, &text, error);
  char *rest = text.data;
  for (char *line; !status && (line = strsep(&rest, "\n"));)
    status = readLine(line, target, &hasOwn, &loading, error);
  asTextFree(&text);
  if (!status && !base->model)
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' has no model for '%s' that this version of as-opt can "
                  "use; as-opt --train=FILE writes one",
                  path, target);
  return status;
}

void asBaseModelFree(AsBaseModel *base) {
  asModelDestroy(base->model);
  free(base->kins);
  *base = (AsBaseModel){0};
}
