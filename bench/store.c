//===- store.c - What a store costs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-store STORE [RECORDS]: takes the records of a store, with all that they
// refer to, as often as gives so many, each time as records of other tasks.
// Puts them into a new store as a search does, and says how long a put takes,
// how large the store becomes, and how long a run needs to start from it. See
// docs/benchmarks.md.
//
//===----------------------------------------------------------------------===//

#include "record/store.h"
#include "bench/folder.h"
#include "record/record-fields.h"
#include "record/record-json.h"
#include "support/arena.h"
#include "support/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Something of the given store, as a copy.
typedef struct Source {
  AsRecord *record; ///< NULL: it is a thing,
  AsThing thing;    ///< here the features of the record, if it has any.
} Source;

typedef struct Sources {
  AsArena arena;
  Source *of;
  int count, capacity;
} Sources;

static Source *addSource(Sources *sources) {
  if (sources->count == sources->capacity) {
    sources->capacity = sources->capacity ? 2 * sources->capacity : 256;
    sources->of =
        asRealloc(sources->of, sizeof(Source) * (size_t)sources->capacity);
  }
  sources->of[sources->count] = (Source){NULL, {0}};
  return &sources->of[sources->count++];
}

static AsThing copyThing(const AsThing *thing, AsArena *arena) {
  return (AsThing){asArenaCopy(arena, thing->kind, strlen(thing->kind)),
                   asArenaCopy(arena, thing->key, strlen(thing->key)),
                   asArenaCopy(arena, thing->data, strlen(thing->data)),
                   asArenaCopy(arena, thing->bytes, thing->size), thing->size};
}

static AsStatus takeThing(const AsThing *thing, void *context, AsError *error) {
  Sources *sources = context;
  if (strcmp(thing->kind, "features") != 0)
    addSource(sources)->thing = copyThing(thing, &sources->arena);
  return AS_OK;
}

typedef struct Taking {
  Sources *sources;
  AsStore *store;
} Taking;

static AsStatus takeFeatures(const AsThing *thing, void *context,
                             AsError *error) {
  Sources *sources = context;
  sources->of[sources->count - 1].thing = copyThing(thing, &sources->arena);
  return AS_OK;
}

static AsStatus takeRecord(const AsRecord *record, void *context,
                           AsError *error) {
  Taking *taking = context;
  char *json = NULL;
  AsStatus status = asRecordFormat(record, &json, error);
  if (!status)
    status = asRecordParse(json, &addSource(taking->sources)->record, error);
  free(json);
  if (!status)
    status = asStoreVisitThings(taking->store, "features",
                                asRecordAddress(record).text, takeFeatures,
                                taking->sources, error);
  return status;
}

static AsStatus take(const char *path, Sources *sources, AsError *error) {
  Taking taking = {sources, NULL};
  AsStatus status = asStoreOpenReadOnly(path, &taking.store, error);
  if (!status)
    status =
        asStoreVisitThings(taking.store, NULL, NULL, takeThing, sources, error);
  int numThings = sources->count;
  if (!status)
    status = asStoreVisit(taking.store, &(AsRecordQuery){0}, takeRecord,
                          &taking, error);
  if (!status && sources->count == numThings)
    status = asFail(error, AS_NOT_FOUND, "'%s' has no records", path);
  asStoreClose(taking.store);
  return status;
}

//===----------------------------------------------------------------------===//
// Putting
//===----------------------------------------------------------------------===//

/// The key of the same thing in copy `copy`.
static const char *keyOf(const char *key, int copy, AsText *text) {
  asTextClear(text);
  asTextFormat(text, "%08x%s", (unsigned)copy, strlen(key) > 8 ? key + 8 : key);
  return text->data;
}

/// Targets and runs are the same in every copy.
static AsStatus putThing(AsStore *store, const AsThing *thing, int copy,
                         AsError *error) {
  AsText key = {0};
  AsThing other = *thing;
  if (strcmp(thing->kind, "task") == 0 || strcmp(thing->kind, "sketch") == 0)
    other.key = keyOf(thing->key, copy, &key);
  AsStatus status = asStorePutThing(store, &other, error);
  asTextFree(&key);
  return status;
}

