//===- entry-buffers.c - Inputs, poison and deviations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/entry-buffers.h"
#include "measure/fill-arguments.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void inputsAreInRange(void **state) {
  for (int element = 0; element < AS_NUM_ELEMENTS; element++) {
    AsBuffer buffer = {
        .element = (AsElement)element, .count = 20000, .isResult = false};
    void *memory = malloc(asBufferBytes(&buffer));
    asBufferFill(&buffer, memory, 42, 1);
    double low = INFINITY, high = -INFINITY, sum = 0;
    for (int64_t i = 0; i < buffer.count; i++) {
      double value = asBufferElement(&buffer, memory, i);
      low = fmin(low, value);
      high = fmax(high, value);
      sum += value;
    }
    double mean = sum / (double)buffer.count;
    if (asElementIsFloat(buffer.element)) {
      assert_true(low >= -1 && low < -0.98);
      assert_true(high < 1 && high > 0.98);
      assert_true(fabs(mean) < 0.03);
    } else if (buffer.element == AS_ELEMENT_INDEX) {
      assert_true(low == 0 && high == 0);
    } else if (buffer.element == AS_ELEMENT_I1) {
      assert_true(low == 0 && high == 1 && fabs(mean - 0.5) < 0.03);
    } else {
      assert_true(low == -8 && high == 7 && fabs(mean + 0.5) < 0.2);
    }
    free(memory);
  }
}

/// Inputs that are indices are below their extent, and all of them occur.
static void indicesAreBelowTheirExtent(void **state) {
  static const struct {
    AsElement element;
    int64_t extent, last;
  } cases[] = {{AS_ELEMENT_I64, 7, 6},
               {AS_ELEMENT_I32, 1, 0},
               {AS_ELEMENT_INDEX, 3, 2},
               {AS_ELEMENT_I8, 1000, 127}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    AsBuffer buffer = {
        .element = cases[c].element, .count = 20000, .extent = cases[c].extent};
    void *memory = malloc(asBufferBytes(&buffer));
    asBufferFill(&buffer, memory, 42, 1);
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < buffer.count; i++) {
      low = fmin(low, asBufferElement(&buffer, memory, i));
      high = fmax(high, asBufferElement(&buffer, memory, i));
    }
    assert_true(low == 0 && high == (double)cases[c].last);
    free(memory);
  }
}

/// The least and the most of many inputs that suit the need.
static void fillFor(AsElement element, AsShape shape, AsNeed need, bool isModel,
                    double *low, double *high) {
  AsBuffer buffer = {.element = element, .count = 20000, .isResult = false};
  void *memory = malloc(asBufferBytes(&buffer));
  asBufferFill(&buffer, memory, 42, 1);
  asFillApply(asFillOf(&buffer, &shape, need, isModel), &buffer, memory);
  *low = INFINITY, *high = -INFINITY;
  for (int64_t i = 0; i < buffer.count; i++) {
    *low = fmin(*low, asBufferElement(&buffer, memory, i));
    *high = fmax(*high, asBufferElement(&buffer, memory, i));
  }
  free(memory);
}

static void argumentsSuitTheNeed(void **state) {
  const AsShape vector = {.rank = 1, .sizes = {20000}},
                matrix = {.rank = 2, .sizes = {100, 200}};
  double low, high;
  for (int element = 0; element < AS_NUM_ELEMENTS; element++) {
    if (element == AS_ELEMENT_I1)
      continue;
    // Beyond what an i8 holds, which must not wrap.
    for (int64_t extent = 1; extent < 100000; extent = 3 * extent + 1) {
      fillFor((AsElement)element, vector, (AsNeed){true, false, extent}, false,
              &low, &high);
      if (asElementIsFloat((AsElement)element))
        continue;
      assert_true(low >= 0 && high < (double)extent);
      if (element != AS_ELEMENT_INDEX && extent > 8)
        assert_true(high > low);
    }
    if (element == AS_ELEMENT_INDEX)
      continue;
    fillFor((AsElement)element, matrix, (AsNeed){true, true, 0}, false, &low,
            &high);
    assert_true(low > 0 && high > low);
    fillFor((AsElement)element, vector, (AsNeed){.isKnown = true}, false, &low,
            &high);
    assert_true(low <= -0.98 && high > 0.98);
  }
  // Where nothing is known: labels, but not numbers of a quantised model.
  fillFor(AS_ELEMENT_I64, vector, (AsNeed){0}, false, &low, &high);
  assert_true(low == 0 && high == 1);
  fillFor(AS_ELEMENT_I8, vector, (AsNeed){0}, false, &low, &high);
  assert_true(low == -8 && high == 7);
  // Of a model: a vector may scale, and 100 terms are summed up.
  fillFor(AS_ELEMENT_F32, vector, (AsNeed){.isKnown = true}, true, &low, &high);
  assert_true(low >= 0.5 && high < 1);
  fillFor(AS_ELEMENT_F32, matrix, (AsNeed){.isKnown = true}, true, &low, &high);
  assert_true(high < sqrt(0.03) && high > 0.9 * sqrt(0.03) && low < 0);
}

