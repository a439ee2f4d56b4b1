"""Prints nests that are hard on isl: hostile-nests.py KIND SIZE [COUNT].

COUNT functions of one nest each, drawn by chance. SIZE is for the kind

  deep      the number of loops, whose bounds depend on each other
  factors   the digits of the factors of loops in indices
  many      the number of statements in one body
  apart     the number of statements, each in loops of its own, in a loop
  in-turn   the number of nests, one after another
  cases     the number of conditions, each around two statements
"""

import random
import sys

SQUARE = "memref<400x400xf32>"


def sum_of_two(number, element, kind):
    """A statement that adds two elements."""
    return [f"%a{number} = affine.load {element()} : {kind}",
            f"%b{number} = affine.load {element()} : {kind}",
            f"%c{number} = arith.addf %a{number}, %b{number} : f32",
            f"affine.store %c{number}, {element()} : {kind}"]


def near(rng, i, j):
    """An element of one of two arrays near (i, j)."""
    return (f"%{rng.choice('AB')}[%{i} + {rng.randint(1, 9)}, "
            f"%{j} + {rng.randint(1, 9)}]")


def in_square(i, j, body):
    return [f"affine.for %{i} = 10 to 300 {{", f"affine.for %{j} = 10 to 300 {{",
            *body, "}", "}"]


def deep(rng, size):
    kind = "memref<200x200x200x200xf32>"

    def element():
        return "%A[" + ", ".join(
            " + ".join(f"%i{rng.randrange(size)} * {rng.randint(1, 3)}"
                       for _ in range(2)) + f" + {rng.randint(5, 20)}"
            for _ in range(4)) + "]"
    lines = []
    for depth in range(size):
        lower, upper = "0", "6"
        form = rng.randint(0, 2) if depth else 2
        if form < 2:
            outer = rng.randrange(depth)
            upper = f"affine_map<(a) -> (a + 6)>(%i{outer})"
            lower = f"affine_map<(a) -> (a - 1)>(%i{outer})" if form else "0"
        lines.append(f"affine.for %i{depth} = {lower} to {upper} {{")
    for number in range(3):
        lines += sum_of_two(number, element, kind)
    return lines + ["}"] * size, kind


def factors(rng, size):
    kind = "memref<?xf32>"

    def element():
        return "%A[" + " + ".join(f"%{loop} * {rng.randint(1, 10**size)}"
                                  for loop in "ijk") + f" + {rng.randint(0, 99)}]"
    lines = [f"affine.for %{loop} = 0 to {extent} {{"
             for loop, extent in zip("ijk", (500, 700, 300))]
    for number in range(2):
        lines += sum_of_two(number, element, kind)
    return lines + ["}"] * 3, kind


def many(rng, size):
    lines = []
    for number in range(size):
        lines += sum_of_two(number, lambda: near(rng, "i", "j"), SQUARE)
    return in_square("i", "j", lines), SQUARE


def in_turn(rng, size):
    lines = []
    for n in range(size):
        lines += in_square(f"i{n}", f"j{n}", sum_of_two(
            n, lambda: near(rng, f"i{n}", f"j{n}"), SQUARE))
    return lines, SQUARE


def apart(rng, size):
    lines, kind = in_turn(rng, size)
    return ["affine.for %t = 0 to 50 {", *lines, "}"], kind


def cases(rng, size):
    lines = []
    for number in range(size):
        a, b, constant = rng.randint(-3, 3), rng.randint(-3, 3), rng.randint(-99, 99)
        lines += [f"affine.if affine_set<(i, j) : ({a} * i + {b} * j + {constant} >= 0, "
                  f"(i + j) mod {rng.randint(2, 9)} == 0)>(%i, %j) {{"]
        lines += sum_of_two(2 * number, lambda: near(rng, "i", "j"), SQUARE)
        lines += ["} else {"]
        lines += sum_of_two(2 * number + 1, lambda: near(rng, "i", "j"), SQUARE)
        lines += ["}"]
    return in_square("i", "j", lines), SQUARE


def main(form, size, count=1):
    forms = {"deep": deep, "factors": factors, "many": many, "apart": apart,
             "in-turn": in_turn, "cases": cases}
    rng = random.Random(1)
    for number in range(int(count)):
        lines, kind = forms[form](rng, int(size))
        print(f"func.func @nest_{number}(%A: {kind} {{llvm.noalias}}, "
              f"%B: {kind} {{llvm.noalias}}) {{")
        print("\n".join(lines + ["return", "}"]))


main(*sys.argv[1:])
