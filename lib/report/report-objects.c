//===- report-objects.c - What is known of a run as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See report-objects.h.
//
//===----------------------------------------------------------------------===//

#include "report/report-objects.h"
#include "record/canonical-json.h"
#include "search/objective.h"
#include "support/option-table.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void asJsonAddReal(cJSON *object, const char *key, double number) {
  if (isfinite(number))
    cJSON_AddNumberToObject(object, key, number);
  else
    cJSON_AddNullToObject(object, key);
}

void asJsonAddFigure(cJSON *object, const char *key, double number) {
  asJsonAddReal(object, key, number > 0 ? number : NAN);
}

void asJsonAddInt(cJSON *object, const char *key, int64_t number) {
  const int64_t largestExact = INT64_C(1) << 53;
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRId64, number);
  if (number >= -largestExact && number <= largestExact)
    cJSON_AddNumberToObject(object, key, (double)number);
  else
    cJSON_AddStringToObject(object, key, digits);
}

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

cJSON *asJsonOptions(const AsOptions *options) {
  cJSON *object = cJSON_CreateObject();
  size_t count;
  const AsOption *table = asOptionTable(&count);
  for (size_t i = 0; i < count; i++)
    if (table[i].users & AS_BY_AUTOSCHEDULE)
      addOption(object, &table[i], options);
  return object;
}

static cJSON *gpuObject(const AsGpu *gpu) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "chip", gpu->chip);
  cJSON_AddNumberToObject(object, "multiprocessors", gpu->multiprocessors);
  cJSON_AddNumberToObject(object, "lanes", gpu->lanes);
  cJSON_AddNumberToObject(object, "tensorLanes", gpu->tensorLanes);
  cJSON_AddNumberToObject(object, "residentThreads", gpu->residentThreads);
  cJSON_AddNumberToObject(object, "residentBlocks", gpu->residentBlocks);
  asJsonAddInt(object, "sharedBytes", gpu->sharedBytes);
  asJsonAddInt(object, "blockSharedBytes", gpu->blockSharedBytes);
  asJsonAddInt(object, "cacheBytes", gpu->cacheBytes);
  asJsonAddReal(object, "clock", gpu->clock);
  asJsonAddReal(object, "bandwidth", gpu->bandwidth);
  return object;
}

cJSON *asJsonTarget(const AsTarget *target) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "key", target->key);
  cJSON_AddStringToObject(object, "triple", target->triple);
  cJSON_AddStringToObject(object, "cpu", target->cpu);
  cJSON_AddStringToObject(object, "features", target->features);
  cJSON_AddStringToObject(object, "model", target->model);
  cJSON_AddNumberToObject(object, "threads", target->threads);
  cJSON_AddNumberToObject(object, "numCores", target->cores.count);
  cJSON_AddNumberToObject(object, "vectorBytes", target->vectorBytes);
  cJSON_AddNumberToObject(object, "vectorRegisters", target->vectorRegisters);
  cJSON *caches = cJSON_AddArrayToObject(object, "cacheBytes");
  for (int level = 0; level < 3; level++)
    cJSON_AddItemToArray(caches,
                         cJSON_CreateNumber((double)target->cacheBytes[level]));
  cJSON_AddNumberToObject(object, "lineBytes", target->lineBytes);
  if (target->gpu)
    cJSON_AddItemToObject(object, "gpu", gpuObject(target->gpu));
  return object;
}

cJSON *asJsonTask(const AsTuneTask *task, int id) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "id", id);
  cJSON_AddStringToObject(object, "hash", task->hash);
  cJSON_AddStringToObject(object, "label", task->label);
  asJsonAddReal(object, "weight", task->weight);
  asJsonAddReal(object, "flops", task->flops);
  asJsonAddReal(object, "minBytes", task->minBytes);
  cJSON_AddBoolToObject(object, "coldWeights", task->coldWeights);
  asJsonAddFigure(object, "baselineSeconds", task->baselineSeconds);
  cJSON_AddBoolToObject(object, "baselineIsBound", task->baselineIsBound);
  asJsonAddFigure(object, "bestSeconds", task->bestSeconds);
  asJsonAddFigure(object, "gflops", asTuneGflops(task, task->bestSeconds));
  asJsonAddFigure(object, "speedup", asTuneSpeedup(task));
  if (*task->donor)
    cJSON_AddStringToObject(object, "donor", task->donor);
  else
    cJSON_AddNullToObject(object, "donor");
  cJSON_AddNumberToObject(object, "numTrials", task->numTrials);
  cJSON_AddNumberToObject(object, "numErrors", asTuneErrors(task));
  if (task->problem[0])
    cJSON_AddStringToObject(object, "problem", task->problem);
  else
    cJSON_AddNullToObject(object, "problem");
  return object;
}

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

