#===- bodies.py - Arithmetic on elements by chance ------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The bodies of linalg operations. What the language leaves open is not in them:
# divisors are not zero, shifts stay below the width, floats fit into the
# integers that they become, and where the sign of a zero is open, a zero is
# added. A smooth body changes its result little if its operands change little,
# so that it can be compared with the same in f64.
#
#===------------------------------------------------------------------------===#

import elements

SMOOTH = ["add", "sub", "mul", "neg", "abs", "max", "min", "tanh", "decay", "half",
          "sigmoid", "root", "constant"]
FLOAT = SMOOTH + ["div", "fma", "compare", "floor", "round", "sqrt", "exp", "log",
                  "maxnum", "through_integer", "other", "rsqrt", "sin", "erf"]
INTEGER = ["add", "sub", "mul", "and", "or", "xor", "max", "min", "umax", "umin",
           "shift", "compare", "div", "rem", "constant", "through_float", "other"]
COMPLEX = ["add", "sub", "mul", "neg", "constant", "parts"]
MOVED_ONLY = ["f8E5M2", "f8E4M3FN"]  # MLIR lowers no arithmetic on these.


class Body:
    """Lines of a region, and the values (name, element) that they define."""

    def __init__(self, rng, arguments, smooth, corners):
        self.rng = rng
        self.values = list(arguments)
        self.smooth = smooth
        self.corners = corners
        self.lines = []
        self.count = 0

    def define(self, text, element):
        name = f"%v{self.count}"
        self.count += 1
        self.lines.append(f"{name} = {text}")
        return name

    def constant(self, value, element):
        if element in elements.COMPLEX:
            part = elements.COMPLEX[element]
            real, imaginary = self.constant(value, part), self.constant(-value, part)
            return self.define(f"complex.create {real}, {imaginary} : {element}", element)
        return self.define(elements.constant(value, element), element)

    def some_constant(self, element):
        corners = 0 if self.smooth else self.corners
        return self.constant(elements.number(self.rng, element, corners), element)

    def pick(self, element):
        """A value of this type: one there is, or else one converted or new."""
        names = [name for name, of in self.values if of == element]
        if names and self.rng.random() < 0.9:
            # The latest are not used yet.
            return self.rng.choice(names[-3:])
        if not names and self.values:
            name, of = self.rng.choice(self.values)
            converted = self.convert(name, of, element)
            if converted:
                self.values.append((converted, element))
                return converted
        return self.some_constant(element)

    def convert(self, name, source, target):
        """Another element type; None where that has no defined result."""
        if source in MOVED_ONLY or target in MOVED_ONLY:
            return None
        if source in elements.COMPLEX or target in elements.COMPLEX:
            return None
        if source in elements.FLOATS and target in elements.FLOATS:
            narrow, wide = elements.FLOATS[source], elements.FLOATS[target]
            if narrow[0] == wide[0]:
                return None
            how = "extf" if narrow[0] < wide[0] else "truncf"
            return self.define(f"arith.{how} {name} : {source} to {target}", target)
        if source in elements.FLOATS:
            return None if self.smooth else self.to_integer(name, source, target)
        if target in elements.FLOATS:
            if source == "index":
                name, source = self.define(f"arith.index_cast {name} : index to i32",
                                           "i32"), "i32"
            how = self.rng.choice(["sitofp", "uitofp"])
            return self.define(f"arith.{how} {name} : {source} to {target}", target)
        if "index" in (source, target):
            how = self.rng.choice(["index_cast", "index_castui"])
        elif elements.INTEGERS[source][1] > elements.INTEGERS[target][1]:
            how = "trunci"
        else:
            how = self.rng.choice(["extsi", "extui"])
        return self.define(f"arith.{how} {name} : {source} to {target}", target)

    def to_integer(self, name, source, target):
        if target == "index":
            return None
        bits = elements.INTEGERS[target][1]
        most = min(100, (1 << (bits - 1)) - 1)
        least, most = self.constant(-float(most), source), self.constant(float(most), source)
        # These take the other operand for a NaN.
        low = self.define(f"arith.maxnumf {name}, {least} : {source}", source)
        high = self.define(f"arith.minnumf {low}, {most} : {source}", source)
        return self.define(f"arith.fptosi {high} : {source} to {target}", target)

    def binary(self, op, element, left=None, right=None):
        left, right = left or self.pick(element), right or self.pick(element)
        return self.define(f"{op} {left}, {right} : {element}", element)

    def unary(self, op, element, operand=None):
        return self.define(f"{op} {operand or self.pick(element)} : {element}", element)

    def step(self, element):
        """One more value of this type."""
        if element in MOVED_ONLY:
            value = self.pick(element)
        elif element in elements.COMPLEX:
            value = self.complex_step(element)
        elif element in elements.FLOATS:
            value = self.float_step(element)
        else:
            value = self.integer_step(element)
        self.values.append((value, element))
        return value

    def float_step(self, element):
        rng, b, u = self.rng, self.binary, self.unary
        kind = rng.choice(SMOOTH if self.smooth else FLOAT)
        if kind in ("add", "sub", "mul"):
            return b(f"arith.{kind}f", element)
        if kind in ("max", "min"):
            return b(f"arith.{kind}imumf", element)
        if kind == "neg":
            return u("arith.negf", element)
        if kind == "abs":
            return u("math.absf", element)
        if kind == "constant":
            return b(rng.choice(["arith.addf", "arith.mulf"]), element,
                     right=self.some_constant(element))
        if kind == "half":
            return b("arith.mulf", element, right=self.constant(0.5, element))
        if kind in ("tanh", "decay", "sigmoid", "root"):
            return self.bounded(kind, element)
        if kind == "div":
            return b("arith.divf", element)
        if kind == "fma":
            x, y, z = (self.pick(element) for _ in range(3))
            return self.define(f"math.fma {x}, {y}, {z} : {element}", element)
        if kind == "floor":
            return u(rng.choice(["math.floor", "math.ceil", "math.trunc"]), element)
        if kind == "round":
            return u(rng.choice(["math.roundeven", "math.round"]), element)
        if kind == "log":
            return u(rng.choice(["math.log", "math.log2", "math.log1p"]), element)
        if kind == "exp":
            return u(rng.choice(["math.exp", "math.exp2", "math.expm1"]), element)
        if kind in ("sqrt", "rsqrt", "sin", "erf"):
            return u(f"math.{kind}", element)
        if kind == "maxnum":
            either = b(rng.choice(["arith.maxnumf", "arith.minnumf"]), element)
            return b("arith.addf", element, either, self.constant(0.0, element))
        if kind == "compare":
            return self.select("arith.cmpf", ["olt", "ogt", "oeq", "une", "ult", "uge",
                                              "ord", "uno"], element)
        other = rng.choice(["i8", "i16", "i32", "i64"] if kind == "through_integer"
                           else ["f64", "f32", "f16", "bf16"])
        return self.detour(element, other)

    def bounded(self, kind, element):
        """Functions whose results do not grow."""
        x = self.pick(element)
        if kind == "tanh":
            return self.unary("math.tanh", element, x)
        square = self.binary("arith.mulf", element, x, x)
        one = self.constant(1.0, element)
        if kind == "decay":
            return self.unary("math.exp", element, self.unary("arith.negf", element, square))
        if kind == "root":
            return self.unary("math.sqrt", element, self.binary("arith.addf", element, square, one))
        power = self.unary("math.exp", element, self.unary("arith.negf", element, x))
        return self.binary("arith.divf", element, one,
                           self.binary("arith.addf", element, power, one))

    def select(self, op, predicates, element):
        left, right = self.pick(element), self.pick(element)
        is_so = self.define(f"{op} {self.rng.choice(predicates)}, {left}, {right} : {element}",
                            "i1")
        x, y = self.pick(element), self.pick(element)
        return self.define(f"arith.select {is_so}, {x}, {y} : {element}", element)

    def detour(self, element, other):
        """To another type and back."""
        there = self.convert(self.pick(element), element, other)
        back = there and self.convert(there, other, element)
        return back or self.pick(element)

    def integer_step(self, element):
        rng, b = self.rng, self.binary
        bits = elements.INTEGERS[element][1]
        kind = rng.choice(INTEGER)
        if kind in ("add", "sub", "mul", "and", "or", "xor"):
            return b(f"arith.{kind}i", element)
        if kind in ("max", "min"):
            return b(f"arith.{kind}si", element)
        if kind in ("umax", "umin"):
            return b(f"arith.{kind[1:]}ui", element)
        if kind == "shift":
            by = self.constant(rng.randrange(bits), element)
            return b(rng.choice(["arith.shli", "arith.shrsi", "arith.shrui"]), element,
                     right=by)
        if kind in ("div", "rem"):
            if bits == 1:
                return b("arith.xori", element)
            by = rng.choice([2, 3, 5, 7])  # Neither zero nor -1.
            return b(f"arith.{kind}{rng.choice('su')}i", element,
                     right=self.constant(by, element))
        if kind == "constant":
            return b(rng.choice(["arith.addi", "arith.muli", "arith.xori"]), element,
                     right=self.some_constant(element))
        if kind == "compare":
            return self.select("arith.cmpi", ["slt", "sge", "ult", "ugt", "eq", "ne"], element)
        if element == "index":
            return self.detour(element, "i64")  # Upstream folds others to nothing.
        other = ["f32", "f64"] if kind == "through_float" and not self.smooth else list(elements.INTEGERS)
        other = rng.choice([o for o in other if o != element])
        return self.detour(element, other)

    def complex_step(self, element):
        kind = self.rng.choice(COMPLEX)
        if kind in ("add", "sub", "mul"):
            return self.binary(f"complex.{kind}", element)
        if kind == "neg":
            return self.unary("complex.neg", element)
        if kind == "constant":
            return self.binary("complex.add", element, right=self.some_constant(element))
        x = self.pick(element)
        real = self.define(f"complex.re {x} : {element}", None)
        imaginary = self.define(f"complex.im {x} : {element}", None)
        return self.define(f"complex.create {imaginary}, {real} : {element}", element)


# Factors of a product that is compared with its value in f64. Of more, those that
# come together in another order may leave the range of the type.
MOST_FACTORS = 32


def combiner(rng, element, smooth, terms):
    """What a reduction of so many terms may do with an element and the sum so
    far: the name of an operation, and what it starts from."""
    maybe_product = not smooth or terms <= MOST_FACTORS
    if element in elements.COMPLEX:
        total = ("complex.add", 0.0)
        return rng.choice([total, ("complex.mul", 1.0) if maybe_product else total])
    if element in elements.FLOATS:
        lowest = -64.0
        total = ("arith.addf", 0.0)
        return rng.choice([total, total, ("arith.mulf", 1.0) if maybe_product else total,
                           ("arith.maximumf", lowest), ("arith.minimumf", -lowest)])
    bits = elements.INTEGERS[element][1]
    return rng.choice([("arith.addi", 0), ("arith.muli", 1), ("arith.maxsi", 1 << (bits - 1)),
                       ("arith.minsi", (1 << (bits - 1)) - 1), ("arith.maxui", 0),
                       ("arith.minui", -1), ("arith.andi", -1), ("arith.ori", 0),
                       ("arith.xori", 0)])
