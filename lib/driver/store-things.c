//===- store-things.c - What the records of a run refer to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the tasks, sketches and the target of a run into the store, so that its
// records can be understood without the module. docs/records.md has a table of
// the kinds.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "dialect-bridge/bridge.h"
#include "driver/run.h"
#include "record/thing.h"
#include "report/report-objects.h"
#include "support/option-table.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/// Puts a thing; `data` is freed.
static AsStatus put(AsStore *store, const char *kind, const char *key,
                    cJSON *data, const char *text, AsError *error) {
  AsText json = {0};
  asJsonAppendValue(&json, data);
  AsThing thing = {kind, key, json.data, text, strlen(text)};
  AsStatus status = asStorePutThing(store, &thing, error);
  asTextFree(&json);
  cJSON_Delete(data);
  return status;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// The loops of each stage.
static cJSON *extentsObject(const AsProgram *program) {
  cJSON *stages = cJSON_CreateArray();
  for (int s = 0; s < program->numStages; s++) {
    const AsStage *stage = &program->stages[s];
    cJSON *extents = cJSON_CreateArray();
    for (int d = 0; d < stage->numDims; d++)
      cJSON_AddItemToArray(extents,
                           cJSON_CreateNumber((double)stage->extent[d]));
    cJSON_AddItemToArray(stages, extents);
  }
  return stages;
}

static cJSON *taskObject(const AsTask *task) {
  const AsProgram *program = &task->program;
  int anchor = asProgramAnchor(program);
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "label", task->label);
  asJsonAddReal(object, "flops", task->flops);
  asJsonAddReal(object, "minBytes", task->minBytes);
  cJSON_AddStringToObject(object, "signature",
                          asHashFormat(asProgramSignature(program)).text);
  if (anchor >= 0)
    cJSON_AddStringToObject(
        object, "anchor", asHashFormat(asStageSignature(program, anchor)).text);
  cJSON_AddItemToObject(object, "extents", extentsObject(program));
  return object;
}

/// The text of a task has the places where it occurs first, which differ
/// between models. The record of a task is about all of them.
static AsStatus withoutPlaces(MlirContext context, const char *text,
                              AsText *result, AsError *error) {
  MlirModule module;
  AsStatus status =
      asIrParse(context, text, strlen(text), "task", &module, error);
  if (status)
    return status;
  asIrPrint(mlirModuleGetOperation(module), result);
  mlirModuleDestroy(module);
  return AS_OK;
}

static AsStatus putTask(const AsRun *run, AsStore *store, const AsTask *task,
                        AsError *error) {
  AsText text = {0};
  AsStatus status = withoutPlaces(run->context, task->text, &text, error);
  if (!status)
    status = put(store, "task", task->hash, taskObject(task),
                 asTextString(&text), error);
  asTextFree(&text);
  return status;
}

//===----------------------------------------------------------------------===//
// Sketches
//===----------------------------------------------------------------------===//

static cJSON *knobObject(const AsKnob *knob) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "name", knob->name);
  cJSON_AddStringToObject(object, "kind", asKnobKindName(knob->kind));
  cJSON *options = cJSON_AddArrayToObject(object, "options");
  for (int o = 0; o < knob->numOptions; o++)
    cJSON_AddItemToArray(
        options, knob->texts ? cJSON_CreateString(knob->texts[o])
                             : cJSON_CreateNumber((double)knob->options[o]));
  if (knob->kind == AS_KNOB_TILE)
    asJsonAddInt(object, "extent", knob->extent);
  return object;
}

static cJSON *sketchObject(const AsSketch *sketch) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "name", sketch->name);
  cJSON *knobs = cJSON_AddArrayToObject(object, "knobs");
  for (int k = 0; k < sketch->numKnobs; k++)
    cJSON_AddItemToArray(knobs, knobObject(&sketch->knobs[k]));
  return object;
}

AsStatus asRunPutThings(const AsRun *run, AsStore *store, AsError *error) {
  AsStatus status = put(store, "target", run->target.key,
                        asJsonTarget(&run->target), "", error);
  for (int t = 0; t < run->tasks.numTasks && !status; t++) {
    status = putTask(run, store, &run->tasks.tasks[t], error);
    const AsTuneTask *tuned = &run->tuned[t];
    for (int s = 0; s < tuned->numSketches && !status; s++)
      status = put(store, "sketch", tuned->sketches[s].version,
                   sketchObject(&tuned->sketches[s]), tuned->sketches[s].script,
                   error);
  }
  return status;
}

