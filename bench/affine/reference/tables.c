//===- tables.c - Statistics, tables, filters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reference.h"

static int most(int a, int b) { return a > b ? a : b; }

static void findMeans(int m, int n, Real data[n][m], Real mean[m]) {
  for (int j = 0; j < m; j++) {
    Real sum = 0;
    for (int i = 0; i < n; i++)
      sum += data[i][j];
    mean[j] = sum / n;
  }
}

/// result = data^T data / divisor
static void multiplyColumns(int m, int n, Real data[n][m], Real divisor,
                            Real result[m][m]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      Real sum = 0;
      for (int k = 0; k < n; k++)
        sum += data[k][i] * data[k][j];
      result[i][j] = sum / divisor;
    }
}

void reference_covariance(int m, int n, Real data[n][m], Real cov[m][m],
                          Real mean[m]) {
  findMeans(m, n, data, mean);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      data[i][j] -= mean[j];
  multiplyColumns(m, n, data, n - 1, cov);
}

void reference_correlation(int m, int n, Real data[n][m], Real corr[m][m],
                           Real mean[m], Real deviation[m]) {
  findMeans(m, n, data, mean);
  for (int j = 0; j < m; j++) {
    Real variance = 0;
    for (int i = 0; i < n; i++)
      variance += (data[i][j] - mean[j]) * (data[i][j] - mean[j]) / n;
    deviation[j] = sqrt(variance);
    if (deviation[j] <= (Real)0.1)
      deviation[j] = 1;
    for (int i = 0; i < n; i++)
      data[i][j] = (data[i][j] - mean[j]) / (deviation[j] * sqrt((Real)n));
  }
  multiplyColumns(m, n, data, 1, corr);
  for (int i = 0; i < m; i++)
    corr[i][i] = 1;
}

void reference_floyd_warshall(int n, int path[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (path[i][k] + path[k][j] < path[i][j])
          path[i][j] = path[i][k] + path[k][j];
}

// By the length of the part.
void reference_nussinov(int n, int base[n], int table[n][n]) {
  for (int length = 1; length < n; length++)
    for (int i = 0; i + length < n; i++) {
      const int j = i + length;
      int best = most(table[i + 1][j], table[i][j - 1]);
      if (length > 1 && base[i] + base[j] == 3)
        best = most(best, table[i + 1][j - 1] + 1);
      for (int k = i + 1; k < j; k++)
        best = most(best, table[i][k] + table[k + 1][j]);
      table[i][j] = best;
    }
}

/// A line of Deriche's filter: its parts upwards and downwards.
static void filterLine(int length, const Real *from, Real *up, Real *down,
                       int stride) {
  const Real a = (Real)0.25, decay = exp(-a);
  const Real gain =
      (1 - decay) * (1 - decay) / (1 + 2 * a * decay - decay * decay);
  for (int j = 0; j < length; j++) {
    Real sum = gain * from[j * stride];
    if (j > 0)
      sum += gain * decay * (a - 1) * from[(j - 1) * stride] +
             2 * decay * up[(j - 1) * stride];
    if (j > 1)
      sum -= decay * decay * up[(j - 2) * stride];
    up[j * stride] = sum;
  }
  for (int j = length - 1; j >= 0; j--) {
    Real sum = 0;
    if (j + 1 < length)
      sum += gain * decay * (a + 1) * from[(j + 1) * stride] +
             2 * decay * down[(j + 1) * stride];
    if (j + 2 < length)
      sum -= decay * decay *
             (gain * from[(j + 2) * stride] + down[(j + 2) * stride]);
    down[j * stride] = sum;
  }
}

void reference_deriche(int w, int h, Real image[w][h], Real result[w][h],
                       Real up[w][h], Real down[w][h]) {
  for (int i = 0; i < w; i++)
    filterLine(h, image[i], up[i], down[i], 1);
  for (int i = 0; i < w; i++)
    for (int j = 0; j < h; j++)
      result[i][j] = up[i][j] + down[i][j];
  for (int j = 0; j < h; j++)
    filterLine(w, &result[0][j], &up[0][j], &down[0][j], h);
  for (int i = 0; i < w; i++)
    for (int j = 0; j < h; j++)
      result[i][j] = up[i][j] + down[i][j];
}
