//===- model.h - Synthetic programs and trained models
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs are synthetic: their label is a known function, summed over
// rows of random features, so that what the model should learn is certain.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_MODEL_H
#define AS_TEST_MODEL_H

#include "costmodel/learned-model.h"
#include "support/arena.h"
#include "support/random.h"
#include "support/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// After the headers that it relies on.
#include <cmocka.h>

#define assertOk(call)                                                         \
  do {                                                                         \
    AsError error = {0};                                                       \
    if ((call) != AS_OK)                                                       \
      fail_msg("%s", error.message);                                           \
  } while (0)

/// That `call` fails with `status` and a message that has `part` in it.
#define assertFails(expected, part, call)                                      \
  do {                                                                         \
    AsError error = {0};                                                       \
    assert_int_equal((call), (expected));                                      \
    if (!strstr(error.message, (part)))                                        \
      fail_msg("'%s' does not mention '%s'", error.message, (part));           \
  } while (0)

enum { width = 128 };

typedef struct Programs {
  AsArena arena;
  float *features;
  uint32_t *firstRow;
  double *labels;
  size_t count;
} Programs;

/// What one row is worth, below 1: monotone, with a product and a threshold.
static inline double worth(const float *row) {
  return 0.4 * row[0] + 0.3 * row[1] * row[2] + (row[3] > 0.5 ? 0.29 : 0);
}

/// `count` programs of `numRows` rows; the label is the mean worth of a row.
static inline Programs makePrograms(size_t count, uint32_t numRows,
                                    uint64_t seed) {
  Programs programs = {.count = count};
  AsArena *arena = &programs.arena;
  programs.features = asArenaArray(arena, float, count *numRows *width);
  programs.firstRow = asArenaArray(arena, uint32_t, count + 1);
  programs.labels = asArenaArray(arena, double, count);
  AsRandom random = {seed};
  float *row = programs.features;
  for (size_t p = 0; p < count; p++) {
    for (uint32_t r = 0; r < numRows; r++, row += width) {
      for (int f = 0; f < width; f++)
        row[f] = (float)asRandomUnit(&random);
      programs.labels[p] += worth(row) / numRows;
    }
    programs.firstRow[p + 1] = programs.firstRow[p] + numRows;
  }
  return programs;
}

/// The programs from `begin` to `end` - 1.
static inline AsModelRows slice(const Programs *programs, size_t begin,
                                size_t end) {
  return (AsModelRows){programs->features, width, programs->firstRow + begin,
                       end - begin, NULL};
}

static inline AsModelRows allOf(const Programs *programs) {
  return slice(programs, 0, programs->count);
}

static inline double kendallTau(const double *a, const double *b,
                                size_t count) {
  double balance = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++) {
      double sign = (a[i] - a[j]) * (b[i] - b[j]);
      balance += (sign > 0) - (sign < 0);
    }
  return balance / ((double)count * (double)(count - 1) / 2);
}

static inline AsModel *makeModel(uint64_t seed) {
  AsModel *model = NULL;
  assertOk(asModelCreate(width, seed, &model, &error));
  return model;
}

static inline AsModel *makeTrained(const Programs *programs, uint64_t seed) {
  AsModel *model = makeModel(seed);
  AsModelRows rows = allOf(programs);
  assertOk(asModelTrain(model, &rows, programs->labels, &error));
  assert_true(asModelIsTrained(model));
  return model;
}

static inline AsText save(AsModel *model) {
  AsText text = {0};
  assertOk(asModelSave(model, &text.data, &text.length, &error));
  assert_non_null(text.data);
  return text;
}

static inline void assertSameScores(AsModel *a, AsModel *b,
                                    const AsModelRows *rows) {
  double scoresA[64], scoresB[64];
  assert_true(rows->numPrograms && rows->numPrograms <= 64);
  assertOk(asModelPredict(a, rows, scoresA, &error));
  assertOk(asModelPredict(b, rows, scoresB, &error));
  assert_memory_equal(scoresA, scoresB, rows->numPrograms * sizeof(double));
  // Scores that are all the same would be no evidence.
  bool differ = false;
  for (size_t p = 1; p < rows->numPrograms; p++)
    differ |= scoresA[p] != scoresA[0];
  assert_true(differ);
}

#endif // AS_TEST_MODEL_H
