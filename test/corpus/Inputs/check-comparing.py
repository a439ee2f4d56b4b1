#===- check-comparing.py - Tests of comparing.py and elements.py -------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A check that accepts everything finds nothing: so each is shown what is wrong.
#
#===------------------------------------------------------------------------===#

import math
import random

import comparing
import elements
import shape_programs
from widen import widen


def same(ours, theirs, element):
    return not comparing.differs(elements.pack(ours, element), elements.pack(theirs, element),
                                 element)


def near(ours, stock, exact, element):
    return not comparing.strays(elements.pack(ours, element), elements.pack(stock, element),
                                elements.pack(exact, "f64"), element, element)


def check_numbers():
    assert same([1.0, math.nan], [1.0, -math.nan], "f32")
    assert not same([0.0], [-0.0], "f32")
    assert not same([1.0], [math.nan], "bf16")
    assert not same([math.inf], [-math.inf], "f16")
    assert same([-1], [15], "i4") and not same([1], [2], "i4")
    assert near([1.0 + 1e-7], [1.0], [1.0], "f32")
    assert not near([1.001], [1.0], [1.0], "f32")
    assert near([1.01], [1.01], [1.0], "f32")  # Nor is the stock code better.
    assert near([1.0 + 1e-14], [1.0], [1.0], "f64")  # Nothing more exact is there.
    assert not near([1.0 + 1e-12], [1.0], [1.0], "f64")
    assert not near([math.nan], [1.0], [1.0], "f32")
    assert not near([math.inf], [1.0], [1.0], "f32")
    assert not near([2], [1], [1.0], "i32")


def check_elements():
    for element in elements.FLOATS:
        width = elements.size(element)
        for bits in range(256) if width == 1 else range(0, 65536, 7):
            bits <<= 8 * max(width - 2, 0)
            value = elements.decode(bits, element)
            if not math.isnan(value):
                assert elements.encode(value, element) == bits, (element, bits)
    assert elements.encode(1.0, "f32") == 0x3F800000
    assert elements.encode(65536.0, "f16") == 0x7C00
    assert elements.encode(1 + 2 ** -8, "bf16") == 0x3F80  # Halves go to even.
    assert elements.encode(1 + 3 * 2 ** -8, "bf16") == 0x3F82


def check_widening():
    assert widen("%v = arith.constant 0x3FC0 : bf16\n") == \
        "%v = arith.constant 0x3FF8000000000000 : f64\n"
    assert widen("%v = arith.extf %b0 : bf16 to f32\n") == \
        "%v = arith.maximumf %b0, %b0 : f64\n"


def check_layers():
    rng = random.Random(1)
    for layer in [shape_programs.product((3, 5, 7)), shape_programs.softmax((3, 5)),
                  shape_programs.convolution((6, 2, 3, 3, 1, 1, 1), "nchw")]:
        contents = layer.contents()
        views = [shape_programs.View(*pair) for pair in zip(contents, layer.arguments)]
        shape = layer.made[0].shape
        right = [layer.element(views, shape_programs.unravel(i, shape))
                 for i in range(math.prod(shape))]
        assert not shape_programs.differs(layer, contents, elements.pack(right, "f32"), 1000)
        wrong = list(right)
        wrong[rng.randrange(len(wrong))] += 0.5
        assert shape_programs.differs(layer, contents, elements.pack(wrong, "f32"), 1000)


check_numbers()
check_elements()
check_widening()
check_layers()
print("all as expected")
