//===- narrow-elements.c - Tests of the prior on narrow types
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That the estimate knows what it costs to widen operands, and which products
// of narrow integers go together.
//
//===----------------------------------------------------------------------===//

#include "schedules.h"

/// Operands of a product are widened where they are loaded; elsewhere, and in
/// code that is not vectorised, that takes its time.
static void testPriorKnowsWidening(void **state) {
  Matmul matmul, widened;
  makeMatmul(&matmul, 512, 512, 512);
  widened = matmul;
  widened.program.stages = widened.stages;
  widened.stages[matmulStage].arithmetic[AS_ARITHMETIC_CAST] = 2;
  assert_true(prior(&good, &widened.program) == prior(&good, &matmul.program));
  AsSketch plain;
  AsNest nest;
  makeSketch(&plain, &matmul.program);
  assert_true(asNestBuild(&plain, &(AsPoint){{0}}, &nest));
  double less = asPriorSeconds(&nest, &target);
  makeSketch(&plain, &widened.program);
  assert_true(asNestBuild(&plain, &(AsPoint){{0}}, &nest));
  assert_true(asPriorSeconds(&nest, &target) > less);
  widened.stages[reluStage].arithmetic[AS_ARITHMETIC_CAST] = 2;
  assert_true(prior(&good, &widened.program) > prior(&good, &matmul.program));
}

/// Of a product of short elements; `narrow` are operands A, B or both.
static void makeShort(Matmul *matmul, AsElement narrow, AsElement sum, bool ofA,
                      bool ofB) {
  makeMatmul(matmul, 512, 512, 512);
  for (int t = 0; t < numTensors; t++)
    matmul->tensors[t].element = sum;
  if (ofA)
    matmul->tensors[tensorA].element = narrow;
  if (ofB)
    matmul->tensors[tensorB].element = narrow;
}

/// Vectors are widened where they are loaded, but single elements take longer
/// each time that they are read, and to be copied.
static void testPriorKnowsNarrowElements(void **state) {
  Matmul wide, single, vectors;
  makeMatmul(&wide, 512, 512, 512);
  makeShort(&single, AS_ELEMENT_BF16, AS_ELEMENT_F32, true, false);
  makeShort(&vectors, AS_ELEMENT_BF16, AS_ELEMENT_F32, false, true);
  Schedule hasty = good;
  hasty.packs = true;
  hasty.cacheRows = 16;
  assert_true(prior(&good, &single.program) >
              1.2 * prior(&good, &wide.program));
  assert_true(prior(&good, &vectors.program) <= prior(&good, &wide.program));
  assert_true(prior(&hasty, &vectors.program) >
              1.2 * prior(&hasty, &wide.program));
}

/// A product by bytes that are widened and scaled.
static void makeQuantised(Matmul *matmul, int64_t rows) {
  makeMatmul(matmul, rows, 512, 512);
  matmul->tensors[tensorB].element = AS_ELEMENT_I8;
  matmul->stages[matmulStage].arithmetic[AS_ARITHMETIC_CAST] = 1;
  matmul->stages[matmulStage].arithmetic[AS_ARITHMETIC_MUL] = 2;
}

/// How much longer a product by quantised weights takes than one by bytes that
/// nothing is done to.
static double wideningRatio(const Schedule *schedule, int64_t rows) {
  Matmul free, quantised;
  makeQuantised(&free, rows);
  makeQuantised(&quantised, rows);
  free.stages[matmulStage].arithmetic[AS_ARITHMETIC_CAST] = 0;
  free.stages[matmulStage].arithmetic[AS_ARITHMETIC_MUL] = 1;
  return prior(schedule, &quantised.program) / prior(schedule, &free.program);
}

/// Quantised weights are widened once before a loop over rows, if what it uses
/// fits into half of a second cache, and are widened for each use otherwise.
static void testPriorKnowsWideningOnce(void **state) {
  Schedule large = good; // 512 x 512 floats are a MiB.
  large.cacheColumns = 512;
  assert_true(wideningRatio(&good, 512) < 1.05);
  assert_true(wideningRatio(&large, 512) > 1.2);
  Schedule few = {0, 24, 128, 8, 32, false, 4}, enough = few;
  enough.cacheRows = 32; // Four times instead of three.
  assert_true(wideningRatio(&enough, 32) < wideningRatio(&few, 24) - 0.05);
}

/// Scales and zero points of weights are not applied to each result.
static void testPriorKnowsScales(void **state) {
  Matmul plain, scaled;
  makeQuantised(&plain, 512);
  makeQuantised(&scaled, 512);
  plain.stages[matmulStage].arithmetic[AS_ARITHMETIC_MUL] = 1;
  scaled.stages[matmulStage].arithmetic[AS_ARITHMETIC_ADD] = 2;
  Schedule large = good;
  large.cacheColumns = 512;
  // Two more operations on 2 vectors, beside 16 products.
  double ratio = prior(&large, &scaled.program) / prior(&large, &plain.program);
  assert_true(ratio > 1.02 && ratio < 1.3);
}

