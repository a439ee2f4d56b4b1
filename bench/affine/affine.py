#===- bench/affine/affine.py - Writing affine MLIR -------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Kernels are Python functions that read like the loops they stand for: what is
# computed with arrays and indices becomes operations of a Function, in order.
#
#   for i in f.loop(0, n):
#       for j in f.loop(0, i + 1):
#           C[i, j] += alpha * A[i, j]
#
# A `for` over f.loop or f.when runs its body once, between the lines that open
# and close an operation. A size is an int, or the Index of a symbol where sizes
# are dynamic; both can be calculated with alike.
#
#===------------------------------------------------------------------------===#


class Index:
    """A linear form of loop counters and symbols, given as {name: factor}."""

    def __init__(self, factors, constant=0):
        self.factors = {name: f for name, f in factors.items() if f}
        self.constant = constant

    @staticmethod
    def of(value):
        return value if isinstance(value, Index) else Index({}, value)

    def __add__(self, other):
        other = Index.of(other)
        factors = dict(self.factors)
        for name, factor in other.factors.items():
            factors[name] = factors.get(name, 0) + factor
        return Index(factors, self.constant + other.constant)

    def __mul__(self, factor):
        return Index({name: f * factor for name, f in self.factors.items()},
                     self.constant * factor)

    def __sub__(self, other):
        return self + Index.of(other) * -1

    def __rsub__(self, other):
        return Index.of(other) - self

    __radd__ = __add__
    __rmul__ = __mul__

    @property
    def is_plain(self):
        """A counter or a symbol, and nothing else."""
        return self.constant == 0 and list(self.factors.values()) == [1]

    def text(self, names=None):
        """In affine syntax, with other names for counters and symbols."""
        terms = [names[name] if names else name for name in self.factors]
        terms = [t if f == 1 else "%s * %d" % (t, f)
                 for t, f in zip(terms, self.factors.values())]
        if self.constant or not terms:
            terms.append(str(self.constant))
        return " + ".join(terms).replace("+ -", "- ")

    def mapped(self, form):
        """An attribute such as affine_map<...> and its operands."""
        counters = [n for n in self.factors if not n.startswith("%size_")]
        symbols = [n for n in self.factors if n.startswith("%size_")]
        names = {n: "d%d" % i for i, n in enumerate(counters)}
        names.update((n, "s%d" % i) for i, n in enumerate(symbols))
        dimensions = ", ".join(names[n] for n in counters)
        symbolic = ", ".join(names[n] for n in symbols)
        return form.format(
            dimensions="(%s)" % dimensions + ("[%s]" % symbolic if symbolic else ""),
            expression=self.text(names)) + "(%s)" % ", ".join(counters) + (
                "[%s]" % ", ".join(symbols) if symbols else "")

    def bound(self):
        """As affine.for takes it."""
        if not self.factors:
            return str(self.constant)
        return self.mapped("affine_map<{dimensions} -> ({expression})>")


class Value:
    """The result of an operation, and of arithmetic with it."""

    def __init__(self, function, name, element):
        self.function, self.name, self.element = function, name, element

    def binary(self, kind, left, right):
        left, right = (x if isinstance(x, Value)
                       else self.function.constant(x, self.element)
                       for x in (left, right))
        suffix = "f" if is_float(self.element) else "i"
        return self.function.op("arith.%s%s %s, %s : %s" % (
            kind, suffix, left.name, right.name, self.element), self.element)

    def __add__(self, other):
        return self.binary("add", self, other)

    def __radd__(self, other):
        return self.binary("add", other, self)

    def __sub__(self, other):
        return self.binary("sub", self, other)

    def __rsub__(self, other):
        return self.binary("sub", other, self)

    def __mul__(self, other):
        return self.binary("mul", self, other)

    def __rmul__(self, other):
        return self.binary("mul", other, self)

    def __truediv__(self, other):
        return self.binary("div", self, other)

    def __rtruediv__(self, other):
        return self.binary("div", other, self)

    def __mod__(self, other):  # Of integers.
        return self.binary("rems", self, other)

    def __neg__(self):
        return self.function.op("arith.negf %s : %s" % (self.name, self.element),
                                self.element)

    def sqrt(self):
        return self.function.op("math.sqrt %s : %s" % (self.name, self.element),
                                self.element)

    def least(self, other):
        return self.choose("lt", other, self, other)

    def most(self, other):
        return self.choose("gt", other, self, other)

    def choose(self, predicate, other, then, otherwise):
        """`then` where this compares so (lt, le, gt, eq) with `other`."""
        f = self.function
        other, then, otherwise = (x if isinstance(x, Value)
                                  else f.constant(x, self.element)
                                  for x in (other, then, otherwise))
        if is_float(self.element):
            kind = "arith.cmpf o" + predicate
        else:
            kind = "arith.cmpi " + ("" if predicate == "eq" else "s") + predicate
        flag = f.op("%s, %s, %s : %s" % (kind, self.name, other.name,
                                         self.element), "i1")
        return f.op("arith.select %s, %s, %s : %s" % (
            flag.name, then.name, otherwise.name, self.element), self.element)


