//===- progress.c - Tests of progress displays
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Figures, the table of tasks, and what a whole run prints in each style but
// the live one, which redraw.c has.
//
//===----------------------------------------------------------------------===//

#include "display/progress.h"
#include "display/task-table.h"
#include "tuned.h"
#include <math.h>
#include <stdlib.h>

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

// clang-format off
static void testTable(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeTasks(tasks);
  tuneTasks(tasks);
  AsSnapshot snapshot = snapshotOf(tasks, AS_TUNE_SEARCH, SOFTMAX, 5);
  assertTable(&snapshot, 0, 0,
      "  ID  task                               FLOP  weight  GFLOP/s   latency  weighted  share     stock  speed-up  trials  errors\n"
      "   1  matmul 512x512x512 +elementwise  268.4M       3    157.9   1.70 ms   5.10 ms   100%  200.0 ms    117.6x       3       1\n"
      ">  2  rows 512x1024                     2.50M       1      N/A       N/A       N/A    N/A   10.0 ms       N/A       1       1\n"
      "   3  transpose 64x64                       0       2      N/A       N/A       N/A    N/A       N/A       N/A       0       0\n");
  assertTable(&snapshot, 80, 0,
      "  ID  task                   weight  GFLOP/s   latency  speed-up  trials  errors\n"
      "   1  matmul 512x512x512 ..       3    157.9   1.70 ms    117.6x       3       1\n"
      ">  2  rows 512x1024               1      N/A       N/A       N/A       1       1\n"
      "   3  transpose 64x64             2      N/A       N/A       N/A       0       0\n");
  assertTable(&snapshot, 40, 0,
      "  ID  task             latency  speed-up\n"
      "   1  matmul 512x5..   1.70 ms    117.6x\n"
      ">  2  rows 512x1024        N/A       N/A\n"
      "   3  transpose 64..       N/A       N/A\n");
  // The current task stays in sight, light as it is; else those that take most
  // of the time do, a slow one without a result before a fast one.
  snapshot.current = TRANSPOSE;
  assertTable(&snapshot, 40, 2,
      "  ID  task             latency  speed-up\n"
      ">  3  transpose 64..       N/A       N/A\n"
      "      ... and 2 more\n");
  snapshot.current = -1;
  assertTable(&snapshot, 40, 2,
      "  ID  task             latency  speed-up\n"
      "   2  rows 512x1024        N/A       N/A\n"
      "      ... and 2 more\n");
  // Labels that differ further on are cut where they do not.
  tasks[SOFTMAX].label = "matmul 512x512x512 +transpose";
  assertTable(&snapshot, 40, 0,
      "  ID  task             latency  speed-up\n"
      "   1  matmul 51..ise   1.70 ms    117.6x\n"
      "   2  matmul 51..ose       N/A       N/A\n"
      "   3  transpose..x64       N/A       N/A\n");
}
// clang-format on

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// What a view writes, and its tasks.
typedef struct Session {
  AsTuneTask tasks[NUM_TASKS];
  AsTrial trials[NUM_TASKS][4];
  AsProgressView *view;
  char *output;
  size_t length;
  FILE *file;
} Session;

static void openSession(Session *session, AsProgress style) {
  *session = (Session){0};
  makeTasks(session->tasks);
  session->file = open_memstream(&session->output, &session->length);
  session->view = asProgressCreate(style, session->file);
}

static void closeSession(Session *session) {
  asProgressDestroy(session->view);
  fclose(session->file);
  free(session->output);
}

static void show(Session *session, AsTunePhase phase, int current,
                 double seconds) {
  AsSnapshot snapshot = snapshotOf(session->tasks, phase, current, seconds);
  asProgressShow(session->view, &snapshot);
}

static void finish(Session *session, bool interrupted) {
  AsSnapshot snapshot =
      snapshotOf(session->tasks, AS_TUNE_DONE, -1, someTimes.total);
  snapshot.times = &someTimes;
  snapshot.interrupted = interrupted;
  asProgressShow(session->view, &snapshot);
}

