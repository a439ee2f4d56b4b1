#===- bench/affine/kernel.py - Kernels, their sizes and initial values -----===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A kernel is a Python function that the decorator below puts into the table.
# Its initial values are fractions in (0, 1] that depend on the position, and
# what makes a problem well conditioned is said where the array is declared.
#
#===------------------------------------------------------------------------===#

from affine import Array, Function, Index, is_float

SIZES = ("MINI", "SMALL", "MEDIUM", "LARGE")
KERNELS = {}  # By name, in the order of their definition.

# Fractions are n/PERIOD: a prime that no size is a multiple of.
PERIOD = 1021


class Fill:
    """scale * fraction, plus `diagonal` times its length on the diagonal;
    divided by its length where `isShrunk`; integers are below `limit`."""

    def __init__(self, scale=1.0, diagonal=0, shrunk=False, limit=PERIOD):
        self.scale, self.diagonal = scale, diagonal
        self.shrunk, self.limit = shrunk, limit


FRACTION = Fill()
ZERO = Fill(scale=0.0)
# The diagonal outweighs its row and column: definite, and of good condition.
DOMINANT = Fill(diagonal=1)


class Definition:
    """One entry of the table."""

    def __init__(self, name, sizes, element, build):
        self.name, self.sizes, self.build = name, sizes, build
        self.element = element  # None: as asked for.

    @property
    def symbol(self):
        """As a part of the names of functions."""
        return self.name.replace("-", "_")


def kernel(element=None, **sizes):
    """Adds a kernel; each size has a number for each of SIZES."""

    def add(build):
        name = build.__name__.strip("_").replace("_", "-")
        KERNELS[name] = Definition(name, sizes, element, build)
        return build

    return add


class Builder(Function):
    """The function of a kernel, which declares its arguments itself."""

    def argument(self, role, name, shape, fill, element=None):
        shape = shape if isinstance(shape, tuple) else (shape,)
        array = Array(self, name, shape, element or self.element, role, fill)
        self.arrays.append(array)
        for d, size in enumerate(shape):
            if isinstance(size, Index) and size.is_plain:
                symbol = list(size.factors)[0]
                if self.symbols[symbol] is None:
                    self.define(symbol, array, d)
        return array

    def define(self, symbol, array, dimension):
        """A dynamic size is what the first array with it says."""
        position = "%" + "dim_%s_%d" % (array.name, dimension)
        self.symbols[symbol] = (
            "  %s = arith.constant %d : index\n"
            "  %s = memref.dim %%%s, %s : %s" % (
                position, dimension, symbol, array.name, position, array.type))

    def input(self, name, *shape, fill=FRACTION):
        return self.argument("in", name, shape, fill)

    def inout(self, name, *shape, fill=FRACTION):
        return self.argument("inout", name, shape, fill)

    def output(self, name, *shape):
        return self.argument("out", name, shape, ZERO)


def build(definition, size, element, dynamic):
    """The kernel's function."""
    f = Builder("kernel_" + definition.symbol, definition.element or element)
    sizes = {n: s[SIZES.index(size)] for n, s in definition.sizes.items()}
    if dynamic:
        f.symbols = {"%size_" + name: None for name in sizes}
        sizes = {name: Index({"%size_" + name: 1}) for name in sizes}
    definition.build(f, **sizes)
    # What is no dimension of an array, such as a number of steps.
    f.scalars = [name for name, line in f.symbols.items() if line is None]
    return f


def build_init(definition, size, element, dynamic):
    """The function that gives the kernel's arguments their initial values."""
    kernel = build(definition, size, element, dynamic)
    f = Function("init_" + definition.symbol, kernel.element)
    f.symbols, f.scalars = kernel.symbols, kernel.scalars
    for number, array in enumerate(kernel.arrays):
        copy = Array(f, array.name, array.shape, array.element, "out", array.fill)
        f.arrays.append(copy)
        fill_array(f, copy, number)
    return f


def fill_array(f, array, number, indices=()):
    if len(indices) == len(array.shape):
        array[indices] = initial_value(f, array, number, indices)
        return
    for i in f.loop(0, array.shape[len(indices)]):
        fill_array(f, array, number, indices + (i,))
    if not indices and array.fill.diagonal:
        for i in f.loop(0, array.shape[-1]):
            array[i, i] += f.number(array.shape[-1]) * array.fill.diagonal


def initial_value(f, array, number, indices):
    fill = array.fill
    if not fill.scale:
        return f.constant(0)
    # Factors that are far apart: neighbours in any dimension differ a lot, and
    # no two rows or arrays are alike.
    position = Index.of(97 * number + 1)
    for index, factor in zip(indices, (389, 157, 631)):
        position += index * factor
    mapped = position.mapped("affine_map<{dimensions} -> (({expression}) mod %d)>"
                             % PERIOD)
    value = f.cast(f.op("affine.apply " + mapped, "index"))
    if not is_float(array.element):
        # Squares are in no order that could be foreseen: letters that come in
        # turn would make every alignment the same.
        return value * value % PERIOD % fill.limit
    value = (value + 1) * (fill.scale / PERIOD)
    return value / f.number(array.shape[0]) if fill.shrunk else value
