//===- solvers.c - Factors and solutions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By columns, where the kernels go by rows.
//
//===----------------------------------------------------------------------===//

#include "reference.h"

void reference_cholesky(int n, Real A[n][n]) {
  for (int k = 0; k < n; k++) {
    A[k][k] = sqrt(A[k][k]);
    for (int i = k + 1; i < n; i++)
      A[i][k] /= A[k][k];
    for (int j = k + 1; j < n; j++)
      for (int i = j; i < n; i++)
        A[i][j] -= A[i][k] * A[j][k];
  }
}

/// L below the diagonal, and U.
static void factorise(int n, Real A[n][n]) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k];
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
    }
}

void reference_lu(int n, Real A[n][n]) { factorise(n, A); }

void reference_ludcmp(int n, Real A[n][n], Real b[n], Real x[n], Real y[n]) {
  factorise(n, A);
  for (int i = 0; i < n; i++)
    y[i] = b[i];
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      y[i] -= A[i][j] * y[j];
  for (int i = 0; i < n; i++)
    x[i] = y[i];
  for (int j = n - 1; j >= 0; j--) {
    x[j] /= A[j][j];
    for (int i = 0; i < j; i++)
      x[i] -= A[i][j] * x[j];
  }
}

void reference_trisolv(int n, Real L[n][n], Real x[n], Real b[n]) {
  for (int i = 0; i < n; i++)
    x[i] = b[i];
  for (int j = 0; j < n; j++) {
    x[j] /= L[j][j];
    for (int i = j + 1; i < n; i++)
      x[i] -= L[i][j] * x[j];
  }
}

// The solution of order k + 1 from that of order k. In the end z holds what
// was computed for all but the last entry.
void reference_durbin(int n, Real r[n], Real y[n], Real z[n]) {
  Real error = 1;
  for (int k = 0; k < n; k++) {
    Real sum = r[k];
    for (int i = 0; i < k; i++)
      sum += r[k - 1 - i] * y[i];
    const Real reflection = -sum / error;
    for (int i = 0; i < k; i++)
      z[i] = y[i] + reflection * y[k - 1 - i];
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = reflection;
    error *= 1 - reflection * reflection;
  }
}

void reference_gramschmidt(int m, int n, Real A[m][n], Real R[n][n],
                           Real Q[m][n]) {
  for (int k = 0; k < n; k++) {
    Real square = 0;
    for (int i = 0; i < m; i++)
      square += A[i][k] * A[i][k];
    R[k][k] = sqrt(square);
    for (int i = 0; i < m; i++)
      Q[i][k] = A[i][k] / R[k][k];
    for (int j = k + 1; j < n; j++)
      for (int i = 0; i < m; i++)
        R[k][j] += Q[i][k] * A[i][j];
    for (int i = 0; i < m; i++)
      for (int j = k + 1; j < n; j++)
        A[i][j] -= Q[i][k] * R[k][j];
  }
}
