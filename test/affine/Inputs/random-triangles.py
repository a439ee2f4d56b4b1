"""Prints sums over parts of boxes, drawn by chance: random-triangles.py SEED COUNT.

A function each, sum_0, sum_1, ..., of the form C[i, j] += X[..] * Y[..], with
loops in any order, bounds that depend on loops around, and factors that may be
the array itself. What is read may so be old values, new ones, or both. The
function `all` calls each with an array of its own.
"""

import random
import sys


MATRIX = "memref<91x91xf64>"


def bounds(loop, around, extent, rng):
    """A lower and an upper bound of the loop, over at most one loop around."""
    if not around or rng.random() < 0.3:
        return "0", str(extent)
    other = rng.choice(around)
    shift = rng.choice((0, 1))
    return rng.choice((
        ("0", f"affine_map<(d0) -> (d0 + {shift})>(%{other})"),
        (f"affine_map<(d0) -> (d0 + {shift})>(%{other})", str(extent)),
        ("0", f"affine_map<(d0) -> ({extent} - d0)>(%{other})"),
    ))


def function(number, rng):
    size = rng.randint(64, 90)
    extents = {loop: size for loop in "ijk"}
    if rng.random() < 0.5:
        extents[rng.choice("ijk")] = rng.randint(3, 9)
    order = rng.sample("ijk", 3)
    arguments = ", ".join(f"%{name}: {MATRIX} {{llvm.noalias}}" for name in "CXY")
    print(f"func.func private @sum_{number}({arguments}) {{")
    for depth, loop in enumerate(order):
        lower, upper = bounds(loop, order[:depth], extents[loop], rng)
        print(f"  affine.for %{loop} = {lower} to {upper} {{")
    left = rng.choice(("%i, %k", "%k, %i"))
    right = rng.choice(("%j, %k", "%k, %j", "%k + 1, %j"))
    from_left, from_right = rng.choices("XYC", (4, 4, 1), k=2)
    print(f"""    %0 = affine.load %C[%i, %j] : {MATRIX}
    %1 = affine.load %{from_left}[{left}] : {MATRIX}
    %2 = affine.load %{from_right}[{right}] : {MATRIX}
    %3 = arith.mulf %1, %2 : f64
    %4 = arith.addf %0, %3 : f64
    affine.store %4, %C[%i, %j] : {MATRIX}""")
    print("  }" * 3 + "\n  return\n}")


def main():
    seed, count = map(int, sys.argv[1:])
    rng = random.Random(seed)
    for number in range(count):
        function(number, rng)
    names = [f"%C{number}" for number in range(count)] + ["%X", "%Y"]
    arguments = ", ".join(f"{name}: {MATRIX} {{llvm.noalias}}" for name in names)
    print(f"func.func @all({arguments}) {{")
    for number in range(count):
        print(f"  call @sum_{number}(%C{number}, %X, %Y) : "
              f"({MATRIX}, {MATRIX}, {MATRIX}) -> ()")
    print("  return\n}")


main()