class Array:
    """A memref; reading and writing its elements become operations."""

    def __init__(self, function, name, shape, element, role=None, fill=None):
        self.function, self.name, self.shape = function, name, shape
        self.element, self.role, self.fill = element, role, fill

    @property
    def type(self):
        return "memref<%s%s>" % ("".join(
            "%sx" % (size if isinstance(size, int) else "?")
            for size in self.shape), self.element)

    def at(self, indices):
        indices = indices if isinstance(indices, tuple) else (indices,)
        return "%%%s[%s] : %s" % (
            self.name, ", ".join(Index.of(i).text() for i in indices), self.type)

    def __getitem__(self, indices):
        return self.function.op("affine.load " + self.at(indices), self.element)

    def __setitem__(self, indices, value):
        if not isinstance(value, Value):
            value = self.function.constant(value, self.element)
        self.function.line("affine.store %s, %s" % (value.name, self.at(indices)))

    # A scalar is an array without dimensions.
    @property
    def value(self):
        return self[()]

    @value.setter
    def value(self, value):
        self[()] = value


class Function:
    """The lines of a function over given arrays."""

    def __init__(self, name, element):
        self.name, self.element = name, element
        self.arrays = []
        self.symbols = {}  # Definitions of dynamic sizes, by their names.
        self.scalars = []  # The index arguments among them.
        self.constants = {}
        self.lines = []
        self.depth = 1
        self.count = 0

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def fresh(self):
        self.count += 1
        return "%%%d" % (self.count - 1)

    def op(self, text, element):
        name = self.fresh()
        self.line("%s = %s" % (name, text))
        return Value(self, name, element)

    def constant(self, number, element=None):
        element = element or self.element
        number = float(number) if is_float(element) else int(number)
        key = (number, element)
        if key not in self.constants:
            self.constants[key] = "%%c%d" % len(self.constants)
        return Value(self, self.constants[key], element)

    def scalar(self, name, element=None):
        """A local variable."""
        array = Array(self, name, (), element or self.element)
        self.lines.insert(0, "  %%%s = memref.alloca() : %s" % (name, array.type))
        return array

    def number(self, index):
        """An index as an element."""
        index = Index.of(index)
        if not index.factors:
            return self.constant(index.constant)
        position = self.op("affine.apply " + index.bound(), "index")
        return self.cast(position)

    def cast(self, position):
        integer = self.op("arith.index_cast %s : index to i32" % position.name,
                          "i32")
        if not is_float(self.element):
            return integer
        return self.op("arith.sitofp %s : i32 to %s" % (integer.name, self.element),
                       self.element)

    def block(self, opening):
        self.line(opening + " {")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.line("}")

    def loop(self, first, end):
        """From `first` up to below `end`."""
        self.count += 1
        name = "%%i%d" % self.count
        self.block("affine.for %s = %s to %s" % (
            name, Index.of(first).bound(), Index.of(end).bound()))
        yield Index({name: 1})
        self.close()

    def down(self, first, last):
        """From `first` down to `last`: affine loops count upwards."""
        for i in self.loop(0, first - last + 1):
            yield first - i

    def when(self, index):
        """Where `index` is not negative."""
        self.block("affine.if " + index.mapped(
            "affine_set<{dimensions} : ({expression} >= 0)>"))
        yield
        self.close()

    def text(self, no_alias):
        """The function; its arrays do not overlap where `no_alias`."""
        arguments = ", ".join(
            ["%%%s: %s%s" % (a.name, a.type, " {%s}" % ", ".join(
                ["as.role = \"%s\"" % a.role] + ["llvm.noalias"] * no_alias))
             for a in self.arrays] + ["%s: index" % s for s in self.scalars])
        constants = ["  %s = arith.constant %s : %s" % (
            name, repr(number) if is_float(element) else number, element)
                     for (number, element), name in self.constants.items()]
        symbols = [line for line in self.symbols.values() if line]
        return "func.func @%s(%s) {\n%s\n  return\n}\n" % (
            self.name, arguments, "\n".join(constants + symbols + self.lines))


def is_float(element):
    return element.startswith("f")
