#===- random_corpus.py - Programs by chance and stock code ----*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

import calling
import comparing
import elements
from corpus import Corpus, FINE
from widen import widen


def narrowest(program):
    """The coarsest floating-point type that occurs in a program."""
    there = [e for e in elements.FLOATS if any(e in line for line in program.lines)]
    there += [t.element for t in program.arguments if elements.is_float(t.element)]
    return max(there or ["f64"], key=comparing.roundoff)


def wide(tensor):
    element = "f64" if elements.is_float(tensor.element) else tensor.element
    return type(tensor)(tensor.name, tensor.shape, element)


class RandomCorpus(Corpus):
    """Programs that are compared with stock code: every bit, or, if `judged`, how
    far both are from the same program in f64."""

    def __init__(self, builder, judged, seconds=20):
        super().__init__(builder, seconds)
        self.judged = judged

    def references(self, text, name, seconds):
        stock = [self.builder.stock(text, name, seconds)]
        if self.judged:
            stock.append(self.builder.stock(widen(text), name + ".f64", seconds))
        return stock

    def compare(self, program, scheduled, stock, exact=None):
        contents = calling.inputs(program)
        results = program.made
        theirs, why = calling.run(calling.call_stock, stock, program.name, program.arguments,
                                  contents, results)
        if theirs is None:
            return "no stock code", f"the stock code {why}"
        if exact:
            widened = [self.widened(data, tensor)
                       for data, tensor in zip(contents, program.arguments)]
            right, why = calling.run(calling.call_stock, exact, program.name,
                                     [wide(t) for t in program.arguments], widened,
                                     [wide(t) for t in results])
            if right is None:
                return "no stock code", f"the code in f64 {why}"
        if not hasattr(scheduled, f"as_entry_{program.name}"):
            return "as-opt gives no entry point", ""
        ours, why = calling.run(calling.call_scheduled, scheduled, program.name,
                                program.arguments, contents, results)
        if ours is None:
            return "wrong", why
        for number, tensor in enumerate(results):
            if exact:
                what = comparing.strays(ours[number], theirs[number], right[number],
                                        tensor.element, narrowest(program))
            else:
                what = comparing.differs(ours[number], theirs[number], tensor.element)
            if what:
                return "wrong", f"result {number}, {tensor.type}: {what}"
        return FINE, ""

    @staticmethod
    def widened(data, tensor):
        if not elements.is_float(tensor.element):
            return data
        return elements.pack(elements.numbers(data, tensor.element), "f64")
