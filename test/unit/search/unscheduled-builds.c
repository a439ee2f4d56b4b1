//===- unscheduled-builds.c - Programs that are built ahead
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The references and the stock of several tasks are built at once. Each is what
// it is when it is built alone, and what could not be built ahead is built when
// it is asked for.
//
//===----------------------------------------------------------------------===//

#include "tuner.h"

enum { NUM_TASKS = 3, NUM_WORKERS = 2 };

static const char *const files[NUM_TASKS] = {"matmul.mlir", "softmax.mlir",
                                             "transpose.mlir"};

/// As much of a search as builds.
typedef struct Bench {
  AsArena arena;
  AsTarget target;
  MlirContext context;
  Program programs[NUM_TASKS];
  AsTuneTask tasks[NUM_TASKS];
  AsOptions options;
  atomic_bool interrupted;
  AsTuner tuner;
  AsUnscheduledBuilds builds;
} Bench;

static int setUp(void **state) {
  static Bench bench;
  AsError error = {0};
  memset(&bench, 0, sizeof bench);
  if (asTargetCreate("host", 1, &bench.arena, &bench.target, &error))
    fail_msg("%s", error.message);
  bench.context = asIrContextCreate();
  for (int t = 0; t < NUM_TASKS; t++) {
    openProgram(files[t], &bench.target, bench.context, &bench.programs[t]);
    bench.tasks[t] = tuneTaskOf(&bench.programs[t]);
  }
  bench.options = asOptionsDefault();
  bench.options.buildTimeout = patience;
  bench.options.buildWorkers = NUM_WORKERS;
  bench.tuner = (AsTuner){.given = {.options = &bench.options,
                                    .target = &bench.target,
                                    .worker = worker,
                                    .interrupted = &bench.interrupted},
                          .tasks = bench.tasks,
                          .numTasks = NUM_TASKS,
                          .buildOnly = true};
  if (asCostScorerCreate(&bench.target, 1, &bench.tuner.scorer, &error) ||
      asPipelineOpen(&bench.tuner, &error))
    fail_msg("%s", error.message);
  *state = &bench;
  return 0;
}

static int tearDown(void **state) {
  Bench *bench = *state;
  asUnscheduledFree(&bench->builds);
  asPipelineClose(&bench->tuner);
  asCostScorerDestroy(bench->tuner.scorer);
  for (int t = 0; t < NUM_TASKS; t++)
    asArenaDestroy(&bench->programs[t].arena);
  mlirContextDestroy(bench->context);
  asArenaDestroy(&bench->arena);
  return 0;
}

static void build(Bench *bench, int first, bool wantsStock) {
  AsError error = {0};
  if (asUnscheduledBuild(&bench->tuner, first, wantsStock, &bench->builds,
                         &error))
    fail_msg("%s", error.message);
}

static int numAhead(const Bench *bench) {
  int count = 0;
  for (int t = bench->builds.first; t < bench->builds.end; t++)
    for (int w = 0; w < AS_NUM_UNSCHEDULED; w++)
      count += bench->builds.programs[t - bench->builds.first][w].isBuilt;
  return count;
}

/// The object; `builds` NULL: built alone.
static AsText take(Bench *bench, AsUnscheduledBuilds *builds, int task,
                   AsUnscheduled which) {
  AsBuildResult built;
  AsError error = {0};
  if (asUnscheduledTake(&bench->tuner, builds, task, which, &built, &error))
    fail_msg("%s", error.message);
  if (built.outcome != AS_OUTCOME_BUILT)
    fail_msg("%s: %s", files[task], built.message);
  return built.object;
}

/// Fails unless all programs are what they are alone.
static void checkAll(Bench *bench) {
  for (int t = 0; t < NUM_TASKS; t++)
    for (int w = 0; w < AS_NUM_UNSCHEDULED; w++) {
      AsText ahead = take(bench, &bench->builds, t, (AsUnscheduled)w),
             alone = take(bench, NULL, t, (AsUnscheduled)w);
      assert_int_equal(ahead.length, alone.length);
      assert_memory_equal(ahead.data, alone.data, alone.length);
      asTextFree(&ahead);
      asTextFree(&alone);
    }
}

static void programsAreWhatTheyAreAlone(void **state) {
  Bench *bench = *state;
  build(bench, 0, true);
  assert_int_equal(bench->builds.end, NUM_TASKS);
  assert_int_equal(numAhead(bench), NUM_TASKS * AS_NUM_UNSCHEDULED);
  checkAll(bench);
  assert_int_equal(numAhead(bench), 0); // Each is taken once.
  checkAll(bench);
}

static void stockIsBuiltWhereItIsWanted(void **state) {
  Bench *bench = *state;
  build(bench, 0, false);
  assert_int_equal(numAhead(bench), NUM_TASKS);
  bench->tasks[1].baselineSeconds = 1; // The store knows it.
  build(bench, 1, true);
  assert_int_equal(bench->builds.first, 1);
  assert_int_equal(numAhead(bench), (NUM_TASKS - 1) * AS_NUM_UNSCHEDULED - 1);
  checkAll(bench);
}

/// A program that cannot be built is not built once more.
static void whatFailsIsKnown(void **state) {
  Bench *bench = *state;
  bench->tasks[1].text = "this is no program";
  build(bench, 0, true);
  assert_int_equal(numAhead(bench), NUM_TASKS * AS_NUM_UNSCHEDULED);
  AsBuildResult built;
  AsError error = {0};
  int before = bench->tuner.times.numBuilt;
  assert_int_equal(asUnscheduledTake(&bench->tuner, &bench->builds, 1,
                                     AS_UNSCHEDULED_REFERENCE, &built, &error),
                   AS_OK);
  assert_int_equal(built.outcome, AS_OUTCOME_BUILD_FAILED);
  assert_int_equal(bench->tuner.times.numBuilt, before);
  asTextFree(&built.object);
}

/// A search that must stop begins no further build. What was not built comes
/// when it is asked for.
static void whatWasNotBuiltIsBuiltLater(void **state) {
  Bench *bench = *state;
  bench->interrupted = true;
  build(bench, 0, true);
  assert_in_range(numAhead(bench), 1, NUM_WORKERS);
  checkAll(bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(programsAreWhatTheyAreAlone, setUp,
                                      tearDown),
      cmocka_unit_test_setup_teardown(stockIsBuiltWhereItIsWanted, setUp,
                                      tearDown),
      cmocka_unit_test_setup_teardown(whatFailsIsKnown, setUp, tearDown),
      cmocka_unit_test_setup_teardown(whatWasNotBuiltIsBuiltLater, setUp,
                                      tearDown),
  };
  return cmocka_run_group_tests_name("unscheduled-builds", tests, NULL, NULL);
}
