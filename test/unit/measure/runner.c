//===- runner.c - Measuring right kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is timed, on which data, beside which drift reference, and on which
// cores.
//
//===----------------------------------------------------------------------===//

#include "runner.h"
#include <math.h>
#include <sched.h>
#include <unistd.h>

static void rightKernelIsTimed(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_good");
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation == 0);
  assert_true(result.tolerance == asBufferTolerance(&withResult[2], 1));
  assert_in_range(result.numTimes, 3, 5);
  for (int i = 0; i < result.numTimes; i++)
    assert_true(result.times[i] > 10e-9 && result.times[i] < 1e-3);
  assert_true(result.wallSeconds > 0 && result.wallSeconds < 10);

  result = measureFault(runner, "as_entry_rounded");
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation > 0 && result.deviation < result.tolerance);
}

/// It adds 1 to an element.
static void allowancesAreAdded(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_wrong");
  AsRunnerResult result = measure(runner, &job);
  assert_int_equal(result.outcome, AS_OUTCOME_WRONG_ANSWER);
  job.allowance = 1;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.tolerance == asBufferTolerance(&withResult[2], 1) + 1);
}

/// The first element of the first argument.
static double firstOf(const AsBuffer *buffer, uint64_t seed) {
  AsBuffer one = *buffer;
  float first;
  one.count = 1;
  asBufferFill(&one, &first, seed, 0);
  return fabs(first);
}

/// Terms that happen to cancel make no rounding wrong.
static void singleResultsMayBeCloseToZero(void **state) {
  AsBuffer buffers[3];
  memcpy(buffers, withResult, sizeof buffers);
  buffers[2].count = 1;
  uint64_t seed = 1;
  while (firstOf(buffers, seed) > 1e-4 || firstOf(buffers, seed + 1) < 0.5)
    seed++;
  AsRunner *runner = create(options());
  AsRunnerTask task = {.name = "single",
                       .symbol = "as_entry_single",
                       .buffers = buffers,
                       .numBuffers = 3,
                       .seed = seed,
                       .tolerance = asBufferTolerance(&buffers[2], 1),
                       .reference = faults.data,
                       .referenceLength = faults.length,
                       .timeLimit = 2};
  AsRunnerResult result;
  AsError error = {0};
  if (asRunnerAddTask(runner, &task, &result, &error) != AS_OK)
    fail_msg("%s", error.message);
  expect(&result, AS_OUTCOME_OK, "");
  static const struct {
    const char *symbol;
    double deviation; ///< Of a result of 1; some have half of that.
    AsOutcome outcome;
  } cases[] = {{"as_entry_single", 0, AS_OUTCOME_OK},
               {"as_entry_single_rounded", 0x1p-21, AS_OUTCOME_OK},
               {"as_entry_single_wrong", 0x1p-10, AS_OUTCOME_WRONG_ANSWER}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsRunnerJob job = jobFor("single", &faults, cases[i].symbol);
    result = measure(runner, &job);
    expect(&result, cases[i].outcome, "");
    assert_true(result.deviation >= 0.9 * cases[i].deviation &&
                result.deviation <= 2.1 * cases[i].deviation);
  }
}

static double fastest(const AsRunnerResult *result) {
  double best = result->times[0];
  for (int i = 1; i < result->numTimes; i++)
    best = fmin(best, result->times[i]);
  return best;
}

static void timingFollowsTheJob(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_slow");
  AsRunnerResult result = measure(runner, &job);
  assert_int_equal(result.numTimes, 3); // minRuns; 20 ms > minSeconds.
  for (int i = 0; i < 3; i++)
    assert_true(result.times[i] >= 0.02);
  job.minSeconds = 10;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, 5); // maxRuns, long before minSeconds.
  assert_false(result.isPaced);

  // Quick ones come in batches; as many as are kept at the most.
  job = jobFor("sum", &faults, "as_entry_chasing");
  job.minSeconds = 1000;
  job.maxRuns = 1000;
  job.timeLimit = 20;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, AS_MAX_TIMES);
  assert_true(result.wallSeconds > AS_MAX_TIMES * 50e-6);

  // One run at a time when the caches are flushed, and those take longer. A
  // last cache of hundreds of MiB takes seconds to flush.
  double warm = fastest(&result);
  job.flush = true;
  job.maxRuns = 5;
  job.timeLimit = 120;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, 5);
  assert_true(fastest(&result) > 1.3 * warm);

  // No time for a second run: the first one counts.
  job = jobFor("sum", &faults, "as_entry_slower");
  job.timeLimit = 1.2;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_int_equal(result.numTimes, 1);
  assert_true(result.times[0] >= 0.7);
}

/// A job beside a drift reference that is the best so far.
static AsRunnerJob pacedJob(const char *symbol, const AsText *object,
                            double giveUpFactor) {
  AsRunnerJob job = jobFor("sum", &faults, symbol);
  job.driftReference = object->data;
  job.driftReferenceLength = object->length;
  job.bestRatio = 1;
  job.giveUpFactor = giveUpFactor;
  return job;
}

