//===- tile-copies.c - Tests of what copies of slices take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/tile-copies.h"
#include "module.h"

enum { ROWS, COLUMNS, SUMS, HEADS, NUM_PARTS };

/// What a tile of the first operation takes, of so many elements along its
/// classes: the copies, or a pad along the first class.
static double measure(int part, int64_t first, int64_t second, bool pads) {
  const char *parts[NUM_PARTS];
  assert_int_equal(readParts("dynamic/slices.mlir", parts, NUM_PARTS),
                   NUM_PARTS);
  MlirModule module = parse(parts[part]);
  MlirOperation op =
      mlirBlockGetFirstOperation(asIrBody(firstOperation(module)));
  AsGroupLoops loops;
  AsText why = {0};
  int64_t size[AS_MAX_CLASSES] = {first, second};
  assert_true(asGroupLoops(&op, 1, &loops, &why));
  double seconds = pads ? asTilePadSeconds(&loops, 0, size)
                        : asTileCopySeconds(&loops, size);
  asGroupLoopsFree(&loops);
  asTextFree(&why);
  mlirModuleDestroy(module);
  return seconds;
}

static double secondsOf(int part, int64_t first, int64_t second) {
  return measure(part, first, second, false);
}

static double padSecondsOf(int part, int64_t first) {
  return measure(part, first, 0, true);
}

static void runsAreNotCopied(void **state) {
  assert_float_equal(secondsOf(ROWS, 1, 0), 0, 0);
  assert_float_equal(secondsOf(ROWS, 32, 0), 0, 0);
}

static void columnsAreCopied(void **state) {
  double one = secondsOf(COLUMNS, 1, 0), eight = secondsOf(COLUMNS, 8, 0);
  assert_true(one > 0);
  assert_true(eight > one);
  assert_true(eight < 8 * one); // A run of eight is less than eight runs.
}

/// Columns of an operand are read where they are. What the sum starts from is
/// no slice.
static void operandsAreNotCopied(void **state) {
  assert_float_equal(secondsOf(SUMS, 8, 0), secondsOf(SUMS, 4, 0), 0);
}

/// Each call goes on with all sums: a call on 8 elements of a sum takes less
/// than two on 4. A pad takes less the fewer elements there are to be filled.
static void callsReadTheSums(void **state) {
  assert_true(secondsOf(SUMS, 8, 0) < 2 * secondsOf(SUMS, 4, 0));
  assert_true(padSecondsOf(SUMS, 8) > 0);
  assert_true(padSecondsOf(SUMS, 64) > padSecondsOf(SUMS, 8));
}

/// Rows of several results are no run.
static void resultsAreCopied(void **state) {
  double few = secondsOf(HEADS, 1, 64), many = secondsOf(HEADS, 16, 64);
  assert_true(few > 0);
  assert_true(many > 8 * few);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runsAreNotCopied),
      cmocka_unit_test(columnsAreCopied),
      cmocka_unit_test(operandsAreNotCopied),
      cmocka_unit_test(callsReadTheSums),
      cmocka_unit_test(resultsAreCopied),
  };
  return cmocka_run_group_tests(tests, openContext, closeContext);
}
