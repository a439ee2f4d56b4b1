//===- emit/report.c - The report of a run as JSON ------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See report.h; docs/report.md describes every key.
//
//===----------------------------------------------------------------------===//

#include "emit/report.h"
#include "emit/json.h"
#include "support/options.h"

//===----------------------------------------------------------------------===//
// What was asked for
//===----------------------------------------------------------------------===//

static void addOption(cJSON *object, const AsOption *option,
                      const AsOptions *options) {
  const void *member = (const char *)options + option->offset;
  switch (option->kind) {
  case AS_OPTION_FLAG:
    cJSON_AddBoolToObject(object, option->name, *(const bool *)member);
    break;
  case AS_OPTION_INT:
    asJsonAddInt(object, option->name, *(const int64_t *)member);
    break;
  case AS_OPTION_REAL:
    asJsonAddReal(object, option->name, *(const double *)member);
    break;
  case AS_OPTION_TEXT:
    cJSON_AddStringToObject(object, option->name, *(const char *const *)member);
    break;
  case AS_OPTION_CHOICE:
    cJSON_AddStringToObject(object, option->name,
                            option->choices[*(const int *)member].name);
    break;
  }
}

/// The options that steer a run; those that name another job of the driver
/// say nothing about this one.
static cJSON *optionsObject(const AsOptions *options) {
  cJSON *object = cJSON_CreateObject();
  size_t count;
  const AsOption *table = asOptionTable(&count);
  for (size_t i = 0; i < count; i++)
    if (table[i].users & AS_BY_AUTOSCHEDULE)
      addOption(object, &table[i], options);
  return object;
}

static cJSON *targetObject(const AsTarget *target) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "key", target->key);
  cJSON_AddStringToObject(object, "triple", target->triple);
  cJSON_AddStringToObject(object, "cpu", target->cpu);
  cJSON_AddStringToObject(object, "features", target->features);
  cJSON_AddStringToObject(object, "model", target->model);
  cJSON_AddNumberToObject(object, "threads", target->threads);
  cJSON_AddNumberToObject(object, "numCores", target->numCores);
  cJSON_AddNumberToObject(object, "vectorBytes", target->vectorBytes);
  cJSON_AddNumberToObject(object, "vectorRegisters", target->vectorRegisters);
  cJSON *caches = cJSON_AddArrayToObject(object, "cacheBytes");
  for (int level = 0; level < 3; level++)
    cJSON_AddItemToArray(caches,
                         cJSON_CreateNumber((double)target->cacheBytes[level]));
  cJSON_AddNumberToObject(object, "lineBytes", target->lineBytes);
  return object;
}

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

static cJSON *pointObject(const AsSketch *sketch, const AsPoint *point) {
  AsArena arena = {0};
  const char *text = asPointFormat(sketch, point, &arena);
  cJSON *object = cJSON_Parse(text);
  // The names of a user's knobs may be anything, also what is no JSON.
  if (!object)
    object = cJSON_CreateString(text);
  asArenaDestroy(&arena);
  return object;
}

static cJSON *trialObject(const AsTuneTask *task, int number) {
  const AsTrial *trial = &task->history.trials[number];
  const AsSketch *sketch = &task->sketches[trial->candidate.sketch];
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "trial", number + 1);
  cJSON_AddStringToObject(object, "sketch", sketch->name);
  cJSON_AddItemToObject(object, "point",
                        pointObject(sketch, &trial->candidate.point));
  cJSON_AddStringToObject(object, "outcome", asOutcomeName(trial->outcome));
  asJsonAddFigure(object, "seconds", trial->seconds);
  cJSON_AddBoolToObject(object, "final", trial->isFinal);
  return object;
}

/// A trial that only counts as BUILT was still on its way when the search
/// ended, unless building was all that was asked for.
static bool hasEnded(const AsTrial *trial, const AsOptions *options) {
  return trial->outcome != AS_OUTCOME_BUILT ||
         (options->stopAfter == AS_PHASE_BUILD && trial->object);
}

static cJSON *taskObject(const AsTuneTask *task, int id,
                         const AsOptions *options) {
  cJSON *object = asJsonTask(task, id);
  cJSON_AddItemToObject(object, "outcomes", asJsonOutcomes(task->outcomes));
  cJSON *sketches = cJSON_AddArrayToObject(object, "sketches");
  for (int s = 0; s < task->numSketches; s++)
    cJSON_AddItemToArray(sketches, cJSON_CreateString(task->sketches[s].name));
  int best = asHistoryBest(&task->history);
  cJSON_AddItemToObject(
      object, "best", best >= 0 ? trialObject(task, best) : cJSON_CreateNull());
  cJSON *trials = cJSON_AddArrayToObject(object, "trials");
  for (int t = 0; t < task->history.numTrials; t++)
    if (hasEnded(&task->history.trials[t], options))
      cJSON_AddItemToArray(trials, trialObject(task, t));
  return object;
}

AsStatus asReportWrite(const char *path, const AsOptions *options,
                       const AsTarget *target, const AsTuneTask *tasks,
                       int numTasks, const AsTuneTimes *times, bool interrupted,
                       AsError *error) {
  cJSON *report = cJSON_CreateObject();
  cJSON_AddNumberToObject(report, "version", 1);
  cJSON_AddStringToObject(report, "asVersion", AS_VERSION);
  cJSON_AddBoolToObject(report, "interrupted", interrupted);
  cJSON_AddItemToObject(report, "options", optionsObject(options));
  cJSON_AddItemToObject(report, "target", targetObject(target));
  cJSON *array = cJSON_AddArrayToObject(report, "tasks");
  for (int t = 0; t < numTasks; t++)
    cJSON_AddItemToArray(array, taskObject(&tasks[t], t + 1, options));
  cJSON_AddItemToObject(report, "totals", asJsonTotals(tasks, numTasks));
  cJSON_AddItemToObject(report, "times", asJsonTimes(times));
  AsText text = {0};
  asJsonAppendLine(&text, report);
  AsStatus status = asWriteFile(path, text.data, text.length, error);
  asTextFree(&text);
  return status ? asFailContext(error, "the report") : AS_OK;
}
