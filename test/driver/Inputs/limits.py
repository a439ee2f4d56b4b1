"""limits.py KIND: a module that goes up to the sizes of arrays, and beyond.

  rank     elementwise operations on tensors of more and more dimensions
  inputs   elementwise operations on more and more tensors
  chain    products with more and more elementwise operations behind them
  nest     loop nests that are deeper and deeper
  stores   loop nests with more and more statements
  long     2,000 operations in a row, of which each reads an array of its own,
           or the two before it
  extents  loops that are longer than anything may take time in proportion to
"""

import sys


def elementwise(name, rank, inputs):
    dims = ", ".join("d%d" % d for d in range(rank))
    type = "tensor<%sxf32>" % "x".join(["2"] * rank)
    map = "affine_map<(%s) -> (%s)>" % (dims, dims)
    operands = ["%%a%d" % i for i in range(inputs)]
    body, sum = [], "%i0"
    for i in range(1, inputs):
        body.append("%%s%d = arith.addf %s, %%i%d : f32" % (i, sum, i))
        sum = "%%s%d" % i
    return """func.func @%s(%s) -> %s {
  %%e = tensor.empty() : %s
  %%0 = linalg.generic {indexing_maps = [%s], iterator_types = [%s]}
      ins(%s : %s) outs(%%e : %s) {
  ^bb0(%s, %%o: f32):
    %s
    linalg.yield %s : f32
  } -> %s
  return %%0 : %s
}""" % (
        name,
        ", ".join(operand + ": " + type for operand in operands),
        type,
        type,
        ", ".join([map] * (inputs + 1)),
        ", ".join(['"parallel"'] * rank),
        ", ".join(operands),
        ", ".join([type] * inputs),
        type,
        ", ".join("%%i%d: f32" % i for i in range(inputs)),
        "\n    ".join(body),
        sum,
        type,
        type,
    )


def chain(length):
    type = "tensor<16x16xf32>"
    lines = [
        "func.func @chain%d(%%a: %s, %%b: %s) -> %s {" % (length, type, type, type),
        "%c = arith.constant 0.0 : f32",
        "%%e = tensor.empty() : %s" % type,
        "%%f = linalg.fill ins(%%c : f32) outs(%%e : %s) -> %s" % (type, type),
        "%%0 = linalg.matmul ins(%%a, %%b : %s, %s) outs(%%f : %s) -> %s"
        % (type, type, type, type),
    ]
    for i in range(length):
        lines.append("%%e%d = tensor.empty() : %s" % (i, type))
        lines.append(
            "%%%d = linalg.exp ins(%%%d : %s) outs(%%e%d : %s) -> %s"
            % (i + 1, i, type, i, type, type)
        )
    return "\n  ".join(lines + ["return %%%d : %s" % (length, type)]) + "\n}"


def nest(depth):
    rank = min(depth, 6)
    type = "memref<%sxf32>" % "x".join(["2"] * rank)
    indices = ", ".join("%%i%d" % i for i in range(rank))
    return "\n".join(
        ["func.func @nest%d(%%A: %s, %%B: %s) {" % (depth, type, type)]
        + ["affine.for %%i%d = 0 to 2 {" % i for i in range(depth)]
        + [
            "%%x = affine.load %%A[%s] : %s" % (indices, type),
            "%y = arith.addf %x, %x : f32",
            "affine.store %%y, %%B[%s] : %s" % (indices, type),
        ]
        + ["}" * depth, "return", "}"]
    )


def stores(count):
    type = "memref<8x8xf32>"
    lines = []
    for k in range(count):
        lines += [
            "%%x%d = affine.load %%A%d[%%i, %%j] : %s" % (k, k, type),
            "%%y%d = math.exp %%x%d : f32" % (k, k),
            "affine.store %%y%d, %%A%d[%%j, %%i] : %s" % (k, k + 1, type),
        ]
    return "func.func @stores%d(%s) {\n%s\n%s\n}}\nreturn\n}" % (
        count,
        ", ".join("%%A%d: %s {llvm.noalias}" % (k, type) for k in range(count + 1)),
        "affine.for %i = 0 to 8 {\naffine.for %j = 0 to 8 {",
        "\n".join(lines),
    )


def long_chain(kind, length):
    type = "tensor<4x8xf32>"
    lines = ["func.func @%s(%%v0: %s) -> %s {" % (kind, type, type)]
    lines.append("%%e = tensor.empty() : %s" % type)
    for i in range(length):
        other = "%%v%d" % max(0, i - 1)
        if kind == "constants":
            other = "%%c%d" % i
            values = ", ".join("%d.5" % ((i + j) % 99) for j in range(8))
            lines.append(
                "%s = arith.constant dense<[%s]> : %s"
                % (other, ", ".join(["[%s]" % values] * 4), type)
            )
        lines.append(
            "%%v%d = linalg.add ins(%%v%d, %s : %s, %s) outs(%%e : %s) -> %s"
            % (i + 1, i, other, type, type, type, type)
        )
    return "\n  ".join(lines + ["return %%v%d : %s" % (length, type)]) + "\n}"


def extent(name, rows, depth):
    types = tuple(
        "tensor<%dx%dxf32>" % shape for shape in ((rows, depth), (depth, 64), (rows, 64))
    )
    return """func.func @%s(%%a: %s, %%b: %s) -> %s {
  %%c = arith.constant 0.0 : f32
  %%e = tensor.empty() : %s
  %%f = linalg.fill ins(%%c : f32) outs(%%e : %s) -> %s
  %%0 = linalg.matmul ins(%%a, %%b : %s, %s) outs(%%f : %s) -> %s
  return %%0 : %s
}""" % (
        (name,) + types + (types[2],) * 3 + types + (types[2],) * 2
    )


LENGTHS = (999999937, 1000000000, 4294967291, 4294967296, 1000000000000000003)

KINDS = {
    "rank": [elementwise("rank%d" % r, r, 2) for r in (6, 7, 8, 9, 12, 16)],
    "inputs": [
        elementwise("inputs%d" % n, 2, n) for n in (7, 8, 9, 15, 16, 17, 31, 33, 70)
    ],
    "chain": [chain(n) for n in (14, 15, 16, 17, 40)],
    "nest": [nest(d) for d in (7, 8, 9, 10, 12, 17)],
    "long": [long_chain(kind, 2000) for kind in ("constants", "uses")],
    "extents": [
        form
        for n in LENGTHS
        for form in (extent("rows%d" % n, n, 64), extent("depth%d" % n, 64, n))
    ],
    "stores": [stores(n) for n in (15, 16, 17, 33, 70)],
}

print("\n".join(KINDS[sys.argv[1]]))
