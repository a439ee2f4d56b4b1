#===- bench/affine/stencils.py - PolyBench: stencils over time -------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The number of steps is no dimension of an array; where sizes are dynamic, it is
# an argument of its own.
#
#===------------------------------------------------------------------------===#

from kernel import kernel


@kernel(steps=(20, 40, 100, 500), n=(30, 120, 400, 2000))
def jacobi_1d(f, steps, n):
    A = f.inout("A", n)
    B = f.inout("B", n)
    for _ in f.loop(0, steps):
        for to, of in ((B, A), (A, B)):
            for i in f.loop(1, n - 1):
                to[i] = (of[i - 1] + of[i] + of[i + 1]) * (1 / 3)


@kernel(steps=(20, 40, 100, 500), n=(30, 90, 250, 1300))
def jacobi_2d(f, steps, n):
    A = f.inout("A", n, n)
    B = f.inout("B", n, n)
    for _ in f.loop(0, steps):
        for to, of in ((B, A), (A, B)):
            for i in f.loop(1, n - 1):
                for j in f.loop(1, n - 1):
                    to[i, j] = (of[i, j] + of[i, j - 1] + of[i, j + 1]
                                + of[i + 1, j] + of[i - 1, j]) * 0.2


# The mean of nine neighbours, four of which are new already.
@kernel(steps=(20, 40, 100, 500), n=(40, 120, 400, 2000))
def seidel_2d(f, steps, n):
    A = f.inout("A", n, n)
    for _ in f.loop(0, steps):
        for i in f.loop(1, n - 1):
            for j in f.loop(1, n - 1):
                A[i, j] = (A[i - 1, j - 1] + A[i - 1, j] + A[i - 1, j + 1]
                           + A[i, j - 1] + A[i, j] + A[i, j + 1]
                           + A[i + 1, j - 1] + A[i + 1, j] + A[i + 1, j + 1]
                           ) / 9


@kernel(steps=(20, 40, 100, 500), n=(10, 20, 40, 120))
def heat_3d(f, steps, n):
    A = f.inout("A", n, n, n)
    B = f.inout("B", n, n, n)
    for _ in f.loop(0, steps):
        for to, of in ((B, A), (A, B)):
            for i in f.loop(1, n - 1):
                for j in f.loop(1, n - 1):
                    for k in f.loop(1, n - 1):
                        centre = of[i, j, k]
                        to[i, j, k] = (
                            (of[i + 1, j, k] - 2 * centre + of[i - 1, j, k]) * 0.125
                            + (of[i, j + 1, k] - 2 * centre + of[i, j - 1, k]) * 0.125
                            + (of[i, j, k + 1] - 2 * centre + of[i, j, k - 1]) * 0.125
                            + centre)


# Maxwell's equations on a staggered grid; the wave enters at the edge.
@kernel(steps=(20, 40, 100, 500), nx=(20, 60, 200, 1000), ny=(30, 80, 240, 1200))
def fdtd_2d(f, steps, nx, ny):
    ex = f.inout("ex", nx, ny)
    ey = f.inout("ey", nx, ny)
    hz = f.inout("hz", nx, ny)
    wave = f.input("wave", steps)
    for t in f.loop(0, steps):
        for j in f.loop(0, ny):
            ey[0, j] = wave[t]
        for i in f.loop(1, nx):
            for j in f.loop(0, ny):
                ey[i, j] -= 0.5 * (hz[i, j] - hz[i - 1, j])
        for i in f.loop(0, nx):
            for j in f.loop(1, ny):
                ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
        for i in f.loop(0, nx - 1):
            for j in f.loop(0, ny - 1):
                hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j]
                                   + ey[i + 1, j] - ey[i, j])


# The heat equation by alternating directions: in each step a tridiagonal system
# for each column, then one for each row, solved by elimination (p, q) upwards
# and substitution downwards.
@kernel(steps=(20, 40, 100, 500), n=(20, 60, 200, 1000))
def adi(f, steps, n):
    u = f.inout("u", n, n)
    v = f.output("v", n, n)
    p = f.output("p", n, n)
    q = f.output("q", n, n)
    # dt / dx^2 with dt = 1 / steps and dx = 1 / n; the conductivities of the two
    # directions are 2 and 1.
    ratio = f.number(n) * f.number(n) / f.number(steps)
    for t in f.loop(0, steps):
        half_sweep(f, n, v, u, p, q, ratio * 2, ratio, turned=True)
        half_sweep(f, n, u, v, p, q, ratio, ratio * 2, turned=False)


def half_sweep(f, n, to, of, p, q, implicit, explicit, turned):
    """Solves for `to`, implicit along its first dimension where `turned`."""
    a, b = implicit * -0.5, implicit + 1
    d = explicit * -0.5

    def at(i, j):
        return (j, i) if turned else (i, j)

    for i in f.loop(1, n - 1):
        to[at(i, 0)] = 1
        p[i, 0] = 0
        q[i, 0] = to[at(i, 0)]
        for j in f.loop(1, n - 1):
            p[i, j] = -a / (a * p[i, j - 1] + b)
            q[i, j] = (-d * of[at(i - 1, j)] + (2 * d + 1) * of[at(i, j)]
                       - d * of[at(i + 1, j)] - a * q[i, j - 1]
                       ) / (a * p[i, j - 1] + b)
        to[at(i, n - 1)] = 1
        for j in f.down(n - 2, 1):
            to[at(i, j)] = p[i, j] * to[at(i, j + 1)] + q[i, j]
