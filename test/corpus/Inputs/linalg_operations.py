#===- linalg_operations.py - Named operations by chance -------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Named operations of linalg, and those of tensor that stand between them. Each
# function adds one to a program, or returns None where nothing suits it.
#
#===------------------------------------------------------------------------===#

import elements
from bodies import Body, MOVED_ONLY, combiner
from linalg_attention import attention
from linalg_generics import GENERICS, affine_map
from linalg_programs import MOST_ELEMENTS, count, tensor_type

WIDER = {"f16": "f32", "bf16": "f32", "i8": "i32", "i16": "i32", "i4": "i32", "f32": "f64"}


def on_tensors(p, op, inputs, output, attributes="", tail=True):
    ins = ""
    if inputs:
        ins = (f"ins({', '.join(t.name for t in inputs)} : "
               f"{', '.join(t.type for t in inputs)}) ")
    result = f" -> {output.type}" if tail else ""
    return p.emit(f"{op} {attributes}{ins}outs({output.name} : {output.type}){result}",
                  output.shape, output.element)


def wide_of(p):
    """The type of sums: as narrow as the factors, or wider."""
    if p.smooth or p.rng.random() < 0.5:
        return p.element
    return WIDER.get(p.element, p.element)


def product(p):
    rng = p.rng
    if p.element in MOVED_ONLY or p.element in ("index", "i1"):
        return None
    kind = rng.choice(["matmul"] * 4 + ["batch_matmul"] * 2 + [
        "matvec", "vecmat", "dot", "batch_matvec", "batch_vecmat", "batch_reduce_matmul",
        "mmt4d", "batch_mmt4d"])
    m, n, k, b = (p.extent() for _ in range(4))
    b = min(b, 8)
    if m * n * k * b > 300000:
        m, b = min(m, 7), min(b, 2)
    shapes = {
        "matmul": ([m, k], [k, n], [m, n]),
        "batch_matmul": ([b, m, k], [b, k, n], [b, m, n]),
        "matvec": ([m, k], [k], [m]),
        "vecmat": ([k], [k, n], [n]),
        "dot": ([k], [k], []),
        "batch_matvec": ([b, m, k], [b, k], [b, m]),
        "batch_vecmat": ([b, k], [b, k, n], [b, n]),
        "batch_reduce_matmul": ([b, m, k], [b, k, n], [m, n]),
    }
    if "mmt4d" in kind:
        tiles = [rng.choice([1, 2, 4, 8]) for _ in range(3)]
        m, n, k = min(m, 4), min(n, 4), min(k, 4)
        lead = [b] if kind == "batch_mmt4d" else []
        shapes[kind] = (lead + [m, k, tiles[0], tiles[2]], lead + [n, k, tiles[1], tiles[2]],
                        lead + [m, n, tiles[0], tiles[1]])
    left, right, result = shapes[kind]
    maps = ""
    if kind in ("matmul", "batch_matmul") and rng.random() < 0.3:
        left, right, maps = transposed(rng, kind, left, right)
    if max(count(left), count(right), count(result)) > 2 * MOST_ELEMENTS:
        return None
    if rng.random() < 0.5 and kind == "matmul" and not maps:  # Continue a chain.
        there = p.some(rank=2)
        left, right = list(there.shape), [there.shape[1], right[1]]
        result = [left[0], right[1]]
        if count(right) > 2 * MOST_ELEMENTS or count(left) * right[1] > 300000:
            return None
    inputs = [p.operand(left, p.element), p.operand(right, p.element)]
    output = p.initial(result, wide_of(p), 0)
    if maps == "" and output.element != p.element and rng.random() < 0.2 and \
            p.element in elements.INTEGERS:
        maps = "{cast = #linalg.type_fn<cast_unsigned>} "
        if kind in ("mmt4d", "batch_mmt4d", "batch_reduce_matmul"):
            maps = ""
    return on_tensors(p, f"linalg.{kind}", inputs, output, maps)


def transposed(rng, kind, left, right):
    """The same product, with one or both operands transposed or broadcast."""
    batch = ["d0"] if kind == "batch_matmul" else []
    m, n, k = [f"d{len(batch) + i}" for i in range(3)]
    left_map, right_map = batch + [m, k], batch + [k, n]
    which = rng.choice(["left", "right", "both"])
    if which != "right":
        left_map[-2:] = left_map[:-3:-1]
        left = left[:-2] + [left[-1], left[-2]]
    if which != "left":
        right_map[-2:] = right_map[:-3:-1]
        right = right[:-2] + [right[-1], right[-2]]
    if rng.random() < 0.1 and batch:
        left, left_map = left[1:], left_map[1:]
    number = len(batch) + 3
    maps = [affine_map(number, m_) for m_ in (left_map, right_map, batch + [m, n])]
    return left, right, f"indexing_maps = [{', '.join(maps)}] "


