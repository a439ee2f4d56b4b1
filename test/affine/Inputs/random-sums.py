"""Prints loops that carry values, drawn by chance: random-sums.py SEED COUNT.

A function each, @sum0, @sum1, ...: for each row an affine.for or scf.for combines
elements of it in one to three iter_args, which may change places, and the results are
stored. Some have another such loop inside. They compute with integers, so that each
order of what may be reordered gives the same bits.
"""

import random
import sys

MATRIX, VECTOR = "memref<14x14xi32>", "memref<14xi32>"
COMBINE = ("arith.addi", "arith.muli", "arith.maxsi", "arith.xori", "arith.subi")


class Loop:
    def __init__(self, rng, name):
        self.is_affine = rng.random() < 0.5
        self.name, self.count = name, rng.randint(1, 3)

    def head(self, starts):
        carried = ", ".join(f"%{self.name}{n} = {s}" for n, s in enumerate(starts))
        types = ", ".join(["i32"] * self.count)
        bounds = ("affine.for %{0} = 0 to 14" if self.is_affine else
                  "scf.for %{0} = %c0 to %c14 step %c1").format(self.name)
        return f"%r{self.name}:{self.count} = {bounds} iter_args({carried}) -> ({types}) {{"

    def tail(self, values):
        types = ", ".join(["i32"] * self.count)
        kind = "affine" if self.is_affine else "scf"
        return [f"{kind}.yield {', '.join(values)} : {types}", "}"]

    def results(self):
        return [f"%r{self.name}#{n}" for n in range(self.count)]


def body(rng, loop, around, outer=None):
    is_affine = loop.is_affine and (not outer or outer.is_affine)
    load = "affine.load" if is_affine else "memref.load"
    at = rng.sample([f"%{around}", f"%{loop.name}"], 2)
    lines = [f"%e{loop.name} = {load} %A[{', '.join(at)}] : {MATRIX}"]
    element, values = f"%e{loop.name}", []
    if not outer and rng.random() < 0.4:
        inner = Loop(rng, "l")
        starts = [rng.choice([element, f"%{loop.name}0", "%one"])
                  for _ in range(inner.count)]
        lines += [inner.head(starts)] + body(rng, inner, loop.name, loop)
        element = rng.choice(inner.results())
    for n in range(loop.count):
        lines.append(f"%n{loop.name}{n} = {rng.choice(COMBINE)} "
                     f"%{loop.name}{n}, {element} : i32")
        values.append(f"%n{loop.name}{n}")
    if rng.random() < 0.3:
        rng.shuffle(values)
    return lines + loop.tail(values)


def function(rng, number):
    loop = Loop(rng, "k")
    starts = [rng.choice(["%one", "%first"]) for _ in range(loop.count)]
    lines = [f"func.func @sum{number}(%A: {MATRIX} {{llvm.noalias}}, "
             f"%x: {VECTOR} {{llvm.noalias}}) {{",
             "%one = arith.constant 1 : i32", "%c0 = arith.constant 0 : index",
             "%c1 = arith.constant 1 : index", "%c14 = arith.constant 14 : index",
             "affine.for %i = 0 to 14 {", f"%first = affine.load %x[%i] : {VECTOR}",
             loop.head(starts)] + body(rng, loop, "i")
    lines += [f"affine.store {rng.choice(loop.results())}, %x[%i] : {VECTOR}"]
    return lines + ["}", "return", "}"]


def main(seed, count):
    rng = random.Random(seed)
    for number in range(count):
        print("\n".join(function(rng, number)))
    vectors = ", ".join(f"%x{n}: {VECTOR}" for n in range(count))
    print(f"func.func @all(%A: {MATRIX}, {vectors}) {{")
    for number in range(count):
        print(f"call @sum{number}(%A, %x{number}) : ({MATRIX}, {VECTOR}) -> ()")
    print("return\n}")


main(int(sys.argv[1]), int(sys.argv[2]))
