//===- kernel-dispatch.c - Tests of how sizes are divided into tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a product whose weights take as long to be read as what seven rows
// compute: rows left that are divided anew.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-dispatch.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double secondsOfRows(int64_t rows) { return hypot(1, (double)rows / 7); }

/// Times of all tiles that there may be.
static AsKernelTimes timesOfProduct(void) {
  static const int64_t all[] = {128, 32, 16, 8, 7, 6, 5, 4, 3, 2, 1};
  AsKernelTimes times = {.sizes = {.count = sizeof all / sizeof *all}};
  for (int k = 0; k < times.sizes.count; k++) {
    times.sizes.size[k] = all[k];
    times.seconds[k] = secondsOfRows(all[k]);
  }
  return times;
}

static void fewLeftAreDividedAnew(void **state) {
  (void)state;
  AsKernelTimes times = timesOfProduct();
  AsKernelSizes sizes = {.count = 6, .size = {6, 5, 4, 3, 2, 1}};
  asDispatchChoose(&times, &sizes);
  double three = secondsOfRows(3), four = secondsOfRows(4),
         five = secondsOfRows(5), six = secondsOfRows(6);
  assert_true(sizes.regroup[0] >= 1);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 7), four + three, 1e-9);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 6), six, 1e-9);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 9), five + four, 1e-9);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 12), six + six, 1e-9);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 13), six + four + three,
                     1e-9);
  // Where each row takes as long in any tile, nothing is divided anew.
  for (int k = 0; k < times.sizes.count; k++)
    times.seconds[k] = (double)times.sizes.size[k];
  asDispatchChoose(&times, &sizes);
  for (int k = 0; k < sizes.count; k++)
    assert_int_equal(sizes.regroup[k], 0);
}

/// Where so much is left that smaller tiles take longer, one tile is padded.
static void muchLeftIsPadded(void **state) {
  (void)state;
  AsKernelTimes times = {.sizes = {2, {64, 8}},
                         .seconds = {64, 10},
                         .mayPad = true,
                         .padSeconds = {7, 1}};
  AsKernelSizes sizes = times.sizes;
  asDispatchChoose(&times, &sizes);
  assert_int_equal(sizes.least[1], 1);
  assert_int_equal(sizes.least[0], 8 * 7 + 1); // 71, and 7 of 8 and a pad.
  assert_float_equal(asDispatchSeconds(&times, &sizes, 64 + 56), 64 + 70, 0);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 64 + 57), 64 + 71, 0);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 3), 11, 0);
  assert_float_equal(asDispatchSeconds(&times, &sizes, 60), 71, 0); // No room.
}

/// What all sizes take together.
static double secondsOfAll(const AsKernelTimes *times,
                           const AsKernelSizes *sizes) {
  double all = 0;
  for (int64_t n = 1; n <= 512; n++)
    all += asDispatchSeconds(times, sizes, n);
  return all;
}

static void noOtherNumberTakesLess(void **state) {
  (void)state;
  AsKernelTimes times = timesOfProduct();
  for (int overlaps = 0; overlaps < 2; overlaps++) {
    times.mayOverlap = overlaps;
    AsKernelSizes sizes = {.count = 6, .size = {32, 16, 6, 4, 3, 1}};
    asDispatchChoose(&times, &sizes);
    double least = secondsOfAll(&times, &sizes);
    // Tiles after the first see not all numbers left equally often.
    for (int64_t number = 0; number <= 32; number++) {
      AsKernelSizes other = sizes;
      other.regroup[0] = number;
      assert_true(secondsOfAll(&times, &other) > 0.999 * least);
      other = sizes;
      other.least[0] = number;
      assert_true(secondsOfAll(&times, &other) > 0.999 * least);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fewLeftAreDividedAnew),
      cmocka_unit_test(muchLeftIsPadded),
      cmocka_unit_test(noOtherNumberTakesLess),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
