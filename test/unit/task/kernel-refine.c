//===- kernel-refine.c - Tests of steps to better tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of products that read weights for each tile: tiles are added where they are
// worth their kernels, exchanged where others serve more, and dropped.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-refine.h"
#include "task/dynamic/kernel-dispatch.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/// Weights take as long to be read as what seven rows compute.
static double besideArithmetic(int64_t rows) {
  return hypot(1, (double)rows / 7);
}

/// They take as long as twelve rows, and nothing else is done meanwhile.
static double beforeArithmetic(int64_t rows) { return (double)rows + 12; }

/// Each row takes as long in any tile.
static double alike(int64_t rows) { return (double)rows; }

static AsKernelTimes timesBy(double (*secondsOf)(int64_t rows)) {
  static const int64_t all[] = {256, 128, 96, 64, 48, 32, 24, 16, 12,
                                8,   7,   6,  5,  4,  3,  2,  1};
  AsKernelTimes times = {.sizes = {.count = sizeof all / sizeof *all},
                         .mayOverlap = true};
  for (int k = 0; k < times.sizes.count; k++) {
    times.sizes.size[k] = all[k];
    times.seconds[k] = secondsOf(all[k]);
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

static bool has(const AsKernelSizes *sizes, int64_t tile) {
  bool is = false;
  for (int k = 0; k < sizes->count; k++)
    is |= sizes->size[k] == tile;
  return is;
}

static void assertDescending(const AsKernelSizes *sizes) {
  for (int k = 1; k < sizes->count; k++)
    assert_true(sizes->size[k] < sizes->size[k - 1]);
}

static const AsRefining any = {
    .most = 9, .kernels = 1, .first = 1, .last = INT64_MAX};

static void smallTilesAreAdded(void **state) {
  (void)state;
  AsKernelTimes times = timesBy(besideArithmetic);
  AsSampleSizes samples = range(1, 60, 1);
  AsRefining small = any;
  small.last = AS_SMALL_TILE;
  AsKernelSizes sizes = {.count = 3, .size = {128, 16, 1}};
  asKernelRefine(&times, &samples, &small, &sizes);
  assert_in_range(sizes.count, 5, 9);
  assert_int_equal(sizes.size[0], 128); // Large ones are left alone.
  assert_int_equal(sizes.size[1], 16);
  assert_in_range(sizes.size[2], 2, AS_SMALL_TILE);
  assert_int_equal(sizes.size[sizes.count - 1], 1);
  assertDescending(&sizes);
  int numFast = 0;
  for (int64_t n = 1; n <= 8; n++)
    numFast += asDispatchSeconds(&times, &sizes, n) < 1.2 * besideArithmetic(n);
  assert_true(numFast >= 6); // Without them only one row.
  // Of one there may be, the best is taken.
  small.most = 4;
  sizes = (AsKernelSizes){.count = 3, .size = {128, 16, 1}};
  asKernelRefine(&times, &samples, &small, &sizes);
  assert_int_equal(sizes.count, 4);
  assert_in_range(sizes.size[2], 3, 8);
}

static void tilesHaveToBeWorthIt(void **state) {
  (void)state;
  AsKernelTimes times = timesBy(besideArithmetic);
  AsSampleSizes eights = range(8, 64, 8), all = range(1, 60, 1);
  AsRefining small = any, dear = any;
  small.last = AS_SMALL_TILE;
  dear.kernels = 10000;
  AsKernelSizes sizes = {.count = 2, .size = {16, 1}};
  asKernelRefine(&times, &eights, &small, &sizes); // No other size than of 8.
  assert_int_equal(sizes.count, 3);
  assert_int_equal(sizes.size[1], 8);
  // Where a tile is many kernels, there is the one that is needed.
  asKernelRefine(&times, &all, &dear, &sizes);
  assert_int_equal(sizes.count, 1);
  assert_int_equal(sizes.size[0], 1);
  times = timesBy(alike);
  sizes = (AsKernelSizes){.count = 3, .size = {64, 8, 1}};
  asKernelRefine(&times, &all, &any, &sizes);
  assert_int_equal(sizes.count, 1);
}

/// The less often sizes are small, the fewer tiles are for them.
static void smallTilesAreForSmallSizes(void **state) {
  (void)state;
  static const double shares[] = {0.9, 0.03, 0.001};
  AsKernelTimes times = timesBy(besideArithmetic);
  AsRefining small = any;
  small.last = AS_SMALL_TILE;
  int counts[3];
  for (int i = 0; i < 3; i++) {
    AsSampleSizes samples = range(1, 15, 1);
    AsKernelSizes sizes = {.count = 3, .size = {128, 16, 1}};
    for (int s = 0; s < samples.count; s++)
      samples.weight[s] *= shares[i];
    samples.size[samples.count] = 1024;
    samples.weight[samples.count++] = 1 - shares[i];
    asKernelRefine(&times, &samples, &small, &sizes);
    counts[i] = sizes.count;
  }
  assert_true(counts[0] > counts[1]);
  assert_true(counts[1] > counts[2]);
}

static double secondsOfAll(const AsKernelTimes *times,
                           const AsKernelSizes *sizes) {
  double all = 0;
  for (int64_t n = 1; n <= 500; n++)
    all += asDispatchSeconds(times, sizes, n);
  return all;
}

static void largeTilesAreAdded(void **state) {
  (void)state;
  AsKernelTimes times = timesBy(beforeArithmetic);
  AsSampleSizes samples = range(20, 500, 20);
  AsRefining large = any;
  large.first = AS_SMALL_TILE + 1;
  AsKernelSizes sizes = {.count = 3, .size = {128, 16, 1}};
  asDispatchChoose(&times, &sizes);
  double before = secondsOfAll(&times, &sizes);
  asKernelRefine(&times, &samples, &large, &sizes);
  assertDescending(&sizes);
  assert_true(sizes.count > 3);
  assert_true(sizes.size[sizes.count - 2] > AS_SMALL_TILE);
  assert_true(secondsOfAll(&times, &sizes) < 0.95 * before);
}

/// A tile that some set of few needs is exchanged when there are others, and
/// what no step improves is left as it is.
static void noStepIsBetter(void **state) {
  (void)state;
  AsKernelTimes times = timesBy(beforeArithmetic);
  AsSampleSizes samples = range(100, 130, 10);
  AsKernelSizes sizes = {.count = 3, .size = {256, 7, 1}};
  AsRefining few = any;
  few.most = 3;
  asKernelRefine(&times, &samples, &few, &sizes);
  assert_false(has(&sizes, 256)); // None of the sizes has room for it.
  assert_false(has(&sizes, 7));
  double before = secondsOfAll(&times, &sizes);
  AsKernelSizes again = sizes;
  asKernelRefine(&times, &samples, &few, &again);
  assert_memory_equal(&again.size, &sizes.size, sizeof sizes.size);
  assert_float_equal(secondsOfAll(&times, &again), before, 1e-9);
}

/// Sizes between the samples count as well: tiles of 64 serve all samples.
static void sizesBetweenSamplesCount(void **state) {
  (void)state;
  AsKernelTimes times = timesBy(beforeArithmetic);
  AsSampleSizes samples = {.count = 4,
                           .size = {64, 128, 129, 256},
                           .weight = {0.25, 0.25, 0.25, 0.25}};
  AsKernelSizes sizes = {.count = 2, .size = {64, 1}};
  asDispatchChoose(&times, &sizes);
  double before = asDispatchSeconds(&times, &sizes, 128 + 32);
  asKernelRefine(&times, &samples, &any, &sizes);
  assert_true(asDispatchSeconds(&times, &sizes, 128 + 32) < before);
}

/// Where a pad takes what is left, no tile of one is needed.
static void paddedTilesNeedNone(void **state) {
  (void)state;
  AsKernelTimes times = timesBy(beforeArithmetic);
  times.mayOverlap = false;
  times.mayPad = true;
  for (int k = 0; k < times.sizes.count; k++)
    times.padSeconds[k] = 1;
  AsSampleSizes samples = range(20, 500, 20);
  AsKernelSizes sizes = {.count = 2, .size = {128, 1}};
  asKernelRefine(&times, &samples, &any, &sizes);
  assert_true(sizes.count > 0);
  assert_true(sizes.size[sizes.count - 1] > 1);
  for (int64_t n = 1; n <= 500; n++)
    assert_true(isfinite(asDispatchSeconds(&times, &sizes, n)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(smallTilesAreAdded),
      cmocka_unit_test(tilesHaveToBeWorthIt),
      cmocka_unit_test(smallTilesAreForSmallSizes),
      cmocka_unit_test(largeTilesAreAdded),
      cmocka_unit_test(noStepIsBetter),
      cmocka_unit_test(sizesBetweenSamplesCount),
      cmocka_unit_test(paddedTilesNeedNone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