static void driftReferenceRunsBeside(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = pacedJob("as_entry_slow", &driftReference, 3);
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced);
  // Hopeless beside the drift reference, and each run takes long.
  assert_int_equal(result.numTimes, 1);
  assert_true(result.times[0] >= 0.02 && result.paces[0] > 0 &&
              result.paces[0] < 0.001);
  job.giveUpFactor = 1e9;
  result = measure(runner, &job);
  assert_int_equal(result.numTimes, 3);

  job.driftReference = missing.data;
  job.driftReferenceLength = missing.length;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_RUN_CRASHED, "does not define 'as_entry_slow'");
}

/// Nothing is run beside where the first run says it all, and the second.
static void farBehindRunsAlone(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = pacedJob("as_entry_slow", &driftReference, 3);
  job.driftReferenceSeconds = 1e-4;
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_int_equal(result.numTimes, 1);
  assert_false(result.isPaced);
  assert_true(result.times[0] >= 0.02);

  job.bestRatio = 1e9; // The best takes as long.
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced && result.numTimes > 1);
}

/// Unless another process took the time, or another machine, which shows in
/// nothing but the time of one run.
static void disturbedRunsSayNothing(void **state) {
  static const char *const symbols[] = {"as_entry_disturbed",
                                        "as_entry_stolen"};
  AsRunner *runner = createWithTask();
  for (int i = 0; i < 2; i++) {
    AsRunnerJob job = pacedJob(symbols[i], &driftReference, 1e9);
    job.driftReferenceSeconds = 1e-6;
    AsRunnerResult result = measure(runner, &job);
    expect(&result, AS_OUTCOME_OK, "");
    assert_true(result.isPaced && result.numTimes > 1);
    assert_true(fastest(&result) < 5e-3);
  }
}

/// Only the run whose answer was checked knows how slow it was.
static void longRunsAreNotRepeated(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = pacedJob("as_entry_starting", &driftReference, 3);
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced);
  assert_int_equal(result.numTimes, 1);
  assert_true(result.times[0] >= 0.2);
  assert_true(result.paces[0] > 0 && result.paces[0] < 0.001);

  job.bestRatio = 1e9; // The best takes as long.
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.numTimes >= 3);
  assert_true(fastest(&result) < 0.1);
}

/// Computing once what constants determine takes no time of a run.
static void loadingIsNotTimed(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerResult result = measureFault(runner, "as_entry_packing");
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.wallSeconds > 0.5);
  assert_in_range(result.numTimes, 3, 5);
  for (int i = 0; i < result.numTimes; i++)
    assert_true(result.times[i] < 0.5);
}

/// A limit that ends it says so, and is no bound for a run.
static void loadingHasTheLimitOfAJob(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_packing");
  job.timeLimit = 0.3;
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_RUN_TIMEOUT,
         "packed its constants for longer than its limit of 0.3 s");
  assert_true(result.atLeast == 0);
}

/// What the drift reference needs is none of the candidate's time.
static void driftReferencesHaveTimeOfTheirOwn(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = pacedJob("as_entry_slower", &driftReference, 0);
  job.driftReferenceSeconds = 0.7; // It is loaded, in a second, and run first.
  job.timeLimit = 1.5;
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced && result.wallSeconds > 1.7);
  job.timeLimit = 0.8;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_RUN_TIMEOUT,
         "what it was to be timed beside took longer than 0.8 s");
}

/// It is loaded for the first candidate, and is ready for the others; then for
/// those of another task.
static void driftReferenceIsLoadedOnce(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerResult other =
      addTask(runner, "other", withResult, &faults, "as_entry_good");
  expect(&other, AS_OUTCOME_OK, "");
  static const char *const tasks[] = {"sum", "sum", "sum", "other", "other"};
  for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
    AsRunnerJob job = pacedJob("as_entry_good", &driftReference, 3);
    job.task = tasks[i];
    AsRunnerResult result = measure(runner, &job);
    expect(&result, AS_OUTCOME_OK, "");
    assert_true(result.isPaced && result.deviation == 0);
    bool isFirst = i == 0 || strcmp(tasks[i], tasks[i - 1]) != 0;
    assert_true((result.wallSeconds >= 2) == isFirst);
  }
}

/// The drift reference goes first, and what is no match for the best is
/// stopped.
static void longRunsAreARace(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerJob job = pacedJob("as_entry_slower", &faults, 1.6);
  job.driftReferenceSeconds = 0.7;
  job.runLimit = 4;
  AsRunnerResult result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.isPaced);
  assert_in_range(result.numTimes, 1, 2); // The second where it is close.
  for (int i = 0; i < result.numTimes; i++)
    assert_true(result.times[i] >= 0.7 && result.paces[i] >= 0.7);

  job.bestRatio = 0.7; // Not so close that a second time would tell more.
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_OK, "");
  assert_int_equal(result.numTimes, 1);

  job.bestRatio = 0.1;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_EARLY_STOPPED, "as the best takes much less");
  assert_int_equal(result.numTimes, 0);
  assert_true(result.atLeast > 0.1 && result.atLeast < 0.7);

  // Nothing to run beside: there is only the limit.
  job = jobFor("sum", &faults, "as_entry_loop");
  job.runLimit = 0.3;
  job.timeLimit = 20;
  result = measure(runner, &job);
  expect(&result, AS_OUTCOME_EARLY_STOPPED, "as the best takes much less");
  assert_true(result.atLeast >= 0.3 && result.wallSeconds < 10);
  expectStillFine(runner);
}

