#===- bench/models/onnx_writer.py - Models as ONNX -------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The layers of a Network as a graph of ONNX, one or two nodes each. Weights stay
# where bench-models has written its arguments, and the model refers to them as
# external data:
#
#   initializer w0: float[128, 784], in arguments.bin at 3136
#   node Gemm(x0, w0, w1) {transB = 1} -> v1
#   node Relu(v1) -> v2
#
# Protocol buffers are written by hand, as a message is no more than its fields
# one after another: a key, and a number or a length with so many bytes. The
# numbers of the fields are those of onnx.proto.
#
#===------------------------------------------------------------------------===#

import math
import struct

ALIGNMENT = 64  # Of an argument in the file; see bench/model.h.
FLOAT, UINT8, INT8, INT64, BOOL = 1, 2, 3, 7, 9  # TensorProto.DataType
ELEMENTS = {"f32": (FLOAT, 4), "i64": (INT64, 8), "i8": (INT8, 1)}
MICROSOFT = "com.microsoft"  # The domain of ONNX Runtime's own operators.

#===- Protocol buffers -----------------------------------------------------===#


def varint(number):
    number &= (1 << 64) - 1  # Negative numbers are those of 64 bits.
    coded = bytearray()
    while number > 127:
        coded.append(number & 127 | 128)
        number >>= 7
    coded.append(number)
    return bytes(coded)