static const int64_t widths[] = {1, 2, 4, 8};
static const AsSketch someSketch = {
    .name = "tile",
    .numKnobs = 1,
    .knobs = {{.name = "width", .numOptions = 4, .options = widths}}};

/// Its point is told by how many trials of the task ended before.
static void endTrial(Session *session, int t, AsOutcome outcome,
                     double seconds) {
  AsTuneTask *task = &session->tasks[t];
  task->sketches = &someSketch;
  task->history.trials = session->trials[t];
  task->lastTrial = task->history.numTrials++;
  AsTrial *trial = &session->trials[t][task->lastTrial];
  *trial = (AsTrial){.outcome = outcome, .seconds = seconds};
  trial->candidate.point.choice[0] = (uint8_t)task->lastTrial;
  land(task, outcome, seconds);
}

/// A whole run with something of everything.
static void playSession(Session *session, bool interrupted) {
  AsTuneTask *tasks = session->tasks;
  tasks[MATMUL].baselineSeconds = 0.2;
  show(session, AS_TUNE_BASELINE, MATMUL, 0.5);
  strcpy(tasks[TRANSPOSE].problem, "it does not build: no\nsecond line");
  show(session, AS_TUNE_BASELINE, TRANSPOSE, 0.6);
  show(session, AS_TUNE_SEARCH, -1, 1);
  endTrial(session, MATMUL, AS_OUTCOME_BUILD_FAILED, 0);
  show(session, AS_TUNE_SEARCH, MATMUL, 2);
  endTrial(session, MATMUL, AS_OUTCOME_OK, 0.002); // Soon, but the best.
  show(session, AS_TUNE_SEARCH, MATMUL, 2.1);
  endTrial(session, MATMUL, AS_OUTCOME_OK, 0.003); // Soon, and nothing new.
  show(session, AS_TUNE_SEARCH, MATMUL, 2.5);
  endTrial(session, MATMUL, AS_OUTCOME_RUN_TIMEOUT, 0);
  show(session, AS_TUNE_SEARCH, MATMUL, 3.4);
  endTrial(session, TRANSPOSE, AS_OUTCOME_OK, 1e-5); // No FLOP, no baseline.
  show(session, AS_TUNE_SEARCH, MATMUL, 3.5);
  tasks[MATMUL].bestSeconds = 0.0021;
  show(session, AS_TUNE_FINAL, MATMUL, 6);
  show(session, AS_TUNE_DONE, -1, 7);
  finish(session, interrupted);
}

static void testPlain(void **state) {
  Session session;
  openSession(&session, AS_PROGRESS_PLAIN);
  playSession(&session, true);
  static const char lines[] =
      "tuning 3 tasks with 64 trials\n"
      "[   0.5 s]  0/64  matmul 512x512x512 +elementwise: stock lowering 1.34 "
      "GFLOP/s (200.0 ms)\n"
      "[   0.6 s]  0/64  transpose 64x64: it does not build: no\n"
      "[   2.0 s]  1/64  matmul 512x512x512 +elementwise: no result yet, last "
      "trial build-failed; errors 1\n"
      "[   2.1 s]  2/64  matmul 512x512x512 +elementwise: new best 134.2 "
      "GFLOP/s (2.00 ms, 100.0x stock); errors 1\n"
      "[   3.4 s]  4/64  matmul 512x512x512 +elementwise: best 134.2 GFLOP/s "
      "(2.00 ms, 100.0x stock), last trial run-timeout; errors 2; about 39 s "
      "left\n"
      "[   3.5 s]  5/64  transpose 64x64: new best 10.0 us; errors 2; about 28 "
      "s left\n"
      "[   6.0 s]  5/64  matmul 512x512x512 +elementwise: measured again, best "
      "127.8 GFLOP/s (2.10 ms, 95.2x stock)\n"
      "  ID  task ";
  assert_memory_equal(session.output, lines, strlen(lines));
  static const char *const parts[] = {
      "\ntotal latency 6.32 ms (2 of 3 tasks), stock 600.0 ms, speed-up 95.2x "
      "(1 of 3 tasks)\n"
      "trials 5 of 64, errors 2: 1 build-failed, 1 run-timeout\n"
      "time 20 s: search 1.0 s (5%), train 0.5 s (2%), build 15.0 s (75%), "
      "measure 8.0 s (40%), wait 4.0 s (20%) of wall time; they overlap\n"
      "interrupted: this is the best so far\n",
  };
  for (size_t i = 0; i < COUNT(parts); i++)
    assertContains(session.output, parts[i]);
  assert_null(strchr(session.output, '\033'));
  closeSession(&session);
}

