//===- unit/progress.c - Tests of progress displays and the report --------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hand-made tasks go through every style. The live table is drawn on a real
// pseudo terminal, and what arrives there is put on a small screen of our own:
// what counts is what a person would see.
//
//===----------------------------------------------------------------------===//

#include "emit/figures.h"
#include "emit/report.h"
#include "emit/table.h"
#include "emit/view.h"
#include <cJSON.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmocka.h> // After what it leans on.

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define assertContains(text, part)                                             \
  do {                                                                         \
    if (!strstr(text, part))                                                   \
      fail_msg("no \"%s\" in: %s", part, text);                                \
  } while (0)

//===----------------------------------------------------------------------===//
// A run to show
//===----------------------------------------------------------------------===//

enum { MATMUL, SOFTMAX, TRANSPOSE, NUM_TASKS };

/// The tasks before anything is known of them.
static void makeTasks(AsTuneTask tasks[NUM_TASKS]) {
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
static void land(AsTuneTask *task, AsOutcome outcome, double seconds) {
  task->numTrials++;
  task->outcomes[outcome]++;
  if (seconds > 0 && (task->bestSeconds == 0 || seconds < task->bestSeconds))
    task->bestSeconds = seconds;
}

/// Some way into a search: one task is done well, one has only failed, one
/// cannot be measured.
static void tuneTasks(AsTuneTask tasks[NUM_TASKS]) {
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

static AsSnapshot snapshotOf(const AsTuneTask *tasks, AsTunePhase phase,
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

static const AsTuneTimes someTimes = {20, 1, 0.5, 15, 8};

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

static void testFigures(void **state) {
  static const struct {
    AsFigure (*figure)(double);
    double number;
    const char *text;
  } cases[] = {
      {asFigureNumber, 158.23, "158.2"},
      {asFigureNumber, 9.994, "9.99"},
      {asFigureNumber, 9.996, "10.0"},
      {asFigureNumber, 1234.5, "1234"},
      {asFigureNumber, 0.00123, "0.0012"},
      {asFigureNumber, 0, "N/A"},
      {asFigureNumber, -1, "N/A"},
      {asFigureNumber, NAN, "N/A"},
      {asFigureNumber, INFINITY, "N/A"},
      {asFigureCount, 0, "0"},
      {asFigureCount, 512, "512"},
      {asFigureCount, 268435456, "268.4M"},
      {asFigureCount, 2.15e9, "2.15G"},
      {asFigureSeconds, 1.7e-3, "1.70 ms"},
      {asFigureSeconds, 999.9e-6, "1.00 ms"},
      {asFigureSeconds, 250e-9, "250.0 ns"},
      {asFigureSeconds, 4321, "4321 s"},
      {asFigureSeconds, 0, "N/A"},
      {asFigureRatio, 118.24, "118.2x"},
      {asFigureRatio, 0.995, "0.99x"},
      {asFigureRatio, 0, "N/A"},
      {asFigureDuration, 0, "0.0 s"},
      {asFigureDuration, 3.44, "3.4 s"},
      {asFigureDuration, 48.2, "48 s"},
      {asFigureDuration, 200, "3 min 20 s"},
      {asFigureDuration, 3599.7, "1 h 00 min"},
      {asFigureDuration, 4320, "1 h 12 min"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_string_equal(cases[i].figure(cases[i].number).text, cases[i].text);
}

static void testTotals(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeTasks(tasks);
  AsTotals totals = asTuneTotals(tasks, NUM_TASKS);
  assert_int_equal(totals.numMeasured, 0);
  assert_true(totals.seconds == 0 && totals.speedup == 0);

  tuneTasks(tasks);
  // Known from the store, but nobody timed its stock lowering.
  tasks[TRANSPOSE].bestSeconds = 1e-5;
  totals = asTuneTotals(tasks, NUM_TASKS);
  assert_int_equal(totals.numMeasured, 2);
  assert_int_equal(totals.numCompared, 1);
  assert_float_equal(totals.seconds, 3 * 0.0017 + 2 * 1e-5, 1e-12);
  assert_float_equal(totals.stockSeconds, 0.6, 1e-12);
  assert_float_equal(totals.speedup, 0.2 / 0.0017, 1e-9);
  assert_int_equal(totals.numErrors, 2);
  assert_int_equal(totals.outcomes[AS_OUTCOME_OK], 2);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void assertTable(const AsSnapshot *snapshot, int width, int rows,
                        const char *expected) {
  AsText text = {0};
  asTableAppend(&text, snapshot, width, rows);
  assert_string_equal(asTextString(&text), expected);
  asTextFree(&text);
}

static void testTable(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeTasks(tasks);
  tuneTasks(tasks);
  AsSnapshot snapshot = snapshotOf(tasks, AS_TUNE_SEARCH, SOFTMAX, 5);
  assertTable(&snapshot, 0, 0, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testFigures),
      cmocka_unit_test(testTotals),
      cmocka_unit_test(testTable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
