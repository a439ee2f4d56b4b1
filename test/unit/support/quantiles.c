//===- quantiles.c - Tests of quartiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A ratio is compared pair by pair, so that it lies within its own quartiles.
//
//===----------------------------------------------------------------------===//

#include "support/quantiles.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h> // After what it leans on.

static void assertSpread(AsQuantiles actual, AsQuantiles expected) {
  assert_float_equal(actual.least, expected.least, 1e-12);
  assert_float_equal(actual.quarter, expected.quarter, 1e-12);
  assert_float_equal(actual.median, expected.median, 1e-12);
  assert_float_equal(actual.threeQuarters, expected.threeQuarters, 1e-12);
  assert_float_equal(actual.most, expected.most, 1e-12);
}

static void testSpread(void **state) {
  const double values[] = {5, 1, 3, 2, 4};
  assertSpread(asSpreadOf(values, 5), (AsQuantiles){1, 2, 3, 4, 5});
  assertSpread(asSpreadOf(values, 4), (AsQuantiles){1, 1.75, 2.5, 3.5, 5});
  assertSpread(asSpreadOf(values, 1), (AsQuantiles){5, 5, 5, 5, 5});
  assert_float_equal(values[0], 5, 0); // As it was.
}

static void testRatios(void **state) {
  // The ratio of the medians, 2, is none of any round.
  const double values[] = {2, 3, 4, 30, 50}, others[] = {2, 3, 4, 2, 1};
  assertSpread(asSpreadOfRatios(values, others, 5),
               (AsQuantiles){1, 1, 1, 15, 50});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testSpread),
      cmocka_unit_test(testRatios),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
