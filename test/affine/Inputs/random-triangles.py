"""Prints sums over parts of boxes, drawn by chance: random-triangles.py SEED COUNT.

A function each, sum_0, sum_1, ..., of the form C[i, j] += X[..] * Y[..], with
loops in any order, bounds that depend on loops around, and factors that may be
the array itself. What is read may so be old values, new ones, or both. Some sum up
in a scalar, and may change other elements of C meanwhile. The function `all` calls
each with an array of its own.
"""

import random
import sys


MATRIX = "memref<331x331xf64>"


def bounds(loop, around, extent, rng):
    """A lower and an upper bound of the loop, over at most one loop around."""
    if not around or rng.random() < 0.3:
        return rng.choice(("0", "3")), str(extent)
    other = rng.choice(around)
    shift = rng.choice((0, 1))
    return rng.choice((
        ("0", f"affine_map<(d0) -> (d0 + {shift})>(%{other})"),
        (f"affine_map<(d0) -> (d0 + {shift})>(%{other})", str(extent)),
        ("0", f"affine_map<(d0) -> ({extent} - d0)>(%{other})"),
    ))


def function(number, rng):
    size = rng.choice((rng.randint(64, 90), rng.randint(289, 330)))
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


def temporary(number, rng):
    size, columns = rng.randint(64, 90), rng.randint(3, 40)
    lower, upper = bounds("k", ["i"], size, rng)
    factor = rng.choice(("%X[%k, %j]", "%X[%k, %j]", "%C[%k, %j]"))
    changed = rng.choice((None, "%k, %j", "%k, %j", "%k + 1, %j"))
    arguments = ", ".join(f"%{name}: {MATRIX} {{llvm.noalias}}" for name in "CXY")
    print(f"""func.func private @sum_{number}({arguments}) {{
  %zero = arith.constant 0.0 : f64
  %small = arith.constant 0.01 : f64
  %sum = memref.alloca() : memref<f64>
  affine.for %i = 0 to {size} {{
    affine.for %j = 0 to {columns} {{
      affine.store %zero, %sum[] : memref<f64>
      affine.for %k = {lower} to {upper} {{
        %y = affine.load %Y[%i, %k] : {MATRIX}""")
    if changed:
        print(f"""        %0 = affine.load %C[{changed}] : {MATRIX}
        %1 = affine.load %X[%i, %j] : {MATRIX}
        %2 = arith.mulf %1, %y : f64
        %3 = arith.mulf %2, %small : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %C[{changed}] : {MATRIX}""")
    print(f"""        %5 = affine.load %sum[] : memref<f64>
        %6 = affine.load {factor} : {MATRIX}
        %7 = arith.mulf %6, %y : f64
        %8 = arith.addf %5, %7 : f64
        affine.store %8, %sum[] : memref<f64>
      }}
      %9 = affine.load %C[%i, %j] : {MATRIX}
      %10 = affine.load %sum[] : memref<f64>
      %11 = arith.mulf %10, %small : f64
      %12 = arith.addf %9, %11 : f64
      affine.store %12, %C[%i, %j] : {MATRIX}
    }}
  }}
  return
}}""")


def main():
    seed, count = map(int, sys.argv[1:])
    rng = random.Random(seed)
    for number in range(count):
        rng.choice((function, function, temporary))(number, rng)
    names = [f"%C{number}" for number in range(count)] + ["%X", "%Y"]
    arguments = ", ".join(f"{name}: {MATRIX} {{llvm.noalias}}" for name in names)
    print(f"func.func @all({arguments}) {{")
    for number in range(count):
        print(f"  call @sum_{number}(%C{number}, %X, %Y) : "
              f"({MATRIX}, {MATRIX}, {MATRIX}) -> ()")
    print("  return\n}")


main()
