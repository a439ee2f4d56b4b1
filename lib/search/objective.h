//===- objective.h - What the search minimises
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module may hold several models: functions that a run begins at. The search
// minimises the weighted sum of their latencies. A model with a latency goal
// does not need to get below it (the first two objectives of Ansor: Zheng et
// al., OSDI 2020, table 2).
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_OBJECTIVE_H
#define AS_SEARCH_OBJECTIVE_H

#include "search/tuner.h"

/// Writes one goal for each model. `weights` and `latencies` are the texts of
/// the options: "NAME=NUMBER,...", where a number alone is for all models. A
/// NAME that is not a model is an error.
AsStatus asGoalsRead(const char *weights, const char *latencies,
                     const char *const *models, int numModels, AsGoal *goals,
                     AsError *error);

/// Seconds of one run of a model with the best times of its tasks; 0 if a task
/// has none.
double asGoalSeconds(const AsTuneTask *tasks, int numTasks, int model);

/// The same with the stock lowering.
double asGoalStockSeconds(const AsTuneTask *tasks, int numTasks, int model);

/// Whether a model with a latency goal has reached it.
bool asGoalIsMet(const AsGoal *goal, const AsTuneTask *tasks, int numTasks,
                 int model);

#endif // AS_SEARCH_OBJECTIVE_H
