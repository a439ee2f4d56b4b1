//===- run-report.c - Tests of the report
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written must read back as JSON, with null for what nobody measured.
//
//===----------------------------------------------------------------------===//

#include "report/run-report.h"
#include "tuned.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const int64_t tiles[] = {4, 8, 16};
static const AsSketch sketches[] = {
    {.name = "tile+pack",
     .numKnobs = 2,
     .knobs = {{.name = "mr", .numOptions = 3, .options = tiles},
               {.name = "nr", .numOptions = 3, .options = tiles}}},
    {.name = "mine",
     .isUser = true,
     .numKnobs = 1,
     .knobs = {{.name = "a \"quoted\" knob",
                .numOptions = 3,
                .options = tiles}}},
};

static void addTrial(AsTuneTask *task, int sketch, int first, AsOutcome outcome,
                     double seconds) {
  AsCandidate candidate;
  memset(&candidate, 0, sizeof candidate);
  candidate.sketch = sketch;
  candidate.point.choice[0] = (uint8_t)first;
  int trial = asTaskHistoryAdd(&task->history, &candidate);
  task->history.trials[trial].outcome = outcome;
  task->history.trials[trial].seconds = seconds;
  if (outcome != AS_OUTCOME_BUILT)
    land(task, outcome, seconds);
}

static void makeReported(AsTuneTask tasks[NUM_TASKS]) {
  makeTasks(tasks);
  AsTuneTask *task = &tasks[MATMUL];
  task->sketches = sketches;
  task->numSketches = COUNT(sketches);
  task->baselineSeconds = 0.2;
  addTrial(task, 0, 0, AS_OUTCOME_OK, 0.004);
  addTrial(task, 1, 1, AS_OUTCOME_WRONG_ANSWER, 0);
  addTrial(task, 0, 2, AS_OUTCOME_OK, 0.002);
  addTrial(task, 0, 1, AS_OUTCOME_BUILT, 0); // On its way at the end.
  task->history.trials[2].isFinal = true;
  strcpy(task->problem, "wrong-answer: cut \xc3");
  task->messages[AS_OUTCOME_WRONG_ANSWER] = strdup("element 3");
  task->history.trials[1].message = strdup("element 3");
  // Numbers that JSON does not have.
  tasks[TRANSPOSE].minBytes = INFINITY;
  tasks[TRANSPOSE].flops = NAN;
}

static const AsTarget target = {.triple = "x86_64-pc-linux-gnu",
                                .cpu = "skylake",
                                .features = "+avx2",
                                .model = "Some CPU",
                                .key = "cpu:skylake:t1",
                                .threads = 1,
                                .cacheBytes = {32768, 1 << 20, 1 << 25}};

static AsStatus writeReport(const char *path, const AsTuneTask *tasks,
                            const AsOptions *options, AsError *error) {
  AsRemark remarks[] = {
      {AS_SEVERITY_REMARK, "loc(\"f.mlir\":1:2)", "left alone"},
      {AS_SEVERITY_WARNING, "loc(unknown)", "worse than hoped"}};
  AsReport report = {.options = options,
                     .target = &target,
                     .tasks = tasks,
                     .numTasks = NUM_TASKS,
                     .times = &someTimes,
                     .remarks = remarks,
                     .numRemarks = COUNT(remarks),
                     .interrupted = true};
  return asReportWrite(path, &report, error);
}

/// Writes a report of the tasks to a file and reads that back.
static cJSON *report(const AsTuneTask *tasks, const AsOptions *options) {
  char path[] = "/tmp/as-report-XXXXXX";
  close(mkstemp(path));
  AsError error = {0};
  AsText text = {0};
  if (writeReport(path, tasks, options, &error) ||
      asReadFile(path, &text, &error))
    fail_msg("%s", error.message);
  unlink(path);
  cJSON *object = cJSON_ParseWithOpts(asTextString(&text), NULL, true);
  if (!object)
    fail_msg("not JSON: %s", asTextString(&text));
  asTextFree(&text);
  return object;
}