static void inputsDependOnSeedAndIndexOnly(void **state) {
  AsBuffer buffer = {.element = AS_ELEMENT_F64, .count = 64, .isResult = false};
  double first[64], again[64], other[64];
  asBufferFill(&buffer, first, 7, 0);
  asBufferFill(&buffer, again, 7, 0);
  assert_memory_equal(first, again, sizeof first);
  // Pinned, so that records made elsewhere stay comparable.
  assert_true(first[0] == -0x1.f8056311e4ccp-5);
  static const struct {
    uint64_t seed;
    int index;
  } others[] = {{7, 1}, {8, 0}, {6, 1}};
  for (size_t i = 0; i < 3; i++) {
    asBufferFill(&buffer, other, others[i].seed, others[i].index);
    for (int j = 0; j < 64; j++)
      for (int k = 0; k < 64; k++)
        assert_true(first[j] != other[k]);
  }
}

static void poisonIsFound(void **state) {
  for (int element = 0; element < AS_NUM_ELEMENTS; element++) {
    AsBuffer buffer = {
        .element = (AsElement)element, .count = 100, .isResult = true};
    size_t bytes = asBufferBytes(&buffer);
    void *expected = malloc(bytes), *actual = malloc(bytes);
    asBufferFill(&buffer, expected, 1, 0);
    memcpy(actual, expected, bytes);
    AsBuffer one = {.element = buffer.element, .count = 1, .isResult = true};
    asBufferPoison(&one, (char *)actual + bytes / 100 * 63);
    int64_t where = -1;
    double deviation = asBufferDeviation(&buffer, actual, expected, &where);
    assert_true(deviation == (asElementIsFloat(buffer.element) ? INFINITY : 1));
    assert_int_equal(where, 63);
    free(expected);
    free(actual);
  }
}