static void inputsAreFresh(void **state) {
  AsRunner *runner = createWithTask();
  for (int i = 0; i < 2; i++) {
    AsRunnerResult result = measureFault(runner, "as_entry_overwriting");
    expect(&result, AS_OUTCOME_OK, "");
    assert_true(result.numTimes >= 3);
    expectStillFine(runner);
  }
}

/// However large they are, no trial copies them.
static void inputsAreShared(void **state) {
  if (access("/proc/self/pagemap", R_OK))
    skip(); // Nothing tells whose a page is.
  AsRunner *runner = createWithTask();
  AsRunnerResult result =
      addTask(runner, "other", withResult, &faults, "as_entry_good");
  expect(&result, AS_OUTCOME_OK, "");
  result = measureFault(runner, "as_entry_shared");
  expect(&result, AS_OUTCOME_OK, "");
}

static void changedArgumentsAreCompared(void **state) {
  AsRunner *runner = create(options());
  AsRunnerResult result =
      addTask(runner, "inplace", withoutResult, &faults, "as_entry_inplace");
  expect(&result, AS_OUTCOME_OK, "");
  static const struct {
    const char *symbol;
    AsOutcome outcome;
    const char *message;
  } cases[] = {
      {"as_entry_inplace", AS_OUTCOME_OK, ""},
      {"as_entry_scratch", AS_OUTCOME_OK, ""},
      {"as_entry_misplaced", AS_OUTCOME_WRONG_ANSWER, "of argument 1 is"},
      {"as_entry_nothing", AS_OUTCOME_WRONG_ANSWER, "of argument 1 is"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    AsRunnerJob job = jobFor("inplace", &faults, cases[i].symbol);
    result = measure(runner, &job);
    expect(&result, cases[i].outcome, cases[i].message);
  }
}

static void runtimeFunctionsAreThere(void **state) {
  AsRunner *runner = createWithTask();
  AsRunnerResult result = measureFault(runner, "as_entry_copy");
  expect(&result, AS_OUTCOME_OK, "");
}

static void bfloatsAreRounded(void **state) {
  if (!bfloat.length)
    skip();
  AsBuffer buffers[3];
  memcpy(buffers, withResult, sizeof buffers);
  buffers[2].element = AS_ELEMENT_BF16;
  static const char *const names[][2] = {
      {"as_entry_single", "as_entry_singleReference"},
      {"as_entry_twice", "as_entry_twiceReference"}};
  AsRunner *runner = create(options());
  for (int i = 0; i < 2; i++) {
    AsRunnerResult result =
        addTask(runner, "round", buffers, &bfloat, names[i][1]);
    expect(&result, AS_OUTCOME_OK, "");
    AsRunnerJob job = jobFor("round", &bfloat, names[i][0]);
    result = measure(runner, &job);
    expect(&result, AS_OUTCOME_OK, "");
    assert_true(result.deviation == 0);
  }
}

static void threadsArePinned(void **state) {
  if (!parallel.length)
    skip();
  AsArena arena = {0};
  AsCoreSet cores = asCoreSetAllowed(&arena);
  if (cores.count < 2) {
    asArenaDestroy(&arena);
    skip();
  }
  static const char *const references[] = {"as_entry_one", "as_entry_two"};
  for (int threads = 1; threads <= 2; threads++) {
    AsRunnerOptions with = options();
    with.threads = threads;
    with.cores = asCoreSetSlice(cores, 0, threads);
    AsRunner *runner = create(with);
    AsRunnerResult result =
        addTask(runner, "sum", withResult, &faults, references[threads - 1]);
    expect(&result, AS_OUTCOME_OK, "");
    AsRunnerJob job = jobFor("sum", &parallel, "as_entry_parallel");
    result = measure(runner, &job);
    expect(&result, AS_OUTCOME_OK, "");
  }
  asArenaDestroy(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(rightKernelIsTimed),
      TEST(allowancesAreAdded),
      TEST(singleResultsMayBeCloseToZero),
      TEST(timingFollowsTheJob),
      TEST(driftReferenceRunsBeside),
      TEST(farBehindRunsAlone),
      TEST(disturbedRunsSayNothing),
      TEST(longRunsAreNotRepeated),
      TEST(driftReferenceIsLoadedOnce),
      TEST(loadingIsNotTimed),
      TEST(loadingHasTheLimitOfAJob),
      TEST(driftReferencesHaveTimeOfTheirOwn),
      TEST(longRunsAreARace),
      TEST(inputsAreFresh),
      TEST(inputsAreShared),
      TEST(changedArgumentsAreCompared),
      TEST(runtimeFunctionsAreThere),
      TEST(bfloatsAreRounded),
      TEST(threadsArePinned),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