# Layouts: image, filter, result, where S stands for the spatial dimensions.
CONVOLUTIONS = {
    "conv_1d": (1, "S", "S", "S"), "conv_2d": (2, "S", "S", "S"), "conv_3d": (3, "S", "S", "S"),
    "conv_1d_nwc_wcf": (1, "NSC", "SCF", "NSF"), "conv_1d_ncw_fcw": (1, "NCS", "FCS", "NFS"),
    "conv_2d_nhwc_hwcf": (2, "NSC", "SCF", "NSF"), "conv_2d_nhwc_fhwc": (2, "NSC", "FSC", "NSF"),
    "conv_2d_nchw_fchw": (2, "NCS", "FCS", "NFS"),
    "conv_2d_ngchw_fgchw": (2, "NGCS", "FGCS", "NGFS"),
    "conv_2d_ngchw_gfchw": (2, "NGCS", "GFCS", "NGFS"),
    "conv_2d_nhwgc_gfhwc": (2, "NSGC", "GFSC", "NSGF"),
    "conv_3d_ndhwc_dhwcf": (3, "NSC", "SCF", "NSF"), "conv_3d_ncdhw_fcdhw": (3, "NCS", "FCS", "NFS"),
    "depthwise_conv_1d_nwc_wc": (1, "NSC", "SC", "NSC"),
    "depthwise_conv_1d_ncw_cw": (1, "NCS", "CS", "NCS"),
    "depthwise_conv_1d_nwc_wcm": (1, "NSC", "SCM", "NSCM"),
    "depthwise_conv_2d_nhwc_hwc": (2, "NSC", "SC", "NSC"),
    "depthwise_conv_2d_nchw_chw": (2, "NCS", "CS", "NCS"),
    "depthwise_conv_2d_nhwc_hwcm": (2, "NSC", "SCM", "NSCM"),
    "depthwise_conv_3d_ndhwc_dhwc": (3, "NSC", "SC", "NSC"),
    "depthwise_conv_3d_ncdhw_cdhw": (3, "NCS", "CS", "NCS"),
    "depthwise_conv_3d_ndhwc_dhwcm": (3, "NSC", "SCM", "NSCM"),
}
POOLINGS = {}
for layout, number in (("nhwc", 2), ("nwc", 1), ("ndhwc", 3)):
    for what in ("sum", "max", "min"):
        POOLINGS[f"pooling_{layout}_{what}"] = (number, "NSC", "S", "NSC")
for layout, number in (("nchw", 2), ("ncw", 1)):
    for what in ("sum", "max"):
        POOLINGS[f"pooling_{layout}_{what}"] = (number, "NCS", "S", "NCS")


def windowed(p, kind, layouts, wide, start):
    """A convolution or a pooling, by the layouts of its operands."""
    rng = p.rng
    spatial, image, filter_, result = layouts
    outputs = [rng.choice([1, 2, 3, 4, 7, 8, 14, 16]) for _ in range(spatial)]
    kernel = [rng.choice([1, 1, 2, 3, 3, 5]) for _ in range(spatial)]
    strides = [rng.choice([1, 1, 1, 2, 3]) for _ in range(spatial)]
    dilations = [rng.choice([1, 1, 1, 2, 3]) for _ in range(spatial)]
    if "S" == image:  # These have neither.
        strides = dilations = [1] * spatial
    reads = [(o - 1) * s + (k - 1) * d + 1
             for o, k, s, d in zip(outputs, kernel, strides, dilations)]
    extents = {"N": rng.choice([1, 1, 2, 3]), "C": rng.choice([1, 2, 3, 4, 8, 16, 17, 32]),
               "F": rng.choice([1, 2, 3, 8, 16, 33]), "G": rng.choice([1, 2, 3]),
               "M": rng.choice([1, 2, 3])}

    def shape(layout, sizes):
        return [e for letter in layout for e in (sizes if letter == "S" else [extents[letter]])]
    shapes = [shape(image, reads), shape(filter_, kernel), shape(result, outputs)]
    work = count(shapes[2]) * count(kernel) * (extents["C"] if "C" in filter_ else 1)
    if work > 400000 or max(map(count, shapes)) > 2 * MOST_ELEMENTS:
        return None
    inputs = [p.operand(shapes[0], p.element)]
    inputs.append(p.empty(shapes[1], p.element) if filter_ == "S" != image else
                  p.operand(shapes[1], p.element))
    attributes = ""
    if image != "S":
        numbers = [", ".join(map(str, of)) for of in (dilations, strides)]
        attributes = (f"{{dilations = dense<[{numbers[0]}]> : tensor<{spatial}xi64>, "
                      f"strides = dense<[{numbers[1]}]> : tensor<{spatial}xi64>}} ")
    return on_tensors(p, f"linalg.{kind}", inputs, p.initial(shapes[2], wide, start), attributes)


