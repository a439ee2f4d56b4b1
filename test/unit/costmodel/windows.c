//===- windows.c - Tests of the prior on windows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the estimate knows which windows LLVM unrolls, and what they share.
//
//===----------------------------------------------------------------------===//

#include "schedules.h"

/// Sums, or maxima, over windows of a matrix.
typedef struct Windows {
  AsStage stage;
  AsTensor tensors[2];
  AsProgram program;
} Windows;

/// Of windows along rows: result[r][c] = sum over k of image[r][stride * c +
/// k]; of those along columns, sum over k of image[stride * r + k][c].
static void makeWindows(Windows *windows, int arithmetic, int64_t rows,
                        int64_t columns, int64_t window, int stride,
                        bool alongRows) {
  int64_t more = (stride - 1) * (alongRows ? columns : rows) + window;
  int moving = alongRows ? 1 : 0;
  windows->stage = (AsStage){.kind = AS_STAGE_POOLING,
                             .name = "linalg.generic",
                             .numDims = 3,
                             .extent = {rows, columns, window},
                             .isReduction = {[2] = true},
                             .numAccesses = 2};
  AsStage *stage = &windows->stage;
  stage->arithmetic[arithmetic] = 1;
  stage->access[0] = at(0, 0, 1);
  stage->access[0].factor[moving][moving] = (int16_t)stride;
  stage->access[0].factor[moving][2] = 1;
  stage->access[1] = result(at(1, 0, 1), -1);
  windows->tensors[0] = alongRows ? matrix(rows, columns + more, -1)
                                  : matrix(rows + more, columns, -1);
  windows->tensors[1] = matrix(rows, columns, 0);
  windows->program = (AsProgram){.numStages = 1,
                                 .stages = stage,
                                 .numTensors = 2,
                                 .tensors = windows->tensors};
  assert_true(asProgramIsSane(&windows->program));
}

/// Tiles of so many rows and columns, in vectors; without a tile LLVM is left
/// to make them.
static void tileWindows(const Windows *windows, int rows, int columns,
                        AsSketch *sketch, AsNest *nest) {
  makeSketch(sketch, &windows->program);
  if (rows > 0) {
    AsStep *step = addStep(sketch, AS_STEP_TILE, 0);
    step->tile.size[0].constant = rows;
    step->tile.size[1].constant = columns;
    step->tile.size[2].constant = 1;
    addStep(sketch, AS_STEP_VECTORISE, 0);
  }
  assert_true(asNestBuild(sketch, &(AsPoint){{0}}, nest));
}

/// Seconds for each operation over windows along rows, in vectors of 16 columns
/// and `tile` rows, or left to LLVM where that is 0.
static double windowSecondsOf(int arithmetic, int64_t columns, int64_t window,
                              int stride, int tile) {
  enum { rows = 256 };
  Windows windows;
  AsSketch sketch;
  AsNest nest;
  makeWindows(&windows, arithmetic, rows, columns, window, stride, true);
  tileWindows(&windows, tile, 16, &sketch, &nest);
  return asPriorSeconds(&nest, &target) / (double)(rows * columns * window);
}

static double windowSeconds(int64_t columns, int64_t window, int stride,
                            int tile) {
  return windowSecondsOf(AS_ARITHMETIC_ADD, columns, window, stride, tile);
}

/// LLVM unrolls small windows and puts neighbours into vectors, also every
/// second element, but not what is further apart, nor sums over long ones. What
/// does not fill a vector runs one by one.
static void testPriorKnowsSmallWindows(void **state) {
  double small = windowSeconds(64, 8, 1, 0);
  assert_true(small < windowSeconds(64, 32, 1, 0) / 2);
  assert_true(windowSeconds(64, 8, 2, 0) < windowSeconds(64, 8, 5, 0) / 2);
  assert_true(small < 0.7 * windowSeconds(7, 8, 1, 0));
  // It unrolls a short row as well, and gathers from the many rows.
  assert_true(windowSeconds(7, 8, 1, 0) > 1.5 * windowSeconds(7, 32, 1, 0));
}

/// Seconds of sums over windows of five rows, in tiles of so many rows and
/// columns, with so many steps unrolled.
static double overlapSecondsWith(bool hasMasks, int rows, int columns,
                                 int16_t unroll) {
  Windows windows;
  AsSketch sketch;
  AsNest nest;
  makeWindows(&windows, AS_ARITHMETIC_ADD, 28, 240, 5, 1, false);
  tileWindows(&windows, rows, columns, &sketch, &nest);
  sketch.hasMasks = hasMasks;
  nest.stage[0].loop[nest.stage[0].numLoops - 1].unroll = unroll;
  return asPriorSeconds(&nest, &target);
}

