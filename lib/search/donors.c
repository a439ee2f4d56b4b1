//===- donors.c - Points that were good for similar tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See donors.h.
//
//===----------------------------------------------------------------------===//

#include "search/donors.h"
#include "record/thing.h"
#include "search/adapt-point.h"
#include "support/arena.h"
#include "task/program.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MAX_SOURCES = 4, ///< Similar tasks that donate to one.
  MAX_POINTS = 8,  ///< Of each.
};

/// How far apart are tasks that have the anchor in common only, and targets
/// that are not the same; extents twice as large are 1.
static const double otherEpilogue = 1, otherTarget = 2;

/// What a distance of 1 is expected to cost, as a part of the time.
static const double costOfDistance = 0.1;

/// A task in a store.
typedef struct Source {
  AsStore *store;
  const char *hash, *label;
  AsHashText signature, anchor; ///< The anchor may be empty.
  cJSON *extents;               ///< An array for each stage.
} Source;

struct AsDonors {
  AsArena arena;
  Source *sources;
  int numSources, capacity;
};

//===----------------------------------------------------------------------===//
// Reading the tasks
//===----------------------------------------------------------------------===//

static const char *textOf(const cJSON *object, const char *key) {
  const char *text =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
  return text ? text : "";
}

static AsHashText hashOf(const cJSON *object, const char *key) {
  AsHashText hash = {{0}};
  strncpy(hash.text, textOf(object, key), sizeof hash.text - 1);
  return hash;
}

typedef struct Reading {
  AsDonors *donors;
  AsStore *store;
} Reading;

/// A task of which too little is known is no source.
static AsStatus readTask(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  Reading *reading = context;
  AsDonors *donors = reading->donors;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  cJSON *extents = cJSON_DetachItemFromObjectCaseSensitive(data, "extents");
  if (*textOf(data, "signature") && cJSON_IsArray(extents)) {
    if (donors->numSources == donors->capacity) {
      donors->capacity = donors->capacity ? 2 * donors->capacity : 64;
      donors->sources = asRealloc(
          donors->sources, sizeof *donors->sources * (size_t)donors->capacity);
    }
    const char *label = textOf(data, "label");
    donors->sources[donors->numSources++] = (Source){
        .store = reading->store,
        .hash = asArenaCopy(&donors->arena, thing->key, strlen(thing->key)),
        .label = asArenaCopy(&donors->arena, label, strlen(label)),
        .signature = hashOf(data, "signature"),
        .anchor = hashOf(data, "anchor"),
        .extents = extents};
    extents = NULL;
  }
  cJSON_Delete(extents);
  cJSON_Delete(data);
  return AS_OK;
}

AsStatus asDonorsCreate(AsStore *const *stores, int numStores,
                        AsDonors **result, AsError *error) {
  AsDonors *donors = asAlloc(sizeof *donors);
  AsStatus status = AS_OK;
  for (int s = 0; s < numStores && !status; s++) {
    Reading reading = {donors, stores[s]};
    status =
        asStoreVisitThings(stores[s], "task", NULL, readTask, &reading, error);
  }
  if (status) {
    asDonorsDestroy(donors);
    donors = NULL;
  }
  *result = donors;
  return status;
}

void asDonorsDestroy(AsDonors *donors) {
  if (!donors)
    return;
  for (int s = 0; s < donors->numSources; s++)
    cJSON_Delete(donors->sources[s].extents);
  free(donors->sources);
  asArenaDestroy(&donors->arena);
  free(donors);
}

//===----------------------------------------------------------------------===//
// Similar tasks
//===----------------------------------------------------------------------===//

/// A task that wants donors.
typedef struct Heir {
  const AsTuneTask *task;
  const char *target;
  AsHashText signature, anchor;
  const AsStage *stage; ///< The anchor, or the last stage.
  int number;           ///< Of that stage.
} Heir;

static Heir heirOf(const AsTuneTask *task, const char *target) {
  const AsProgram *program = task->sketches[0].program;
  int anchor = asProgramAnchor(program);
  int number = anchor >= 0 ? anchor : program->numStages - 1;
  Heir heir = {.task = task,
               .target = target,
               .signature = asHashFormat(asProgramSignature(program)),
               .stage = &program->stages[number],
               .number = number};
  if (anchor >= 0)
    heir.anchor = asHashFormat(asStageSignature(program, anchor));
  return heir;
}

