//===- objective.h - What the search is for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module may hold several models: functions that a run begins at. The search
// minimises the sum of their latencies, each with a weight of its own, and none
// needs to be below what suffices for it (the first two objectives of Ansor:
// Zheng et al., OSDI 2020, table 2).
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_OBJECTIVE_H
#define AS_SEARCH_OBJECTIVE_H

#include "search/tuner.h"

/// One goal for each model; `weights` and `latencies` are the options' texts:
/// "NAME=NUMBER,...", and a number alone is for all models. A name that is no
/// model is an error.
AsStatus asGoalsRead(const char *weights, const char *latencies,
                     const char *const *models, int numModels, AsGoal *goals,
                     AsError *error);

/// Seconds that a model takes, by the best times of its tasks; 0 while one has
/// none.
double asGoalSeconds(const AsTuneTask *tasks, int numTasks, int model);

/// The same under the stock lowering.
double asGoalStockSeconds(const AsTuneTask *tasks, int numTasks, int model);

/// Whether a model that has a latency which suffices is as fast.
bool asGoalIsMet(const AsGoal *goal, const AsTuneTask *tasks, int numTasks,
                 int model);

#endif // AS_SEARCH_OBJECTIVE_H
