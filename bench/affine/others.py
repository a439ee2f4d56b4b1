#===- bench/affine/others.py - Kernels that PolyBench lacks ----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A convolution and a chain of products, which are tensor operators; and two that
# must stay in their order, whatever they look like.
#
#===------------------------------------------------------------------------===#

from kernel import DOMINANT, Fill, kernel
from products import multiply


@kernel(n=(20, 60, 200, 1000), m=(30, 80, 240, 1200), r=(3, 3, 5, 5))
def convolution_2d(f, n, m, r):
    result = f.output("result", n - r + 1, m - r + 1)
    image = f.input("image", n, m)
    weights = f.input("weights", r, r)
    for i in f.loop(0, n - r + 1):
        for j in f.loop(0, m - r + 1):
            result[i, j] = 0
            for k in f.loop(0, r):
                for l in f.loop(0, r):
                    result[i, j] += image[i + k, j + l] * weights[k, l]


# A B C D, from the left
@kernel(n=(20, 50, 180, 800), m=(24, 60, 200, 900), k=(18, 40, 160, 700))
def matmul_chain(f, n, m, k):
    A, B = f.input("A", n, m), f.input("B", m, k)
    C, D = f.input("C", k, m), f.input("D", m, n)
    AB, ABC = f.output("AB", n, k), f.output("ABC", n, m)
    ABCD = f.output("ABCD", n, n)
    multiply(f, AB, A, B)
    multiply(f, ABC, AB, C)
    multiply(f, ABCD, ABC, D)


# A x = b: each unknown is set from the newest values of all others.
@kernel(steps=(10, 20, 40, 100), n=(40, 120, 400, 2000))
def gauss_seidel(f, steps, n):
    A = f.input("A", n, n, fill=DOMINANT)
    b = f.input("b", n)
    x = f.inout("x", n)
    sum = f.scalar("sum")
    for _ in f.loop(0, steps):
        for i in f.loop(0, n):
            sum.value = b[i]
            for j in f.loop(0, i):
                sum.value -= A[i, j] * x[j]
            for j in f.loop(i + 1, n):
                sum.value -= A[i, j] * x[j]
            x[i] = sum.value / A[i, i]


# The best local alignment of two sequences that end at each pair of positions:
# 3 for a match, -3 for what does not match, -2 for a gap.
@kernel(element="i32", n=(60, 180, 500, 2800), m=(50, 160, 450, 2500))
def smith_waterman(f, n, m):
    score = f.output("score", n, m)
    a = f.input("a", n, fill=Fill(limit=4))
    b = f.input("b", m, fill=Fill(limit=4))
    for i in f.loop(1, n):
        for j in f.loop(1, m):
            match = a[i].choose("eq", b[j], 3, -3)
            best = (score[i - 1, j - 1] + match).most(0)
            best = best.most(score[i - 1, j] - 2)
            score[i, j] = best.most(score[i, j - 1] - 2)
