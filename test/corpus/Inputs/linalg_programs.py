#===- linalg_programs.py - Tensor programs by chance ----------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One seed makes one program: a function of linalg operations on tensors, in a
# chain with several uses. The operations themselves are in linalg_operations.py
# and linalg_generics.py.
#
#===------------------------------------------------------------------------===#

import random

import elements

EXTENTS = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 20, 31, 32, 33, 48, 64, 100]
MOST_ELEMENTS = 8192
ELEMENTS = (["f32"] * 20 + ["f64"] * 6 + ["f16"] * 6 + ["bf16"] * 6 + ["i32"] * 6 +
            ["i8"] * 4 + ["i16", "i16", "i64", "i64", "i1", "i1", "i4", "index", "f8E5M2", "f8E4M3FN",
             "complex<f32>", "complex<f64>"])

WIDER = {"f16": "f32", "bf16": "f32", "i8": "i32", "i16": "i32", "f32": "f64"}


def tensor_type(shape, element):
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def count(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


class Tensor:
    def __init__(self, name, shape, element):
        self.name = name
        self.shape = tuple(shape)
        self.element = element

    @property
    def type(self):
        return tensor_type(self.shape, self.element)


class Program:
    """A function while it is written."""

    def __init__(self, seed, smooth=False):
        self.seed = seed
        self.rng = random.Random(seed)
        self.smooth = smooth
        self.corners = self.rng.choice([0, 0, 0.05, 0.3]) if not smooth else 0
        self.element = self.rng.choice(ELEMENTS)
        if smooth:
            self.element = self.rng.choice(["f32"] * 6 + ["f64", "f16", "bf16", "i32", "i8", "i16"])
        self.arguments = []
        self.pool = []
        self.lines = []
        self.names = 0

    # What operations build from.

    def fresh(self):
        self.names += 1
        return f"%t{self.names}"

    def emit(self, text, shape=None, element=None):
        """A line, and the tensor that it defines, if it defines one."""
        if shape is None:
            self.lines += text.splitlines()
            return None
        tensor = Tensor(self.fresh(), shape, element)
        first, *rest = text.splitlines()
        self.lines += [f"{tensor.name} = {first}", *rest]
        return tensor

    def scalar(self, value, element):
        """A constant that is no tensor."""
        name = self.fresh()
        if element in elements.COMPLEX:
            part = elements.COMPLEX[element]
            self.lines.append(f"{name} = complex.constant [{value:.6e} : {part}, "
                              f"{-value:.6e} : {part}] : {element}")
        else:
            self.lines.append(f"{name} = {elements.constant(value, element)}")
        return name

    def number(self, element):
        return elements.number(self.rng, element, self.corners)

    def extent(self):
        if self.rng.random() < 0.003:
            return 0
        return self.rng.choice(EXTENTS)

    def shape(self, rank=None):
        rank = self.rng.choice([0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5]) if rank is None else rank
        while True:
            shape = tuple(self.extent() for _ in range(rank))
            if count(shape) <= MOST_ELEMENTS:
                return shape

    def argument(self, shape, element):
        tensor = Tensor(f"%a{len(self.arguments)}", shape, element)
        self.arguments.append(tensor)
        return tensor

    def constant(self, shape, element):
        if element in elements.COMPLEX or self.rng.random() < 0.4 or count(shape) > 256:
            value = 1 if element in elements.COMPLEX else self.number(element)
            return self.splat(value, shape, element)
        def nested(dims):
            if not dims:
                return elements.literal(self.number(element), element)
            return "[" + ", ".join(nested(dims[1:]) for _ in range(dims[0])) + "]"
        values = "" if count(shape) == 0 else nested(shape)
        return self.emit(f"arith.constant dense<{values}> : {tensor_type(shape, element)}",
                         shape, element)

    def splat(self, value, shape, element):
        """A tensor of one number, as a constant or as a fill."""
        if element not in elements.COMPLEX and self.rng.random() < 0.3 and count(shape):
            return self.emit(f"arith.constant dense<{elements.literal(value, element)}> : "
                             f"{tensor_type(shape, element)}", shape, element)
        scalar, empty = self.scalar(value, element), self.empty(shape, element)
        return self.emit(f"linalg.fill ins({scalar} : {element}) outs({empty.name} : "
                         f"{empty.type}) -> {empty.type}", shape, element)

    def empty(self, shape, element):
        return self.emit(f"tensor.empty() : {tensor_type(shape, element)}", shape, element)

    def of_shape(self, shape, element):
        return [t for t in self.pool if t.shape == tuple(shape) and t.element == element]

    def operand(self, shape, element):
        """A tensor to read: one there is, an argument or a constant."""
        there = self.of_shape(shape, element)
        if there and self.rng.random() < 0.8:
            return self.rng.choice(there)
        if self.rng.random() < 0.85:
            return self.argument(shape, element)
        return self.constant(shape, element)

    def initial(self, shape, element, value):
        """What a reduction starts from: mostly `value` everywhere."""
        if self.rng.random() < 0.7:
            return self.splat(value, shape, element)
        return self.operand(shape, element)

    def some(self, rank=None, element=None):
        """A tensor of this rank, or of any, mostly one of the last ones."""
        element = element or self.element
        there = [t for t in self.pool if t.element == element and
                 (rank is None or len(t.shape) == rank)]
        if there and self.rng.random() < 0.85:
            return self.rng.choice(there[-3:])
        return self.operand(self.shape(rank), element)

    # The whole.

    def grow(self, operations):
        kinds = list(operations)
        weights = [operations[kind] for kind in kinds]
        for _ in range(self.rng.choice([1, 1, 2, 2, 3, 3, 4, 5, 6, 8])):
            for _ in range(50):  # Not every operation fits.
                made = self.rng.choices(kinds, weights)[0](self)
                if made:
                    self.pool += made if isinstance(made, list) else [made]
                    break

    def results(self):
        """The last tensor, and sometimes others as well."""
        results = [self.pool[-1]]
        for tensor in self.pool[:-1]:
            if self.rng.random() < 0.15:
                results.append(tensor)
        return results

    def finish(self, name):
        """The function of this name, as `text`, and what it returns, as `made`."""
        self.name = name
        self.made = self.results()
        arguments = ", ".join(f"{t.name}: {t.type}" for t in self.arguments)
        types = ", ".join(t.type for t in self.made)
        values = ", ".join(t.name for t in self.made)
        body = "\n".join(f"  {line}" for line in self.lines)
        self.text = (f"func.func @{name}({arguments}) -> ({types}) {{\n{body}\n"
                     f"  return {values} : {types}\n}}\n")