static void testPlainEnds(void **state) {
  // A run that was not interrupted does not say so; a task that has nothing
  // says why; a run that found all in the store says that.
  Session session;
  openSession(&session, AS_PROGRESS_PLAIN);
  tuneTasks(session.tasks);
  show(&session, AS_TUNE_DONE, -1, 0.1);
  finish(&session, false);
  assertContains(
      session.output,
      "tuning 3 tasks with 64 trials, 4 of them known from the store\n");
  assertContains(session.output, "\ntask 2, rows 512x1024: run-crashed: signal "
                                 "11\ntask 3, transpose 64x64: the unscheduled "
                                 "program does not build\n");
  assert_null(strstr(session.output, "interrupted"));
  assert_null(strstr(session.output, "task 1"));
  closeSession(&session);

  openSession(&session, AS_PROGRESS_PLAIN);
  AsSnapshot nothing = {.current = -1, .phase = AS_TUNE_DONE};
  asProgressShow(session.view, &nothing);
  nothing.times = &(AsTuneTimes){0};
  asProgressShow(session.view, &nothing);
  assertContains(session.output, "tuning 0 tasks with 0 trials\n");
  assertContains(session.output, "total latency N/A, stock N/A, speed-up N/A");
  assert_null(strstr(session.output, "nan"));
  closeSession(&session);
}

static void testNone(void **state) {
  Session session;
  openSession(&session, AS_PROGRESS_NONE);
  playSession(&session, true);
  fflush(session.file);
  assert_int_equal(session.length, 0);
  closeSession(&session);
  asProgressDestroy(NULL);
}

static void testJson(void **state) {
  static const struct {
    const char *event;
    int task; ///< 0: the line is not about one.
    const char *outcome;
    bool isBest;
    int width; ///< In the trial's point.
  } expected[] = {
      {"start", 0, NULL, false, 0},
      {"baseline", MATMUL + 1, NULL, false, 0},
      {"baseline", TRANSPOSE + 1, NULL, false, 0},
      {"trial", MATMUL + 1, "build-failed", false, 1},
      {"trial", MATMUL + 1, "ok", true, 2},
      {"trial", MATMUL + 1, "ok", false, 4}, // Every trial, however quick.
      {"trial", MATMUL + 1, "run-timeout", false, 8},
      {"trial", TRANSPOSE + 1, "ok", true, 1},
      {"final", MATMUL + 1, NULL, false, 0},
      {"end", 0, NULL, false, 0},
  };
  Session session;
  openSession(&session, AS_PROGRESS_JSON);
  playSession(&session, true);
  const char *line = session.output;
  for (size_t i = 0; i < COUNT(expected); i++) {
    const char *end;
    cJSON *object = cJSON_ParseWithOpts(line, &end, false);
    assert_non_null(object);
    assert_int_equal(*end, '\n');
    assert_ptr_equal(end, strchr(line, '\n'));
    assert_string_equal(stringOf(object, "event"), expected[i].event);
    assert_true(numberOf(object, "seconds") >= 0.5);
    assert_int_equal(numberOf(object, "trialsTotal"), 64);
    if (expected[i].task)
      assert_int_equal(numberOf(valueOf(object, "task"), "id"),
                       expected[i].task);
    if (expected[i].outcome) {
      assert_string_equal(stringOf(object, "outcome"), expected[i].outcome);
      assert_int_equal(cJSON_IsTrue(valueOf(object, "isBest")),
                       expected[i].isBest);
      const cJSON *trial = valueOf(object, "trial");
      assert_string_equal(stringOf(trial, "sketch"), "tile");
      assert_int_equal(numberOf(valueOf(trial, "point"), "width"),
                       expected[i].width);
      bool isTimed = strcmp(expected[i].outcome, "ok") == 0;
      assert_int_equal(cJSON_IsNumber(valueOf(trial, "seconds")), isTimed);
    }
    if (i == 0) { // Not measured is null, never 0.
      const cJSON *task = valueOf(object, "tasks")->child;
      assert_string_equal(stringOf(task, "hash"), "aa");
      assert_true(cJSON_IsNull(valueOf(task, "bestSeconds")));
      assert_true(cJSON_IsNull(valueOf(task, "speedup")));
    }
    if (i == COUNT(expected) - 1) {
      assert_true(cJSON_IsTrue(valueOf(object, "interrupted")));
      assert_int_equal(numberOf(valueOf(object, "totals"), "numErrors"), 2);
      assert_int_equal(numberOf(valueOf(object, "times"), "total"), 20);
      assert_int_equal(cJSON_GetArraySize(valueOf(object, "tasks")), NUM_TASKS);
    }
    cJSON_Delete(object);
    line = end + 1;
  }
  assert_int_equal(*line, 0);
  closeSession(&session);
}

