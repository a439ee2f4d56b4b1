//===- products.c - Products of matrices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reference.h"

/// result = scale left right
static void multiply(int m, int n, int k, Real scale, Real left[m][k],
                     Real right[k][n], Real result[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      Real sum = 0;
      for (int l = 0; l < k; l++)
        sum += left[i][l] * right[l][j];
      result[i][j] = scale * sum;
    }
}

void reference_gemm(int ni, int nj, int nk, Real C[ni][nj], Real A[ni][nk],
                    Real B[nk][nj]) {
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++) {
      Real sum = 0;
      for (int k = 0; k < nk; k++)
        sum += A[i][k] * B[k][j];
      C[i][j] = alpha * sum + beta * C[i][j];
    }
}

void reference_2mm(int ni, int nj, int nk, int nl, Real tmp[ni][nj],
                   Real A[ni][nk], Real B[nk][nj], Real C[nj][nl],
                   Real D[ni][nl]) {
  multiply(ni, nj, nk, alpha, A, B, tmp);
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nl; j++) {
      Real sum = 0;
      for (int k = 0; k < nj; k++)
        sum += tmp[i][k] * C[k][j];
      D[i][j] = beta * D[i][j] + sum;
    }
}

void reference_3mm(int ni, int nj, int nk, int nl, int nm, Real E[ni][nj],
                   Real A[ni][nk], Real B[nk][nj], Real F[nj][nl],
                   Real C[nj][nm], Real D[nm][nl], Real G[ni][nl]) {
  multiply(ni, nj, nk, 1, A, B, E);
  multiply(nj, nl, nm, 1, C, D, F);
  multiply(ni, nl, nj, 1, E, F, G);
}

void reference_doitgen(int nq, int nr, int np, Real A[nr][nq][np],
                       Real C[np][np], Real sum[np]) {
  for (int r = 0; r < nr; r++)
    for (int q = 0; q < nq; q++) {
      multiply(1, np, np, 1, &A[r][q], C, (Real(*)[np])sum);
      for (int p = 0; p < np; p++)
        A[r][q][p] = sum[p];
    }
}

void reference_symm(int m, int n, Real C[m][n], Real A[m][m], Real B[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      Real sum = 0;
      for (int k = 0; k < m; k++)
        sum += (k <= i ? A[i][k] : A[k][i]) * B[k][j];
      C[i][j] = alpha * sum + beta * C[i][j];
    }
}

void reference_syrk(int m, int n, Real C[n][n], Real A[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      Real sum = 0;
      for (int k = 0; k < m; k++)
        sum += A[i][k] * A[j][k];
      C[i][j] = alpha * sum + beta * C[i][j];
    }
}

void reference_syr2k(int m, int n, Real C[n][n], Real A[n][m], Real B[n][m]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      Real sum = 0;
      for (int k = 0; k < m; k++)
        sum += A[i][k] * B[j][k] + B[i][k] * A[j][k];
      C[i][j] = alpha * sum + beta * C[i][j];
    }
}

// Row i of the product needs rows from i on, so it may take row i's place.
void reference_trmm(int m, int n, Real A[m][m], Real B[m][n]) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      Real sum = B[i][j];
      for (int k = i + 1; k < m; k++)
        sum += A[k][i] * B[k][j];
      B[i][j] = alpha * sum;
    }
}