/// Products of short integers go in pairs, but only in loops that take two
/// steps at a time.
static void testPriorKnowsPairs(void **state) {
  Schedule single = good;
  single.unroll = 1;
  Matmul bytes, brains, mixed;
  makeShort(&bytes, AS_ELEMENT_I8, AS_ELEMENT_I32, true, true);
  makeShort(&brains, AS_ELEMENT_BF16, AS_ELEMENT_F32, true, true);
  makeShort(&mixed, AS_ELEMENT_I8, AS_ELEMENT_I32, false, true);
  assert_true(prior(&good, &bytes.program) <
              0.9 * prior(&single, &bytes.program));
  assert_true(prior(&good, &brains.program) >
              0.99 * prior(&single, &brains.program));
  assert_true(prior(&good, &mixed.program) >
              0.99 * prior(&single, &mixed.program));
}

/// A product of so many rows, columns and terms, of bytes to 32 bits.
static void makeBytes(Matmul *bytes, int64_t rows, int64_t columns,
                      int64_t terms) {
  makeMatmul(bytes, rows, columns, terms);
  bytes->tensors[tensorA].element = bytes->tensors[tensorB].element =
      AS_ELEMENT_I8;
  for (int t = tensorZero; t < numTensors; t++)
    bytes->tensors[t].element = AS_ELEMENT_I32;
}

/// Seconds on a processor with an instruction for four products of bytes.
static double priorOfFours(const Schedule *schedule, const AsProgram *program) {
  AsSketch sketch;
  AsNest nest;
  build(schedule, program, &sketch, &nest);
  sketch.dots.byteLanes = 16;
  return asPriorSeconds(&nest, &target);
}

/// Where there is an instruction for them, products of bytes go in fours, in
/// loops that take four steps at a time; rows that are not packed have to be
/// put together.
static void testPriorKnowsFours(void **state) {
  Matmul bytes;
  makeShort(&bytes, AS_ELEMENT_I8, AS_ELEMENT_I32, true, true);
  double seconds[2][3];
  for (int has = 0; has < 2; has++)
    for (int i = 0; i < 3; i++) {
      Schedule schedule = good;
      schedule.packs = i < 2;
      schedule.unroll = i == 1 ? 2 : 4;
      AsSketch sketch;
      AsNest nest;
      build(&schedule, &bytes.program, &sketch, &nest);
      sketch.dots.byteLanes = has ? 16 : 0;
      seconds[has][i] = asPriorSeconds(&nest, &target);
    }
  assert_true(seconds[0][0] > 0.9 * seconds[0][1]);
  assert_true(seconds[1][0] < 0.75 * seconds[1][1]);
  assert_true(seconds[1][0] < seconds[1][2]);
}

/// Fours are added to vectors of any width, those of 24 columns as well.
static void testPriorKnowsOddFours(void **state) {
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    Matmul bytes;
    makeBytes(&bytes, 512, 24, 512);
    Schedule schedule = good;
    schedule.columns = schedule.cacheColumns = 24;
    schedule.unroll = i ? 2 : 4;
    seconds[i] = priorOfFours(&schedule, &bytes.program);
  }
  assert_true(seconds[0] < 0.9 * seconds[1]);
}

/// Steps that are left over behind the fours of a sum go one by one: of 55 they
/// take as long as 12 of these.
static void testPriorKnowsWhatFoursLeave(void **state) {
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    Matmul bytes;
    makeBytes(&bytes, 512, 512, i ? 55 : 56);
    Schedule schedule = good;
    schedule.packs = true;
    seconds[i] = priorOfFours(&schedule, &bytes.program);
  }
  assert_true(seconds[1] > 1.1 * seconds[0]);
}

/// Corrections of fours are computed once for all tiles of rows, where these
/// are 24 or more: so each of 24 takes less time than each of 23. Rows are put
/// together as they are read.
static void testPriorKnowsSharedCorrections(void **state) {
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    int rows = good.rows * (23 + i);
    Matmul bytes;
    makeBytes(&bytes, rows, 128, 512);
    Schedule schedule = good;
    schedule.cacheRows = rows;
    seconds[i] = priorOfFours(&schedule, &bytes.program);
  }
  assert_true(seconds[1] / 24 < 0.98 * seconds[0] / 23);
}

/// The highest bits of a factor of up to 128 KiB are flipped once, those of a
/// larger one each time that they are read: twice the rows take more than twice
/// as long.
static void testPriorKnowsFlipsOnce(void **state) {
  double seconds[2];
  for (int i = 0; i < 2; i++) {
    Matmul bytes;
    makeBytes(&bytes, i ? 512 : 256, 512, 512);
    Schedule schedule = good;
    schedule.packs = true;
    schedule.cacheRows = 128;
    seconds[i] = priorOfFours(&schedule, &bytes.program);
  }
  assert_true(seconds[1] > 2.05 * seconds[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testPriorKnowsWidening),
      cmocka_unit_test(testPriorKnowsNarrowElements),
      cmocka_unit_test(testPriorKnowsWideningOnce),
      cmocka_unit_test(testPriorKnowsScales),
      cmocka_unit_test(testPriorKnowsPairs),
      cmocka_unit_test(testPriorKnowsFours),
      cmocka_unit_test(testPriorKnowsOddFours),
      cmocka_unit_test(testPriorKnowsWhatFoursLeave),
      cmocka_unit_test(testPriorKnowsSharedCorrections),
      cmocka_unit_test(testPriorKnowsFlipsOnce),
  };
  return cmocka_run_group_tests_name("narrow elements", tests, NULL, NULL);
}
