"""Prints factorisations and solutions, drawn by chance:
random-factorisations.py SEED SIZE|KIND=SIZE...

For each size a function of each kind, or of the given one, KIND_SIZE, in one of the
orders of loops that compute the same. Diagonals are made dominant first, so that nothing need be pivoted.
The function `all` calls each with arrays of its own.
"""

import random
import sys


class Writer:
    """Writes loops over %A: memref<NxNxf64> and %B, of MxNxf64 or NxMxf64."""

    def __init__(self, size, columns):
        self.types = {"A": f"memref<{size}x{size}xf64>",
                      "L": f"memref<{size}x{size}xf64>",
                      "B": f"memref<{size}x{columns}xf64>",
                      "T": f"memref<{columns}x{size}xf64>"}
        self.count = 0
        self.lines = []

    def add(self, line):
        self.lines.append(line)

    def name(self):
        self.count += 1
        return f"%{self.count}"

    def load(self, array, *indices):
        name = self.name()
        self.add(f"{name} = affine.load %{array}[{', '.join(indices)}] : {self.types[array]}")
        return name

    def store(self, value, array, *indices):
        self.add(f"affine.store {value}, %{array}[{', '.join(indices)}] : {self.types[array]}")

    def op(self, op, *operands):
        name = self.name()
        self.add(f"{name} = {op} {', '.join(operands)} : f64")
        return name

    def loop(self, variable, lower, upper, body):
        def bound(text):
            other, _, shift = str(text).partition("+")
            if not other.startswith("%"):
                return other
            return f"affine_map<(d0) -> (d0 + {shift or 0})>({other})"
        self.add(f"affine.for {variable} = {bound(lower)} to {bound(upper)} {{")
        body()
        self.add("}")

    def update(self, target, *factors):
        """target -= the product of the factors."""
        old = self.load(*target)
        product = self.load(*factors[0])
        for factor in factors[1:]:
            product = self.op("arith.mulf", product, self.load(*factor))
        self.store(self.op("arith.subf", old, product), *target)

    def divide(self, target, divisor):
        self.store(self.op("arith.divf", self.load(*target), self.load(*divisor)), *target)

    def root(self, target):
        self.store(self.op("math.sqrt", self.load(*target)), *target)


def make_dominant(w, array, size):
    def body():
        w.store(w.op("arith.addf", w.load(array, "%d", "%d"), "%many"), array, "%d", "%d")
    w.add(f"%many = arith.constant {2 * size}.0 : f64")
    w.loop("%d", 0, size, body)


def cholesky(w, size, columns, rng):
    def by_rows():
        def row():
            def column():
                w.loop("%k", 0, "%j", lambda: w.update(
                    ("A", "%i", "%j"), ("A", "%i", "%k"), ("A", "%j", "%k")))
                w.divide(("A", "%i", "%j"), ("A", "%j", "%j"))
            w.loop("%j", 0, "%i", column)
            w.loop("%k", 0, "%i", lambda: w.update(
                ("A", "%i", "%i"), ("A", "%i", "%k"), ("A", "%i", "%k")))
            w.root(("A", "%i", "%i"))
        w.loop("%i", 0, size, row)

    def by_columns():
        def step():
            w.root(("A", "%k", "%k"))
            w.loop("%i", "%k+1", size, lambda: w.divide(("A", "%i", "%k"), ("A", "%k", "%k")))
            w.loop("%j", "%k+1", size, lambda: w.loop("%i", "%j", size, lambda: w.update(
                ("A", "%i", "%j"), ("A", "%i", "%k"), ("A", "%j", "%k"))))
        w.loop("%k", 0, size, step)

    make_dominant(w, "A", size)
    rng.choice((by_rows, by_columns))()


