#===- bench/affine/products.py - PolyBench: products of matrices -----------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Arrays are named as BLAS names them; what a kernel computes is its comment.
#
#===------------------------------------------------------------------------===#

from kernel import kernel

ALPHA, BETA = 1.5, 1.2


# C = alpha A B + beta C
@kernel(ni=(20, 60, 200, 1000), nj=(25, 70, 220, 1100), nk=(30, 80, 240, 1200))
def gemm(f, ni, nj, nk):
    C = f.inout("C", ni, nj)
    A = f.input("A", ni, nk)
    B = f.input("B", nk, nj)
    for i in f.loop(0, ni):
        for j in f.loop(0, nj):
            C[i, j] *= BETA
        for k in f.loop(0, nk):
            for j in f.loop(0, nj):
                C[i, j] += ALPHA * A[i, k] * B[k, j]


def multiply(f, result, left, right, scale=None):
    """result = scale left right, element by element."""
    (ni, nk), nj = left.shape, right.shape[1]
    for i in f.loop(0, ni):
        for j in f.loop(0, nj):
            result[i, j] = 0
            for k in f.loop(0, nk):
                factor = left[i, k] if scale is None else scale * left[i, k]
                result[i, j] += factor * right[k, j]


# tmp = alpha A B; D = tmp C + beta D
@kernel(ni=(16, 40, 180, 800), nj=(18, 50, 190, 900), nk=(22, 70, 210, 1100),
        nl=(24, 80, 220, 1200))
def _2mm(f, ni, nj, nk, nl):
    tmp = f.output("tmp", ni, nj)
    A = f.input("A", ni, nk)
    B = f.input("B", nk, nj)
    C = f.input("C", nj, nl)
    D = f.inout("D", ni, nl)
    multiply(f, tmp, A, B, ALPHA)
    for i in f.loop(0, ni):
        for j in f.loop(0, nl):
            D[i, j] *= BETA
            for k in f.loop(0, nj):
                D[i, j] += tmp[i, k] * C[k, j]


# E = A B; F = C D; G = E F
@kernel(ni=(16, 40, 180, 800), nj=(18, 50, 190, 900), nk=(20, 60, 200, 1000),
        nl=(22, 70, 210, 1100), nm=(24, 80, 220, 1200))
def _3mm(f, ni, nj, nk, nl, nm):
    E = f.output("E", ni, nj)
    A = f.input("A", ni, nk)
    B = f.input("B", nk, nj)
    F = f.output("F", nj, nl)
    C = f.input("C", nj, nm)
    D = f.input("D", nm, nl)
    G = f.output("G", ni, nl)
    multiply(f, E, A, B)
    multiply(f, F, C, D)
    multiply(f, G, E, F)


# A[r, q, :] = A[r, q, :] C
@kernel(nq=(8, 20, 40, 140), nr=(10, 25, 50, 150), np=(12, 30, 60, 160))
def doitgen(f, nq, nr, np):
    A = f.inout("A", nr, nq, np)
    C = f.input("C", np, np)
    sum = f.output("sum", np)
    for r in f.loop(0, nr):
        for q in f.loop(0, nq):
            for p in f.loop(0, np):
                sum[p] = 0
                for s in f.loop(0, np):
                    sum[p] += A[r, q, s] * C[s, p]
            for p in f.loop(0, np):
                A[r, q, p] = sum[p]


# C = alpha A B + beta C, A symmetric, of which the lower half is stored
@kernel(m=(20, 60, 200, 1000), n=(30, 80, 240, 1200))
def symm(f, m, n):
    C = f.inout("C", m, n)
    A = f.input("A", m, m)
    B = f.input("B", m, n)
    sum = f.scalar("sum")
    for i in f.loop(0, m):
        for j in f.loop(0, n):
            sum.value = 0
            for k in f.loop(0, i):
                C[k, j] += ALPHA * B[i, j] * A[i, k]
                sum.value += B[k, j] * A[i, k]
            C[i, j] = (BETA * C[i, j] + ALPHA * B[i, j] * A[i, i]
                       + ALPHA * sum.value)


# C = alpha A A^T + beta C, the lower half
@kernel(m=(20, 60, 200, 1000), n=(30, 80, 240, 1200))
def syrk(f, m, n):
    C = f.inout("C", n, n)
    A = f.input("A", n, m)
    for i in f.loop(0, n):
        for j in f.loop(0, i + 1):
            C[i, j] *= BETA
        for k in f.loop(0, m):
            for j in f.loop(0, i + 1):
                C[i, j] += ALPHA * A[i, k] * A[j, k]


# C = alpha (A B^T + B A^T) + beta C, the lower half
@kernel(m=(20, 60, 200, 1000), n=(30, 80, 240, 1200))
def syr2k(f, m, n):
    C = f.inout("C", n, n)
    A = f.input("A", n, m)
    B = f.input("B", n, m)
    for i in f.loop(0, n):
        for j in f.loop(0, i + 1):
            C[i, j] *= BETA
        for k in f.loop(0, m):
            for j in f.loop(0, i + 1):
                C[i, j] += (A[j, k] * ALPHA * B[i, k]
                            + B[j, k] * ALPHA * A[i, k])


# B = alpha A^T B, A lower triangular with a diagonal of ones
@kernel(m=(20, 60, 200, 1000), n=(30, 80, 240, 1200))
def trmm(f, m, n):
    A = f.input("A", m, m)
    B = f.inout("B", m, n)
    for i in f.loop(0, m):
        for j in f.loop(0, n):
            for k in f.loop(i + 1, m):
                B[i, j] += A[k, i] * B[k, j]
            B[i, j] *= ALPHA