def convolution(p):
    if p.element in MOVED_ONLY or p.element in ("index", "i1"):
        return None
    kind = p.rng.choice(list(CONVOLUTIONS))
    return windowed(p, kind, CONVOLUTIONS[kind], wide_of(p), 0)


def pooling(p):
    if p.element in MOVED_ONLY or p.element in elements.COMPLEX or p.element == "index":
        return None
    kind = p.rng.choice(list(POOLINGS))
    start = {"sum": 0, "max": -64, "min": 63}[kind.split("_")[2]]
    if p.element in elements.INTEGERS:
        if p.element in ("i1", "i4"):
            start = 0
    return windowed(p, kind, POOLINGS[kind], p.element, start)


UNARY = ["exp", "log", "abs", "ceil", "floor", "negf", "reciprocal", "round", "sqrt", "rsqrt",
         "square", "tanh", "erf"]
SMOOTH_UNARY = ["abs", "negf", "square", "tanh", "erf"]
BINARY = ["add", "sub", "mul", "max", "min"]


def named_elementwise(p):
    rng = p.rng
    if p.element in MOVED_ONLY or p.element in ("index", "i1"):
        return None
    tensor = p.some()
    output = p.empty(tensor.shape, p.element)
    is_float = p.element in elements.FLOATS
    if is_float and rng.random() < 0.4:
        op = rng.choice(SMOOTH_UNARY if p.smooth else UNARY)
        return on_tensors(p, f"linalg.{op}", [tensor], output)
    if p.element in elements.COMPLEX:
        op = rng.choice(["add", "sub", "mul"])
    elif is_float:
        op = rng.choice(BINARY + ([] if p.smooth else ["div"]))
    else:
        op = rng.choice(BINARY)
    other = p.operand(tensor.shape, p.element)
    if rng.random() < 0.3 and p.element not in elements.COMPLEX and \
            (is_float or op in ("add", "sub", "mul")):
        kind = {"max": "max_signed", "min": "min_signed"}.get(op, op)
        return on_tensors(p, "linalg.elementwise", [tensor, other], output,
                          f"kind=#linalg.elementwise_kind<{kind}> ")
    return on_tensors(p, f"linalg.{op}", [tensor, other], output)


def select(p):
    tensor = p.some()
    inputs = [p.operand(tensor.shape, "i1"), tensor, p.operand(tensor.shape, p.element)]
    return on_tensors(p, "linalg.select", inputs, p.empty(tensor.shape, p.element))


def region(body, arguments, result):
    lines = "".join(f"    {line}\n" for line in body.lines)
    return f"\n  ({arguments}) {{\n{lines}    linalg.yield {result}\n  }}"


def mapped(p):
    tensor = p.some()
    inputs = [tensor, p.operand(tensor.shape, p.element)][:p.rng.choice([1, 2])]
    body = Body(p.rng, [(f"%b{i}", p.element) for i in range(len(inputs))], p.smooth, p.corners)
    for _ in range(p.rng.choice([1, 2, 4])):
        value = body.step(p.element)
    output = p.empty(tensor.shape, p.element)
    arguments = ", ".join(f"%b{i}: {p.element}" for i in range(len(inputs)))
    arguments += f", %b{len(inputs)}: {p.element}"
    ins = f"ins({', '.join(t.name for t in inputs)} : {', '.join(t.type for t in inputs)}) "
    return p.emit(f"linalg.map {ins}outs({output.name} : {output.type})" +
                  region(body, arguments, f"{value} : {p.element}"), tensor.shape, p.element)


