#===- widen.py - A program in f64 -----------------------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The text of a program with every floating-point type replaced by f64: what it
# would compute without rounding. Constants keep their values.
#
#===------------------------------------------------------------------------===#

import re

import elements

NARROW = re.compile(r"\b(?<![\w%])(f32|f16|bf16)\b|(?<=x)(f32|f16|bf16)\b")
LITERAL = re.compile(r"\b0x([0-9A-F]+)\b")
CONVERSION = re.compile(r"= arith\.(?:extf|truncf) (%[\w#]+) : f64 to f64")


def widen_line(line):
    types = NARROW.findall(line)
    if types and "0x" in line and "arith.constant" in line:
        element = next(filter(None, types[-1]))
        line = LITERAL.sub(
            lambda m: elements.literal(elements.decode(int(m[1], 16), element), "f64"), line)
    line = NARROW.sub("f64", line)
    # There is no conversion of a type to itself.
    return CONVERSION.sub(r"= arith.maximumf \1, \1 : f64", line)


def widen(text):
    return "\n".join(map(widen_line, text.splitlines())) + "\n"
