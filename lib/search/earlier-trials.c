//===- earlier-trials.c - What a store knows of trials of other tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See earlier-trials.h.
//
//===----------------------------------------------------------------------===//

#include "search/earlier-trials.h"
#include "costmodel/nest-features.h"
#include "costmodel/pack-rows.h"
#include "record/record-fields.h"
#include "search/tuner.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

AsStatus asEarlierTrialsPut(AsStore *store, const AsRecord *record,
                            const AsCostScorer *scorer, const AsSketch *sketch,
                            const AsPoint *point, AsError *error) {
  int width = asCostScorerWidth();
  float *rows = asAlloc(sizeof *rows * (size_t)width * AS_MAX_STAGES);
  int count = asCostScorerRows(scorer, sketch, point, rows);
  AsText data = {0}, bytes = {0};
  asTextFormat(&data, "{\"rows\":%d,\"version\":%d,\"width\":%d}", count,
               AS_FEATURES_VERSION, width);
  asRowsPack(rows, count, width, &bytes);
  AsHashText key = asRecordAddress(record);
  AsThing thing = {"features", key.text, data.data, bytes.data, bytes.length};
  AsStatus status = count ? asStorePutThing(store, &thing, error) : AS_OK;
  free(rows);
  asTextFree(&data);
  asTextFree(&bytes);
  return status;
}

/// A record that may be learned from.
typedef struct Entry {
  AsHashText address;
  double seconds; ///< 0 if it failed.
  AsHashText task;
} Entry;

typedef struct Entries {
  Entry *entries;
  int count, capacity, numTasks;
} Entries;

/// Whether the record says how fast its candidate is, as *seconds: 0 of one
/// that failed. One that was stopped takes longer than it ran; twice as long is
/// what the search learns of it, too. Stock is no candidate.
static bool tellsSpeed(const AsRecord *record, double *seconds) {
  *seconds = 0;
  switch (record->outcome) {
  case AS_OUTCOME_OK:
    *seconds = record->seconds;
    return *seconds > 0 && strcmp(record->sketch, AS_BASELINE_SKETCH) != 0;
  case AS_OUTCOME_EARLY_STOPPED:
    *seconds = 2 * record->seconds;
    return *seconds > 0;
  case AS_OUTCOME_BUILD_FAILED:
  case AS_OUTCOME_BUILD_CRASHED:
  case AS_OUTCOME_NOT_VECTORISED:
    return true;
  default:
    return false;
  }
}

static bool isSameHash(const AsHashText *one, const AsHashText *other) {
  return strcmp(one->text, other->text) == 0;
}

/// Records come in the order of their addresses, which begin with the task.
static AsStatus addEntry(const AsRecord *record, void *context,
                         AsError *error) {
  (void)error;
  Entries *entries = context;
  double seconds;
  if (!tellsSpeed(record, &seconds))
    return AS_OK;
  AsHashText task = {""};
  strncpy(task.text, record->task, sizeof task.text - 1);
  if (!entries->count ||
      !isSameHash(&task, &entries->entries[entries->count - 1].task))
    entries->numTasks++;
  if (entries->count == entries->capacity) {
    entries->capacity = entries->capacity ? 2 * entries->capacity : 1024;
    entries->entries = asRealloc(
        entries->entries, sizeof *entries->entries * (size_t)entries->capacity);
  }
  entries->entries[entries->count++] =
      (Entry){asRecordAddress(record), seconds, task};
  return AS_OK;
}

static AsStatus collect(AsStore *store, const char *target, Entries *entries,
                        AsError *error) {
  AsRecordQuery query = {.target = target};
  return asStoreVisit(store, &query, addEntry, entries, error);
}

AsStatus asEarlierTrialsCount(AsStore *store, const char *target, int *count,
                              AsError *error) {
  Entries entries = {0};
  AsStatus status = collect(store, target, &entries, error);
  *count = entries.count;
  free(entries.entries);
  return status;
}

/// Fastest first, failures last.
static int fastestFirst(const void *left, const void *right) {
  const Entry *a = left, *b = right;
  if (a->seconds != b->seconds)
    return b->seconds == 0 || (a->seconds != 0 && a->seconds < b->seconds) ? -1
                                                                           : 1;
  return strcmp(a->address.text, b->address.text);
}

typedef struct Reading {
  AsEarlierTrials *trials;
  uint32_t numRows, rowCapacity;
  double label;
} Reading;

static int intOf(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(item) ? item->valueint : -1;
}

/// A store from elsewhere may have any bits for floats.
static bool areFinite(const float *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!isfinite(rows[i]))
      return false;
  return true;
}

