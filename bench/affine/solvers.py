#===- bench/affine/solvers.py - PolyBench: factors and solutions -----------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Matrices that are to be factorised have a dominant diagonal, so that nothing
# need be pivoted.
#
#===------------------------------------------------------------------------===#

from kernel import DOMINANT, Fill, kernel


# A = L L^T; L takes the place of the lower half of A
@kernel(n=(40, 120, 400, 2000))
def cholesky(f, n):
    A = f.inout("A", n, n, fill=DOMINANT)
    for i in f.loop(0, n):
        for j in f.loop(0, i):
            for k in f.loop(0, j):
                A[i, j] -= A[i, k] * A[j, k]
            A[i, j] /= A[j, j]
        for k in f.loop(0, i):
            A[i, i] -= A[i, k] * A[i, k]
        A[i, i] = A[i, i].sqrt()


# The Yule-Walker equations by Levinson and Durbin: the Toeplitz matrix of
# (1, r[0], ..., r[n-2]) times y is -r
@kernel(n=(40, 120, 400, 2000))
def durbin(f, n):
    # Shrunk so that the matrix is definite.
    r = f.input("r", n, fill=Fill(shrunk=True))
    y = f.output("y", n)
    z = f.output("z", n)
    alpha, beta, sum = f.scalar("alpha"), f.scalar("beta"), f.scalar("sum")
    y[0] = -r[0]
    beta.value = 1
    alpha.value = -r[0]
    for k in f.loop(1, n):
        beta.value = (1 - alpha.value * alpha.value) * beta.value
        sum.value = 0
        for i in f.loop(0, k):
            sum.value += r[k - i - 1] * y[i]
        alpha.value = -(r[k] + sum.value) / beta.value
        for i in f.loop(0, k):
            z[i] = y[i] + alpha.value * y[k - i - 1]
        for i in f.loop(0, k):
            y[i] = z[i]
        y[k] = alpha.value


# A = Q R by the modified method of Gram and Schmidt. There are no more columns
# than rows (PolyBench has it the other way round, and so columns that depend on
# the ones before).
@kernel(m=(30, 80, 240, 1200), n=(20, 60, 200, 1000))
def gramschmidt(f, m, n):
    A = f.inout("A", m, n, fill=DOMINANT)
    R = f.output("R", n, n)
    Q = f.output("Q", m, n)
    norm = f.scalar("norm")
    for k in f.loop(0, n):
        norm.value = 0
        for i in f.loop(0, m):
            norm.value += A[i, k] * A[i, k]
        R[k, k] = norm.value.sqrt()
        for i in f.loop(0, m):
            Q[i, k] = A[i, k] / R[k, k]
        for j in f.loop(k + 1, n):
            R[k, j] = 0
            for i in f.loop(0, m):
                R[k, j] += Q[i, k] * A[i, j]
            for i in f.loop(0, m):
                A[i, j] -= Q[i, k] * R[k, j]


# A = L U, L with a diagonal of ones; both take the place of A
@kernel(n=(40, 120, 400, 2000))
def lu(f, n):
    A = f.inout("A", n, n, fill=DOMINANT)
    for i in f.loop(0, n):
        for j in f.loop(0, i):
            for k in f.loop(0, j):
                A[i, j] -= A[i, k] * A[k, j]
            A[i, j] /= A[j, j]
        for j in f.loop(i, n):
            for k in f.loop(0, i):
                A[i, j] -= A[i, k] * A[k, j]


# A x = b by A = L U, L y = b, U x = y
@kernel(n=(40, 120, 400, 2000))
def ludcmp(f, n):
    A = f.inout("A", n, n, fill=DOMINANT)
    b = f.input("b", n)
    x = f.output("x", n)
    y = f.output("y", n)
    w = f.scalar("w")
    for i in f.loop(0, n):
        for j in f.loop(0, i):
            w.value = A[i, j]
            for k in f.loop(0, j):
                w.value -= A[i, k] * A[k, j]
            A[i, j] = w.value / A[j, j]
        for j in f.loop(i, n):
            w.value = A[i, j]
            for k in f.loop(0, i):
                w.value -= A[i, k] * A[k, j]
            A[i, j] = w.value
    for i in f.loop(0, n):
        w.value = b[i]
        for j in f.loop(0, i):
            w.value -= A[i, j] * y[j]
        y[i] = w.value
    for i in f.down(n - 1, 0):
        w.value = y[i]
        for j in f.loop(i + 1, n):
            w.value -= A[i, j] * x[j]
        x[i] = w.value / A[i, i]


# L x = b
@kernel(n=(40, 120, 400, 2000))
def trisolv(f, n):
    L = f.input("L", n, n, fill=DOMINANT)
    x = f.output("x", n)
    b = f.input("b", n)
    for i in f.loop(0, n):
        x[i] = b[i]
        for j in f.loop(0, i):
            x[i] -= L[i, j] * x[j]
        x[i] /= L[i, i]