def field(number, value):
    """A field by its type: an integer, a float, text, bytes or a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(*fields):
    """Of (number, value); a list is a field that repeats."""
    return b"".join(
        field(number, one) for number, value in fields
        for one in (value if isinstance(value, list) else [value]))


#===- ONNX -----------------------------------------------------------------===#


def attribute(name, value):
    if isinstance(value, list):
        return message((1, name), (8, value), (20, 7))  # INTS
    if isinstance(value, float):
        return message((1, name), (2, value), (20, 1))  # FLOAT
    if isinstance(value, str):
        return message((1, name), (4, value), (20, 3))  # STRING
    return message((1, name), (3, value), (20, 2))  # INT


def described(name, element, shape):
    """A ValueInfoProto: an input or output of the graph."""
    extents = [message((1, size)) for size in shape]
    tensor = message((1, element), (2, message((1, extents))))
    return message((1, name), (2, message((1, tensor))))


def packed(name, element, shape, content):
    """A TensorProto with its elements in it."""
    return message((1, list(shape)), (2, element), (8, name), (9, content))


def external(name, element, shape, file, offset, length):
    entries = [message((1, key), (2, str(value))) for key, value in (
        ("location", file), ("offset", offset), ("length", length))]
    return message((1, list(shape)), (2, element), (8, name), (13, entries),
                   (14, 1))


class Graph:
    """Nodes and constants, to which names are given as they come."""

    def __init__(self):
        self.nodes, self.initializers, self.count = [], [], 0

    def node(self, op, inputs, result=None, domain="", **attributes):
        result = result or self.fresh()
        self.nodes.append(message(
            (1, list(inputs)), (2, result), (4, op),
            (5, [attribute(*own) for own in sorted(attributes.items())]),
            (7, domain)))
        return result

    def fresh(self):
        self.count += 1
        return "v%d" % self.count

    def constant(self, element, shape, content):
        name = self.fresh()
        self.initializers.append(packed(name, element, shape, content))
        return name

    def number(self, value):
        return self.constant(FLOAT, (), struct.pack("<f", value))

    def integers(self, values):
        values = list(values)
        return self.constant(INT64, (len(values),),
                             struct.pack("<%dq" % len(values), *values))

    def proto(self, name, inputs, result, shape, version):
        """The bytes of the ModelProto. `inputs` are (name, element, shape)."""
        graph = message(
            (1, self.nodes), (2, name), (5, self.initializers),
            (11, [described(*own) for own in inputs]),
            (12, described(result, FLOAT, shape)))
        return message((1, 9), (2, "as-opt"), (7, graph),
                       (8, [message((2, version)),
                            message((1, MICROSOFT), (2, 1))]))


class OnnxWriter(Graph):
    """Writes a network whose arguments `writer`, which writes it as MLIR, orders
    and `file` holds. Inputs are in PyTorch's order of dimensions."""

    def __init__(self, network, writer, file):
        super().__init__()
        # Of operators: engines know how to fuse those of older sets best. Scales
        # of groups are of set 21.
        self.version = 21 if BytesWriter.is_for(network) else 20
        self.network, self.writer, self.file = network, writer, file
        self.names = {}  # Of the values that layers compute.

    def place(self):
        """Each parameter with where it is in the file, and how long."""
        offset = 0
        for parameter in self.network.parameters():
            length = parameter.count() * ELEMENTS[parameter.element][1]
            yield parameter, offset, length
            offset += -(-length // ALIGNMENT) * ALIGNMENT

    def add_bytes(self, parameter, offset, length):
        """Quantised weights, as rows."""
        rows = (parameter.shape[0], math.prod(parameter.shape[1:]))
        self.initializers.append(
            external(parameter.name, INT8, rows, self.file, offset, length))

    def add_weight(self, parameter, offset, length):
        if parameter.role == "bytes":
            return self.add_bytes(parameter, offset, length)
        element = ELEMENTS[parameter.element][0]
        order = list(self.writer.order(parameter))
        stored = self.writer.argument_shape(parameter)
        turned = order != list(range(len(order)))
        name = parameter.name + "-stored" if turned else parameter.name
        self.initializers.append(
            external(name, element, stored, self.file, offset, length))
        if turned:  # Once, when it is loaded: the operand is constant.
            self.node("Transpose", [name], parameter.name,
                      perm=[order.index(d) for d in range(len(order))])

    def model(self):
        """The bytes of the ModelProto."""
        network = self.network
        for parameter, offset, length in self.place():
            if parameter not in network.inputs:
                self.add_weight(parameter, offset, length)
        for layer in network.layers:
            self.names[layer] = self.emit(layer)
        last = network.layers[-1]
        return self.proto(
            network.name, [(p.name, ELEMENTS[p.element][0], p.shape)
                           for p in network.inputs],
            self.names[last], last.shape, self.version)

    #===- Layers -----------------------------------------------------------===#

    def emit(self, layer):
        return getattr(self, "emit_" + layer.kind)(
            layer, *([self.names[i] for i in layer.inputs] +
                     [w.name for w in layer.weights]))

    def emit_input(self, layer, name):
        return name

    def emit_convolution(self, layer, *operands):
        return self.node("Conv", operands, kernel_shape=[layer.kernel] * 2,
                         strides=[layer.stride] * 2, pads=[layer.padding] * 4,
                         group=layer.groups)

    def emit_batch_norm(self, layer, *operands):
        return self.node("BatchNormalization", operands, epsilon=layer.epsilon)

    def emit_relu6(self, layer, x):
        return self.node("Clip", [x, self.number(0), self.number(6)])

    def emit_hard_sigmoid(self, layer, x):
        return self.node("HardSigmoid", [x], alpha=1 / 6, beta=0.5)

    def emit_max_pool(self, layer, x):
        return self.node("MaxPool", [x], kernel_shape=[layer.kernel] * 2,
                         strides=[layer.stride] * 2, pads=[layer.padding] * 4,
                         ceil_mode=int(layer.ceil))

    def emit_average_pool(self, layer, x):
        return self.node("AveragePool", [x], kernel_shape=[layer.kernel] * 2,
                         strides=[layer.kernel] * 2)

    def emit_concatenate(self, layer, *parts):
        return self.node("Concat", parts, axis=layer.axis)

    def emit_reshape(self, layer, x):
        return self.node("Flatten", [x], axis=1)

    def emit_linear(self, layer, x, weight, *bias):
        if len(layer.shape) == 2:
            return self.node("Gemm", [x, weight, *bias], transB=1)
        return self.by_rows(x, weight, *bias)

    def emit_quantised_linear(self, layer, x, weight, scale, *bias):
        wide = self.node("DequantizeLinear", [weight, scale], axis=1,
                         block_size=layer.weights[0].shape[-1])
        return self.by_rows(x, wide, *bias)

    def by_rows(self, x, weight, *bias):
        matrix = self.node("Transpose", [weight], perm=[1, 0])
        x = self.node("MatMul", [x, matrix])
        return self.node("Add", [x, *bias]) if bias else x

    def emit_embedding(self, layer, tokens, table):
        return self.node("Gather", [table, tokens], axis=0)

    def emit_rows(self, layer, table):
        rows = self.node("Slice", [table, self.integers([layer.start]),
                                   self.integers([layer.start + layer.shape[1]]),
                                   self.integers([0])])
        return self.node("Unsqueeze", [rows, self.integers([0])])

    def emit_layer_norm(self, layer, *operands):
        return self.node("LayerNormalization", operands, axis=-1,
                         epsilon=layer.epsilon)

    def emit_rms_norm(self, layer, x, weight):
        """ONNX has an operator for it from set 23 on."""
        squares = self.node("Mul", [x, x])
        mean = self.node("ReduceMean", [squares, self.integers([-1])], keepdims=1)
        root = self.node("Sqrt", [self.node(
            "Add", [mean, self.number(layer.epsilon)])])
        return self.node("Mul", [self.node("Div", [x, root]), weight])

    def emit_split_heads(self, layer, x):
        batch, heads, length, part = layer.shape
        x = self.node("Reshape", [x, self.integers((batch, length, heads, part))])
        return self.node("Transpose", [x], perm=[0, 2, 1, 3])

    def emit_join_heads(self, layer, x):
        x = self.node("Transpose", [x], perm=[0, 2, 1, 3])
        return self.node("Reshape", [x, self.integers(layer.shape)])

    def emit_transpose(self, layer, x):
        return self.node("Transpose", [x], perm=[0, 1, 3, 2])

    def emit_permute(self, layer, x):
        return self.node("Transpose", [x], perm=list(layer.order))

    def emit_rotate_half(self, layer, x):
        half = layer.shape[-1] // 2
        part = lambda start, stop: self.node(
            "Slice", [x, self.integers([start]), self.integers([stop]),
                      self.integers([-1])])
        return self.node("Concat", [self.node("Neg", [part(half, 2 * half)]),
                                    part(0, half)], axis=-1)

    def emit_causal(self, layer, x):
        rows, columns = layer.shape[-2:]
        kept = bytes(column <= row for row in range(rows)
                     for column in range(columns))
        return self.node("Where", [self.constant(BOOL, (rows, columns), kept), x,
                                   self.number(-math.inf)])

    def emit_divide(self, layer, x):
        return self.node("Div", [x, self.number(layer.by)])

    def emit_softmax(self, layer, x):
        return self.node("Softmax", [x], axis=-1)

    def emit_silu(self, layer, x):
        return self.node("Mul", [x, self.node("Sigmoid", [x])])

    def emit_first_token(self, layer, x):
        first = self.constant(INT64, (), struct.pack("<q", 0))
        return self.node("Gather", [x, first], axis=1)


def plain(op):
    return lambda self, layer, *operands: self.node(op, operands)


# Those whose operator takes the layer's operands as they come.
for kind, op in {"add": "Add", "gelu": "Gelu", "global_mean": "GlobalAveragePool",
                 "hard_swish": "HardSwish", "multiply": "Mul", "product": "MatMul",
                 "relu": "Relu", "scale": "Mul", "sigmoid": "Sigmoid",
                 "tanh": "Tanh"}.items():
    setattr(OnnxWriter, "emit_" + kind, plain(op))


#===- Quantised weights ----------------------------------------------------===#


class BytesWriter(OnnxWriter):
    """Writes products by quantised weights as one node, which ONNX Runtime has. Its
    bytes are without sign: 128 larger, which is the highest bit flipped, once."""

    @staticmethod
    def is_for(network):
        return any(layer.kind == "quantised_linear" for layer in network.layers)

    def add_bytes(self, parameter, offset, length):
        stored = parameter.name + "-stored"
        self.initializers.append(
            external(stored, UINT8, parameter.shape, self.file, offset, length))
        self.node("BitwiseXor", [stored, self.constant(UINT8, (), b"\x80")],
                  parameter.name)

    def emit_quantised_linear(self, layer, x, weight, scale, *bias):
        rows, groups, group = layer.weights[0].shape
        x = self.node("MatMulNBits", [x, weight, scale], domain=MICROSOFT, N=rows,
                      K=groups * group, bits=8, block_size=group)
        return self.node("Add", [x, *bias]) if bias else x


#===- Attention in one node ------------------------------------------------===#


class AttentionWriter(OnnxWriter):
    """Writes attention as one node, which ONNX has from set 23 on."""

    def __init__(self, network, writer, file):
        super().__init__(network, writer, file)
        self.version = 23
        found = [self.attention(layer) for layer in network.layers]
        self.attentions = {own[-1][-1]: own for own in found if own}
        self.inner = {layer for _, own in self.attentions.values()
                      for layer in own[:-1]}

    @staticmethod
    def attention(layer):
        """Its operands and its layers, the last of which is `layer`:
        product(softmax([causal] divide(product(q, transpose(k)))), v)."""
        def of(layer, kind):
            return layer is not None and layer.kind == kind
        inner = lambda layer: layer.inputs[0] if layer is not None else None
        if not of(layer, "product") or not of(inner(layer), "softmax"):
            return None
        softmax = inner(layer)
        causal = inner(softmax) if of(inner(softmax), "causal") else None
        divide = inner(causal or softmax)
        if not of(divide, "divide") or not of(inner(divide), "product"):
            return None
        product = inner(divide)
        query, turned = product.inputs
        if not of(turned, "transpose"):
            return None
        own = [turned, product, divide, causal, softmax, layer]
        return ((query, inner(turned), layer.inputs[1], 1 / divide.by,
                 causal is not None), [part for part in own if part])

    def emit(self, layer):
        if layer in self.inner:
            return None
        if layer not in self.attentions:
            return super().emit(layer)
        (query, key, value, scale, is_causal), _ = self.attentions[layer]
        return self.node("Attention", [self.names[query], self.names[key],
                                       self.names[value]],
                         scale=scale, is_causal=int(is_causal))
