//===- report-objects.h - What is known of a run as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects that the report and the lines of --progress=json share; see
// docs/report.md. Who calls a function owns what it returns.
//
//===----------------------------------------------------------------------===//

#ifndef AS_REPORT_REPORT_OBJECTS_H
#define AS_REPORT_REPORT_OBJECTS_H

#include "report/figures.h"
#include "support/text.h"
#include <cJSON.h>

/// Adds `number`, or null where it is 0 (not known) or not finite.
void asJsonAddFigure(cJSON *object, const char *key, double number);

/// Adds `number`, or null where it is not finite.
void asJsonAddReal(cJSON *object, const char *key, double number);

/// Adds `number`, as a string of digits where a double cannot hold it.
void asJsonAddInt(cJSON *object, const char *key, int64_t number);

/// The options that steer a run; those that name another job of the driver say
/// nothing about this one.
cJSON *asJsonOptions(const AsOptions *options);
cJSON *asJsonTarget(const AsTarget *target);
cJSON *asJsonTask(const AsTuneTask *task, int id);
/// Of a trial in the task's history.
cJSON *asJsonTrial(const AsTuneTask *task, int number);
/// While a trial counts as BUILT it is on its way; its object code says whether
/// it has come as far as that.
bool asTrialWasBuilt(const AsTrial *trial);
cJSON *asJsonOutcomes(const int outcomes[AS_NUM_OUTCOMES]);
cJSON *asJsonModels(const AsGoal *goals, int numGoals, const AsTuneTask *tasks,
                    int numTasks);
cJSON *asJsonTotals(const AsTuneTask *tasks, int numTasks);
cJSON *asJsonTimes(const AsTuneTimes *times);

/// Appends `value` as one line, and frees it.
void asJsonAppendLine(AsText *text, cJSON *value);

#endif // AS_REPORT_REPORT_OBJECTS_H
