#===- check-numbers.py - Tests of building.py -----------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Numbers that IEEE-754 and the C library define, and passes of MLIR do not give:
# neither the stock code nor as-opt's in strict mode may differ. And programs
# that use a CPU for too long end, but those that wait do not.
#
#===------------------------------------------------------------------------===#

import ctypes
import math
import sys
import tempfile

import building
import calling
import comparing
import elements
from linalg_programs import Tensor, tensor_type

OPERATIONS = {"arith.maximumf": 2, "arith.minimumf": 2, "math.log1p": 1, "math.expm1": 1}


def numbers(element):
    """Two operands, and the results of all operations."""
    tiny = 2.0 ** (-14 if element == "f16" else -66)
    left = [0.0, -0.0, math.nan, tiny, tiny, -tiny]
    right = [-0.0, 0.0, tiny, math.nan, -0.0, 0.0]
    return left, right, [[0.0, 0.0, math.nan, math.nan, tiny, 0.0],
                         [-0.0, -0.0, math.nan, math.nan, -0.0, -tiny], left, left]


def function(element):
    of = tensor_type((6,), element)
    lines = [f"%r{i} = linalg.map {{ {op} }} ins({', '.join(['%a0', '%a1'][:arity])} : "
             f"{', '.join([of] * arity)}) outs(%e : {of})"
             for i, (op, arity) in enumerate(OPERATIONS.items())]
    results = ", ".join(f"%r{i}" for i in range(len(lines)))
    types = ", ".join([of] * len(lines))
    body = "\n  ".join([f"%e = tensor.empty() : {of}", *lines, f"return {results} : {types}"])
    return f"func.func @f_{element}(%a0: {of}, %a1: {of}) -> ({types}) {{\n  {body}\n}}\n"


def check_numbers(builder, of):
    text = "".join(map(function, of))
    stock = ctypes.CDLL(builder.stock(text, "stock", 60))
    scheduled = ctypes.CDLL(builder.scheduled(text, "scheduled", 60)[0])
    for element in of:
        *operands, expected = numbers(element)
        arguments = [Tensor(name, (6,), element) for name in ("%a0", "%a1")]
        results = [Tensor(f"%r{i}", (6,), element) for i in range(len(OPERATIONS))]
        contents = [elements.pack(values, element) for values in operands]
        for call, library in [(calling.call_stock, stock), (calling.call_scheduled, scheduled)]:
            made, why = calling.run(call, library, f"f_{element}", arguments, contents, results)
            assert made, why
            for op, got, right in zip(OPERATIONS, made, expected):
                what = comparing.differs(got, elements.pack(right, element), element)
                assert not what, f"{call.__name__}, {op}, {element}: {what}"


SUM = """func.func @f(%a0: tensor<2xcomplex<f64>>, %a1: tensor<2xcomplex<f64>>)
    -> tensor<2xcomplex<f64>> {
  %e = tensor.empty() : tensor<2xcomplex<f64>>
  %r = linalg.map ins(%a0, %a1 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>)
      outs(%e : tensor<2xcomplex<f64>>)
      (%b0: complex<f64>, %b1: complex<f64>, %o: complex<f64>) {
    %v0 = complex.sub %b0, %b1 : complex<f64>
    %v1 = complex.add %v0, %b1 : complex<f64>
    linalg.yield %v1 : complex<f64>
  }
  return %r : tensor<2xcomplex<f64>>
}
"""


def check_complex_sums(builder):
    """(a - b) + b is not a where b is infinite, or a is lost beside it."""
    of = "complex<f64>"
    a, b = [1.0, 2.0, 1.0, 3.0], [math.inf, 0.0, 2.0 ** 60, 1.0]
    expected = elements.pack([math.nan, 2.0, 0.0, 3.0], of)
    libraries = [(calling.call_stock, builder.stock(SUM, "stock-sum", 60)),
                 (calling.call_scheduled, builder.scheduled(SUM, "sum", 60)[0])]
    arguments = [Tensor(name, (2,), of) for name in ("%a0", "%a1")]
    for call, library in libraries:
        made, why = calling.run(call, ctypes.CDLL(library), "f", arguments,
                                [elements.pack(x, of) for x in (a, b)], [Tensor("%r", (2,), of)])
        assert made, why
        what = comparing.differs(made[0], expected, of)
        assert not what, f"{call.__name__}, (a - b) + b: {what}"


def check_limits():
    building.run(["sleep", "3"], 1)
    try:
        building.run(["sh", "-c", "while :; do :; done"], 1)
        raise AssertionError("nothing stopped a loop")
    except building.Failed as failure:
        assert str(failure).startswith("hangs: sh took more than 1 s")


as_opt, llvm = sys.argv[1:]
calling.load_runtime(llvm)
with tempfile.TemporaryDirectory() as place:
    strict = building.Builder(as_opt, llvm, place, ["--fp=strict", "--trials=0"])
    check_numbers(strict, ["f64", "f32", "f16", "bf16"])
    check_complex_sums(strict)
check_limits()
print("all as expected")
