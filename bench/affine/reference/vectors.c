//===- vectors.c - Matrices times vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reference.h"

/// y = scale A x
static void multiply(int m, int n, Real scale, Real A[m][n], Real x[n],
                     Real y[m]) {
  for (int i = 0; i < m; i++) {
    Real sum = 0;
    for (int j = 0; j < n; j++)
      sum += A[i][j] * x[j];
    y[i] = scale * sum;
  }
}

/// y = A^T x
static void multiplyTransposed(int m, int n, Real A[m][n], Real x[m],
                               Real y[n]) {
  for (int j = 0; j < n; j++) {
    y[j] = 0;
    for (int i = 0; i < m; i++)
      y[j] += A[i][j] * x[i];
  }
}

void reference_atax(int m, int n, Real A[m][n], Real x[n], Real y[n],
                    Real tmp[m]) {
  multiply(m, n, 1, A, x, tmp);
  multiplyTransposed(m, n, A, tmp, y);
}

void reference_bicg(int m, int n, Real A[n][m], Real s[m], Real q[n], Real p[m],
                    Real r[n]) {
  multiplyTransposed(n, m, A, r, s);
  multiply(n, m, 1, A, p, q);
}

void reference_mvt(int n, Real x1[n], Real x2[n], Real y1[n], Real y2[n],
                   Real A[n][n]) {
  Real product[n];
  multiply(n, n, 1, A, y1, product);
  for (int i = 0; i < n; i++)
    x1[i] += product[i];
  multiplyTransposed(n, n, A, y2, product);
  for (int i = 0; i < n; i++)
    x2[i] += product[i];
}

void reference_gemver(int n, Real A[n][n], Real u1[n], Real v1[n], Real u2[n],
                      Real v2[n], Real w[n], Real x[n], Real y[n], Real z[n]) {
  Real product[n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
  multiplyTransposed(n, n, A, y, product);
  for (int i = 0; i < n; i++)
    x[i] += beta * product[i] + z[i];
  multiply(n, n, alpha, A, x, w);
}

void reference_gesummv(int n, Real A[n][n], Real B[n][n], Real tmp[n],
                       Real x[n], Real y[n]) {
  multiply(n, n, 1, A, x, tmp);
  multiply(n, n, beta, B, x, y);
  for (int i = 0; i < n; i++)
    y[i] += alpha * tmp[i];
}