//===----------------------------------------------------------------------===//
// The run itself
//===----------------------------------------------------------------------===//

/// Options but names of files: those are nobody's business where records are
/// passed on.
static cJSON *optionsObject(const AsOptions *options) {
  cJSON *object = asJsonOptions(options);
  size_t count;
  const AsOption *table = asOptionTable(&count);
  for (size_t i = 0; i < count; i++)
    if (strstr(table[i].value, "FILE") || strstr(table[i].value, "FOLDER") ||
        strstr(table[i].value, "STORE"))
      cJSON_DeleteItemFromObjectCaseSensitive(object, table[i].name);
  return object;
}

/// The name of the file that the module came from, or "".
static const char *inputOf(AsRun *run) {
  MlirLocation location = asBridgeFileLocation(
      mlirOperationGetLocation(mlirModuleGetOperation(run->given)));
  if (mlirLocationIsNull(location))
    return "";
  MlirStringRef file =
      mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
  const char *path = asArenaCopy(&run->arena, file.data, file.length);
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// How often each task runs in one run of the models, by its hash.
static cJSON *weightsObject(const AsRun *run) {
  cJSON *object = cJSON_CreateObject();
  for (int t = 0; t < run->tasks.numTasks; t++)
    if (!cJSON_GetObjectItemCaseSensitive(object, run->tuned[t].hash))
      asJsonAddReal(object, run->tuned[t].hash, run->tuned[t].weight);
  return object;
}

/// What the search of each task began with that other tasks taught: a donor,
/// and the weight of a model.
static cJSON *learnedObject(const AsRun *run) {
  cJSON *object = cJSON_CreateObject();
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const AsTuneTask *task = &run->tuned[t];
    if ((!*task->donor && task->baseShare == 0) ||
        cJSON_GetObjectItemCaseSensitive(object, task->hash))
      continue;
    cJSON *own = cJSON_AddObjectToObject(object, task->hash);
    if (*task->donor)
      cJSON_AddStringToObject(own, "donor", task->donor);
    asJsonAddReal(own, "model", task->baseShare);
  }
  return object;
}

/// How it ended. The rest of the report, and how its trials ended, is in the
/// records.
static void addEnd(cJSON *object, const AsRun *run) {
  int numTasks = run->tasks.numTasks;
  cJSON *totals = asJsonTotals(run->tuned, numTasks);
  cJSON_DeleteItemFromObjectCaseSensitive(totals, "outcomes");
  asJsonAddInt(object, "ended", time(NULL));
  cJSON_AddBoolToObject(object, "interrupted", run->interrupted);
  cJSON_AddItemToObject(object, "time", asJsonTimes(&run->times));
  cJSON_AddItemToObject(
      object, "models",
      asJsonModels(run->goals, run->tasks.numModels, run->tuned, numTasks));
  cJSON_AddItemToObject(object, "totals", totals);
  cJSON_AddItemToObject(object, "learned", learnedObject(run));
}

const char *asRunId(AsRun *run) {
  if (!run->id[0]) {
    AsHash id = asHashStart(); // Where there are no random numbers.
    (void)!getrandom(&id, sizeof id, 0);
    memcpy(run->id, asHashFormat(id).text, sizeof run->id);
  }
  return run->id;
}

AsThing asRunThing(AsRun *run, int64_t started, bool hasEnded) {
  asRunId(run);
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "asVersion", AS_VERSION);
  cJSON_AddStringToObject(object, "input", inputOf(run));
  cJSON_AddStringToObject(object, "target", run->target.key);
  asJsonAddInt(object, "started", started);
  if (hasEnded)
    addEnd(object, run);
  cJSON_AddItemToObject(object, "options", optionsObject(run->options));
  cJSON_AddItemToObject(object, "weights", weightsObject(run));
  AsText json = {0};
  asJsonAppendValue(&json, object);
  cJSON_Delete(object);
  const char *data = asArenaCopy(&run->arena, json.data, json.length);
  asTextFree(&json);
  return (AsThing){.kind = "run", .key = run->id, .data = data};
}
