#===- comparing.py - Whether results are right ----------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

import math
import struct

import elements


def bits(value):
    return struct.pack("<d", value) if isinstance(value, float) else value


def is_same(ours, theirs):
    """Bit for bit, but any NaN is as good as another."""
    if isinstance(ours, float) and math.isnan(ours):
        return math.isnan(theirs)
    return bits(ours) == bits(theirs)


def differs(ours, theirs, element):
    """Where two arrays are not the same, in words; '' if nowhere."""
    if ours == theirs:
        return ""
    ours, theirs = elements.numbers(ours, element), elements.numbers(theirs, element)
    wrong = [i for i, pair in enumerate(zip(ours, theirs)) if not is_same(*pair)]
    if not wrong:
        return ""
    i = wrong[0]
    return (f"{len(wrong)} of {len(ours)} numbers differ, the first is number {i}: "
            f"{ours[i]!r}, expected {theirs[i]!r}")


def roundoff(element):
    return 2.0 ** -(elements.FLOATS[element][2] + 1)


def error(values, exact, largest):
    """The largest error, relative to the number or to the root mean square of all."""
    finite = [x for x in exact if math.isfinite(x)]
    mean = math.sqrt(sum(min(abs(x), 1e150) ** 2 for x in finite) / len(finite)) if finite else 0
    worst = 0.0
    for value, right in zip(values, exact):
        if not abs(right) <= largest / 4:
            continue  # It may well be an infinity, or a NaN after that.
        scale = max(abs(right), mean)
        off = abs(value - right) / scale if scale else abs(value - right)
        if not off <= worst:
            worst = off if off == off else math.inf
    return worst


def strays(ours, stock, exact, element, narrowest):
    """Whether our numbers are further from the exact ones than rounding in
    another order explains, in words; '' if not."""
    if not elements.is_float(element):
        return differs(ours, stock, element)
    largest = elements.decode(elements.encode(math.inf, narrowest) - 1, narrowest)
    exact = elements.numbers(exact, "f64")
    mine = error(elements.numbers(ours, element), exact, largest)
    theirs = error(elements.numbers(stock, element), exact, largest)
    unit = roundoff(narrowest)
    # Where all is f64, what is exact is the stock code itself, and nothing says
    # how much of a rounding a program magnifies: a softmax of sums near 100 makes
    # 85 of one.
    few = 1024 if narrowest == "f64" else 64
    if mine <= few * unit or mine <= 16 * theirs:
        return ""
    return f"error {mine:.3g}, that of the stock code {theirs:.3g}, a rounding {unit:.3g}"
