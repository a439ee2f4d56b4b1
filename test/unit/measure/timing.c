//===- timing.c - How often a kernel is run to be timed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels take no time: they say how much they took.
//
//===----------------------------------------------------------------------===//

#include "measure/timing.h"
#include "support/clock.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct Program {
  double seconds; ///< Of a run.
  long numRuns;
} Program;

static double run(void *context, long runs) {
  Program *program = context;
  program->numRuns += runs;
  return program->seconds * (double)runs;
}

typedef struct Counts {
  long own, other; ///< Runs of the kernel and of the drift reference.
  int times;
} Counts;

/// Times a kernel of `seconds`, whose first run took `first`, in a search whose
/// best takes as long as the drift reference: `best` seconds.
static Counts count(double seconds, double first, double best) {
  Program own = {seconds, 0}, other = {best, 0};
  AsRunnerJob job = asTrialTiming;
  job.driftReferenceSeconds = best;
  job.bestRatio = 1;
  AsRunnerResult result = {.numTimes = 0};
  asTimeKernel(&(AsTimed){run, &own}, &(AsTimed){run, &other}, &job, first,
               asClockNow() + 1000, &result);
  for (int i = 0; i < result.numTimes; i++) {
    assert_true(result.isPaced);
    assert_true(result.times[i] > 0.99 * seconds &&
                result.times[i] < 1.01 * seconds);
    assert_true(result.paces[i] > 0.99 * best && result.paces[i] < 1.01 * best);
  }
  return (Counts){own.numRuns, other.numRuns, result.numTimes};
}

/// Where runs are costly, one beside the drift reference is enough for what is
/// behind.
static void losersRunOnce(void **state) {
  Counts loser = count(30e-3, 30e-3, 20e-3);
  assert_int_equal(loser.times, 1);
  assert_int_equal(loser.own, 1);
  assert_int_equal(loser.other, 1);
}

/// One time alone may be slow by accident, and what is nearly as fast as the
/// best must be known well.
static void othersRunMoreOften(void **state) {
  assert_true(count(30e-3, 20e-3, 20e-3).times >= 2);
  assert_true(count(24e-3, 24e-3, 20e-3).times >= 2);
  assert_true(count(20e-3, 20e-3, 20e-3).times >= 3);
}

/// Runs that are not costly are all timed as often as noise demands.
static void quickOnesRunOften(void **state) {
  assert_int_equal(count(2e-3, 2e-3, 1.4e-3).times, 5);
  assert_true(count(30e-6, 30e-6, 20e-6).times > 20);
}

/// A costly run of the drift reference is not made to find out what it takes.
static void costlyReferencesRunInTurns(void **state) {
  Counts equal = count(20e-3, 20e-3, 20e-3);
  assert_int_equal(equal.other, equal.times);
  Counts quick = count(100e-6, 100e-6, 100e-6);
  assert_true(quick.other > quick.times);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(losersRunOnce),
      cmocka_unit_test(othersRunMoreOften),
      cmocka_unit_test(quickOnesRunOften),
      cmocka_unit_test(costlyReferencesRunInTurns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
