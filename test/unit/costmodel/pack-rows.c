//===- pack-rows.c - Tests of rows of features in few bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "costmodel/pack-rows.h"
#include "support/random.h"
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

enum { most = 40, rows = 3 };

/// Every bit comes back, whatever the width, and what is cut short or too long
/// is refused.
static void rowsComeBack(void **state) {
  static const float values[] = {0,       1,        -0.0F, 0.5F,
                                 FLT_MAX, -FLT_MIN, NAN,   INFINITY};
  AsRandom random = {1};
  for (int width = 1; width <= most; width++) {
    float given[rows * most], found[rows * most];
    for (int i = 0; i < rows * width; i++)
      given[i] = values[asRandomBits(&random) % 8];
    AsText bytes = {0};
    asRowsPack(given, rows, width, &bytes);
    assert_true(asRowsUnpack(bytes.data, bytes.length, rows, width, found));
    assert_memory_equal(given, found, sizeof(float) * (size_t)(rows * width));
    for (size_t length = 0; length < bytes.length; length++)
      assert_false(asRowsUnpack(bytes.data, length, rows, width, found));
    asTextAppendString(&bytes, "x");
    assert_false(asRowsUnpack(bytes.data, bytes.length, rows, width, found));
    asTextFree(&bytes);
  }
}

static void zerosTakeABit(void **state) {
  static const float zeros[10 * 16];
  AsText bytes = {0};
  asRowsPack(zeros, 10, 16, &bytes);
  assert_int_equal(bytes.length, 20);
  asTextFree(&bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rowsComeBack),
      cmocka_unit_test(zerosTakeABit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