static void floatsDeviateByScale(void **state) {
  AsBuffer buffer = {.element = AS_ELEMENT_F64, .count = 4, .isResult = true};
  static const struct {
    double actual[4], expected[4], deviation;
    int64_t where;
  } cases[] = {
      {{1, 2, 3, 4}, {1, 2, 3, 4}, 0, 0},
      // Divided by the root mean square, 2, where the element is smaller...
      {{2, 2, 2.5, 1}, {2, 2, 2, 2}, 0.5, 3},
      // ...and by the element where that is larger.
      {{0, 0, 0, 5}, {0, 0, 0, 4}, 0.25, 3},
      {{NAN, 1, 1, 1}, {NAN, 1, 1, 1}, 0, 0},
      {{1, NAN, 1, 1}, {1, 1, 1, 1}, INFINITY, 1},
      {{1, 1, 1, 1}, {1, 1, NAN, 1}, INFINITY, 2},
      {{INFINITY, 1, 1, 1}, {INFINITY, 1, 1, 1}, 0, 0},
      {{-INFINITY, 1, 1, 1}, {INFINITY, 1, 1, 1}, INFINITY, 0},
      {{1, 1, 1, 1}, {1, 1, 1, INFINITY}, INFINITY, 3},
      // An infinity does not make the others look small.
      {{INFINITY, 3, 2, 2}, {INFINITY, 2, 2, 2}, 0.5, 1},
      {{1e300, 1e300, 1e300, 2e300}, {1e300, 1e300, 1e300, 1e300}, 1, 3},
      {{0, 0, 1e-300, 0}, {0, 0, 0, 0}, INFINITY, 2},
      {{0, -0.0, 0, 0}, {0, 0, 0, -0.0}, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int64_t where = -1;
    double deviation =
        asBufferDeviation(&buffer, cases[i].actual, cases[i].expected, &where);
    assert_true(deviation == cases[i].deviation);
    assert_int_equal(where, cases[i].where);
  }
}

static void resultsHaveTheMagnitudeOfOtherInputs(void **state) {
  AsBuffer buffer = {.element = AS_ELEMENT_F64, .count = 1, .isResult = true};
  double actual = 0.25, expected = 0.125;
  int64_t where;
  assert_true(asBufferMagnitude(&buffer, &expected) == 0.125);
  assert_true(asBufferDeviation(&buffer, &actual, &expected, &where) == 1);
  buffer.magnitude = 2;
  assert_true(asBufferDeviation(&buffer, &actual, &expected, &where) == 0.0625);
  buffer.magnitude = 0.01;
  assert_true(asBufferDeviation(&buffer, &actual, &expected, &where) == 1);
}

static void longArraysAreComparedToTheirEnds(void **state) {
  enum { count = 1537 };
  AsBuffer buffer = {
      .element = AS_ELEMENT_F32, .count = count, .isResult = true};
  float expected[count], actual[count];
  asBufferFill(&buffer, expected, 3, 0);
  for (int i = 0; i < count; i += 96) {
    memcpy(actual, expected, sizeof actual);
    actual[i] += 100;
    int64_t where = -1;
    assert_true(asBufferDeviation(&buffer, actual, expected, &where) > 50);
    assert_int_equal(where, i);
  }
}

static void integersAreCounted(void **state) {
  AsBuffer buffer = {.element = AS_ELEMENT_I64, .count = 5, .isResult = true};
  // Beyond what a double tells apart.
  int64_t expected[] = {1, INT64_MAX, 3, 4, 5};
  int64_t actual[] = {1, INT64_MAX - 1, 3, 4, 0};
  int64_t where = -1;
  assert_true(asBufferDeviation(&buffer, actual, expected, &where) == 2);
  assert_int_equal(where, 1);
}

/// Every number of a narrow type is one of f64.
static void conversionsToF64AreExact(void **state) {
  static const AsElement narrow[] = {AS_ELEMENT_F16, AS_ELEMENT_BF16,
                                     AS_ELEMENT_F32, AS_ELEMENT_I32};
  enum { count = 100 };
  AsBuffer f64 = {.element = AS_ELEMENT_F64, .count = count};
  double wide[count];
  uint32_t own[count], back[count];
  for (size_t n = 0; n < sizeof narrow / sizeof *narrow; n++) {
    AsBuffer buffer = {.element = narrow[n], .count = count};
    asBufferFill(&buffer, own, 5, 0);
    asBufferConvert(&buffer, own, &f64, wide);
    for (int i = 0; i < count; i++)
      assert_true(wide[i] == asBufferElement(&buffer, own, i));
    asBufferConvert(&f64, wide, &buffer, back);
    assert_memory_equal(own, back, asBufferBytes(&buffer));
  }
}

static void toleranceGrowsWithReductions(void **state) {
  AsBuffer f32 = {.element = AS_ELEMENT_F32, .count = 1, .isResult = true},
           i32 = {.element = AS_ELEMENT_I32, .count = 1, .isResult = true};
  assert_true(asBufferTolerance(&f32, 256) == 0x1p-24 * (32 + 16 * 16));
  assert_true(asBufferTolerance(&i32, 256) == 0);
  assert_true(asOperandTolerance(0x1p-11) == 0x1p-8);
  assert_true(asOperandTolerance(0) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inputsAreInRange),
      cmocka_unit_test(indicesAreBelowTheirExtent),
      cmocka_unit_test(argumentsSuitTheNeed),
      cmocka_unit_test(inputsDependOnSeedAndIndexOnly),
      cmocka_unit_test(poisonIsFound),
      cmocka_unit_test(floatsDeviateByScale),
      cmocka_unit_test(resultsHaveTheMagnitudeOfOtherInputs),
      cmocka_unit_test(longArraysAreComparedToTheirEnds),
      cmocka_unit_test(integersAreCounted),
      cmocka_unit_test(conversionsToF64AreExact),
      cmocka_unit_test(toleranceGrowsWithReductions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
