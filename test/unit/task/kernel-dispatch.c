//===- kernel-dispatch.c - Tests of how sizes are divided into tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a product whose weights take as long to be read as what seven rows
// compute: rows left that are divided anew, and small tiles.
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

static AsSampleSizes range(int64_t first, int64_t last, int64_t step) {
  AsSampleSizes samples = {0};
  for (int64_t size = first; size <= last; size += step)
    samples.size[samples.count++] = size;
  for (int s = 0; s < samples.count; s++)
    samples.weight[s] = 1.0 / samples.count;
  return samples;
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

static void smallTilesAreAdded(void **state) {
  (void)state;
  AsKernelTimes times = timesOfProduct();
  times.mayOverlap = true;
  AsKernelSizes sizes = {.count = 3, .size = {128, 16, 1}};
  AsSampleSizes samples = range(1, 60, 1);
  asDispatchAddSmall(&times, &samples, 6, 1, &sizes);
  assert_true(sizes.count <= 9);
  assert_int_equal(sizes.size[0], 128);
  assert_int_equal(sizes.size[sizes.count - 1], 1);
  for (int k = 1; k < sizes.count; k++)
    assert_true(sizes.size[k] < sizes.size[k - 1]);
  int numFast = 0;
  for (int64_t n = 1; n <= 8; n++)
    numFast += asDispatchSeconds(&times, &sizes, n) < 1.1 * secondsOfRows(n);
  assert_true(numFast >= 6); // Without them only one row.
  // Of one there may be, the best is taken.
  sizes = (AsKernelSizes){.count = 3, .size = {128, 16, 1}};
  asDispatchAddSmall(&times, &samples, 1, 1, &sizes);
  assert_int_equal(sizes.count, 4);
  assert_in_range(sizes.size[2], 3, 8);
}

static void smallTilesHaveToBeWorthIt(void **state) {
  (void)state;
  AsKernelTimes times = timesOfProduct();
  AsSampleSizes large = range(64, 120, 8), eights = range(8, 64, 8),
                all = range(1, 60, 1);
  AsKernelSizes sizes = {.count = 2, .size = {128, 1}};
  asDispatchAddSmall(&times, &large, 6, 1,
                     &sizes); // No small size is expected.
  assert_int_equal(sizes.count, 2);
  asDispatchAddSmall(&times, &eights, 6, 1, &sizes); // Only that of 8.
  assert_int_equal(sizes.count, 3);
  assert_int_equal(sizes.size[1], 8);
  // Where a tile is many kernels, none is added.
  asDispatchAddSmall(&times, &all, 6, 100, &sizes);
  assert_int_equal(sizes.count, 3);
  // Each row takes as long in any tile.
  for (int k = 0; k < times.sizes.count; k++)
    times.seconds[k] = (double)times.sizes.size[k];
  asDispatchAddSmall(&times, &all, 6, 1, &sizes);
  assert_int_equal(sizes.count, 3);
}

/// The less often sizes are small, the fewer tiles are for them.
static void smallTilesAreForSmallSizes(void **state) {
  (void)state;
  static const double shares[] = {0.9, 0.1, 0.001};
  AsKernelTimes times = timesOfProduct();
  times.mayOverlap = true;
  int counts[3];
  for (int i = 0; i < 3; i++) {
    AsSampleSizes samples = range(1, 15, 1);
    AsKernelSizes sizes = {.count = 3, .size = {128, 16, 1}};
    for (int s = 0; s < samples.count; s++)
      samples.weight[s] *= shares[i];
    samples.size[samples.count] = 1000;
    samples.weight[samples.count++] = 1 - shares[i];
    asDispatchAddSmall(&times, &samples, 6, 1, &sizes);
    counts[i] = sizes.count;
  }
  assert_true(counts[0] > counts[1]);
  assert_true(counts[1] > counts[2]);
  assert_int_equal(counts[2], 3);
}

/// A product that reads its weights anew for each tile, which take as long as
/// 12 rows.
static void aLargeTileIsAdded(void **state) {
  (void)state;
  static const int64_t all[] = {256, 128, 96, 64, 48, 32, 16, 1};
  AsKernelTimes times = {.sizes = {.count = sizeof all / sizeof *all},
                         .mayOverlap = true};
  for (int k = 0; k < times.sizes.count; k++) {
    times.sizes.size[k] = all[k];
    times.seconds[k] = (double)all[k] + 12;
  }
  AsSampleSizes samples = range(20, 500, 20), few = range(1, 15, 1);
  AsKernelSizes sizes = {.count = 3, .size = {128, 16, 1}};
  asDispatchChoose(&times, &sizes);
  AsKernelSizes before = sizes;
  asDispatchAddLarge(&times, &samples, 1, &sizes);
  assert_int_equal(sizes.count, 4);
  assert_true(secondsOfAll(&times, &sizes) <
              0.97 * secondsOfAll(&times, &before));
  // Not where it is many kernels, for small sizes, or where a row takes as long
  // in any tile.
  sizes = before;
  asDispatchAddLarge(&times, &samples, 100, &sizes);
  assert_int_equal(sizes.count, 3);
  asDispatchAddLarge(&times, &few, 1, &sizes);
  assert_int_equal(sizes.count, 3);
  for (int k = 0; k < times.sizes.count; k++)
    times.seconds[k] = (double)all[k];
  asDispatchChoose(&times, &sizes);
  asDispatchAddLarge(&times, &samples, 1, &sizes);
  assert_int_equal(sizes.count, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fewLeftAreDividedAnew),
      cmocka_unit_test(muchLeftIsPadded),
      cmocka_unit_test(noOtherNumberTakesLess),
      cmocka_unit_test(smallTilesAreAdded),
      cmocka_unit_test(smallTilesHaveToBeWorthIt),
      cmocka_unit_test(smallTilesAreForSmallSizes),
      cmocka_unit_test(aLargeTileIsAdded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