/// Plays a search of 48 trials, of which the first ones take longer, up to
/// trial `trials`. Returns what the last line says of the time left.
static double leftAfter(int trials, double timeLimit) {
  enum { numSlow = 8, numAll = 48 };
  static const double slow = 1, quick = 0.25;
  Session session;
  openSession(&session, AS_PROGRESS_JSON);
  double seconds = 2; // Of references.
  for (int done = 0; done <= trials; done++) {
    if (done > 0) {
      seconds += done <= numSlow ? slow : quick;
      land(&session.tasks[MATMUL], AS_OUTCOME_OK, 1e-3);
    }
    AsSnapshot snapshot =
        snapshotOf(session.tasks, AS_TUNE_SEARCH, MATMUL, seconds);
    snapshot.trialsDone = done;
    snapshot.trialsTotal = numAll;
    snapshot.timeLimit = timeLimit;
    session.tasks[MATMUL].sketches = &someSketch;
    session.tasks[MATMUL].history.trials = session.trials[MATMUL];
    session.tasks[MATMUL].lastTrial = 0;
    asProgressShow(session.view, &snapshot);
  }
  fflush(session.file);
  const char *last = session.output;
  for (const char *next = last; *next; next = strchr(next, '\n') + 1)
    last = next;
  cJSON *object = cJSON_ParseWithOpts(last, NULL, false);
  assert_non_null(object);
  const cJSON *left = valueOf(object, "secondsLeft");
  double result = cJSON_IsNumber(left) ? left->valuedouble : 0;
  cJSON_Delete(object);
  closeSession(&session);
  return result;
}

static void testTimeLeft(void **state) {
  assert_true(leftAfter(3, 0) == 0); // Too few.
  // After a third, without the slow beginning: 32 trials of 0.25 s each,
  // and 2.5 s to measure the best again.
  double left = leftAfter(16, 0), all = 32 * 0.25 + 2.5;
  assert_true(left > all / 1.2 && left < all * 1.2);
  assert_true(leftAfter(40, 0) < 8 * 0.25 + 3.1);
  // A time limit comes first.
  assert_float_equal(leftAfter(16, 13), 13 - 12, 1e-6);
  assert_float_equal(leftAfter(16, 1000), left, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testFigures),   cmocka_unit_test(testTotals),
      cmocka_unit_test(testTable),     cmocka_unit_test(testPlain),
      cmocka_unit_test(testPlainEnds), cmocka_unit_test(testNone),
      cmocka_unit_test(testJson),      cmocka_unit_test(testTimeLeft),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