def lu(w, size, columns, rng):
    def update():
        w.update(("A", "%i", "%j"), ("A", "%i", "%k"), ("A", "%k", "%j"))

    def by_rows():
        def row():
            def left():
                w.loop("%k", 0, "%j", update)
                w.divide(("A", "%i", "%j"), ("A", "%j", "%j"))
            w.loop("%j", 0, "%i", left)
            w.loop("%j", "%i", size, lambda: w.loop("%k", 0, "%i", update))
        w.loop("%i", 0, size, row)

    def by_steps():
        def step():
            w.loop("%i", "%k+1", size, lambda: w.divide(("A", "%i", "%k"), ("A", "%k", "%k")))
            w.loop("%i", "%k+1", size, lambda: w.loop("%j", "%k+1", size, update))
        w.loop("%k", 0, size, step)

    make_dominant(w, "A", size)
    rng.choice((by_rows, by_steps))()


def solve(w, size, columns, rng):
    """L X = B, X in the place of B."""
    def by_rows():
        def row():
            def column():
                w.loop("%k", 0, "%i", lambda: w.update(
                    ("B", "%i", "%j"), ("L", "%i", "%k"), ("B", "%k", "%j")))
                w.divide(("B", "%i", "%j"), ("L", "%i", "%i"))
            w.loop("%j", 0, columns, column)
        w.loop("%i", 0, size, row)

    def by_steps():
        def step():
            w.loop("%j", 0, columns, lambda: w.divide(("B", "%k", "%j"), ("L", "%k", "%k")))
            w.loop("%i", "%k+1", size, lambda: w.loop("%j", 0, columns, lambda: w.update(
                ("B", "%i", "%j"), ("L", "%i", "%k"), ("B", "%k", "%j"))))
        w.loop("%k", 0, size, step)

    make_dominant(w, "L", size)
    rng.choice((by_rows, by_steps))()


def solve_transposed(w, size, columns, rng):
    """X L^T = T, X in the place of T."""
    def row():
        def column():
            w.loop("%k", 0, "%j", lambda: w.update(
                ("T", "%i", "%j"), ("T", "%i", "%k"), ("L", "%j", "%k")))
            w.divide(("T", "%i", "%j"), ("L", "%j", "%j"))
        w.loop("%j", 0, size, column)
    make_dominant(w, "L", size)
    w.loop("%i", 0, columns, row)


def ldl(w, size, columns, rng):
    """A = L D L^T, L with a diagonal of ones."""
    def row():
        def column():
            w.loop("%k", 0, "%j", lambda: w.update(
                ("A", "%i", "%j"), ("A", "%i", "%k"), ("A", "%k", "%k"), ("A", "%j", "%k")))
            w.divide(("A", "%i", "%j"), ("A", "%j", "%j"))
        w.loop("%j", 0, "%i", column)
        w.loop("%k", 0, "%i", lambda: w.update(
            ("A", "%i", "%i"), ("A", "%i", "%k"), ("A", "%k", "%k"), ("A", "%i", "%k")))
    make_dominant(w, "A", size)
    w.loop("%i", 0, size, row)


KINDS = {"cholesky": (cholesky, "A"), "lu": (lu, "A"), "solve": (solve, "LB"),
         "solve_transposed": (solve_transposed, "LT"), "ldl": (ldl, "A")}


def main():
    rng = random.Random(int(sys.argv[1]))
    arguments, calls = [], []
    for argument in sys.argv[2:]:
        only, _, size = argument.rpartition("=")
        size = int(size)
        for kind, (write, arrays) in KINDS.items():
            if only not in ("", kind):
                continue
            w = Writer(size, rng.randint(20, 90))
            write(w, size, int(w.types["B"].split("x")[1]), rng)
            declared = ", ".join(f"%{a}: {w.types[a]} {{llvm.noalias}}" for a in arrays)
            print(f"func.func private @{kind}_{size}({declared}) {{")
            print("\n".join("  " + line for line in w.lines))
            print("  return\n}")
            types = [w.types[a] for a in arrays]
            passed = [f"%{a}_{kind}_{size}" for a in arrays]
            arguments += [f"{p}: {t} {{llvm.noalias}}" for p, t in zip(passed, types)]
            calls.append(f"  call @{kind}_{size}({', '.join(passed)}) : ({', '.join(types)}) -> ()")
    print(f"func.func @all({', '.join(arguments)}) {{")
    print("\n".join(calls) + "\n  return\n}")


main()