bool asTrialWasBuilt(const AsTrial *trial) {
  return trial->outcome != AS_OUTCOME_BUILT || trial->object;
}

cJSON *asJsonTrial(const AsTuneTask *task, int number) {
  const AsTrial *trial = &task->history.trials[number];
  const AsSketch *sketch = &task->sketches[trial->candidate.sketch];
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "trial", number + 1);
  cJSON_AddStringToObject(object, "sketch", sketch->name);
  cJSON_AddItemToObject(object, "point",
                        pointObject(sketch, &trial->candidate.point));
  if (asTrialWasBuilt(trial))
    cJSON_AddStringToObject(object, "outcome", asOutcomeName(trial->outcome));
  else
    cJSON_AddNullToObject(object, "outcome");
  asJsonAddFigure(object, "seconds", trial->seconds);
  cJSON_AddBoolToObject(object, "final", trial->isFinal);
  if (trial->message)
    cJSON_AddStringToObject(object, "message", trial->message);
  else
    cJSON_AddNullToObject(object, "message");
  return object;
}

cJSON *asJsonOutcomes(const int outcomes[AS_NUM_OUTCOMES]) {
  cJSON *object = cJSON_CreateObject();
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    cJSON_AddNumberToObject(object, asOutcomeName((AsOutcome)o), outcomes[o]);
  return object;
}

cJSON *asJsonModels(const AsGoal *goals, int numGoals, const AsTuneTask *tasks,
                    int numTasks) {
  cJSON *models = cJSON_CreateArray();
  for (int m = 0; m < numGoals; m++) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", goals[m].model);
    asJsonAddReal(object, "weight", goals[m].weight);
    asJsonAddFigure(object, "latencyGoal", goals[m].latency);
    asJsonAddFigure(object, "seconds", asGoalSeconds(tasks, numTasks, m));
    asJsonAddFigure(object, "baselineSeconds",
                    asGoalStockSeconds(tasks, numTasks, m));
    cJSON_AddItemToArray(models, object);
  }
  return models;
}

cJSON *asJsonTotals(const AsTuneTask *tasks, int numTasks) {
  AsTotals totals = asTuneTotals(tasks, numTasks);
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "numTasks", numTasks);
  cJSON_AddNumberToObject(object, "numMeasured", totals.numMeasured);
  cJSON_AddNumberToObject(object, "numCompared", totals.numCompared);
  asJsonAddFigure(object, "seconds", totals.seconds);
  asJsonAddFigure(object, "baselineSeconds", totals.stockSeconds);
  cJSON_AddBoolToObject(object, "baselineIsBound", totals.isBound);
  asJsonAddFigure(object, "speedup", totals.speedup);
  cJSON_AddNumberToObject(object, "numErrors", totals.numErrors);
  cJSON_AddItemToObject(object, "outcomes", asJsonOutcomes(totals.outcomes));
  return object;
}

cJSON *asJsonTimes(const AsTuneTimes *times) {
  cJSON *object = cJSON_CreateObject();
  asJsonAddReal(object, "total", times->total);
  asJsonAddReal(object, "search", times->search);
  asJsonAddReal(object, "train", times->train);
  asJsonAddReal(object, "build", times->build);
  asJsonAddReal(object, "measure", times->measure);
  asJsonAddReal(object, "wait", times->wait);
  asJsonAddInt(object, "trials", times->numTrials);
  asJsonAddInt(object, "built", times->numBuilt);
  asJsonAddInt(object, "reused", times->numReused);
  return object;
}

void asJsonAppendLine(AsText *text, cJSON *value) {
  asJsonAppendValue(text, value);
  asTextAppendString(text, "\n");
  cJSON_Delete(value);
}