def reduced(p):
    tensor = p.some()
    rank = len(tensor.shape)
    if rank == 0 or p.element in MOVED_ONLY:
        return None
    over = sorted(p.rng.sample(range(rank), p.rng.choice([1, 1, min(2, rank)])))
    shape = [e for d, e in enumerate(tensor.shape) if d not in over]
    op, start = combiner(p.rng, p.element, p.smooth, count(tensor.shape[d] for d in over))
    output = p.initial(shape, p.element, start)
    body = Body(p.rng, [], p.smooth, 0)
    value = body.define(f"{op} %b0, %b1 : {p.element}", p.element)
    return p.emit(f"linalg.reduce ins({tensor.name} : {tensor.type}) outs({output.name} : "
                  f"{output.type}) dimensions = [{', '.join(map(str, over))}]" +
                  region(body, f"%b0: {p.element}, %b1: {p.element}", f"{value} : {p.element}"),
                  shape, p.element)


def transpose(p):
    tensor = p.some()
    if not tensor.shape:
        return None  # MLIR's verifier does not survive it.
    order = list(range(len(tensor.shape)))
    p.rng.shuffle(order)
    output = p.empty([tensor.shape[d] for d in order], p.element)
    return p.emit(f"linalg.transpose ins({tensor.name} : {tensor.type}) outs({output.name} : "
                  f"{output.type}) permutation = [{', '.join(map(str, order))}]",
                  output.shape, p.element)


def broadcast(p):
    tensor = p.some()
    rank = len(tensor.shape)
    added = [p.extent() for _ in range(p.rng.choice([1, 1, 2]))]
    if rank + len(added) > 5 or count(tensor.shape) * count(added) > MOST_ELEMENTS:
        return None
    places = sorted(p.rng.sample(range(rank + len(added)), len(added)))
    shape = list(tensor.shape)
    for place, extent in zip(places, added):
        shape.insert(place, extent)
    output = p.empty(shape, p.element)
    return p.emit(f"linalg.broadcast ins({tensor.name} : {tensor.type}) outs({output.name} : "
                  f"{output.type}) dimensions = [{', '.join(map(str, places))}]",
                  shape, p.element)


def copied(p):
    tensor = p.some()
    return on_tensors(p, "linalg.copy", [tensor], p.empty(tensor.shape, p.element))


def filled(p):
    return p.splat(1 if p.element in elements.COMPLEX else p.number(p.element), p.shape(), p.element)


def softmax(p):
    if p.element not in ("f32", "f64"):
        return None
    tensor = p.some()
    if not tensor.shape or count(tensor.shape) == 0:
        return None
    axis = p.rng.randrange(len(tensor.shape))
    return on_tensors(p, "linalg.softmax", [tensor], p.empty(tensor.shape, p.element),
                      f"dimension({axis}) ")


def padded(p):
    rng, tensor = p.rng, p.some()
    if not tensor.shape:
        return None
    low = [rng.choice([0, 0, 1, 2, 3]) for _ in tensor.shape]
    high = [rng.choice([0, 0, 1, 2, 5]) for _ in tensor.shape]
    shape = [lo + e + h for lo, e, h in zip(low, tensor.shape, high)]
    if count(shape) > MOST_ELEMENTS:
        return None
    value = p.scalar(1 if p.element in elements.COMPLEX else p.number(p.element), p.element)
    arguments = ", ".join(f"%i{d}: index" for d in range(len(shape)))
    return p.emit(f"tensor.pad {tensor.name} low[{', '.join(map(str, low))}] "
                  f"high[{', '.join(map(str, high))}] {{\n^bb0({arguments}):\n"
                  f"  tensor.yield {value} : {p.element}\n}} : {tensor.type} to "
                  f"{tensor_type(shape, p.element)}", shape, p.element)


def slice_of(rng, shape):
    """Offsets, sizes and strides of a part."""
    offsets, sizes, strides = [], [], []
    if 0 in shape:
        return offsets, sizes, strides  # Nothing of it is within bounds.
    for extent in shape:
        stride = rng.choice([1, 1, 1, 2])
        offset = rng.randint(0, max(extent - 1, 0)) if rng.random() < 0.5 else 0
        most = (extent - offset + stride - 1) // stride
        offsets.append(offset)
        sizes.append(rng.randint(1, most) if most > 0 else 0)
        strides.append(stride)
    return offsets, sizes, strides


def brackets(*lists):
    return " ".join(f"[{', '.join(map(str, numbers))}]" for numbers in lists)


