//===- stencils.c - Stencils over time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reference.h"

void reference_jacobi_1d(int steps, int n, Real A[n], Real B[n]) {
  for (int t = 0; t < 2 * steps; t++) {
    Real *from = t % 2 ? B : A, *to = t % 2 ? A : B;
    for (int i = 1; i < n - 1; i++)
      to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
  }
}

void reference_jacobi_2d(int steps, int n, Real A[n][n], Real B[n][n]) {
  for (int t = 0; t < 2 * steps; t++) {
    Real(*from)[n] = t % 2 ? B : A, (*to)[n] = t % 2 ? A : B;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        to[i][j] = (from[i][j] + from[i - 1][j] + from[i + 1][j] +
                    from[i][j - 1] + from[i][j + 1]) /
                   5;
  }
}

void reference_seidel_2d(int steps, int n, Real A[n][n]) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        Real sum = 0;
        for (int k = -1; k <= 1; k++)
          for (int l = -1; l <= 1; l++)
            sum += A[i + k][j + l];
        A[i][j] = sum / 9;
      }
}

void reference_heat_3d(int steps, int n, Real A[n][n][n], Real B[n][n][n]) {
  for (int t = 0; t < 2 * steps; t++) {
    Real(*from)[n][n] = t % 2 ? B : A, (*to)[n][n] = t % 2 ? A : B;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          to[i][j][k] =
              (from[i - 1][j][k] + from[i + 1][j][k] + from[i][j - 1][k] +
               from[i][j + 1][k] + from[i][j][k - 1] + from[i][j][k + 1]) /
                  8 +
              from[i][j][k] / 4;
  }
}

void reference_fdtd_2d(int steps, int nx, int ny, Real ex[nx][ny],
                       Real ey[nx][ny], Real hz[nx][ny], Real wave[steps]) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < nx; i++)
      for (int j = 0; j < ny; j++) {
        ey[i][j] = i ? ey[i][j] - (hz[i][j] - hz[i - 1][j]) / 2 : wave[t];
        if (j)
          ex[i][j] -= (hz[i][j] - hz[i][j - 1]) / 2;
      }
    for (int i = 0; i + 1 < nx; i++)
      for (int j = 0; j + 1 < ny; j++)
        hz[i][j] -=
            (Real)0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

/// One tridiagonal system, of which the first and the last unknown are 1:
/// a x[j-1] + b x[j] + a x[j+1] = right[j]. All are `stride` apart.
static void solve(int n, Real a, Real b, const Real right[n], Real p[n],
                  Real q[n], Real *x, int stride) {
  x[0] = q[0] = 1;
  p[0] = 0;
  for (int j = 1; j < n - 1; j++) {
    const Real pivot = a * p[j - 1] + b;
    p[j] = -a / pivot;
    q[j] = (right[j] - a * q[j - 1]) / pivot;
  }
  x[(n - 1) * stride] = 1;
  for (int j = n - 2; j > 0; j--)
    x[j * stride] = p[j] * x[(j + 1) * stride] + q[j];
}

void reference_adi(int steps, int n, Real u[n][n], Real v[n][n], Real p[n][n],
                   Real q[n][n]) {
  const Real first = 2 * (Real)n * n / steps, second = (Real)n * n / steps;
  Real right[n];
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      for (int j = 1; j < n - 1; j++)
        right[j] =
            u[j][i] + second / 2 * (u[j][i - 1] - 2 * u[j][i] + u[j][i + 1]);
      solve(n, -first / 2, 1 + first, right, p[i], q[i], &v[0][i], n);
    }
    for (int i = 1; i < n - 1; i++) {
      for (int j = 1; j < n - 1; j++)
        right[j] =
            v[i][j] + first / 2 * (v[i - 1][j] - 2 * v[i][j] + v[i + 1][j]);
      solve(n, -second / 2, 1 + second, right, p[i], q[i], u[i], 1);
    }
  }
}
