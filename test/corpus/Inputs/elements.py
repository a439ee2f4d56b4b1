#===- elements.py - Element types of random programs ----------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the generator and the comparison know of element types: how their
# constants are written, how arrays are filled, and what bytes mean.
#
#===------------------------------------------------------------------------===#

import math
import struct

# Name: bytes of an element, exponent bits, mantissa bits.
FLOATS = {
    "f64": (8, 11, 52),
    "f32": (4, 8, 23),
    "f16": (2, 5, 10),
    "bf16": (2, 8, 7),
    "f8E5M2": (1, 5, 2),
    "f8E4M3FN": (1, 4, 3),
}
# Name: bytes of an element, bits.
INTEGERS = {
    "i1": (1, 1),
    "i4": (1, 4),
    "i8": (1, 8),
    "i16": (2, 16),
    "i32": (4, 32),
    "i64": (8, 64),
    "index": (8, 64),
}
COMPLEX = {"complex<f32>": "f32", "complex<f64>": "f64"}


def is_float(element):
    return element in FLOATS


def is_integer(element):
    return element in INTEGERS


def size(element):
    """Bytes of an element in memory."""
    if element in COMPLEX:
        return 2 * size(COMPLEX[element])
    return (FLOATS.get(element) or INTEGERS[element])[0]


def encode(value, element):
    """The bits of the nearest number; halves go to even."""
    if element == "f64":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    _, exponent_bits, mantissa_bits = FLOATS[element]
    sign = 1 if math.copysign(1, value) < 0 else 0
    top = (1 << exponent_bits) - 1
    finite_only = element == "f8E4M3FN"  # Has NaN, but no infinity.
    bias = (1 << (exponent_bits - 1)) - 1
    if math.isnan(value):
        bits = (top << mantissa_bits) | ((1 << mantissa_bits) - 1 if finite_only
                                         else 1 << (mantissa_bits - 1))
    elif value == 0:
        bits = 0
    elif math.isinf(value):
        bits = (top << mantissa_bits) | ((1 << mantissa_bits) - 1) * finite_only
    else:
        exponent = max(math.frexp(abs(value))[1] - 1, 1 - bias)
        units = round(math.ldexp(abs(value), mantissa_bits - exponent))
        # A mantissa that is too large carries into the exponent by itself.
        bits = units + ((exponent + bias - 1) << mantissa_bits)
        bits = min(bits, (top << mantissa_bits) | ((1 << mantissa_bits) - 1) * finite_only)
    return bits | sign << (exponent_bits + mantissa_bits)


def decode(bits, element):
    """The number that bits stand for, exactly."""
    if element == "f64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    _, exponent_bits, mantissa_bits = FLOATS[element]
    sign = -1.0 if bits >> (exponent_bits + mantissa_bits) else 1.0
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if exponent == (1 << exponent_bits) - 1:
        if element == "f8E4M3FN":
            if mantissa == 7:
                return math.nan
        else:
            return math.nan if mantissa else sign * math.inf
    if exponent == 0:
        return sign * math.ldexp(mantissa, 1 - bias - mantissa_bits)
    return sign * math.ldexp(mantissa + (1 << mantissa_bits),
                             exponent - bias - mantissa_bits)


def numbers(data, element):
    """The numbers in an array; those of complex numbers one after the other."""
    element = COMPLEX.get(element, element)
    count = len(data) // size(element)
    if element == "f64" or element == "f32":
        return struct.unpack(f"<{count}{'d' if element == 'f64' else 'f'}", data)
    letter = {1: "B", 2: "H", 4: "I", 8: "Q"}[size(element)]
    raw = struct.unpack(f"<{count}{letter}", data)
    if element in FLOATS:
        return [decode(bits, element) for bits in raw]
    mask = (1 << INTEGERS[element][1]) - 1
    return [bits & mask for bits in raw]


def pack(values, element):
    """An array of numbers as bytes: floats are rounded, integers wrap."""
    element = COMPLEX.get(element, element)
    if element in FLOATS:
        if element == "f64":
            return struct.pack(f"<{len(values)}d", *values)
        values = [encode(value, element) for value in values]
    else:
        mask = (1 << INTEGERS[element][1]) - 1
        values = [value & mask for value in values]
    letter = {1: "B", 2: "H", 4: "I", 8: "Q"}[size(element)]
    return struct.pack(f"<{len(values)}{letter}", *values)


CORNERS = [0.0, -0.0, math.inf, -math.inf, math.nan]


def corner(rng, element):
    """A number at the edge of what an element type can hold."""
    if element in INTEGERS:
        bits = INTEGERS[element][1]
        return rng.choice([0, -1, 1 << (bits - 1), (1 << (bits - 1)) - 1])
    element = COMPLEX.get(element, element)
    _, exponent_bits, mantissa_bits = FLOATS[element]
    sign = 1 << (exponent_bits + mantissa_bits)
    largest = ((1 << exponent_bits) - 1 << mantissa_bits) - 1
    normal = 1 << mantissa_bits
    if rng.random() < 0.5:
        return decode(encode(rng.choice(CORNERS), element), element)
    return decode(rng.choice([0, sign]) | rng.choice([largest, normal, 1, normal - 1]),
                  element)


def number(rng, element, corners=0.0):
    """A small number that every element type of its kind holds exactly."""
    if rng.random() < corners:
        return corner(rng, element)
    if element in INTEGERS:
        bits = INTEGERS[element][1]
        most = min(1 << (bits - 1), 100)
        return rng.randrange(-most, most) if bits > 1 else rng.randrange(2)
    return rng.randint(-16, 16) / 8


def literal(value, element):
    """As MLIR writes a constant."""
    if element in COMPLEX:
        part = COMPLEX[element]
        return f"({literal(value, part)}, {literal(-value, part)})"
    if element in INTEGERS:
        bits = INTEGERS[element][1]
        if bits == 1:
            return "true" if value & 1 else "false"
        value &= (1 << bits) - 1
        return str(value - (1 << bits) if value >> (bits - 1) else value)
    bits = encode(value, element)
    return f"0x{bits:0{2 * size(element)}X}"


def constant(value, element):
    """The operation that makes a number."""
    of = literal(value, element)
    return f"arith.constant {of}" + ("" if element == "i1" else f" : {element}")
