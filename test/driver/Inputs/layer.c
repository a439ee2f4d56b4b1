//===- layer.c - A C program that uses emitted code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls the function of layer.mlir as C sees it, one pointer a tensor and the
// result last, and compares with the textbook.
//
//===----------------------------------------------------------------------===//

#include <math.h>
#include <stdio.h>

enum { ROWS = 32, COLUMNS = 48, DEPTH = 64 };

void layer(const float *x, const float *w, const float *b, float *result);

static float x[ROWS * DEPTH], w[DEPTH * COLUMNS], b[COLUMNS];
static float result[ROWS * COLUMNS];

static void fill(float *values, int count) {
  static unsigned state = 1;
  for (int i = 0; i < count; i++) {
    state = state * 1664525u + 1013904223u;
    values[i] = (float)(state >> 8) / (1 << 23) - 1;
  }
}

int main(void) {
  fill(x, ROWS * DEPTH);
  fill(w, DEPTH * COLUMNS);
  fill(b, COLUMNS);
  layer(x, w, b, result);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      double sum = b[j];
      for (int k = 0; k < DEPTH; k++)
        sum += (double)x[i * DEPTH + k] * w[k * COLUMNS + j];
      double expected = sum > 0 ? sum : 0;
      if (!(fabs(result[i * COLUMNS + j] - expected) < 1e-4)) {
        printf("[%d, %d] is %g, expected %g\n", i, j, result[i * COLUMNS + j],
               expected);
        return 1;
      }
    }
  puts("right");
  return 0;
}
