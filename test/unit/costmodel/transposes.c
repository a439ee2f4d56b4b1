//===- transposes.c - Tests of the prior of transposes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the estimate without measurements knows which tiles of transposed
// matrices are fast.
//
//===----------------------------------------------------------------------===//

#include "schedules.h"

/// A transpose whose result has `rows` by `columns`, without steps.
typedef struct Transpose {
  AsStage stage;
  AsTensor tensors[2];
  AsProgram program;
  AsSketch sketch;
} Transpose;

static void makeTranspose(Transpose *transpose, int64_t rows, int64_t columns) {
  transpose->stage =
      (AsStage){.kind = AS_STAGE_TRANSPOSE,
                .name = "linalg.transpose",
                .numDims = 2,
                .extent = {rows, columns},
                .numAccesses = 2,
                .access = {at(0, 1, 0), result(at(1, 0, 1), -1)}};
  transpose->tensors[0] = matrix(columns, rows, -1);
  transpose->tensors[1] = matrix(rows, columns, 0);
  transpose->program = (AsProgram){.numStages = 1,
                                   .stages = &transpose->stage,
                                   .numTensors = 2,
                                   .tensors = transpose->tensors};
  assert_true(asProgramIsSane(&transpose->program));
  makeSketch(&transpose->sketch, &transpose->program);
}

static void tileTranspose(Transpose *transpose, int dim, int64_t size) {
  addStep(&transpose->sketch, AS_STEP_TILE, 0)->tile.size[dim].constant = size;
}

static double secondsOfTranspose(Transpose *transpose,
                                 const AsTarget *machine) {
  AsNest nest;
  addStep(&transpose->sketch, AS_STEP_VECTORISE, 0);
  assert_true(asNestBuild(&transpose->sketch, &(AsPoint){{0}}, &nest));
  return asPriorSeconds(&nest, machine);
}

/// Seconds for each element of a transposed matrix, in tiles of `rows` by 16.
static double transposeSeconds(int64_t rows) {
  enum { columns = 64 };
  Transpose transpose;
  makeTranspose(&transpose, 4 * rows, columns);
  tileTranspose(&transpose, 0, rows);
  tileTranspose(&transpose, 1, 16);
  return secondsOfTranspose(&transpose, &target) / (double)(4 * rows * columns);
}

/// Seconds of one that fits into no cache, along the rows of its result or its
/// operand.
static double streamedSeconds(bool readsRows) {
  Transpose transpose;
  makeTranspose(&transpose, 8192, 8192);
  tileTranspose(&transpose, readsRows, 16);
  tileTranspose(&transpose, !readsRows, 16);
  return secondsOfTranspose(&transpose, &target);
}

/// Stores wait beside the core, loads hold it up.
static void testPriorKnowsStores(void **state) {
  assert_true(streamedSeconds(true) < 0.9 * streamedSeconds(false));
}

/// Seconds of one with rows of no whole lines. Its result is in the second
/// cache, and made in tiles of `rows` by 16, along its rows or down its
/// columns.
static double brokenSeconds(int64_t rows, bool goesDown) {
  Transpose transpose;
  makeTranspose(&transpose, 1536, 122);
  tileTranspose(&transpose, goesDown, goesDown ? 16 : rows);
  tileTranspose(&transpose, !goesDown, goesDown ? rows : 16);
  tileTranspose(&transpose, 0, 16);
  return secondsOfTranspose(&transpose, &target);
}

/// Lines in which two tiles meet are fetched once if the second tile comes
/// while they are in the first cache.
static void testPriorKnowsBrokenLines(void **state) {
  assert_true(brokenSeconds(64, false) < 0.95 * brokenSeconds(512, false));
  assert_true(brokenSeconds(64, false) < 0.95 * brokenSeconds(64, true));
}

/// Seconds of one that two threads share, each so many columns of some rows.
static double sharedSeconds(int64_t columns, int64_t ofRows,
                            int64_t ofColumns) {
  enum { rows = 512 };
  AsTarget two = target;
  two.threads = 2;
  Transpose transpose;
  makeTranspose(&transpose, rows, columns);
  AsStep *step = addStep(&transpose.sketch, AS_STEP_PARALLEL, 0);
  step->parallel.size[0].constant = ofRows == rows ? 0 : ofRows;
  step->parallel.size[1].constant = ofColumns == columns ? 0 : ofColumns;
  tileTranspose(&transpose, 0, 16);
  tileTranspose(&transpose, 1, 8);
  return secondsOfTranspose(&transpose, &two);
}

/// Threads that write parts of one line wait for each other.
static void testPriorKnowsTornLines(void **state) {
  assert_true(sharedSeconds(304, 512, 152) >
              1.1 * sharedSeconds(304, 256, 304));
  assert_true(sharedSeconds(304, 256, 152) <
              1.1 * sharedSeconds(304, 256, 304));
  assert_true(sharedSeconds(320, 512, 160) <
              1.1 * sharedSeconds(320, 256, 320));
}

/// Squares of a power of two are transposed in a few rounds of shuffles.
static void testPriorKnowsTransposedSquares(void **state) {
  assert_true(transposeSeconds(16) < 0.8 * transposeSeconds(14));
  assert_true(transposeSeconds(16) < 0.8 * transposeSeconds(8));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testPriorKnowsStores),
      cmocka_unit_test(testPriorKnowsBrokenLines),
      cmocka_unit_test(testPriorKnowsTornLines),
      cmocka_unit_test(testPriorKnowsTransposedSquares),
  };
  return cmocka_run_group_tests_name("transposes", tests, NULL, NULL);
}
