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

cJSON *asJsonTask(const AsTuneTask *task, int id) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "id", id);
  cJSON_AddStringToObject(object, "hash", task->hash);
  cJSON_AddStringToObject(object, "label", task->label);
  asJsonAddReal(object, "weight", task->weight);
  asJsonAddReal(object, "flops", task->flops);
  asJsonAddReal(object, "minBytes", task->minBytes);
  asJsonAddFigure(object, "baselineSeconds", task->baselineSeconds);
  cJSON_AddBoolToObject(object, "baselineIsBound", task->baselineIsBound);
  asJsonAddFigure(object, "bestSeconds", task->bestSeconds);
  asJsonAddFigure(object, "gflops", asTuneGflops(task, task->bestSeconds));
  asJsonAddFigure(object, "speedup", asTuneSpeedup(task));
  cJSON_AddNumberToObject(object, "numTrials", task->numTrials);
  cJSON_AddNumberToObject(object, "numErrors", asTuneErrors(task));
  if (task->problem[0])
    cJSON_AddStringToObject(object, "problem", task->problem);
  else
    cJSON_AddNullToObject(object, "problem");
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
  return object;
}

void asJsonAppendLine(AsText *text, cJSON *value) {
  asJsonAppendValue(text, value);
  asTextAppendString(text, "\n");
  cJSON_Delete(value);
}
