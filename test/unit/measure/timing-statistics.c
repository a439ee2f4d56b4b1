//===- timing-statistics.c - One number from several timed runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/timing-statistics.h"
#include "support/random.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { RUNS = 16, DRAWS = 4000 };

/// About normal: the sum of twelve uniform numbers.
static double normal(AsRandom *random) {
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += asRandomUnit(random);
  return sum;
}

/// The error that is told of one measurement is about the deviation that the
/// statistic has over many, also where a tenth of the runs was disturbed.
static void checkError(double disturbance) {
  AsRandom random = {1};
  double sum = 0, squares = 0, told = 0;
  for (int draw = 0; draw < DRAWS; draw++) {
    double times[RUNS];
    for (int i = 0; i < RUNS; i++)
      times[i] = 1 + 0.01 * normal(&random) +
                 (asRandomUnit(&random) < 0.1 ? disturbance : 0);
    double statistic = asTimesStatistic(times, RUNS);
    sum += statistic;
    squares += statistic * statistic;
    told += asTimesRelativeError(times, RUNS);
  }
  double mean = sum / DRAWS,
         deviation = sqrt(squares / DRAWS - mean * mean) / mean;
  print_message("deviation %.5f, told %.5f\n", deviation, told / DRAWS);
  assert_true(fabs(told / DRAWS / deviation - 1) < 0.2);
}

static void errorsAreTold(void **state) {
  checkError(0);
  checkError(1);
}

static void fewRunsTellNoError(void **state) {
  static const double times[4] = {1, 2, 3, 4};
  assert_true(asTimesRelativeError(times, 3) == 0);
  assert_true(asTimesRelativeError(times, 4) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(errorsAreTold),
      cmocka_unit_test(fewRunsTellNoError),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
