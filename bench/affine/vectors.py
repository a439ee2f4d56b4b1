#===- bench/affine/vectors.py - PolyBench: matrices times vectors ----------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a kernel computes is its comment.
#
#===------------------------------------------------------------------------===#

from kernel import kernel

ALPHA, BETA = 1.5, 1.2


# y = A^T (A x)
@kernel(m=(38, 116, 390, 1900), n=(42, 124, 410, 2100))
def atax(f, m, n):
    A = f.input("A", m, n)
    x = f.input("x", n)
    y = f.output("y", n)
    tmp = f.output("tmp", m)
    for j in f.loop(0, n):
        y[j] = 0
    for i in f.loop(0, m):
        tmp[i] = 0
        for j in f.loop(0, n):
            tmp[i] += A[i, j] * x[j]
        for j in f.loop(0, n):
            y[j] += A[i, j] * tmp[i]


# s = A^T r; q = A p
@kernel(m=(38, 116, 390, 1900), n=(42, 124, 410, 2100))
def bicg(f, m, n):
    A = f.input("A", n, m)
    s = f.output("s", m)
    q = f.output("q", n)
    p = f.input("p", m)
    r = f.input("r", n)
    for j in f.loop(0, m):
        s[j] = 0
    for i in f.loop(0, n):
        q[i] = 0
        for j in f.loop(0, m):
            s[j] += r[i] * A[i, j]
            q[i] += A[i, j] * p[j]


# x1 += A y1; x2 += A^T y2
@kernel(n=(40, 120, 400, 2000))
def mvt(f, n):
    x1 = f.inout("x1", n)
    x2 = f.inout("x2", n)
    y1 = f.input("y1", n)
    y2 = f.input("y2", n)
    A = f.input("A", n, n)
    for i in f.loop(0, n):
        for j in f.loop(0, n):
            x1[i] += A[i, j] * y1[j]
    for i in f.loop(0, n):
        for j in f.loop(0, n):
            x2[i] += A[j, i] * y2[j]


# A += u1 v1^T + u2 v2^T; x += beta A^T y + z; w = alpha A x
@kernel(n=(40, 120, 400, 2000))
def gemver(f, n):
    A = f.inout("A", n, n)
    u1, v1 = f.input("u1", n), f.input("v1", n)
    u2, v2 = f.input("u2", n), f.input("v2", n)
    w = f.output("w", n)
    x = f.inout("x", n)
    y, z = f.input("y", n), f.input("z", n)
    for i in f.loop(0, n):
        for j in f.loop(0, n):
            A[i, j] += u1[i] * v1[j] + u2[i] * v2[j]
    for i in f.loop(0, n):
        for j in f.loop(0, n):
            x[i] += BETA * A[j, i] * y[j]
    for i in f.loop(0, n):
        x[i] += z[i]
    for i in f.loop(0, n):
        w[i] = 0
        for j in f.loop(0, n):
            w[i] += ALPHA * A[i, j] * x[j]


# y = alpha A x + beta B x
@kernel(n=(30, 90, 250, 1300))
def gesummv(f, n):
    A = f.input("A", n, n)
    B = f.input("B", n, n)
    tmp = f.output("tmp", n)
    x = f.input("x", n)
    y = f.output("y", n)
    for i in f.loop(0, n):
        tmp[i] = 0
        y[i] = 0
        for j in f.loop(0, n):
            tmp[i] += A[i, j] * x[j]
            y[i] += B[i, j] * x[j]
        y[i] = ALPHA * tmp[i] + BETA * y[i]
