#===- bench/affine/check.py - Whether kernels compute what they should -----===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check.py --llvm=DIR [--size=SIZE] [--type=TYPE] [--dynamic] [--reassociate]
#          [--opt=OPTION]... [KERNEL...]
#
# Lowers kernels as anybody would, runs them on their initial values, and compares
# every element of every argument with what reference/*.c makes of the same. Says
# one line a kernel; the exit status is 0 only if all are right.
#
#===------------------------------------------------------------------------===#

import argparse
import ctypes
import glob
import math
import os
import sys
import tempfile

import generate  # Fills the table of kernels.
import kernel as kernels
from toolchain import Toolchain

HERE = os.path.dirname(os.path.abspath(__file__))
ELEMENTS = {"f64": ctypes.c_double, "f32": ctypes.c_float, "i32": ctypes.c_int}
# Parts of the root mean square, or of the value where that is larger.
TOLERANCE = {"f64": 1e-12, "f32": 1e-4, "i32": 0}


def parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm", required=True, help="the folder of LLVM's tools")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--size", choices=kernels.SIZES, default="MINI")
    parser.add_argument("--type", choices=("f64", "f32"), default="f64")
    parser.add_argument("--dynamic", action="store_true")
    parser.add_argument("--reassociate", action="store_true")
    parser.add_argument("--opt", action="append", default=[],
                        help="an option of opt, such as -polly")
    parser.add_argument("kernels", nargs="*", default=list(kernels.KERNELS))
    return parser.parse_args(arguments)


def build(options, folder):
    """The kernels and their references, loaded."""
    tools = Toolchain(options.llvm, options.cc)
    text = "".join(
        make(kernels.KERNELS[name], options.size, options.type,
             options.dynamic).text(no_alias=True)
        for name in options.kernels for make in (kernels.build, kernels.build_init))
    ours, theirs = (os.path.join(folder, name) for name in ("k.so", "r.so"))
    tools.build(text, ours, options.opt, options.reassociate,
                bare_pointers=not options.dynamic)
    real = {"f64": "double", "f32": "float"}[options.type]
    tools.run([options.cc, "-std=c11", "-O1", "-shared", "-fPIC", "-DREAL=" + real,
               "-o", theirs] + glob.glob(os.path.join(HERE, "reference", "*.c"))
              + ["-lm"])
    return ctypes.CDLL(ours), ctypes.CDLL(theirs)


def call(function, memories, arrays, numbers, options):
    """Runs a function of ours; a memref of dynamic shape is many arguments."""
    arguments = []
    for memory, array in zip(memories, arrays):
        arguments.append(memory)
        if options.dynamic:
            strides = [math.prod(array.shape[d + 1:])
                       for d in range(len(array.shape))]
            arguments.append(memory)
            arguments += [ctypes.c_int64(x) for x in
                          [0] + list(array.shape) + strides]
    function(*arguments, *(ctypes.c_int64(n) for n in numbers))


def deviation(actual, expected):
    """The largest, relative to the value or the root mean square."""
    square = sum(float(x) * x for x in expected) / len(expected)
    worst = 0
    for a, b in zip(actual, expected):
        if not math.isfinite(a) or not math.isfinite(b):
            return math.inf
        if a != b:
            worst = max(worst, abs(a - b) / max(abs(b), math.sqrt(square)))
    return worst


def check(name, ours, theirs, options):
    """Why the kernel is wrong, or None."""
    definition = kernels.KERNELS[name]
    arrays = kernels.build(definition, options.size, options.type, False).arrays
    sizes = {size: numbers[kernels.SIZES.index(options.size)]
             for size, numbers in definition.sizes.items()}
    # What the kernel takes as numbers, since no array has it as a dimension.
    asked = kernels.build(definition, options.size, options.type, options.dynamic)
    numbers = [sizes[symbol[len("%size_"):]] for symbol in asked.scalars]
    memories = [(ELEMENTS[a.element] * math.prod(a.shape))() for a in arrays]
    call(ours["init_" + definition.symbol], memories, arrays, numbers, options)
    before = [list(m) for m in memories]
    expected = [type(m)(*m) for m in memories]
    call(ours["kernel_" + definition.symbol], memories, arrays, numbers, options)
    theirs["reference_" + definition.symbol](*sizes.values(), *expected)
    for array, old, a, b in zip(arrays, before, memories, expected):
        worst = deviation(a, b)
        if worst > TOLERANCE[array.element]:
            return "%s deviates by %.1e" % (array.name, worst)
        if (array.role == "in") != (old == list(b)):
            return "%s is %s, but its role is '%s'" % (
                array.name, "kept" if old == list(b) else "changed", array.role)
    return None


def main(arguments):
    options = parse(arguments)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = build(options, folder)
        for name in options.kernels:
            why = check(name, ours, theirs, options)
            failed += why is not None
            print("%s %s" % (name, why or "ok"), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