/// The sum of the logarithms of the ratios of extents; INFINITY where they are
/// of another number.
static double distanceOfExtents(const AsStage *stage, const cJSON *extents) {
  if (cJSON_GetArraySize(extents) != stage->numDims)
    return INFINITY;
  double sum = 0;
  for (int d = 0; d < stage->numDims; d++) {
    double extent = cJSON_GetNumberValue(cJSON_GetArrayItem(extents, d));
    sum +=
        extent > 0 ? fabs(log2(extent / (double)stage->extent[d])) : INFINITY;
  }
  return sum;
}

/// Of an anchor, whose number in the other task is not known: the stage whose
/// extents are nearest.
static double distanceOfAnchors(const AsStage *stage, const cJSON *stages) {
  double least = INFINITY;
  const cJSON *extents;
  cJSON_ArrayForEach(extents, stages) {
    least = fmin(least, distanceOfExtents(stage, extents));
  }
  return otherEpilogue + least;
}

static double distanceTo(const Heir *heir, const Source *source) {
  if (strcmp(source->hash, heir->task->hash) == 0)
    return INFINITY; // The search reads these records anyway.
  if (strcmp(source->signature.text, heir->signature.text) == 0)
    return distanceOfExtents(heir->stage,
                             cJSON_GetArrayItem(source->extents, heir->number));
  if (*heir->anchor.text && strcmp(source->anchor.text, heir->anchor.text) == 0)
    return distanceOfAnchors(heir->stage, source->extents);
  return INFINITY;
}

//===----------------------------------------------------------------------===//
// Their points
//===----------------------------------------------------------------------===//

/// A point that was good for another task, as one of this task.
typedef struct Offer {
  AsCandidate candidate;
  double cost; ///< What it is expected to take, beyond the best: 0.1 is 10%.
  AsDonor from;
} Offer;

/// The fastest points of a source.
typedef struct Gift {
  char *sketch, *version, *point; ///< Owned.
  double seconds;
} Gift;

typedef struct Gathering {
  const Heir *heir;
  const Source *source;
  double distance;
  char *otherTarget; ///< Owned: whose records are taken; NULL: the heir's own.
  Gift gifts[MAX_POINTS + 1]; ///< Fastest first.
  int numGifts;
  Offer *offers;
  int numOffers;
} Gathering;

static void freeGift(Gift *gift) {
  free(gift->sketch);
  free(gift->version);
  free(gift->point);
}

/// Whether the records of the target count. Times of several targets do not
/// compare, so the first other one that is met is the only one.
static bool isWanted(Gathering *gathering, const char *target) {
  const char *own = gathering->heir->target;
  if (!gathering->otherTarget)
    return strcmp(target, own) == 0;
  if (!*gathering->otherTarget && asTargetIsSameKind(target, own)) {
    free(gathering->otherTarget);
    gathering->otherTarget = asCopyString(target);
  }
  return strcmp(target, gathering->otherTarget) == 0;
}

/// Takes a record in, if it is among the fastest so far.
static AsStatus gather(const AsRecord *record, void *context, AsError *error) {
  (void)error;
  Gathering *gathering = context;
  if (record->outcome != AS_OUTCOME_OK || !(record->seconds > 0) ||
      strcmp(record->sketch, AS_BASELINE_SKETCH) == 0 ||
      !isWanted(gathering, record->target))
    return AS_OK;
  int place = gathering->numGifts;
  while (place > 0 && gathering->gifts[place - 1].seconds > record->seconds)
    place--;
  if (place == MAX_POINTS)
    return AS_OK;
  memmove(&gathering->gifts[place + 1], &gathering->gifts[place],
          sizeof(Gift) * (size_t)(gathering->numGifts - place));
  gathering->gifts[place] =
      (Gift){asCopyString(record->sketch), asCopyString(record->sketchVersion),
             asCopyString(record->point), record->seconds};
  if (gathering->numGifts == MAX_POINTS)
    freeGift(&gathering->gifts[MAX_POINTS]);
  else
    gathering->numGifts++;
  return AS_OK;
}

typedef struct Adapting {
  Gathering *gathering;
  const Gift *gift;
} Adapting;

