#===- test/affine/Inputs/random-nests.py - Loop nests by chance -------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# random-nests.py SEED COUNT [UPDATE] prints functions @nest0, @nest1, ...: two
# statements in loops of different shapes, over two arrays that both read and
# write. They compute with integers, in a way that notices the order of any two
# instances that depend on each other. With UPDATE, arith's name of an operation,
# most combine that with the element that they write: of those some may come in
# any order. @all calls each with arrays of its own.
#
#===------------------------------------------------------------------------===#

import random
import sys

ARRAY = "memref<24x24xi32>"


def index(rng, loops):
    """Within the array, for loops that run from 4 to 14."""
    loop = rng.choice(loops)
    offset = rng.randint(-3, 3)
    return rng.choice([f"%{loop} + {4 + offset}", f"19 - %{loop} + {offset}",
                       f"%{loop}"])


def statement(rng, loops, indent, update):
    def element():
        return f"%{rng.choice('AB')}[{index(rng, loops)}, {index(rng, loops)}]"
    n = len(indent)  # Tells the two statements apart where they share a loop.
    lines = [f"%x{n} = affine.load {element()} : {ARRAY}",
             f"%y{n} = affine.load {element()} : {ARRAY}",
             f"%z{n} = arith.muli %x{n}, %three : i32",
             f"%w{n} = arith.subi %z{n}, %y{n} : i32"]
    written, value = element(), f"%w{n}"
    if update and rng.random() < 0.8:
        lines += [f"%u{n} = affine.load {written} : {ARRAY}",
                  f"%v{n} = {update} %u{n}, {value} : i32"]
        value = f"%v{n}"
    lines += [f"affine.store {value}, {written} : {ARRAY}"]
    return [indent + line for line in lines]


def loop(rng, variable, around, indent):
    lower, upper = "4", "14"
    if around and rng.random() < 0.4:
        outer = rng.choice(around)
        if rng.random() < 0.5:
            lower = f"affine_map<(d) -> (d)>(%{outer})"
        else:
            upper = f"affine_map<(d) -> (d + 1)>(%{outer})"
    step = " step 2" if rng.random() < 0.1 else ""
    return f"{indent}affine.for %{variable} = {lower} to {upper}{step} {{"


def nest(rng, number, update):
    lines = [f"func.func @nest{number}(%A: {ARRAY} {{llvm.noalias}}, "
             f"%B: {ARRAY} {{llvm.noalias}}) {{",
             "  %three = arith.constant 3 : i32",
             loop(rng, "i", [], "  "),
             loop(rng, "j", ["i"], "    ")]
    lines += statement(rng, ["i", "j"], "      ", update)
    if rng.random() < 0.5:  # Both loops around the second one, too, or not.
        lines += [loop(rng, "k", ["i", "j"], "      ")]
        lines += statement(rng, ["i", "j", "k"], "        ", update)
        lines += ["      }", "    }"]
    else:
        lines += ["    }", loop(rng, "k", ["i"], "    ")]
        lines += statement(rng, ["i", "k"], "      ", update)
        lines += ["    }"]
    return lines + ["  }", "  return", "}"]


def main(seed, count, update=None):
    rng = random.Random(seed)
    for number in range(count):
        print("\n".join(nest(rng, number, update)))
    arrays = ", ".join(f"%{a}{number}: {ARRAY}"
                       for number in range(count) for a in "AB")
    print(f"func.func @all({arrays}) {{")
    # The pass wants a nest in every function.
    print(f"  affine.for %i = 0 to 24 {{\n"
          f"    %x = affine.load %A0[%i, 0] : {ARRAY}\n"
          f"    affine.store %x, %A0[%i, %i] : {ARRAY}\n  }}")
    for number in range(count):
        print(f"  call @nest{number}(%A{number}, %B{number}) : "
              f"({ARRAY}, {ARRAY}) -> ()")
    print("  return\n}")


main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
