//===- read-store.c - A view of a store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records come by task, target and compiler, so that those of a task follow
// each other; within it they are put in the order in which they were made.
//
//===----------------------------------------------------------------------===//

#include "costmodel/nest-features.h"
#include "measure/trial-extra.h"
#include "search/earlier-trials.h"
#include "search/record-groups.h"
#include "search/scorer.h"
#include "search/tuner.h"
#include "view/map/map.h"
#include "view/stages/stages.h"
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Things
//===----------------------------------------------------------------------===//

typedef struct Reading {
  AsView *view;
  AsViewThings *things; ///< Where to add one.
  const AsViewFilter *filter;
  AsNames addresses; ///< Of the trials, in the order of `view->trials`.
} Reading;

static AsStatus addThing(const AsThing *thing, void *context, AsError *error) {
  (void)error;
  Reading *reading = context;
  AsViewThings *things = reading->things;
  AsArena *arena = &reading->view->arena;
  if (things->count == things->capacity) {
    things->capacity = things->capacity ? 2 * things->capacity : 64;
    things->things = asRealloc(things->things, sizeof *things->things *
                                                   (size_t)things->capacity);
  }
  const char *why;
  bool isText = asJsonIsText(thing->bytes, thing->size);
  things->things[things->count++] =
      (AsViewThing){asArenaCopy(arena, thing->key, strlen(thing->key)),
                    isText ? asArenaCopy(arena, thing->bytes, thing->size) : "",
                    asJsonParse(thing->data, &why)};
  return AS_OK;
}

static AsStatus readThings(AsStore *store, const char *kind, Reading *reading,
                           AsViewThings *things, AsError *error) {
  reading->things = things;
  return asStoreVisitThings(store, kind, NULL, addThing, reading, error);
}

static int compareKey(const void *key, const void *thing) {
  return strcmp(key, ((const AsViewThing *)thing)->key);
}