/// Makes an offer of a gift, whose sketch is `thing`, for each sketch of that
/// name.
static AsStatus adapt(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  Adapting *adapting = context;
  Gathering *gathering = adapting->gathering;
  const AsTuneTask *task = gathering->heir->task;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  cJSON *values = asJsonParse(adapting->gift->point, &why);
  const cJSON *knobs = cJSON_GetObjectItemCaseSensitive(data, "knobs");
  for (int s = 0; s < task->numSketches; s++) {
    Offer offer = {.from = {gathering->source->hash, gathering->source->label}};
    memset(&offer.candidate, 0, sizeof offer.candidate);
    offer.candidate.sketch = s;
    if (strcmp(task->sketches[s].name, adapting->gift->sketch) != 0 ||
        !asPointAdapt(&task->sketches[s], values, knobs,
                      &offer.candidate.point))
      continue;
    offer.cost = adapting->gift->seconds / gathering->gifts[0].seconds - 1 +
                 costOfDistance * gathering->distance;
    gathering->offers[gathering->numOffers++] = offer;
    break;
  }
  cJSON_Delete(data);
  cJSON_Delete(values);
  return AS_OK;
}

/// Adds the offers of one source. What cannot be read is no offer.
static void addOffers(Gathering *gathering) {
  AsStore *store = gathering->source->store;
  AsRecordQuery query = {.task = gathering->source->hash};
  AsError ignored = {0};
  gathering->numGifts = 0;
  asStoreVisit(store, &query, gather, gathering, &ignored);
  if (gathering->numGifts == 0) {
    gathering->otherTarget = asCopyString("");
    gathering->distance += otherTarget;
    asStoreVisit(store, &query, gather, gathering, &ignored);
    free(gathering->otherTarget);
    gathering->otherTarget = NULL;
  }
  for (int g = 0; g < gathering->numGifts; g++) {
    Adapting adapting = {gathering, &gathering->gifts[g]};
    asStoreVisitThings(store, "sketch", gathering->gifts[g].version, adapt,
                       &adapting, &ignored);
  }
  for (int g = 0; g < gathering->numGifts; g++)
    freeGift(&gathering->gifts[g]);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

typedef struct Near {
  const Source *source;
  double distance;
} Near;

/// Nearest first; of equals, by their hash, whatever the order of stores.
static int nearestFirst(const void *left, const void *right) {
  const Near *a = left, *b = right;
  if (a->distance != b->distance)
    return a->distance < b->distance ? -1 : 1;
  return strcmp(a->source->hash, b->source->hash);
}

static int cheapestFirst(const void *left, const void *right) {
  const Offer *a = left, *b = right;
  if (a->cost != b->cost)
    return a->cost < b->cost ? -1 : 1;
  return memcmp(&a->candidate, &b->candidate, sizeof a->candidate);
}

/// The sources that are like the task, nearest first; returns how many.
static int findSources(const AsDonors *donors, const Heir *heir, Near *near) {
  int count = 0;
  for (int s = 0; s < donors->numSources; s++) {
    double distance = distanceTo(heir, &donors->sources[s]);
    if (distance < INFINITY)
      near[count++] = (Near){&donors->sources[s], distance};
  }
  qsort(near, (size_t)count, sizeof *near, nearestFirst);
  return count;
}

static int choose(const AsTaskHistory *history, const Offer *offers,
                  int numOffers, int wanted, AsCandidate *chosen,
                  AsDonor *from) {
  int count = 0;
  for (int i = 0; i < numOffers && count < wanted; i++) {
    bool isNew = asTaskHistoryFind(history, &offers[i].candidate) < 0;
    for (int c = 0; c < count && isNew; c++)
      isNew = memcmp(&chosen[c], &offers[i].candidate, sizeof *chosen) != 0;
    if (!isNew)
      continue;
    from[count] = offers[i].from;
    chosen[count++] = offers[i].candidate;
  }
  return count;
}

int asDonorsPropose(AsDonors *donors, const AsTuneTask *task,
                    const char *target, int wanted, AsCandidate *chosen,
                    AsDonor *from) {
  if (task->numSketches == 0)
    return 0;
  Heir heir = heirOf(task, target);
  Near *near = asAlloc(sizeof *near * (size_t)(donors->numSources + 1));
  Offer offers[MAX_SOURCES * MAX_POINTS];
  Gathering gathering = {.heir = &heir, .offers = offers};
  int numNear = findSources(donors, &heir, near), numGave = 0;
  for (int n = 0; n < numNear && numGave < MAX_SOURCES; n++) {
    int before = gathering.numOffers;
    gathering.source = near[n].source;
    gathering.distance = near[n].distance;
    addOffers(&gathering);
    numGave += gathering.numOffers > before;
  }
  free(near);
  qsort(offers, (size_t)gathering.numOffers, sizeof *offers, cheapestFirst);
  return choose(&task->history, offers, gathering.numOffers, wanted, chosen,
                from);
}