def extracted(p):
    tensor = p.some()
    if not tensor.shape:
        return None
    offsets, sizes, strides = slice_of(p.rng, tensor.shape)
    if not sizes:
        return None
    # Without all dimensions of one element, or with them.
    shape = [s for s in sizes if s != 1] if p.rng.random() < 0.3 else sizes
    return p.emit(f"tensor.extract_slice {tensor.name}{brackets(offsets, sizes, strides)} : "
                  f"{tensor.type} to {tensor_type(shape, p.element)}", shape, p.element)


def inserted(p):
    tensor = p.some()
    if not tensor.shape:
        return None
    offsets, sizes, strides = slice_of(p.rng, tensor.shape)
    if not sizes:
        return None
    part = p.operand(sizes, p.element)
    return p.emit(f"tensor.insert_slice {part.name} into {tensor.name}"
                  f"{brackets(offsets, sizes, strides)} : {part.type} into {tensor.type}",
                  tensor.shape, p.element)


def concatenated(p):
    tensor = p.some()
    if not tensor.shape:
        return None
    axis = p.rng.randrange(len(tensor.shape))
    parts = [tensor]
    for _ in range(p.rng.choice([1, 1, 2])):
        shape = list(tensor.shape)
        shape[axis] = p.extent()
        if count(shape) > MOST_ELEMENTS:
            return None
        parts.append(p.operand(shape, p.element))
    shape = list(tensor.shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    return p.emit(f"tensor.concat dim({axis}) {', '.join(t.name for t in parts)} : "
                  f"({', '.join(t.type for t in parts)}) -> {tensor_type(shape, p.element)}",
                  shape, p.element)


def collapsed(p):
    tensor = p.some()
    rank = len(tensor.shape)
    if rank < 2:
        return None
    groups, shape = [[0]], [tensor.shape[0]]
    for d in range(1, rank):
        if p.rng.random() < 0.5:
            groups[-1].append(d)
            shape[-1] *= tensor.shape[d]
        else:
            groups.append([d])
            shape.append(tensor.shape[d])
    return p.emit(f"tensor.collapse_shape {tensor.name} {groups} : {tensor.type} into "
                  f"{tensor_type(shape, p.element)}", shape, p.element)


def expanded(p):
    tensor = p.some()
    if not tensor.shape or len(tensor.shape) > 3:
        return None
    groups, shape = [], []
    for extent in tensor.shape:
        factors = [f for f in (1, 2, 3, 4, 8) if extent % f == 0]
        by = p.rng.choice(factors) if p.rng.random() < 0.7 else None
        parts = [extent] if by is None else [extent // by, by] if p.rng.random() < 0.5 else [by, extent // by]
        groups.append(list(range(len(shape), len(shape) + len(parts))))
        shape += parts
    return p.emit(f"tensor.expand_shape {tensor.name} {groups} output_shape {shape} : "
                  f"{tensor.type} into {tensor_type(shape, p.element)}", shape, p.element)


def packed(p):
    """A matrix in tiles, and back again."""
    tensor = p.some(rank=2)
    if count(tensor.shape) == 0 or p.element in elements.COMPLEX:
        return None
    tiles = [p.rng.choice([1, 2, 4, 8]) for _ in range(2)]
    outer = [-(-e // t) for e, t in zip(tensor.shape, tiles)]
    if count(outer + tiles) > MOST_ELEMENTS:
        return None
    order = p.rng.choice([[0, 1], [1, 0]])
    shape = [outer[d] for d in order] + tiles
    empty = p.empty(shape, p.element)
    value = p.scalar(p.number(p.element), p.element)
    how = (f"outer_dims_perm = {order} inner_dims_pos = [0, 1] inner_tiles = {tiles}")
    there = p.emit(f"linalg.pack {tensor.name} padding_value({value} : {p.element}) {how} "
                   f"into {empty.name} : {tensor.type} -> {empty.type}", shape, p.element)
    if p.rng.random() < 0.5:
        return there
    target = p.empty(tensor.shape, p.element)
    back = p.emit(f"linalg.unpack {there.name} {how} into {target.name} : {there.type} -> "
                  f"{target.type}", tensor.shape, p.element)
    return [there, back]


OPERATIONS = GENERICS | {
    product: 6, convolution: 4, pooling: 2, named_elementwise: 5, select: 1, mapped: 1, reduced: 2,
    transpose: 3, broadcast: 2, copied: 1, filled: 0.5, softmax: 1, attention: 3, padded: 2, extracted: 2,
    inserted: 1, concatenated: 1, collapsed: 2, expanded: 2, packed: 1}
