#===- bench/models/operators.py - Single operators as ONNX -----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The workloads of bench-ops that ONNX has an operator for on dense tensors of f32.
# bench-ops says which by a family (bench/workload.h), the shapes of its tensors,
# and its sizes, and whether all arguments but the first are weights:
#
#   matmul-bias-relu/mk,kn,n,mn/m=128,n=3072,k=768/constant
#
# becomes Relu(Gemm(a0, a1, a2)), with a1 and a2 as external data.
#
#===------------------------------------------------------------------------===#

from onnx_writer import ALIGNMENT, FLOAT, Graph, external


class Operator:
    def __init__(self, text):
        self.family, tensors, sizes, weights = text.split("/")
        self.sizes = {letter: int(size) for letter, size in (
            one.split("=") for one in sizes.split(","))}
        self.shapes = [self.shape(letters) for letters in tensors.split(",")]
        self.version = 20  # Of operators; see onnx_writer.py.
        if self.family.startswith("attention"):
            self.version = 23
            self.shapes = [self.heads(*shape) for shape in self.shapes]
        self.has_constants = weights == "constant"
        self.graph = Graph()

    def shape(self, letters):
        return tuple(self.sizes[letter] for letter in letters)

    def heads(self, outer, inner, width):
        """One text: heads x length x width, or length x (heads x width)."""
        if self.family == "attention-heads":
            return (1, outer, inner * width)
        return (1, outer, inner, width)

    def windows(self):
        """The attributes of a convolution or pooling. A border is what the result
        needs beyond the image, the same on both sides."""
        size, (rows, columns) = self.sizes, self.shapes[0][2:]
        stride, dilation = size["t"], size.get("d", 1)
        border = lambda results, window, image: (
            (results - 1) * stride + (window - 1) * dilation + 1 - image) // 2
        return {"kernel_shape": [size["r"], size["s"]], "strides": [stride] * 2,
                "dilations": [dilation] * 2,
                "pads": [border(size["p"], size["r"], rows),
                         border(size["q"], size["s"], columns)] * 2}


def swapped(o, x, rank=2):
    """The last two dimensions of a matrix, or of each of several."""
    order = list(range(rank))
    order[-2:] = order[:-3:-1]
    return o.graph.node("Transpose", [x], perm=order)


def depthwise(o, x, w):
    channels, rows, columns = o.shapes[1]
    w = o.graph.node("Reshape", [w, o.graph.integers((channels, 1, rows, columns))])
    return o.graph.node("Conv", [x, w], group=channels, **o.windows())


def attention(o, *operands):
    attributes = {"scale": 0.125, "is_causal": int(o.family.endswith("causal"))}
    if o.family == "attention-heads":
        attributes["q_num_heads"] = attributes["kv_num_heads"] = o.sizes["b"]
    return o.graph.node("Attention", operands, **attributes)


def plain(op, **attributes):
    return lambda o, *operands: o.graph.node(op, operands, **attributes)


def chain(*ops):
    """One after another, each with what the one before it gives."""
    def emit(o, *operands):
        x = o.graph.node(ops[0], operands)
        for op in ops[1:]:
            x = o.graph.node(op, [x])
        return x
    return emit


EMIT = {
    "matmul": plain("MatMul"),
    "matmul-at": lambda o, a, b: o.graph.node("MatMul", [swapped(o, a), b]),
    "matmul-bt": lambda o, a, b: o.graph.node("MatMul", [a, swapped(o, b)]),
    "matmul-bias-relu": chain("Gemm", "Relu"),
    "matmul-bias-gelu": chain("Gemm", "Gelu"),
    "matmul-chain": lambda o, a, b, c: o.graph.node(
        "MatMul", [o.graph.node("MatMul", [a, b]), c]),
    "batch-matmul": plain("MatMul"),
    "batch-matmul-bt": lambda o, a, b: o.graph.node("MatMul", [a, swapped(o, b, 3)]),
    "conv-nchw": lambda o, *xs: o.graph.node("Conv", xs, **o.windows()),
    "conv-pad-nchw": lambda o, *xs: o.graph.node("Conv", xs, **o.windows()),
    "depthwise-nchw": depthwise,
    "depthwise-pad-nchw": depthwise,
    "maxpool-nchw": lambda o, x: o.graph.node("MaxPool", [x], **o.windows()),
    "avgpool-nchw": lambda o, x: o.graph.node("AveragePool", [x], **o.windows()),
    "attention": attention,
    "attention-causal": attention,
    "attention-heads": attention,
    "softmax": plain("Softmax", axis=-1),
    "layernorm": plain("LayerNormalization", axis=-1, epsilon=1e-5),
    "transpose": swapped,
    "nhwc-to-nchw": plain("Transpose", perm=[0, 3, 1, 2]),
    "nchw-to-nhwc": plain("Transpose", perm=[0, 2, 3, 1]),
    "concat": plain("Concat", axis=1),
    "broadcast-add": plain("Add"),
    "gelu": plain("Gelu"), "tanh": plain("Tanh"), "sigmoid": plain("Sigmoid"),
    "exp": plain("Exp"),
}


def place(shapes):
    """Where each argument is in the file that bench-ops writes."""
    offset = 0
    for shape in shapes:
        length = 4
        for size in shape:
            length *= size
        yield offset, length
        offset += -(-length // ALIGNMENT) * ALIGNMENT


def write(text, path, file):
    """The model, and the inputs as launch_onnx.py lists them; None where ONNX has
    no such operator. `file` is what `path` is called beside the model."""
    o = Operator(text)
    if o.family not in EMIT:
        return None, []
    names, given, inputs = [], [], []
    for i, (offset, length) in enumerate(place(o.shapes[:-1])):
        names.append("a%d" % i)
        if i and o.has_constants:
            o.graph.initializers.append(
                external(names[i], FLOAT, o.shapes[i], file, offset, length))
            continue
        given.append((names[i], FLOAT, o.shapes[i]))
        inputs.append({"name": names[i], "element": "f32",
                       "shape": list(o.shapes[i]), "file": path,
                       "offset": offset, "length": length})
    result = EMIT[o.family](o, *names)
    return o.graph.proto(o.family, given, result, o.shapes[-1], o.version), inputs
