#===- bench/affine/tables.py - PolyBench: statistics, tables, filters ------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

from math import exp

from kernel import Fill, kernel


def subtract_mean(f, data, mean, m, n):
    """The mean of each column, which is what the data then is relative to."""
    for j in f.loop(0, m):
        mean[j] = 0
        for i in f.loop(0, n):
            mean[j] += data[i, j]
        mean[j] /= f.number(n)


def mirrored_product(f, result, data, i, j, n):
    """result[i, j] = result[j, i] = the product of two columns."""
    result[i, j] = 0
    for k in f.loop(0, n):
        result[i, j] += data[k, i] * data[k, j]


@kernel(m=(28, 80, 240, 1200), n=(32, 100, 260, 1400))
def covariance(f, m, n):
    data = f.inout("data", n, m)
    cov = f.output("cov", m, m)
    mean = f.output("mean", m)
    subtract_mean(f, data, mean, m, n)
    for i in f.loop(0, n):
        for j in f.loop(0, m):
            data[i, j] -= mean[j]
    for i in f.loop(0, m):
        for j in f.loop(i, m):
            mirrored_product(f, cov, data, i, j, n)
            cov[i, j] /= f.number(n) - 1
            cov[j, i] = cov[i, j]


@kernel(m=(28, 80, 240, 1200), n=(32, 100, 260, 1400))
def correlation(f, m, n):
    data = f.inout("data", n, m)
    corr = f.output("corr", m, m)
    mean = f.output("mean", m)
    deviation = f.output("deviation", m)
    subtract_mean(f, data, mean, m, n)
    for j in f.loop(0, m):
        deviation[j] = 0
        for i in f.loop(0, n):
            difference = data[i, j] - mean[j]
            deviation[j] += difference * difference
        value = (deviation[j] / f.number(n)).sqrt()
        # What does not vary must not become something divided by nothing.
        deviation[j] = value.choose("le", 0.1, 1, value)
    for i in f.loop(0, n):
        for j in f.loop(0, m):
            data[i, j] -= mean[j]
            data[i, j] /= f.number(n).sqrt() * deviation[j]
    for i in f.loop(0, m - 1):
        corr[i, i] = 1
        for j in f.loop(i + 1, m):
            mirrored_product(f, corr, data, i, j, n)
            corr[j, i] = corr[i, j]
    corr[m - 1, m - 1] = 1


# All shortest paths
@kernel(element="i32", n=(60, 180, 500, 2800))
def floyd_warshall(f, n):
    path = f.inout("path", n, n)
    for k in f.loop(0, n):
        for i in f.loop(0, n):
            for j in f.loop(0, n):
                path[i, j] = path[i, j].least(path[i, k] + path[k, j])


# The most pairs of bases that can bond, of each part of a sequence. Bases are
# 0 to 3, of which two that sum up to 3 make a pair; neighbours make none.
@kernel(element="i32", n=(60, 180, 500, 2500))
def nussinov(f, n):
    base = f.input("base", n, fill=Fill(limit=4))
    table = f.output("table", n, n)
    for i in f.down(n - 1, 0):
        for j in f.loop(i + 1, n):
            table[i, j] = table[i, j].most(table[i, j - 1])
            for _ in f.when(n - 2 - i):
                table[i, j] = table[i, j].most(table[i + 1, j])
                for _ in f.when(j - i - 2):
                    pair = (base[i] + base[j]).choose("eq", 3, 1, 0)
                    table[i, j] = table[i, j].most(table[i + 1, j - 1] + pair)
                for _ in f.when(i + 1 - j):
                    table[i, j] = table[i, j].most(table[i + 1, j - 1])
            for k in f.loop(i + 1, j):
                table[i, j] = table[i, j].most(table[i, k] + table[k + 1, j])


# Deriche's recursive smoothing, along rows and then along columns: each time
# the sum of a filter that runs upwards and of one that runs downwards.
@kernel(w=(64, 192, 720, 4096), h=(64, 128, 480, 2160))
def deriche(f, w, h):
    image = f.input("image", w, h)
    result = f.output("result", w, h)
    up = f.output("up", w, h)
    down = f.output("down", w, h)
    last = [f.scalar(name) for name in ("y1", "y2", "x1", "x2")]
    filter_lines(f, result, image, up, down, last, w, h, lambda i, j: (i, j))
    filter_lines(f, result, result, up, down, last, h, w, lambda j, i: (i, j))


def filter_lines(f, result, image, up, down, last, lines, length, at):
    alpha = 0.25
    decay = exp(-alpha)
    gain = (1 - decay) ** 2 / (1 + 2 * alpha * decay - decay * decay)
    y1, y2, x1, x2 = last
    for i in f.loop(0, lines):
        for variable in (y1, y2, x1):
            variable.value = 0
        for j in f.loop(0, length):
            up[at(i, j)] = (gain * image[at(i, j)]
                            + gain * decay * (alpha - 1) * x1.value
                            + 2 * decay * y1.value
                            + -decay * decay * y2.value)
            x1.value = image[at(i, j)]
            y2.value = y1.value
            y1.value = up[at(i, j)]
    for i in f.loop(0, lines):
        for variable in (y1, y2, x1, x2):
            variable.value = 0
        for j in f.down(length - 1, 0):
            down[at(i, j)] = (gain * decay * (alpha + 1) * x1.value
                              + -gain * decay * decay * x2.value
                              + 2 * decay * y1.value
                              + -decay * decay * y2.value)
            x2.value = x1.value
            x1.value = image[at(i, j)]
            y2.value = y1.value
            y1.value = down[at(i, j)]
    for i in f.loop(0, lines):
        for j in f.loop(0, length):
            result[at(i, j)] = up[at(i, j)] + down[at(i, j)]