static AsStatus putRecord(AsStore *store, const Source *source, int copy,
                          double *seconds, AsError *error) {
  AsText task = {0}, sketch = {0};
  AsRecord record = *source->record;
  record.task = keyOf(record.task, copy, &task);
  if (*record.sketchVersion)
    record.sketchVersion = keyOf(record.sketchVersion, copy, &sketch);
  AsHashText address = asRecordAddress(&record);
  AsThing features = source->thing;
  features.key = address.text;
  double start = asClockNow();
  AsStatus status =
      features.kind ? asStorePutThing(store, &features, error) : AS_OK;
  if (!status)
    status = asStorePut(store, &record, error);
  *seconds = asClockNow() - start;
  asTextFree(&task);
  asTextFree(&sketch);
  return status;
}

/// Puts copies until there are `count` records.
static AsStatus putAll(AsStore *store, const Sources *sources, int count,
                       double *seconds, AsError *error) {
  AsStatus status = AS_OK;
  int done = 0;
  for (int copy = 0; done < count; copy++)
    for (int i = 0; i < sources->count && done < count && !status; i++) {
      const Source *source = &sources->of[i];
      status = source->record
                   ? putRecord(store, source, copy, &seconds[done++], error)
                   : putThing(store, &source->thing, copy, error);
      if (status)
        return status;
    }
  return status;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

static AsStatus countRecord(const AsRecord *record, void *count,
                            AsError *error) {
  ++*(int *)count;
  return AS_OK;
}

/// What a run does first: opens the store, puts what is there already, and
/// reads the records of its tasks. Here all of the first copy.
static AsStatus start(const char *path, const Sources *sources, int *count,
                      double *seconds, AsError *error) {
  double begin = asClockNow();
  AsStore *store = NULL;
  AsStatus status = asStoreOpen(path, &store, error);
  AsText task = {0};
  for (int i = 0; i < sources->count && !status; i++) {
    const AsThing *thing = &sources->of[i].thing;
    if (sources->of[i].record)
      continue;
    status = putThing(store, thing, 0, error);
    AsRecordQuery query = {.task = keyOf(thing->key, 0, &task)};
    if (!status && strcmp(thing->kind, "task") == 0)
      status = asStoreVisit(store, &query, countRecord, count, error);
  }
  asTextFree(&task);
  asStoreClose(store);
  *seconds = asClockNow() - begin;
  return status;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static AsStatus measure(const char *path, const Sources *sources, int count,
                        AsError *error) {
  double *seconds = asAlloc(sizeof *seconds * (size_t)count);
  double startSeconds = 0;
  int numRead = 0;
  AsStore *store = NULL;
  AsStatus status = asStoreOpen(path, &store, error);
  if (!status)
    status = putAll(store, sources, count, seconds, error);
  asStoreClose(store);
  if (!status)
    status = start(path, sources, &numRead, &startSeconds, error);
  struct stat file = {0};
  stat(path, &file);
  qsort(seconds, (size_t)count, sizeof *seconds, ascending);
  if (!status)
    printf("%d records, %.1f MB\n"
           "put    median %.3f ms, 99 of 100 below %.3f ms\n"
           "start  %.1f ms, with %d records to read\n",
           count, (double)file.st_size * 1e-6, 1e3 * seconds[count / 2],
           1e3 * seconds[(int64_t)count * 99 / 100], 1e3 * startSeconds,
           numRead);
  free(seconds);
  return status;
}

static void freeSources(Sources *sources) {
  for (int i = 0; i < sources->count; i++)
    asRecordDestroy(sources->of[i].record);
  free(sources->of);
  asArenaDestroy(&sources->arena);
}

int main(int argc, char **argv) {
  int count = argc > 2 ? atoi(argv[2]) : 20000;
  if (argc < 2 || argc > 3 || count < 1) {
    fprintf(stderr, "usage: bench-store STORE [RECORDS]\n");
    return 2;
  }
  AsError error = {0};
  Sources sources = {.count = 0};
  char folder[256] = "", path[300];
  AsStatus status = take(argv[1], &sources, &error);
  if (!status)
    status = asFolderCreate("bench-store", folder, sizeof folder, &error);
  snprintf(path, sizeof path, "%s/records.db", folder);
  if (!status)
    status = measure(path, &sources, count, &error);
  if (*folder)
    asFolderRemove(folder);
  freeSources(&sources);
  if (status)
    fprintf(stderr, "bench-store: error: %s\n", error.message);
  return status ? 1 : 0;
}
