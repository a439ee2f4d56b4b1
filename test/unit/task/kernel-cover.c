//===- kernel-cover.c - Tests of the choice of tiles for sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sample sizes, what tiles take for a size, and the set of tiles with the least
// mean, which is compared with all others.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-cover.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static AsSampleSizes samplesOf(const char *text, const char *function,
                               const char *name) {
  AsArena arena = {0};
  AsSizeRanges ranges;
  AsSampleSizes samples;
  assert_int_equal(asSizeRangesRead(text, &arena, &ranges, NULL), AS_OK);
  asSampleSizes(&ranges, function, name, &samples);
  double total = 0;
  for (int s = 0; s < samples.count; s++) {
    assert_true(samples.size[s] > (s ? samples.size[s - 1] : 0));
    total += samples.weight[s];
  }
  assert_float_equal(total, 1, 1e-9);
  asArenaDestroy(&arena);
  return samples;
}

static void samplesAreSpread(void **state) {
  (void)state;
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  assert_true(samples.count > 12);
  assert_int_equal(samples.size[0], 1);
  assert_int_equal(samples.size[samples.count - 1], 512);
  int odd = 0; // Powers of two would hide what the rest of a size costs.
  for (int s = 0; s < samples.count; s++)
    odd += samples.size[s] % 2 != 0;
  assert_true(odd > samples.count / 4);
  // Without a word on the size, it is any.
  for (int i = 0; i < 2; i++) {
    samples = samplesOf(i ? "g:n=8" : "m=8", "f", "n");
    assert_int_equal(samples.size[0], 1);
    assert_int_equal(samples.size[samples.count - 1], 4096);
  }
}

static void samplesAreThoseOfTheRange(void **state) {
  (void)state;
  AsSampleSizes samples = samplesOf("n=8..64:8@0.5,100", "f", "n");
  assert_int_equal(samples.count, 9);
  for (int s = 0; s < 8; s++) {
    assert_int_equal(samples.size[s], 8 * (s + 1));
    assert_float_equal(samples.weight[s], 0.5 / 1.5 / 8, 1e-9);
  }
  assert_int_equal(samples.size[8], 100);
  assert_float_equal(samples.weight[8], 1 / 1.5, 1e-9);
  samples = samplesOf("n=0..3,3,m=7", "f", "n"); // Of 0 nothing is computed.
  assert_int_equal(samples.count, 3);
  assert_true(samples.weight[2] > 2 * samples.weight[0]);
  samples = samplesOf("n=7..60:10", "f", "n");
  for (int s = 0; s < samples.count; s++)
    assert_int_equal(samples.size[s] % 10, 7);
  assert_int_equal(samples.size[samples.count - 1], 57);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

static void tilesTakeTheirLoops(void **state) {
  (void)state;
  AsKernelTimes times = {.sizes = {3, {32, 4, 1}}, .seconds = {20, 3, 1}};
  assert_float_equal(asKernelsSeconds(&times, 7, 0), 0, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, 37), 20 + 3 + 1, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, 63), 20 + 7 * 3 + 3, 0);
  assert_float_equal(asKernelsSeconds(&times, 5, 37), 20 + 5, 0);
  assert_float_equal(asKernelsSeconds(&times, 4, 37), 37, 0);
  times.mayOverlap = true; // More than half of a tile is left.
  assert_float_equal(asKernelsSeconds(&times, 7, 63), 2 * 20, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, 48), 20 + 4 * 3, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, 31), 8 * 3, 0); // No room.
  assert_float_equal(asKernelsSeconds(&times, 7, 3), 3, 0);
}

/// Of 26 elements left, one tile of 32 takes as long as 6 of 4 and 2 of 1; of
/// 25 smaller tiles take less.
static void tilesOverlapWhereItPays(void **state) {
  (void)state;
  AsKernelTimes times = {
      .sizes = {3, {32, 4, 1}}, .seconds = {20, 3, 1}, .mayOverlap = true};
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  AsKernelSizes chosen = asKernelCover(&times, &samples, 3, 1);
  assert_int_equal(chosen.count, 3);
  assert_int_equal(chosen.least[0], 26);
  assert_int_equal(chosen.least[1], 3);
  assert_float_equal(asKernelsSeconds(&times, 7, 32 + 25), 20 + 19, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, 32 + 27), 20 + 20, 0);
  // A tile that takes as long as one element is always taken, one that takes
  // longer than all of its elements never.
  times = (AsKernelTimes){
      .sizes = {2, {8, 1}}, .seconds = {1, 1}, .mayOverlap = true};
  assert_int_equal(asKernelCover(&times, &samples, 2, 1).least[0], 1);
  times.seconds[0] = 8;
  times.seconds[1] = 0.5;
  AsKernelSizes none = {.count = 1, .size = {8}};
  assert_int_equal(asKernelCoverMore(&times, &samples, &none, 1).least[0], 8);
  // Without overlaps there is nothing to say.
  times.mayOverlap = false;
  assert_int_equal(asKernelCoverMore(&times, &samples, &none, 1).least[0], 0);
}

