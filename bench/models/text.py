#===- bench/models/text.py - Writing MLIR ----------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What linalg.py and tosa.py share: a function whose arguments are the model's
# parameters, of which weights are marked as the same in every call, or in the
# module, and a method emit_KIND for each kind of layer.
#
#===------------------------------------------------------------------------===#

import array
import random

from network import Unknown


def tensor(shape, element="f32"):
    return "tensor<%s%s>" % (
        "".join("?x" if isinstance(size, Unknown) else "%dx" % size
                for size in shape), element)


def listed(numbers):
    return "[%s]" % ", ".join(map(str, numbers))


class Writer:
    # How a parameter's dimensions are ordered, by its role; as in PyTorch
    # where nothing is said.
    orders = {}
    element = "f32"  # Of the result.

    def __init__(self, network):
        self.network = network
        self.lines = []
        self.names = {}  # Of the values that layers compute.
        self.known = set()  # Names of sizes that are values by now.
        self.count = 0

    def order(self, parameter):
        return self.orders.get(parameter.role, range(len(parameter.shape)))

    def argument_shape(self, parameter):
        return tuple(parameter.shape[d] for d in self.order(parameter))

    def argument_type(self, parameter):
        return tensor(self.argument_shape(parameter), parameter.element)

    def fresh(self):
        self.count += 1
        return "%%%d" % (self.count - 1)

    def op(self, text):
        """Appends an operation with one result; gives its name."""
        name = self.fresh()
        self.lines.append("%s = %s" % (name, text))
        return name

    def operand(self, size):
        """A size as an operation takes it: a number or a value."""
        if not isinstance(size, Unknown):
            return str(size)
        if size.times == 1:
            return "%" + size.name
        times = self.op("arith.constant %d : index" % size.times)
        return self.op("arith.muli %%%s, %s : index" % (size.name, times))

    def operands(self, shape):
        return listed(map(self.operand, shape))

    def embedded(self, parameter):
        """Its elements as they are filled where it is an argument, but that they
        repeat after a while."""
        source = random.Random(parameter.name)
        draw, code, kind = lambda: source.uniform(-1, 1), "f", float
        if parameter.element == "i8":
            draw, code, kind = lambda: source.randrange(-8, 8), "b", int
        some = array.array(
            code, (kind(parameter.offset + parameter.scale * draw())
                   for _ in range(min(4093, parameter.count()))))
        times = -(-parameter.count() // len(some))
        return '%%%s = arith.constant dense<"0x%s"> : %s' % (
            parameter.name, (some * times)[:parameter.count()].tobytes().hex(),
            self.argument_type(parameter))

    def module(self, has_weights=False):
        """With has_weights, weights are constants rather than arguments."""
        if has_weights:
            self.lines += [self.embedded(p) for p in self.network.weights]
        for layer in self.network.layers:
            emit = getattr(self, "emit_" + layer.kind)
            self.names[layer] = emit(layer, *(self.names[i] for i in layer.inputs))
        parameters = self.network.parameters()
        if has_weights:
            parameters = self.network.inputs
        arguments = ", ".join(
            "%%%s: %s%s" % (p.name, self.argument_type(p),
                            "" if p in self.network.inputs else " {as.constant}")
            for p in parameters)
        last = self.network.layers[-1]
        result = tensor(last.shape, self.element)
        self.lines.append("return %s : %s" % (self.names[last], result))
        return "%sfunc.func @forward(%s) -> %s {\n%s}\n" % (
            self.preamble(), arguments, result,
            "".join("  %s\n" % line for line in self.lines))

    def preamble(self):
        return ""

    def emit_input(self, layer):
        parameter = layer.weights[0]
        for d, size in enumerate(self.argument_shape(parameter)):
            if isinstance(size, Unknown) and size.name not in self.known:
                self.known.add(size.name)
                self.lines.append("%%%s = tensor.dim %%%s, %s : %s" % (
                    size.name, parameter.name,
                    self.op("arith.constant %d : index" % d),
                    self.argument_type(parameter)))
        return "%" + parameter.name
