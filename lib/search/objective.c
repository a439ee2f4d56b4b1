//===- objective.c - What the search minimises
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See objective.h.
//
//===----------------------------------------------------------------------===//

#include "search/objective.h"
#include "support/nearest-name.h"
#include "support/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Reading the options
//===----------------------------------------------------------------------===//

typedef void (*SetNumber)(AsGoal *goal, double number);

static void setWeight(AsGoal *goal, double number) { goal->weight = number; }

static void setLatency(AsGoal *goal, double number) { goal->latency = number; }

static AsStatus unknownModel(const char *option, const char *name,
                             const char *const *models, int numModels,
                             AsError *error) {
  AsNearest nearest = asNearestTo(name);
  AsText all = {0};
  for (int m = 0; m < numModels; m++) {
    asNearestOffer(&nearest, models[m]);
    asTextFormat(&all, "%s%s", m ? ", " : "", models[m]);
  }
  AsStatus status =
      asFail(error, AS_INVALID_INPUT,
             "--%s: a run does not begin at '%s', but at: %s%s%s%s", option,
             name, asTextString(&all), nearest.name ? "; did you mean '" : "",
             nearest.name ? nearest.name : "", nearest.name ? "'?" : "");
  asTextFree(&all);
  return status;
}

/// Applies one item of the list; writes into `item`.
static AsStatus readItem(const char *option, char *item, SetNumber set,
                         const char *const *models, int numModels,
                         AsGoal *goals, AsError *error) {
  char *number = strrchr(item, '='), *end;
  const char *name = number ? item + (*item == '@') : NULL;
  if (number)
    *number++ = '\0';
  else
    number = item;
  double value = strtod(number, &end);
  if (end == number || *end || !isfinite(value) || value < 0)
    return asFail(error, AS_INVALID_INPUT,
                  "--%s: expected a number that is not negative, or "
                  "FUNCTION=NUMBER, not '%s'",
                  option, number);
  bool found = !name;
  for (int m = 0; m < numModels; m++) {
    if (name && strcmp(models[m], name) != 0)
      continue;
    set(&goals[m], value);
    found = true;
  }
  return found ? AS_OK : unknownModel(option, name, models, numModels, error);
}

static AsStatus readList(const char *option, const char *text, SetNumber set,
                         const char *const *models, int numModels,
                         AsGoal *goals, AsError *error) {
  AsStatus status = AS_OK;
  while (*text && !status) {
    size_t length = strcspn(text, ",");
    AsText item = {0};
    asTextAppend(&item, text, length);
    status = readItem(option, item.data, set, models, numModels, goals, error);
    asTextFree(&item);
    text += length + (text[length] == ',');
  }
  return status;
}

AsStatus asGoalsRead(const char *weights, const char *latencies,
                     const char *const *models, int numModels, AsGoal *goals,
                     AsError *error) {
  for (int m = 0; m < numModels; m++)
    goals[m] = (AsGoal){.model = models[m], .weight = 1};
  AsStatus status = readList("function-weights", weights, setWeight, models,
                             numModels, goals, error);
  return status ? status
                : readList("latency-goals", latencies, setLatency, models,
                           numModels, goals, error);
}

//===----------------------------------------------------------------------===//
// Latencies of models
//===----------------------------------------------------------------------===//

static double sumOf(const AsTuneTask *tasks, int numTasks, int model,
                    bool isStock) {
  double sum = 0;
  for (int t = 0; t < numTasks; t++) {
    const AsTuneTask *task = &tasks[t];
    double seconds = isStock ? task->baselineSeconds : task->bestSeconds;
    if (task->runs[model] <= 0)
      continue;
    if (seconds <= 0)
      return 0;
    sum += task->runs[model] * seconds;
  }
  return sum;
}

double asGoalSeconds(const AsTuneTask *tasks, int numTasks, int model) {
  return sumOf(tasks, numTasks, model, false);
}

double asGoalStockSeconds(const AsTuneTask *tasks, int numTasks, int model) {
  return sumOf(tasks, numTasks, model, true);
}

bool asGoalIsMet(const AsGoal *goal, const AsTuneTask *tasks, int numTasks,
                 int model) {
  double seconds = asGoalSeconds(tasks, numTasks, model);
  return goal->latency > 0 && seconds > 0 && seconds <= goal->latency;
}
