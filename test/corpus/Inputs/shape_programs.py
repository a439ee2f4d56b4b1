#===- shape_programs.py - Programs of library_shapes.py -------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A layer as a function, and the exact value of any element of its result. The
# arguments are small multiples of 1/8, so that sums of products are exact in
# f32, whatever their order.
#
#===------------------------------------------------------------------------===#

import math
import random

import elements
import library_shapes
from linalg_programs import Tensor, count, tensor_type

BLOCK = 4093  # Prime, so that no row repeats the one before it.


class Layer:
    """One program; `element(arrays, index)` is what belongs at `index`, and `shape`
    is how bench-ops names the layer."""

    def __init__(self, name, shape, arguments, result, body, element, tolerance=0.0):
        self.name = name
        self.shape = shape
        self.seed = sum(map(ord, name))
        self.arguments = [Tensor(f"%a{i}", shape, of) for i, (shape, of) in enumerate(arguments)]
        self.made = [Tensor("%r", *result)]
        types = ", ".join(f"{t.name}: {t.type}" for t in self.arguments)
        self.text = (f"func.func @{name}({types}) -> {self.made[0].type} {{\n{body}"
                     f"  return %r : {self.made[0].type}\n}}\n")
        self.element = element
        self.tolerance = tolerance

    def contents(self):
        """The bytes of the arguments."""
        rng = random.Random(self.seed)
        filled = []
        for tensor in self.arguments:
            block = elements.pack([elements.number(rng, tensor.element) for _ in range(BLOCK)],
                                  tensor.element)
            total = count(tensor.shape) * elements.size(tensor.element)
            filled.append((block * (total // len(block) + 1))[:total])
        return filled


FORMATS = {"f32": "f", "f64": "d", "i8": "b", "i32": "i"}


class View:
    """An array that is read by place."""

    def __init__(self, data, tensor):
        self.numbers = (memoryview(data).cast(FORMATS[tensor.element])
                        if tensor.element in FORMATS else elements.numbers(data, tensor.element))
        self.strides = [count(tensor.shape[d + 1:]) for d in range(len(tensor.shape))]

    def __getitem__(self, index):
        return self.numbers[sum(i * s for i, s in zip(index, self.strides))]


def places(shape, rng, number):
    """Where to look: the corners, and some by chance."""
    if count(shape) <= number:
        return [unravel(i, shape) for i in range(count(shape))]
    there = {0, count(shape) - 1, shape[-1] - 1, count(shape) - shape[-1]}
    return [unravel(i, shape) for i in there | {rng.randrange(count(shape))
                                                for _ in range(number)}]


def unravel(number, shape):
    index = []
    for extent in reversed(shape):
        number, rest = divmod(number, extent)
        index.append(rest)
    return tuple(reversed(index))


def differs(layer, contents, made, number=24):
    """Where the result is not what it should be, in words; '' if nowhere."""
    rng = random.Random(layer.seed + 1)
    views = [View(data, tensor) for data, tensor in zip(contents, layer.arguments)]
    result = View(made, layer.made[0])
    for index in places(layer.made[0].shape, rng, number):
        expected, value = layer.element(views, index), result[index]
        if not abs(value - expected) <= layer.tolerance * max(1.0, abs(expected)):
            return f"element {index} is {value!r}, expected {expected!r}"
    return ""


def named(family, *sizes):
    """As bench/shapes.h has it."""
    return f"{family}-{'x'.join(map(str, sizes))}"


def pair(value):
    return value if isinstance(value, tuple) else (value, value)


def zeros(shape, element, value="0.0"):
    value = value if element in elements.FLOATS else str(int(float(value)))
    of = tensor_type(shape, element)
    return (f"  %c = arith.constant {value} : {element}\n  %e = tensor.empty() : {of}\n"
            f"  %z = linalg.fill ins(%c : {element}) outs(%e : {of}) -> {of}\n")


def windows(name, image, kernel, result):
    return (f"  %r = linalg.{name} ins({', '.join(n for n, _ in [image, kernel])} : "
            f"{', '.join(t for _, t in [image, kernel])}) outs(%z : {result}) -> {result}\n")


def padded(shape, element, low, value="0.0"):
    """%a0 with a border, as %p, and the shape that it then has."""
    if not any(low):
        return "", "%a0", shape
    new = [e + 2 * b for e, b in zip(shape, low)]
    value = value if element in elements.FLOATS else "0"
    indices = ", ".join(f"%i{d}: index" for d in range(len(shape)))
    return (f"  %b = arith.constant {value} : {element}\n"
            f"  %p = tensor.pad %a0 low{low} high{low} {{\n  ^bb0({indices}):\n"
            f"    tensor.yield %b : {element}\n"
            f"  }} : {tensor_type(shape, element)} to {tensor_type(new, element)}\n"), "%p", new


def attributes(stride, dilation):
    return (f" {{dilations = dense<{dilation}> : tensor<2xi64>, "
            f"strides = dense<{stride}> : tensor<2xi64>}}")


def convolution(layer, layout, batch=1, element="f32"):
    side, c, f, kernel, stride, pad, dilation = layer
    (kh, kw), (ph, pw) = pair(kernel), pair(pad)
    wide = "i32" if element == "i8" else element
    nhwc = layout == "nhwc"
    image = [batch, side, side, c] if nhwc else [batch, c, side, side]
    filter_ = [kh, kw, c, f] if nhwc else [f, c, kh, kw]
    oh, ow = [(side + 2 * p - (k - 1) * dilation - 1) // stride + 1
              for p, k in ((ph, kh), (pw, kw))]
    result = [batch, oh, ow, f] if nhwc else [batch, f, oh, ow]
    border, source, shape = padded(image, element, [0, ph, pw, 0] if nhwc else [0, 0, ph, pw])
    op = ("conv_2d_nhwc_hwcf" if nhwc else "conv_2d_nchw_fchw") + attributes(stride, dilation)
    body = border + zeros(result, wide) + windows(
        op, (source, tensor_type(shape, element)), ("%a1", tensor_type(filter_, element)),
        tensor_type(result, wide))

    def value(views, index):
        n, y, x, k = index if nhwc else (index[0], index[2], index[3], index[1])
        total = 0
        for i in range(kh):
            for j in range(kw):
                h, w = y * stride + i * dilation - ph, x * stride + j * dilation - pw
                if 0 <= h < side and 0 <= w < side:
                    for q in range(c):
                        total += (views[0][n, h, w, q] * views[1][i, j, q, k] if nhwc else
                                  views[0][n, q, h, w] * views[1][k, q, i, j])
        return total
    name = f"conv_{layout}_{element}_{side}_{c}_{f}_{kh}x{kw}_s{stride}_d{dilation}_b{batch}"
    family = ("conv" + ("-pad" if border else "") + ("-nchw" if not nhwc else "")
              + ("-i8" if element == "i8" else ""))
    sizes = [batch, oh, ow, c, kh, kw, f, stride, dilation] + ([ph, pw] if border else [])
    return Layer(name, named(family, *sizes), [(image, element), (filter_, element)], (result, wide), body, value)


def depthwise(layer, layout):
    side, c, k, stride = layer
    nhwc, pad = layout == "nhwc", k // 2
    image = [1, side, side, c] if nhwc else [1, c, side, side]
    filter_ = [k, k, c] if nhwc else [c, k, k]
    out = (side + 2 * pad - k) // stride + 1
    result = [1, out, out, c] if nhwc else [1, c, out, out]
    border, source, shape = padded(image, "f32", [0, pad, pad, 0] if nhwc else [0, 0, pad, pad])
    op = ("depthwise_conv_2d_nhwc_hwc" if nhwc else "depthwise_conv_2d_nchw_chw")
    body = border + zeros(result, "f32") + windows(
        op + attributes(stride, 1), (source, tensor_type(shape, "f32")),
        ("%a1", tensor_type(filter_, "f32")), tensor_type(result, "f32"))

    def value(views, index):
        _, y, x, q = index if nhwc else (index[0], index[2], index[3], index[1])
        total = 0
        for i in range(k):
            for j in range(k):
                h, w = y * stride + i - pad, x * stride + j - pad
                if 0 <= h < side and 0 <= w < side:
                    total += (views[0][0, h, w, q] * views[1][i, j, q] if nhwc else
                              views[0][0, q, h, w] * views[1][q, i, j])
        return total
    return Layer(f"depthwise_{layout}_{side}_{c}_{k}_s{stride}",
                 named("depthwise-pad" + ("" if nhwc else "-nchw"),
                       1, out, out, c, k, k, stride, 1, pad, pad),
                 [(image, "f32"), (filter_, "f32")], (result, "f32"), body, value)


def pooling(layer, layout):
    side, c, k, stride, kind = layer
    nhwc = layout == "nhwc"
    image = [1, side, side, c] if nhwc else [1, c, side, side]
    out = (side - k) // stride + 1
    result = [1, out, out, c] if nhwc else [1, c, out, out]
    body = (zeros(result, "f32", "0.0" if kind == "sum" else "0xFF800000") +
            f"  %w = tensor.empty() : tensor<{k}x{k}xf32>\n" +
            windows(f"pooling_{layout}_{kind}" + attributes(stride, 1),
                    ("%a0", tensor_type(image, "f32")), ("%w", f"tensor<{k}x{k}xf32>"),
                    tensor_type(result, "f32")))

    def value(views, index):
        _, y, x, q = index if nhwc else (index[0], index[2], index[3], index[1])
        seen = [views[0][(0, y * stride + i, x * stride + j, q) if nhwc else
                         (0, q, y * stride + i, x * stride + j)]
                for i in range(k) for j in range(k)]
        return sum(seen) if kind == "sum" else max(seen)
    return Layer(f"pooling_{layout}_{kind}_{side}_{c}_{k}_s{stride}",
                 named(("avg" if kind == "sum" else "max") + "pool" + ("" if nhwc else "-nchw"),
                       1, out, out, c, k, k, stride), [(image, "f32")],
                 (result, "f32"), body, value)


def product(layer, form="plain", element="f32"):
    """M x N x K; the second operand may be transposed, as weights often are, and
    a bias and a relu may follow."""
    m, n, k = layer
    wide = "i32" if element == "i8" else element
    right = [n, k] if form == "transposed" else [k, n]
    maps = ""
    if form == "transposed":
        maps = (" indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
                "affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]")
    of = tensor_type([m, n], wide)
    name = "%q" if form == "relu" else "%r"
    body = zeros([m, n], wide) + (
        f"  {name} = linalg.matmul{maps} ins(%a0, %a1 : {tensor_type([m, k], element)}, "
        f"{tensor_type(right, element)}) outs(%z : {of}) -> {of}\n")
    arguments = [([m, k], element), (right, element)]
    if form == "relu":
        arguments.append(([n], wide))
        body += (
            "  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, "
            "affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], "
            'iterator_types = ["parallel", "parallel"]} '
            f"ins(%q, %a2 : {of}, {tensor_type([n], wide)}) outs(%e : {of}) {{\n"
            f"  ^bb0(%x: {wide}, %y: {wide}, %o: {wide}):\n"
            f"    %s = arith.addf %x, %y : {wide}\n    %m = arith.maximumf %s, %c : {wide}\n"
            f"    linalg.yield %m : {wide}\n  }} -> {of}\n")

    def value(views, index):
        i, j = index
        total = sum(views[0][i, l] * (views[1][j, l] if form == "transposed" else views[1][l, j])
                    for l in range(k))
        return max(total + views[2][j,], 0) if form == "relu" else total
    family = {"plain": "matmul", "transposed": "matmul-bt", "relu": "matmul-bias-relu"}[form]
    return Layer(f"product_{form}_{element}_{m}x{n}x{k}",
                 named(family + ("-i8" if element == "i8" else ""), m, n, k), arguments, ([m, n], wide), body, value)


def attention(layer, of_values):
    """Scores of queries and keys, or their product with the values."""
    heads, length, keys, width = layer
    left = [heads, length, keys if of_values else width]
    right = [heads, keys, width]
    result = [heads, length, width if of_values else keys]
    maps = "" if of_values else (
        " indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, "
        "affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]")
    of = tensor_type(result, "f32")
    body = zeros(result, "f32") + (
        f"  %r = linalg.batch_matmul{maps} ins(%a0, %a1 : {tensor_type(left, 'f32')}, "
        f"{tensor_type(right, 'f32')}) outs(%z : {of}) -> {of}\n")

    def value(views, index):
        b, i, j = index
        return sum(views[0][b, i, l] * (views[1][b, l, j] if of_values else views[1][b, j, l])
                   for l in range(left[2]))
    return Layer(f"attention_{'values' if of_values else 'scores'}_{heads}_{length}_{keys}_{width}",
                 named("batch-matmul" if of_values else "batch-matmul-bt",
                       heads, length, result[2], left[2]), [(left, "f32"), (right, "f32")], (result, "f32"), body, value)


def softmax(layer):
    of = tensor_type(layer, "f32")
    body = (f"  %e = tensor.empty() : {of}\n"
            f"  %r = linalg.softmax dimension(1) ins(%a0 : {of}) outs(%e : {of}) -> {of}\n")

    def value(views, index):
        row = [views[0][index[0], j] for j in range(layer[1])]
        most = max(row)
        return math.exp(views[0][index] - most) / sum(math.exp(x - most) for x in row)
    return Layer(f"softmax_{layer[0]}x{layer[1]}", named("softmax", *layer), [(layer, "f32")], (layer, "f32"), body, value,
                 1e-5)


def reduction(layer, axis, op):
    kept = layer[1 - axis]
    start = "0.0" if op == "arith.addf" else "0xFF800000"
    body = zeros([kept], "f32", start) + (
        f"  %r = linalg.reduce {{ {op} }} ins(%a0 : {tensor_type(layer, 'f32')}) "
        f"outs(%z : tensor<{kept}xf32>) dimensions = [{axis}]\n")

    def value(views, index):
        seen = [views[0][(j, index[0]) if axis == 0 else (index[0], j)]
                for j in range(layer[axis])]
        return sum(seen) if op == "arith.addf" else max(seen)
    family = (("reduce" if op == "arith.addf" else "max") + ("-columns" if axis == 0 else "-rows"))
    return Layer(f"reduction_{op[6:]}_{axis}_{layer[0]}x{layer[1]}", named(family, *layer), [(layer, "f32")],
                 ([kept], "f32"), body, value)


def norm(layer):
    """The RMS norm of each row, with a scale."""
    m, n = layer
    of, column = tensor_type(layer, "f32"), f"tensor<{m}xf32>"
    bits = f"0x{elements.encode(1 / n, 'f32'):08X}"
    both = "affine_map<(i, j) -> (i, j)>"
    body = zeros([m], "f32") + (
        f"  %s = linalg.generic {{indexing_maps = [{both}, affine_map<(i, j) -> (i)>], "
        f'iterator_types = ["parallel", "reduction"]}} ins(%a0 : {of}) outs(%z : {column}) {{\n'
        "  ^bb0(%x: f32, %o: f32):\n    %m = arith.mulf %x, %x : f32\n"
        f"    %t = arith.addf %o, %m : f32\n    linalg.yield %t : f32\n  }} -> {column}\n"
        f"  %d = arith.constant {bits} : f32\n  %f = arith.constant 0x3727C5AC : f32\n"
        f"  %g = tensor.empty() : {of}\n"
        f"  %r = linalg.generic {{indexing_maps = [{both}, affine_map<(i, j) -> (i)>, "
        f"affine_map<(i, j) -> (j)>, {both}], iterator_types = [\"parallel\", \"parallel\"]}} "
        f"ins(%a0, %s, %a1 : {of}, {column}, tensor<{n}xf32>) outs(%g : {of}) {{\n"
        "  ^bb0(%x: f32, %y: f32, %w: f32, %o: f32):\n    %m = arith.mulf %y, %d : f32\n"
        "    %t = arith.addf %m, %f : f32\n    %u = math.rsqrt %t : f32\n"
        "    %v = arith.mulf %x, %u : f32\n    %k = arith.mulf %v, %w : f32\n"
        f"    linalg.yield %k : f32\n  }} -> {of}\n")

    def value(views, index):
        square = sum(views[0][index[0], j] ** 2 for j in range(n)) / n
        return views[0][index] / math.sqrt(square + 1e-5) * views[1][index[1],]
    return Layer(f"norm_{m}x{n}", named("layernorm", m, n), [(layer, "f32"), ([n], "f32")], (layer, "f32"), body, value, 1e-5)


def layers():
    """All of them, in an order that does not change."""
    made = []
    for layer in library_shapes.layers():
        made += [convolution(layer, "nhwc"), convolution(layer, "nchw")]
        if layer[0] <= 28:
            made.append(convolution(layer, "nhwc", element="i8"))
        if layer[0] <= 14:
            made.append(convolution(layer, "nhwc", batch=2))
    for layer in library_shapes.depthwise():
        made += [depthwise(layer, "nhwc"), depthwise(layer, "nchw")]
    for layer in library_shapes.poolings():
        made += [pooling(layer, "nhwc"), pooling(layer, "nchw")]
    for layer in library_shapes.products():
        made += [product(layer), product(layer, "transposed"), product(layer, "relu")]
        if layer[0] <= 64:
            made.append(product(layer, element="i8"))
    for layer in library_shapes.attentions():
        made += [attention(layer, True), attention(layer, False)]
    for layer in library_shapes.rows():
        made += [softmax(layer), norm(layer)]
        made += [reduction(layer, axis, op) for axis in (0, 1)
                 for op in ("arith.addf", "arith.maximumf")]
    return list({layer.name: layer for layer in made}.values())
