//===- run-report.c - The report of a run as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run-report.h; docs/report.md describes every key.
//
//===----------------------------------------------------------------------===//

#include "report/run-report.h"
#include "as/version.h"
#include "report/report-objects.h"

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

/// A trial on its way when the search ended is of no interest, unless it came
/// as far as was asked for.
static bool isReported(const AsTrial *trial, AsPhase stopAfter) {
  return trial->outcome != AS_OUTCOME_BUILT || stopAfter == AS_PHASE_SAMPLE ||
         (stopAfter == AS_PHASE_BUILD && asTrialWasBuilt(trial));
}

/// What the first trial of each kind said of its failure.
static cJSON *messagesObject(char *const messages[AS_NUM_OUTCOMES]) {
  cJSON *object = cJSON_CreateObject();
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    if (messages[o])
      cJSON_AddStringToObject(object, asOutcomeName((AsOutcome)o), messages[o]);
  return object;
}

static cJSON *taskObject(const AsTuneTask *task, int id,
                         const AsOptions *options) {
  cJSON *object = asJsonTask(task, id);
  cJSON_AddItemToObject(object, "outcomes", asJsonOutcomes(task->outcomes));
  cJSON_AddItemToObject(object, "messages", messagesObject(task->messages));
  cJSON *sketches = cJSON_AddArrayToObject(object, "sketches");
  for (int s = 0; s < task->numSketches; s++)
    cJSON_AddItemToArray(sketches, cJSON_CreateString(task->sketches[s].name));
  int best = asTaskHistoryWinner(&task->history);
  cJSON_AddItemToObject(
      object, "best", best >= 0 ? asJsonTrial(task, best) : cJSON_CreateNull());
  cJSON *trials = cJSON_AddArrayToObject(object, "trials");
  for (int t = 0; t < task->history.numTrials; t++)
    if (isReported(&task->history.trials[t], options->stopAfter))
      cJSON_AddItemToArray(trials, asJsonTrial(task, t));
  return object;
}

static cJSON *remarkObject(const AsRemark *remark) {
  static const char *const severities[] = {[AS_SEVERITY_REMARK] = "remark",
                                           [AS_SEVERITY_WARNING] = "warning",
                                           [AS_SEVERITY_ERROR] = "error"};
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "severity", severities[remark->severity]);
  cJSON_AddStringToObject(object, "location", remark->location);
  cJSON_AddStringToObject(object, "message", remark->message);
  return object;
}

AsStatus asReportWrite(const char *path, const AsReport *report,
                       AsError *error) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "version", 1);
  cJSON_AddStringToObject(object, "asVersion", AS_VERSION);
  cJSON_AddBoolToObject(object, "interrupted", report->interrupted);
  cJSON_AddItemToObject(object, "options", asJsonOptions(report->options));
  cJSON_AddItemToObject(object, "target", asJsonTarget(report->target));
  cJSON *tasks = cJSON_AddArrayToObject(object, "tasks");
  for (int t = 0; t < report->numTasks; t++)
    cJSON_AddItemToArray(tasks,
                         taskObject(&report->tasks[t], t + 1, report->options));
  cJSON_AddItemToObject(object, "models",
                        asJsonModels(report->goals, report->numGoals,
                                     report->tasks, report->numTasks));
  cJSON_AddItemToObject(object, "totals",
                        asJsonTotals(report->tasks, report->numTasks));
  cJSON_AddItemToObject(object, "times", asJsonTimes(report->times));
  cJSON *remarks = cJSON_AddArrayToObject(object, "remarks");
  for (size_t r = 0; r < report->numRemarks; r++)
    cJSON_AddItemToArray(remarks, remarkObject(&report->remarks[r]));
  AsText text = {0};
  asJsonAppendLine(&text, object);
  AsStatus status = asWriteFile(path, text.data, text.length, error);
  asTextFree(&text);
  return status ? asFailContext(error, "the report") : AS_OK;
}