static void testReport(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeReported(tasks);
  AsOptions options = asOptionsDefault();
  options.seed = INT64_MAX;
  options.trials = 7;
  options.fp = AS_FP_FAST;
  cJSON *object = report(tasks, &options);

  const cJSON *given = valueOf(object, "options");
  assert_int_equal(numberOf(given, "trials"), 7);
  assert_string_equal(stringOf(given, "seed"), "9223372036854775807");
  assert_string_equal(stringOf(given, "fp"), "fast");
  assert_null(cJSON_GetObjectItem(given, "export-json"));
  assert_string_equal(stringOf(valueOf(object, "target"), "key"),
                      "cpu:skylake:t1");
  assert_true(cJSON_IsTrue(valueOf(object, "interrupted")));
  assert_int_equal(numberOf(valueOf(object, "times"), "build"), 15);
  assert_float_equal(numberOf(valueOf(object, "totals"), "speedup"), 100, 1e-9);

  const cJSON *all = valueOf(object, "tasks");
  assert_int_equal(cJSON_GetArraySize(all), NUM_TASKS);
  const cJSON *task = cJSON_GetArrayItem(all, MATMUL);
  assert_string_equal(stringOf(task, "problem"),
                      "wrong-answer: cut \xef\xbf\xbd");
  assert_int_equal(cJSON_GetArraySize(valueOf(task, "sketches")), 2);
  assert_int_equal(numberOf(valueOf(task, "outcomes"), "ok"), 2);
  assert_int_equal(numberOf(valueOf(task, "outcomes"), "wrong-answer"), 1);
  const cJSON *messages = valueOf(task, "messages");
  assert_int_equal(cJSON_GetArraySize(messages), 1);
  assert_string_equal(stringOf(messages, "wrong-answer"), "element 3");
  const cJSON *best = valueOf(task, "best");
  assert_int_equal(numberOf(best, "trial"), 3);
  assert_string_equal(stringOf(best, "sketch"), "tile+pack");
  assert_int_equal(numberOf(valueOf(best, "point"), "mr"), 16);
  assert_int_equal(numberOf(valueOf(best, "point"), "nr"), 4);
  assert_true(cJSON_IsTrue(valueOf(best, "final")));
  assert_true(cJSON_IsNull(valueOf(best, "message")));
  const cJSON *trials = valueOf(task, "trials");
  assert_int_equal(cJSON_GetArraySize(trials), numberOf(task, "numTrials"));
  const cJSON *wrong = cJSON_GetArrayItem(trials, 1);
  assert_string_equal(stringOf(wrong, "outcome"), "wrong-answer");
  assert_true(cJSON_IsNull(valueOf(wrong, "seconds")));
  assert_string_equal(stringOf(wrong, "message"), "element 3");
  assert_string_equal(stringOf(wrong, "point"), "{\"a \"quoted\" knob\":8}");

  const cJSON *unknown = cJSON_GetArrayItem(all, TRANSPOSE);
  static const char *const nulls[] = {
      "best",   "bestSeconds", "baselineSeconds", "speedup",
      "gflops", "minBytes",    "flops",           "problem"};
  for (size_t i = 0; i < COUNT(nulls); i++)
    if (!cJSON_IsNull(valueOf(unknown, nulls[i])))
      fail_msg("'%s' is not null", nulls[i]);
  assert_int_equal(cJSON_GetArraySize(valueOf(unknown, "trials")), 0);
  const cJSON *remarks = valueOf(object, "remarks");
  assert_int_equal(cJSON_GetArraySize(remarks), 2);
  assert_string_equal(stringOf(remarks->child, "severity"), "remark");
  assert_string_equal(stringOf(remarks->child, "location"),
                      "loc(\"f.mlir\":1:2)");
  const cJSON *warning = cJSON_GetArrayItem(remarks, 1);
  assert_string_equal(stringOf(warning, "severity"), "warning");
  assert_string_equal(stringOf(warning, "message"), "worse than hoped");
  cJSON_Delete(object);
  asTuneTaskFree(&tasks[MATMUL]);
}

/// Where building is all that was asked for, what was built has ended.
static void testReportOfBuilds(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeReported(tasks);
  tasks[MATMUL].history.trials[3].object = 1;
  AsOptions options = asOptionsDefault();
  options.stopAfter = AS_PHASE_BUILD;
  cJSON *object = report(tasks, &options);
  const cJSON *trials = valueOf(valueOf(object, "tasks")->child, "trials");
  assert_int_equal(cJSON_GetArraySize(trials), 4);
  assert_string_equal(stringOf(cJSON_GetArrayItem(trials, 3), "outcome"),
                      "built");
  cJSON_Delete(object);
  asTuneTaskFree(&tasks[MATMUL]);
}

/// Where sampling is, what was chosen is shown, with no outcome.
static void testReportOfSamples(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeReported(tasks);
  AsOptions options = asOptionsDefault();
  options.stopAfter = AS_PHASE_SAMPLE;
  cJSON *object = report(tasks, &options);
  const cJSON *trials = valueOf(valueOf(object, "tasks")->child, "trials");
  assert_int_equal(cJSON_GetArraySize(trials), 4);
  assert_true(cJSON_IsNull(valueOf(cJSON_GetArrayItem(trials, 3), "outcome")));
  cJSON_Delete(object);
  asTuneTaskFree(&tasks[MATMUL]);
}

static void testReportMustFail(void **state) {
  AsTuneTask tasks[NUM_TASKS];
  makeTasks(tasks);
  AsOptions options = asOptionsDefault();
  static const char *const paths[] = {"/nowhere/report.json", "/dev/full", "/"};
  for (size_t i = 0; i < COUNT(paths); i++) {
    AsError error = {0};
    assert_int_equal(writeReport(paths[i], tasks, &options, &error), AS_IO);
    assertContains(error.message, paths[i]);
    assertContains(error.message, "the report: ");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testReport),
      cmocka_unit_test(testReportOfBuilds),
      cmocka_unit_test(testReportOfSamples),
      cmocka_unit_test(testReportMustFail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
