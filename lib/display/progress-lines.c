//===- progress-lines.c - Progress as lines, for people and for programs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See progress-lines.h.
//
//===----------------------------------------------------------------------===//

#include "display/progress-lines.h"
#include "display/task-table.h"
#include "report/report-objects.h"
#include <stdio.h>

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

void asPlainStartAppend(AsText *text, const AsSnapshot *snapshot) {
  asTextFormat(text, "tuning %d task%s with %d trial%s", snapshot->numTasks,
               snapshot->numTasks == 1 ? "" : "s", snapshot->trialsTotal,
               snapshot->trialsTotal == 1 ? "" : "s");
  if (snapshot->trialsDone)
    asTextFormat(text, ", %d of them known from the store",
                 snapshot->trialsDone);
  asTextAppendString(text, "\n");
}

/// "158.2 GFLOP/s (1.70 ms, 118.2x stock)", as far as it is known, and whether
/// it is no more than an estimate.
static void appendSpeed(AsText *text, const AsTuneTask *task, double seconds,
                        double speedup) {
  double gflops = asTuneGflops(task, seconds);
  AsFigure latency = asFigureSeconds(seconds);
  if (task->outcomes[AS_OUTCOME_ESTIMATED])
    asTextAppendString(text, "estimated at ");
  if (gflops > 0)
    asTextFormat(text, "%s GFLOP/s (%s", asFigureNumber(gflops).text,
                 latency.text);
  else
    asTextAppendString(text, latency.text);
  if (speedup > 0)
    asTextFormat(
        text, "%s%s stock", gflops > 0 ? ", " : " (",
        asFigureBound(asFigureRatio(speedup), task->baselineIsBound).text);
  asTextAppendString(text, gflops > 0 || speedup > 0 ? ")" : "");
}

static void appendBaseline(AsText *text, const AsTuneTask *task) {
  if (task->baselineSeconds > 0 && task->baselineIsBound) {
    asTextFormat(text, "stock lowering more than %s; it was stopped",
                 asFigureSeconds(task->baselineSeconds).text);
  } else if (task->baselineSeconds > 0) {
    asTextAppendString(text, "stock lowering ");
    appendSpeed(text, task, task->baselineSeconds, 0);
  } else if (!task->problem[0] && task->referenceSeconds > 0) {
    asTextFormat(text, "its results to compare with took %s",
                 asFigureSeconds(task->referenceSeconds).text);
  } else {
    asFirstLineAppend(text, task->problem);
  }
}

static void appendTrial(AsText *text, const AsSnapshot *snapshot,
                        const AsTuneEvent *event) {
  const AsTuneTask *task = &snapshot->tasks[event->task];
  if (task->bestSeconds > 0) {
    asTextAppendString(text, event->isBest ? "new best " : "best ");
    appendSpeed(text, task, task->bestSeconds, asTuneSpeedup(task));
  } else {
    asTextAppendString(text, "no result yet");
  }
  if (!event->isBest)
    asTextFormat(text, ", last trial %s", asOutcomeName(event->outcome));
  int errors = asTuneTotals(snapshot->tasks, snapshot->numTasks).numErrors;
  if (errors)
    asTextFormat(text, "; errors %d", errors);
  if (snapshot->secondsLeft > 0)
    asTextFormat(text, "; about %s left",
                 asFigureDuration(snapshot->secondsLeft).text);
}

/// What each line begins with.
static void appendMoment(AsText *text, const AsSnapshot *snapshot) {
  int digits = snprintf(NULL, 0, "%d", snapshot->trialsTotal);
  asTextFormat(text, "[%6.1f s] %*d/%d  ", snapshot->seconds, digits,
               snapshot->trialsDone, snapshot->trialsTotal);
}

void asPlainWaitAppend(AsText *text, const AsSnapshot *snapshot) {
  appendMoment(text, snapshot);
  asTextFormat(text,
               "waiting for %s for cores that another as-opt or as-run uses "
               "(see --share)\n",
               asFigureDuration(snapshot->waiting).text);
}

void asPlainEventAppend(AsText *text, const AsSnapshot *snapshot,
                        const AsTuneEvent *event) {
  const AsTuneTask *task = &snapshot->tasks[event->task];
  appendMoment(text, snapshot);
  asTextFormat(text, "%s: ", task->label);
  if (event->phase == AS_TUNE_BASELINE) {
    appendBaseline(text, task);
  } else if (event->phase == AS_TUNE_SEARCH) {
    appendTrial(text, snapshot, event);
  } else {
    asTextAppendString(text, "measured again, best ");
    appendSpeed(text, task, task->bestSeconds, asTuneSpeedup(task));
  }
  asTextAppendString(text, "\n");
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

/// The keys that every line has.
static cJSON *eventObject(const char *event, const AsSnapshot *snapshot) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "event", event);
  asJsonAddReal(object, "seconds", snapshot->seconds);
  asJsonAddFigure(object, "secondsLeft", snapshot->secondsLeft);
  cJSON_AddNumberToObject(object, "trialsDone", snapshot->trialsDone);
  cJSON_AddNumberToObject(object, "trialsTotal", snapshot->trialsTotal);
  return object;
}

static void addTasks(cJSON *object, const AsSnapshot *snapshot) {
  cJSON *tasks = cJSON_AddArrayToObject(object, "tasks");
  for (int t = 0; t < snapshot->numTasks; t++)
    cJSON_AddItemToArray(tasks, asJsonTask(&snapshot->tasks[t], t + 1));
}

void asJsonStartAppend(AsText *text, const AsSnapshot *snapshot) {
  cJSON *object = eventObject("start", snapshot);
  addTasks(object, snapshot);
  asJsonAppendLine(text, object);
}

void asJsonEventAppend(AsText *text, const AsSnapshot *snapshot,
                       const AsTuneEvent *event) {
  const AsTuneTask *task = &snapshot->tasks[event->task];
  bool isTrial = event->phase == AS_TUNE_SEARCH;
  cJSON *object =
      eventObject(isTrial ? "trial" : asTunePhaseName(event->phase), snapshot);
  if (isTrial) {
    cJSON_AddStringToObject(object, "outcome", asOutcomeName(event->outcome));
    cJSON_AddBoolToObject(object, "isBest", event->isBest);
    cJSON_AddItemToObject(object, "trial", asJsonTrial(task, event->trial));
  }
  cJSON_AddItemToObject(object, "task", asJsonTask(task, event->task + 1));
  asJsonAppendLine(text, object);
}

void asJsonWaitAppend(AsText *text, const AsSnapshot *snapshot) {
  cJSON *object = eventObject("wait", snapshot);
  asJsonAddReal(object, "waiting", snapshot->waiting);
  asJsonAppendLine(text, object);
}

void asJsonEndAppend(AsText *text, const AsSnapshot *snapshot) {
  cJSON *object = eventObject("end", snapshot);
  cJSON_AddBoolToObject(object, "interrupted", snapshot->interrupted);
  addTasks(object, snapshot);
  cJSON_AddItemToObject(object, "models",
                        asJsonModels(snapshot->goals, snapshot->numGoals,
                                     snapshot->tasks, snapshot->numTasks));
  cJSON_AddItemToObject(object, "totals",
                        asJsonTotals(snapshot->tasks, snapshot->numTasks));
  cJSON_AddItemToObject(object, "times", asJsonTimes(snapshot->times));
  asJsonAppendLine(text, object);
}