int asEarlierTrialsUnpack(const AsThing *thing, int width, float *rows) {
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  int count = intOf(data, "rows");
  bool fits = count > 0 && count <= AS_MAX_STAGES &&
              intOf(data, "width") == width &&
              intOf(data, "version") == AS_FEATURES_VERSION;
  cJSON_Delete(data);
  return fits && asRowsUnpack(thing->bytes, thing->size, count, width, rows) &&
                 areFinite(rows, (size_t)count * (size_t)width)
             ? count
             : 0;
}

/// Adds the trial whose features these are.
static AsStatus addTrial(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  Reading *reading = context;
  AsEarlierTrials *trials = reading->trials;
  int width = trials->width;
  if (reading->numRows + AS_MAX_STAGES > reading->rowCapacity) {
    reading->rowCapacity = 2 * reading->rowCapacity + 1024;
    trials->features =
        asRealloc(trials->features,
                  sizeof(float) * (size_t)width * (size_t)reading->rowCapacity);
  }
  int count = asEarlierTrialsUnpack(
      thing, width,
      trials->features + (size_t)reading->numRows * (size_t)width);
  if (!count)
    return AS_OK;
  reading->numRows += (uint32_t)count;
  trials->labels[trials->count] = reading->label;
  trials->firstRow[++trials->count] = reading->numRows;
  return AS_OK;
}

/// Softmax and layer norm have no anchor, a stage that does most of the work.
static AsStatus readKin(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  AsEarlierTask *task = context;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  const cJSON *kin = cJSON_GetObjectItemCaseSensitive(data, "anchor");
  if (!kin)
    kin = cJSON_GetObjectItemCaseSensitive(data, "signature");
  if (cJSON_IsString(kin))
    strncpy(task->kin.text, kin->valuestring, sizeof task->kin.text - 1);
  cJSON_Delete(data);
  return AS_OK;
}

/// Adds the task whose trials were read last.
static AsStatus addTask(AsStore *store, const AsHashText *key, int begin,
                        AsEarlierTrials *trials, AsError *error) {
  AsEarlierTask *task = &trials->tasks[trials->numTasks];
  *task = (AsEarlierTask){.key = *key, .begin = begin};
  AsStatus status =
      asStoreVisitThings(store, "task", key->text, readKin, task, error);
  int like = 0;
  while (like < trials->numTasks && task->kin.text[0] &&
         !isSameHash(&task->kin, &trials->tasks[like].kin))
    like++;
  bool isKnown = task->kin.text[0] && like < trials->numTasks;
  task->family = isKnown ? trials->tasks[like].family : trials->numFamilies++;
  trials->tasks[++trials->numTasks].begin = trials->count;
  return status;
}

/// Reads at most `most` of the trials of one task, which are `count` entries.
static AsStatus readTask(AsStore *store, Entry *entries, int count, int most,
                         Reading *reading, AsError *error) {
  qsort(entries, (size_t)count, sizeof *entries, fastestFirst);
  int taken = count < most ? count : most;
  AsStatus status = AS_OK;
  int before = reading->trials->count;
  for (int i = 0; i < taken && !status; i++) {
    const Entry *entry = &entries[(long)i * count / taken];
    reading->label =
        entry->seconds > 0 ? entries[0].seconds / entry->seconds : 0;
    status = asStoreVisitThings(store, "features", entry->address.text,
                                addTrial, reading, error);
  }
  if (!status && reading->trials->count > before)
    status = addTask(store, &entries->task, before, reading->trials, error);
  return status;
}

AsStatus asEarlierTrialsRead(AsStore *store, const char *target, int most,
                             AsEarlierTrials *trials, AsError *error) {
  Entries all = {0};
  AsStatus status = collect(store, target, &all, error);
  trials->width = asCostScorerWidth();
  trials->firstRow = asAlloc(sizeof(uint32_t) * (size_t)(all.count + 1));
  trials->labels = asAlloc(sizeof(double) * (size_t)(all.count + 1));
  trials->tasks = asAlloc(sizeof *trials->tasks * (size_t)(all.numTasks + 1));
  Reading reading = {.trials = trials};
  for (int begin = 0; begin < all.count && !status;) {
    Entry *entries = all.entries + begin;
    int count = 1;
    while (begin + count < all.count &&
           isSameHash(&entries[count].task, &entries->task))
      count++;
    status = readTask(store, entries, count, 1 + (most - 1) / all.numTasks,
                      &reading, error);
    begin += count;
  }
  free(all.entries);
  return status;
}

void asEarlierTrialsFree(AsEarlierTrials *trials) {
  free(trials->features);
  free(trials->firstRow);
  free(trials->labels);
  free(trials->tasks);
  *trials = (AsEarlierTrials){0};
}

AsModelRows asEarlierTrialsRows(const AsEarlierTrials *trials, int begin,
                                int end) {
  return (AsModelRows){.features = trials->features,
                       .width = trials->width,
                       .firstRow = trials->firstRow + begin,
                       .numPrograms = (size_t)(end - begin)};
}
