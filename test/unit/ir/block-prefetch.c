//===- block-prefetch.c - Which blocks of a matrix are prefetched
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that two of fit into the second cache are divided among iterations, so
// that all of their lines are prefetched.
//
//===----------------------------------------------------------------------===//

#include "ir/block-prefetch.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const int64_t large = 40 << 20;

static void farBlocksFitIntoTheCache(void **state) {
  assert_true(asIsFarBlock(large, 128 * 256));
  assert_false(asIsFarBlock(1 << 20, 128 * 256)); // It is near.
  assert_false(asIsFarBlock(large, 64 * 256));    // It is small.
  assert_false(asIsFarBlock(large, 128 * 6400));  // It is large.
}

static void farPanelsAreParts(void **state) {
  assert_true(asIsFarPanel(4 << 20, 128 << 10));
  assert_false(asIsFarPanel(128 << 10, 32 << 10));  // All of it is near.
  assert_false(asIsFarPanel(4 << 20, 8 << 10));     // It is small.
  assert_false(asIsFarPanel(4 << 20, 1 << 20));     // It is large.
  assert_false(asIsFarPanel(512 << 10, 512 << 10)); // There is no next one.
}

/// The second cache has 16 ways of 64 KiB.
static void rowsShareSets(void **state) {
  assert_true(asRowsFit(64, 16384));
  assert_false(asRowsFit(128, 16384));
  assert_true(asRowsFit(128, 16384 + 64));
}

static void rowsOfTheNextBlockArePrefetched(void **state) {
  const int64_t stride = 10240, width = 2560;
  assert_true(asAreRowsPrefetched(16, stride, 16 * width, 1));
  assert_false(asAreRowsPrefetched(8, stride, 8 * width, 4)); // Few sums.
  assert_true(asAreRowsPrefetched(8, stride, 8 * width, 5));
  assert_false(asAreRowsPrefetched(3, stride, 3 * width, 8));  // Few rows.
  assert_false(asAreRowsPrefetched(32, stride, 400 << 10, 8)); // It is large.
  assert_false(asAreRowsPrefetched(64, 16384, 64 * width, 8)); // Rows in a few
                                                               // sets.
}

static void partsCoverTheBlock(void **state) {
  static const struct {
    int64_t rows, lines, iterations;
  } blocks[] = {{128, 4, 32},     {128, 5, 40}, {128, 20, 320}, {256, 16, 4096},
                {256, 16, 16384}, {96, 7, 100}, {1, 512, 512}};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    AsBlockPart part;
    assert_true(asBlockDivide(blocks[i].rows, blocks[i].lines,
                              blocks[i].iterations, 12 << 10, &part));
    assert_true(part.perRow * part.lines >= blocks[i].lines);
    assert_true(part.perRow == 1 || part.rows == 1);
    int64_t groups = blocks[i].iterations / part.steps / part.perRow;
    assert_true(groups * part.rows >= blocks[i].rows);
  }
}

/// An iteration has time for a line for each 512 bytes that it multiplies, and
/// always for eight.
static void longIterationsPrefetchMore(void **state) {
  AsBlockPart part;
  assert_true(asBlockDivide(128, 4, 64, 1536, &part));
  assert_int_equal(part.rows * part.lines, 8);
  assert_false(asBlockDivide(128, 4, 32, 1536, &part));
  assert_true(asBlockDivide(128, 4, 32, 8192, &part));
  assert_int_equal(part.rows * part.lines, 16);
}

/// Where there are many iterations for each line, packing is little.
static void littlePackingIsNotPrefetched(void **state) {
  AsBlockPart part;
  assert_true(asBlockDivide(128, 4, 512 * 31, 1536, &part));
  assert_int_equal(part.steps, 16);
  assert_false(asBlockDivide(128, 4, 512 * 64, 1536, &part));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(farBlocksFitIntoTheCache),
      cmocka_unit_test(farPanelsAreParts),
      cmocka_unit_test(rowsShareSets),
      cmocka_unit_test(rowsOfTheNextBlockArePrefetched),
      cmocka_unit_test(partsCoverTheBlock),
      cmocka_unit_test(longIterationsPrefetchMore),
      cmocka_unit_test(littlePackingIsNotPrefetched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