/// What is left of padded tiles takes one tile, however much it is.
static void restsArePadded(void **state) {
  (void)state;
  AsKernelTimes times = {.sizes = {4, {64, 16, 4, 1}},
                         .seconds = {64, 17, 5, 3},
                         .mayPad = true,
                         .padSeconds = {10, 3, 1, 1}};
  assert_float_equal(asKernelsSeconds(&times, 1, 64), 64, 0);
  assert_float_equal(asKernelsSeconds(&times, 1, 3), 64 + 10, 0);
  assert_float_equal(asKernelsSeconds(&times, 1, 65), 64 + 64 + 10, 0);
  assert_float_equal(asKernelsSeconds(&times, 3, 65), 64 + 17 + 3, 0);
  assert_float_equal(asKernelsSeconds(&times, 5, 67), 64 + 5 + 1, 0);
  // No tile of one is needed; one of 4 takes what is left.
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  AsKernelSizes chosen = asKernelCover(&times, &samples, 2, 1);
  assert_int_equal(chosen.count, 2);
  assert_true(chosen.size[1] > 1);
  assert_int_equal(chosen.least[1], 1);
  for (int k = 0; k < 2; k++)
    assert_int_equal(chosen.regroup[k], 0);
  // Without pads there is one.
  times.mayPad = false;
  assert_int_equal(asKernelCover(&times, &samples, 2, 1).size[1], 1);
  assert_true(isinf(asKernelsSeconds(&times, 1, 65)));
}

/// Of 64 other rows a pad takes little, of one nearly all of the time.
static void fewElementsHaveTimesOfTheirOwn(void **state) {
  (void)state;
  AsKernelTimes few = {.sizes = {3, {64, 8, 1}},
                       .seconds = {9, 2, 1},
                       .mayPad = true,
                       .padSeconds = {90, 20, 2}},
                times = {.sizes = few.sizes,
                         .seconds = {640, 90, 40},
                         .mayPad = true,
                         .padSeconds = {90, 20, 2}};
  assert_float_equal(asKernelsSeconds(&times, 3, 3), 90 + 20, 0);
  times.few = &few;
  assert_float_equal(asKernelsSeconds(&times, 3, 3), 2 + 20, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, 3), 3, 0);
  assert_float_equal(asKernelsSeconds(&times, 7, AS_FEW_ELEMENTS + 1),
                     2 * 90 + 40, 0);
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  AsKernelSizes chosen = asKernelCover(&times, &samples, 3, 1);
  assert_int_equal(chosen.size[chosen.count - 1], 1);
}

/// A tile along one of several sizes is several kernels.
static void tilesAreWorthTheirKernels(void **state) {
  (void)state;
  AsKernelTimes times = {.sizes = {6, {128, 64, 32, 16, 4, 1}},
                         .seconds = {128, 70, 36, 20, 8, 4},
                         .mayOverlap = true};
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  int before = AS_MAX_KERNELS;
  for (int kernels = 1; kernels <= 64; kernels *= 4) {
    int count = asKernelCover(&times, &samples, 6, kernels).count;
    assert_true(count <= before);
    before = count;
  }
  assert_true(before < asKernelCover(&times, &samples, 6, 1).count);
}

static AsSampleSizes listed(int count, const int64_t *sizes) {
  AsSampleSizes samples = {.count = count};
  for (int s = 0; s < count; s++) {
    samples.size[s] = sizes[s];
    samples.weight[s] = 1.0 / count;
  }
  return samples;
}

static void assertChosen(const AsKernelTimes *times,
                         const AsSampleSizes *samples, int most, int count,
                         const int64_t *sizes) {
  AsKernelSizes chosen = asKernelCover(times, samples, most, 1);
  assert_int_equal(chosen.count, count);
  for (int k = 0; k < count; k++)
    assert_int_equal(chosen.size[k], sizes[k]);
}

