//===- time-left.c - When a search with a time limit ends
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searches that began some time ago, as if the clock had been moved. And when a
// run ends.
//
//===----------------------------------------------------------------------===//

#include "search/clock-drift.h"
#include "search/tuner-state.h"
#include "support/clock.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h> // After what it leans on.

enum { mostTasks = 100 };

typedef struct Search {
  AsOptions options;
  atomic_bool interrupted;
  AsTuneTask tasks[mostTasks];
  AsTarget target; ///< Without cores: builders are counted by the options.
  AsTuner tuner;
} Search;

/// A search of `numTasks` tasks, each of which has a best, after trials that
/// took 0.2 s each to measure.
static void begin(Search *search, int numTasks, double timeLimit) {
  *search = (Search){.options = asOptionsDefault()};
  search->options.timeLimit = timeLimit;
  for (int t = 0; t < numTasks; t++) {
    search->tasks[t].isReady = true;
    search->tasks[t].bestSeconds = 1e-3;
  }
  search->tuner = (AsTuner){.given = {.options = &search->options,
                                      .target = &search->target,
                                      .interrupted = &search->interrupted},
                            .tasks = search->tasks,
                            .numTasks = numTasks,
                            .numNew = 10,
                            .times.measure = 2};
}

static void setAge(Search *search, double seconds) {
  search->tuner.started = asClockNow() - seconds;
}

static void expectAt(Search *search, double seconds, bool mustStop,
                     bool isOver) {
  setAge(search, seconds);
  assert_int_equal(asTunerMustStop(&search->tuner), mustStop);
  assert_int_equal(asTunerIsOver(&search->tuner), isOver);
}

static void withoutALimitItGoesOn(void **state) {
  Search search;
  begin(&search, 1, 0);
  expectAt(&search, 1e9, false, false);
  assert_true(isinf(asTunerTimeLeft(&search.tuner)));
  search.interrupted = true;
  expectAt(&search, 1, true, true);
}

/// Two seconds are left to measure the best of one task again.
static void theBestIsMeasuredWithinTheLimit(void **state) {
  Search search;
  begin(&search, 1, 100);
  expectAt(&search, 50, false, false);
  expectAt(&search, 97, false, false);
  expectAt(&search, 99, true, false);
  expectAt(&search, 101, true, true);
  setAge(&search, 60);
  double left = asTunerTimeLeft(&search.tuner);
  assert_true(left > 38 && left < 40.1);
}

/// However many there are, most of the time is for trials.
static void mostOfTheTimeIsForTrials(void **state) {
  Search search;
  begin(&search, mostTasks, 100);
  expectAt(&search, 75, false, false);
  expectAt(&search, 85, true, false);
  // None is left where there is nothing to measure again.
  search.tuner.times.measure = 0;
  expectAt(&search, 97, false, false);
  for (int t = 0; t < mostTasks; t++)
    search.tasks[t].bestSeconds = 0;
  search.tuner.times.measure = 2;
  expectAt(&search, 97, false, false);
}

/// Time is kept for building the schedules of tasks without a trial.
static void someTimeIsForWhatHasNoTrial(void **state) {
  Search search;
  begin(&search, 4, 100);
  search.options.buildWorkers = 2;
  search.tuner.times.numBuilt = 10;
  search.tuner.times.build = 20; // Two seconds each.
  for (int t = 0; t < 4; t++) {
    search.tasks[t].bestSeconds = 0;
    search.tasks[t].numSketches = 1;
  }
  expectAt(&search, 95, false, false);
  expectAt(&search, 97, true, false);
  for (int t = 0; t < 4; t++)
    search.tasks[t].numTrials = 1;
  expectAt(&search, 97, false, false);
}

/// However quick the best, a first run ends; and before there is one, later.
static void firstRunsEnd(void **state) {
  AsTuneTask task = {.hash = "none"};
  assert_true(asDriftRunLimit(&task) == 0);
  task.referenceSeconds = 1e-5;
  assert_true(asDriftRunLimit(&task) == 1);
  task.referenceSeconds = 4;
  assert_true(asDriftRunLimit(&task) > 8);
  task.bestSeconds = 8e-3;
  assert_true(asDriftRunLimit(&task) > 20 * task.bestSeconds);
  assert_true(asDriftRunLimit(&task) < 0.5);
  task.bestSeconds = 1e-5; // It may have waited for a core.
  assert_true(asDriftRunLimit(&task) > 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(withoutALimitItGoesOn),
      cmocka_unit_test(theBestIsMeasuredWithinTheLimit),
      cmocka_unit_test(mostOfTheTimeIsForTrials),
      cmocka_unit_test(someTimeIsForWhatHasNoTrial),
      cmocka_unit_test(firstRunsEnd),
  };
  return cmocka_run_group_tests_name("time-left", tests, NULL, NULL);
}