const AsViewThing *asViewFindThing(const AsViewThings *things,
                                   const char *key) {
  return things->count ? bsearch(key, things->things, (size_t)things->count,
                                 sizeof *things->things, compareKey)
                       : NULL;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static bool isShown(const Reading *reading, const AsRecord *record) {
  const AsNames *tasks = reading->filter->tasks;
  if (tasks && asNamesFind(tasks, record->task) < 0)
    return false;
  const char *glob = reading->filter->glob;
  if (!glob || fnmatch(glob, record->task, 0) == 0)
    return true;
  const AsViewThing *thing =
      asViewFindThing(&reading->view->taskThings, record->task);
  const char *label =
      thing ? cJSON_GetStringValue(
                  cJSON_GetObjectItemCaseSensitive(thing->data, "label"))
            : NULL;
  return label && fnmatch(glob, label, 0) == 0;
}

/// Whether the record is of the run that was asked for.
static bool isOfRun(const Reading *reading, const AsRecord *record) {
  const char *run = reading->filter->run;
  return !run || strncmp(record->run, run, strlen(run)) == 0;
}

static bool belongs(const AsViewTask *task, const AsRecord *record) {
  return strcmp(task->hash, record->task) == 0 &&
         strcmp(task->target, record->target) == 0 &&
         strcmp(task->compiler, record->compiler) == 0;
}

static const char *copy(AsView *view, const char *text) {
  return asArenaCopy(&view->arena, text, strlen(text));
}

static AsViewTask *taskOf(AsView *view, const AsRecord *record) {
  if (view->numTasks && belongs(&view->tasks[view->numTasks - 1], record))
    return &view->tasks[view->numTasks - 1];
  if (view->numTasks == view->taskCapacity) {
    view->taskCapacity = view->taskCapacity ? 2 * view->taskCapacity : 64;
    view->tasks = asRealloc(view->tasks,
                            sizeof *view->tasks * (size_t)view->taskCapacity);
  }
  const AsViewThing *thing = asViewFindThing(&view->taskThings, record->task);
  AsViewTask *task = &view->tasks[view->numTasks++];
  *task = (AsViewTask){.hash = copy(view, record->task),
                       .target = copy(view, record->target),
                       .compiler = copy(view, record->compiler),
                       .data = thing ? thing->data : NULL,
                       .text = thing ? thing->text : "",
                       .begin = view->numTrials,
                       .end = view->numTrials,
                       .stock = NAN,
                       .best = -1};
  return task;
}

/// Seconds of one run; of a candidate that was stopped, how long it ran at
/// least.
static double secondsOf(const AsRecord *record) {
  bool isTimed = record->outcome == AS_OUTCOME_OK ||
                 record->outcome == AS_OUTCOME_EARLY_STOPPED;
  double seconds = isTimed ? asRecordSeconds(record) : 0;
  return seconds > 0 ? seconds : NAN;
}

static int numberOfSketch(AsView *view, const AsRecord *record) {
  AsText name = {0};
  asTextFormat(&name, "%s\n%s", record->sketch, record->sketchVersion);
  int number = asNamesAdd(&view->sketches, asTextString(&name));
  asTextFree(&name);
  return number;
}

static void addTrial(Reading *reading, const AsRecord *record) {
  AsView *view = reading->view;
  if (view->numTrials == view->trialCapacity) {
    view->trialCapacity = view->trialCapacity ? 2 * view->trialCapacity : 1024;
    view->trials = asRealloc(view->trials, sizeof *view->trials *
                                               (size_t)view->trialCapacity);
  }
  bool hasMessage = record->message[0], hasRun = record->run[0];
  AsHashText donor = asExtraDonor(record->extra);
  view->trials[view->numTrials++] = (AsViewTrial){
      .address = asRecordAddress(record),
      .outcome = record->outcome,
      .sketch = numberOfSketch(view, record),
      .run = hasRun ? asNamesAdd(&view->runs, record->run) : -1,
      .message = hasMessage ? asNamesAdd(&view->messages, record->message) : -1,
      .donor = *donor.text ? asNamesAdd(&view->donors, donor.text) : -1,
      .date = record->date,
      .seconds = secondsOf(record),
      .estimate = NAN,
      .buildSeconds = record->buildSeconds,
      .measureSeconds = record->measureSeconds,
      .point = copy(view, record->point),
      .isFinal = asExtraIsFinal(record->extra),
      .form = -1};
}

static AsStatus addRecord(const AsRecord *record, void *context,
                          AsError *error) {
  (void)error;
  Reading *reading = context;
  if (!isShown(reading, record))
    return AS_OK;
  AsViewTask *task = taskOf(reading->view, record);
  if (strcmp(record->sketch, AS_BASELINE_SKETCH) == 0) {
    double seconds = asRecordSeconds(record);
    task->stock = seconds > 0 ? seconds : NAN;
    task->stockIsBound = record->outcome == AS_OUTCOME_RUN_TIMEOUT;
    if (task->date < record->date)
      task->date = record->date;
    return AS_OK;
  }
  if (!isOfRun(reading, record))
    return AS_OK;
  addTrial(reading, record);
  task->end = reading->view->numTrials;
  return AS_OK;
}

static int oldestFirst(const void *left, const void *right) {
  const AsViewTrial *a = left, *b = right;
  if (a->date != b->date)
    return a->date < b->date ? -1 : 1;
  return strcmp(a->address.text, b->address.text);
}

//===----------------------------------------------------------------------===//
// Features
//===----------------------------------------------------------------------===//

/// Rows of features have the estimate of the prior after those of the nest.
static double estimateOf(const AsView *view, const AsViewTrial *trial) {
  int width = asCostScorerWidth();
  return exp2((double)view->features[(size_t)trial->firstRow * (size_t)width +
                                     (size_t)asNumFeatures]);
}

static AsStatus addFeatures(const AsThing *thing, void *context,
                            AsError *error) {
  (void)error;
  Reading *reading = context;
  AsView *view = reading->view;
  int number = asNamesFind(&reading->addresses, thing->key);
  if (number < 0)
    return AS_OK;
  int width = asCostScorerWidth();
  if (view->numRows + AS_MAX_STAGES > view->rowCapacity) {
    view->rowCapacity = 2 * view->rowCapacity + 1024;
    view->features = asRealloc(view->features, sizeof(float) * (size_t)width *
                                                   (size_t)view->rowCapacity);
  }
  int count = asEarlierTrialsUnpack(
      thing, width, view->features + (size_t)view->numRows * (size_t)width);
  if (!count)
    return AS_OK;
  AsViewTrial *trial = &view->trials[number];
  trial->firstRow = view->numRows;
  trial->numRows = count;
  trial->estimate = estimateOf(view, trial);
  view->numRows += count;
  return AS_OK;
}

static AsStatus readFeatures(AsStore *store, Reading *reading, AsError *error) {
  for (int t = 0; t < reading->view->numTrials; t++)
    asNamesAdd(&reading->addresses, reading->view->trials[t].address.text);
  AsStatus status =
      asStoreVisitThings(store, "features", NULL, addFeatures, reading, error);
  asNamesFree(&reading->addresses);
  return status;
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

/// Leaves out tasks and runs that the trials of the run have nothing to do
/// with.
static AsStatus keepRun(AsView *view, const char *run, AsError *error) {
  if (view->runs.count == 0)
    return asFail(error, AS_NOT_FOUND,
                  "no trial is of a run '%s'; as-opt --list-runs shows the "
                  "runs of a store",
                  run);
  if (view->runs.count > 1)
    return asFail(error, AS_INVALID_INPUT,
                  "more than one run begins with '%s': '%s' and '%s'; give "
                  "more of its digits",
                  run, view->runs.names[0], view->runs.names[1]);
  int kept = 0;
  for (int t = 0; t < view->numTasks; t++)
    if (view->tasks[t].end > view->tasks[t].begin)
      view->tasks[kept++] = view->tasks[t];
  view->numTasks = kept;
  AsViewThings *runs = &view->runThings;
  kept = 0;
  for (int r = 0; r < runs->count; r++)
    if (strcmp(runs->things[r].key, view->runs.names[0]) == 0)
      runs->things[kept++] = runs->things[r];
    else
      cJSON_Delete(runs->things[r].data);
  runs->count = kept;
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

AsStatus asViewRead(AsStore *store, const AsViewFilter *filter, AsView *view,
                    AsError *error) {
  static const AsViewFilter all = {0};
  Reading reading = {.view = view, .filter = filter ? filter : &all};
  *view = (AsView){0};
  AsStatus status =
      readThings(store, "task", &reading, &view->taskThings, error);
  if (!status)
    status = readThings(store, "sketch", &reading, &view->sketchThings, error);
  if (!status)
    status = readThings(store, "run", &reading, &view->runThings, error);
  if (!status)
    status = readThings(store, "target", &reading, &view->targetThings, error);
  if (!status)
    status = readThings(store, "roofline", &reading, &view->roofThings, error);
  if (!status)
    status =
        asStoreVisit(store, &(AsRecordQuery){0}, addRecord, &reading, error);
  if (!status && reading.filter->run)
    status = keepRun(view, reading.filter->run, error);
  for (int t = 0; t < view->numTasks; t++) {
    AsViewTask *task = &view->tasks[t];
    if (task->end > task->begin)
      qsort(view->trials + task->begin, (size_t)(task->end - task->begin),
            sizeof *view->trials, oldestFirst);
  }
  if (!status)
    status = readFeatures(store, &reading, error);
  if (!status)
    asViewSummarise(view);
  return status;
}

static void freeThings(AsViewThings *things) {
  for (int i = 0; i < things->count; i++)
    cJSON_Delete(things->things[i].data);
  free(things->things);
}

void asViewFree(AsView *view) {
  for (int t = 0; t < view->numTasks; t++) {
    free(view->tasks[t].reasons);
    free(view->tasks[t].improvements);
    asViewMapFree(view->tasks[t].map);
    asViewStagesFree(view->tasks[t].stages);
  }
  free(view->tasks);
  free(view->trials);
  free(view->features);
  asNamesFree(&view->sketches);
  asNamesFree(&view->runs);
  asNamesFree(&view->messages);
  asNamesFree(&view->donors);
  freeThings(&view->taskThings);
  freeThings(&view->sketchThings);
  freeThings(&view->runThings);
  freeThings(&view->targetThings);
  freeThings(&view->roofThings);
  asArenaDestroy(&view->arena);
  *view = (AsView){0};
}
