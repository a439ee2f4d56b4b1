//===- others.c - Kernels that PolyBench lacks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reference.h"

void reference_convolution_2d(int n, int m, int r,
                              Real result[n - r + 1][m - r + 1],
                              Real image[n][m], Real weights[r][r]) {
  for (int i = 0; i + r <= n; i++)
    for (int j = 0; j + r <= m; j++) {
      Real sum = 0;
      for (int k = 0; k < r; k++)
        for (int l = 0; l < r; l++)
          sum += image[i + k][j + l] * weights[k][l];
      result[i][j] = sum;
    }
}

static void multiply(int m, int n, int k, Real left[m][k], Real right[k][n],
                     Real result[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      Real sum = 0;
      for (int l = 0; l < k; l++)
        sum += left[i][l] * right[l][j];
      result[i][j] = sum;
    }
}

void reference_matmul_chain(int n, int m, int k, Real A[n][m], Real B[m][k],
                            Real C[k][m], Real D[m][n], Real AB[n][k],
                            Real ABC[n][m], Real ABCD[n][n]) {
  multiply(n, k, m, A, B, AB);
  multiply(n, m, k, AB, C, ABC);
  multiply(n, n, m, ABC, D, ABCD);
}

void reference_gauss_seidel(int steps, int n, Real A[n][n], Real b[n],
                            Real x[n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 0; i < n; i++) {
      Real sum = 0;
      for (int j = 0; j < n; j++)
        if (j != i)
          sum += A[i][j] * x[j];
      x[i] = (b[i] - sum) / A[i][i];
    }
}

static int most(int a, int b) { return a > b ? a : b; }

void reference_smith_waterman(int n, int m, int score[n][m], int a[n],
                              int b[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      const int aligned = score[i - 1][j - 1] + (a[i] == b[j] ? 3 : -3);
      const int gap = most(score[i - 1][j], score[i][j - 1]) - 2;
      score[i][j] = most(0, most(aligned, gap));
    }
}
