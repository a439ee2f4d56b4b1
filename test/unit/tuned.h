//===- tuned.h - A run to show
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-made tasks at some moments of a search, and the means to read JSON, for
// the tests of everything that shows a run.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_TUNED_H
#define AS_TEST_TUNED_H

#include "report/figures.h"
#include <cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define assertContains(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part))                                                   \
      fail_msg("no \"%s\" in: %s", part, text);                                \
  } while (0)

enum { MATMUL, SOFTMAX, TRANSPOSE, NUM_TASKS };

/// The tasks before anything is known of them.
static inline void makeTasks(AsTuneTask tasks[NUM_TASKS]) {
  memset(tasks, 0, sizeof *tasks * NUM_TASKS);
  tasks[MATMUL] = (AsTuneTask){.hash = "aa",
                               .label = "matmul 512x512x512 +elementwise",
                               .weight = 3,
                               .flops = 268435456};
  tasks[SOFTMAX] = (AsTuneTask){
      .hash = "bb", .label = "rows 512x1024", .weight = 1, .flops = 2.5e6};
  tasks[TRANSPOSE] = (AsTuneTask){
      .hash = "cc", .label = "transpose 64x64", .weight = 2, .flops = 0};
}

/// A trial of the task ends; `seconds` are 0 unless it is OK.
static inline void land(AsTuneTask *task, AsOutcome outcome, double seconds) {
  task->numTrials++;
  task->outcomes[outcome]++;
  if (seconds > 0 && (task->bestSeconds == 0 || seconds < task->bestSeconds))
    task->bestSeconds = seconds;
}

/// Some way into a search: one task is done well, one has only failed, one
/// cannot be measured.
static inline void tuneTasks(AsTuneTask tasks[NUM_TASKS]) {
  tasks[MATMUL].baselineSeconds = 0.2;
  land(&tasks[MATMUL], AS_OUTCOME_OK, 0.0017);
  land(&tasks[MATMUL], AS_OUTCOME_OK, 0.0018);
  land(&tasks[MATMUL], AS_OUTCOME_WRONG_ANSWER, 0);
  tasks[SOFTMAX].baselineSeconds = 0.01;
  land(&tasks[SOFTMAX], AS_OUTCOME_RUN_CRASHED, 0);
  strcpy(tasks[SOFTMAX].problem, "run-crashed: signal 11\nstack dump");
  tasks[TRANSPOSE].isDead = true;
  strcpy(tasks[TRANSPOSE].problem, "the unscheduled program does not build");
}

static inline AsSnapshot snapshotOf(const AsTuneTask *tasks, AsTunePhase phase,
                                    int current, double seconds) {
  AsSnapshot snapshot = {.tasks = tasks,
                         .numTasks = NUM_TASKS,
                         .current = current,
                         .phase = phase,
                         .trialsTotal = 64,
                         .seconds = seconds};
  for (int t = 0; t < NUM_TASKS; t++)
    snapshot.trialsDone += tasks[t].numTrials;
  return snapshot;
}

static const AsTuneTimes someTimes = {.total = 20,
                                      .search = 1,
                                      .train = 0.5,
                                      .build = 15,
                                      .measure = 8,
                                      .wait = 4};

static inline double numberOf(const cJSON *object, const char *key) {
  const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!cJSON_IsNumber(number))
    fail_msg("'%s' is no number", key);
  return number->valuedouble;
}

static inline const char *stringOf(const cJSON *object, const char *key) {
  const char *string =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
  if (!string)
    fail_msg("'%s' is no string", key);
  return string;
}

static inline const cJSON *valueOf(const cJSON *object, const char *key) {
  const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
  if (!value)
    fail_msg("there is no '%s'", key);
  return value;
}

#endif // AS_TEST_TUNED_H