static double overlapSeconds(int rows, int columns, int16_t unroll) {
  return overlapSecondsWith(false, rows, columns, unroll);
}

/// Vectors that are wider than the units go through them twice.
static void testPriorKnowsNarrowUnits(void **state) {
  Matmul matmul;
  makeMatmul(&matmul, 64, 64, 64);
  AsSketch sketch;
  AsNest nest;
  const Schedule tiles = {0, 64, 64, 8, 32, false, 4};
  build(&tiles, &matmul.program, &sketch, &nest);
  sketch.unitBytes = 64;
  double whole = asPriorSeconds(&nest, &target);
  sketch.unitBytes = 32;
  double halves = asPriorSeconds(&nest, &target);
  assert_true(halves > 1.5 * whole && halves < 2.1 * whole);
}

/// Windows overlap: what one step loads is in registers in the next, if both
/// are unrolled and there are registers for it.
static void testPriorKnowsOverlap(void **state) {
  double alone = overlapSeconds(1, 48, 4) / overlapSeconds(1, 48, 1);
  double together = overlapSeconds(4, 48, 4) / overlapSeconds(4, 48, 1);
  assert_true(together < 0.9 * alone);
}

/// A window that is unrolled as a whole has no loop to leave.
static void testPriorKnowsWholeWindows(void **state) {
  double most = overlapSeconds(1, 48, 1), part = overlapSeconds(1, 48, 4);
  assert_true(overlapSeconds(1, 48, 5) < 0.95 * part);
  assert_true(part < most);
}

/// What is left of a row beyond whole vectors takes several loads: 60 are 16,
/// 16, 16, 8 and 4.
static void testPriorKnowsRaggedRows(void **state) {
  assert_true(overlapSeconds(4, 48, 1) < 0.9 * overlapSeconds(4, 60, 1));
}

/// 15 take one load under a mask, in place of four; 60, which leave over two
/// pieces, take none.
static void testPriorKnowsMasks(void **state) {
  assert_true(overlapSecondsWith(true, 4, 15, 1) <
              0.95 * overlapSecondsWith(false, 4, 15, 1));
  assert_true(overlapSecondsWith(true, 4, 60, 1) == overlapSeconds(4, 60, 1));
}

/// Every second element of one row is loaded with those between and shuffled;
/// of several rows each goes into its lane alone.
static void testPriorKnowsShuffledRows(void **state) {
  assert_true(windowSeconds(64, 8, 2, 1) < 0.9 * windowSeconds(64, 8, 2, 2));
  assert_true(windowSeconds(64, 8, 5, 1) > windowSeconds(64, 8, 5, 2));
}

/// Maxima need registers beside their own, and LLVM leaves those over windows
/// to scalars.
static void testPriorKnowsMaxima(void **state) {
  Matmul sums, maxima;
  makeMatmul(&sums, 512, 512, 512);
  makeMatmul(&maxima, 512, 512, 512);
  maxima.stages[matmulStage].arithmetic[AS_ARITHMETIC_ADD] = 0;
  maxima.stages[matmulStage].arithmetic[AS_ARITHMETIC_COMPARE] = 1;
  Schedule few = good, many = good;
  few.rows = 8, few.columns = 32;
  many.rows = 14, many.columns = 32; // 28, which are 56 registers of maxima.
  assert_true(prior(&many, &sums.program) < prior(&few, &sums.program));
  assert_true(prior(&many, &maxima.program) >
              1.3 * prior(&few, &maxima.program));
  const int add = AS_ARITHMETIC_ADD, most = AS_ARITHMETIC_COMPARE;
  assert_true(windowSecondsOf(most, 64, 8, 1, 8) <
              2 * windowSecondsOf(add, 64, 8, 1, 8));
  assert_true(windowSecondsOf(most, 64, 8, 1, 0) >
              10 * windowSecondsOf(add, 64, 8, 1, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testPriorKnowsSmallWindows),
      cmocka_unit_test(testPriorKnowsNarrowUnits),
      cmocka_unit_test(testPriorKnowsOverlap),
      cmocka_unit_test(testPriorKnowsWholeWindows),
      cmocka_unit_test(testPriorKnowsRaggedRows),
      cmocka_unit_test(testPriorKnowsMasks),
      cmocka_unit_test(testPriorKnowsShuffledRows),
      cmocka_unit_test(testPriorKnowsMaxima),
  };
  return cmocka_run_group_tests_name("windows", tests, NULL, NULL);
}
