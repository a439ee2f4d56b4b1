//===- ranks.c - The statistics of bench-search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/ranks.h"
#include "support/quantiles.h"
#include "support/random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void tauTellsOrders(void **state) {
  const double up[] = {1, 2, 3, 4}, down[] = {9, 7, 5, 3};
  const double swapped[] = {1, 3, 2, 4}, flat[] = {5, 5, 5, 5};
  assert_float_equal(asKendallTau(up, up, 4), 1, 1e-12);
  assert_float_equal(asKendallTau(up, down, 4), -1, 1e-12);
  assert_float_equal(asKendallTau(up, swapped, 4), 4 / 6.0, 1e-12);
  assert_float_equal(asKendallTau(up, flat, 4), 0, 1e-12);
  // A tie in one of them: 5 pairs agree, of 6 and 5 that are no ties.
  const double tied[] = {1, 2, 2, 4};
  assert_float_equal(asKendallTau(up, tied, 4), 0.912870929, 1e-6);
}

static void fewDrawsMeetMany(void **state) {
  assert_int_equal(asDrawsToMeet(100, 0), 0);
  assert_int_equal(asDrawsToMeet(100, 100), 1);
  assert_int_equal(asDrawsToMeet(100, 50), 1);
  // A single one is anywhere with equal chance.
  assert_int_equal(asDrawsToMeet(100, 1), 50);
  assert_int_equal(asDrawsToMeet(1, 1), 1);
}

/// The formula against drawing.
static void drawsAreThoseOfChance(void **state) {
  enum { TOTAL = 60, GOOD = 4, REPEATS = 2001 };
  double draws[REPEATS];
  AsRandom random = {3};
  for (int r = 0; r < REPEATS; r++) {
    int left = TOTAL, count = 1;
    // Draw until one of the good ones, which are the last, comes.
    while ((int)asRandomBelow(&random, (uint32_t)left) < left - GOOD) {
      left--;
      count++;
    }
    draws[r] = count;
  }
  double median = asSpreadOf(draws, REPEATS).median;
  int exact = asDrawsToMeet(TOTAL, GOOD);
  assert_in_range(exact, (int)median - 1, (int)median + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tauTellsOrders),
      cmocka_unit_test(fewDrawsMeetMany),
      cmocka_unit_test(drawsAreThoseOfChance),
  };
  return cmocka_run_group_tests_name("ranks", tests, NULL, NULL);
}