static void tilesServeTheSizes(void **state) {
  (void)state;
  // A tile of any size takes as long as one: the larger the better.
  AsKernelTimes times = {.sizes = {6, {64, 32, 16, 8, 4, 1}},
                         .seconds = {1, 1, 1, 1, 1, 1}};
  AsSampleSizes one = listed(1, (const int64_t[]){64});
  assertChosen(&times, &one, 2, 2, (const int64_t[]){64, 1});
  // One size needs no more tiles, though there may be.
  assertChosen(&times, &one, 4, 2, (const int64_t[]){64, 1});
  assertChosen(&times, &one, 1, 1, (const int64_t[]){1});
  AsSampleSizes two = listed(2, (const int64_t[]){8, 64});
  assertChosen(&times, &two, 3, 3, (const int64_t[]){64, 8, 1});
  // Each element takes as long in every tile: one is enough.
  AsKernelTimes even = {.sizes = {4, {64, 16, 4, 1}},
                        .seconds = {64, 16, 4, 1}};
  AsSampleSizes many = listed(3, (const int64_t[]){5, 37, 300});
  assertChosen(&even, &many, 4, 1, (const int64_t[]){1});
  // A small size counts as much as one that takes a hundred times as long.
  AsKernelTimes mixed = {.sizes = {3, {256, 2, 1}}, .seconds = {200, 1, 1}};
  AsSampleSizes far = listed(2, (const int64_t[]){2, 256});
  assertChosen(&mixed, &far, 2, 2, (const int64_t[]){2, 1});
  far.weight[0] = 1e-6;
  far.weight[1] = 1;
  mixed.seconds[0] = 50;
  assertChosen(&mixed, &far, 2, 2, (const int64_t[]){256, 1});
}

/// The mean that asKernelCover promises to make least, without what a tile
/// costs more.
static double meanOf(const AsKernelTimes *times, const AsSampleSizes *samples,
                     int most, unsigned set) {
  double mean = 0;
  for (int s = 0; s < samples->count; s++) {
    double best = INFINITY;
    for (unsigned other = 0; other < 1u << times->sizes.count; other++)
      if (other >> (times->sizes.count - 1) & 1 &&
          __builtin_popcount(other) <= most)
        best = fmin(best, asKernelsSeconds(times, other, samples->size[s]));
    mean += samples->weight[s] *
            asKernelsSeconds(times, set, samples->size[s]) / best;
  }
  return mean;
}

static void noSetIsBetter(void **state) {
  (void)state;
  AsKernelTimes times = {.sizes = {7, {128, 64, 24, 16, 6, 2, 1}},
                         .seconds = {1250, 640, 240, 160, 61, 28, 25},
                         .mayOverlap = true};
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  for (int most = 1; most <= 7; most++) {
    AsKernelSizes chosen = asKernelCover(&times, &samples, most, 1);
    assert_true(chosen.count <= most);
    assert_int_equal(chosen.size[chosen.count - 1], 1);
    unsigned set = 0;
    for (int k = 0; k < times.sizes.count; k++)
      for (int c = 0; c < chosen.count; c++)
        set |= (unsigned)(chosen.size[c] == times.sizes.size[k]) << k;
    double mean = meanOf(&times, &samples, most, set);
    for (unsigned other = 64; other < 128; other++)
      if (__builtin_popcount(other) <= most)
        assert_true(mean <= meanOf(&times, &samples, most, other) + 0.05);
  }
}

static void spareTilesAreAdded(void **state) {
  (void)state;
  AsKernelTimes times = {.sizes = {6, {128, 64, 32, 16, 4, 1}},
                         .seconds = {128, 70, 36, 20, 8, 4},
                         .mayOverlap = true};
  AsSampleSizes samples = samplesOf("n=1..512", "f", "n");
  AsKernelSizes chosen = asKernelCover(&times, &samples, 3, 1);
  AsKernelSizes more = asKernelCoverMore(&times, &samples, &chosen, 2);
  assert_int_equal(more.count, chosen.count + 2);
  for (int c = 0; c < chosen.count; c++) {
    bool isKept = false;
    for (int k = 0; k < more.count; k++)
      isKept |= more.size[k] == chosen.size[c];
    assert_true(isKept);
  }
  more = asKernelCoverMore(&times, &samples, &chosen, 0);
  assert_memory_equal(&more, &chosen, sizeof more);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(samplesAreSpread),
      cmocka_unit_test(samplesAreThoseOfTheRange),
      cmocka_unit_test(tilesTakeTheirLoops),
      cmocka_unit_test(tilesOverlapWhereItPays),
      cmocka_unit_test(restsArePadded),
      cmocka_unit_test(fewElementsHaveTimesOfTheirOwn),
      cmocka_unit_test(tilesAreWorthTheirKernels),
      cmocka_unit_test(tilesServeTheSizes),
      cmocka_unit_test(noSetIsBetter),
      cmocka_unit_test(spareTilesAreAdded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
