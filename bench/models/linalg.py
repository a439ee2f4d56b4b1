#===- bench/models/linalg.py - Models as linalg on tensors -----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In the idiom of importers from PyTorch: images are NCHW, padding is an
# operation of its own, a bias is broadcast into the sums' initial value, batch
# norms and activations are one linalg.generic each, unit dimensions are read at
# 0, weights of linear layers are transposed and broadcast over the batch.
#
#===------------------------------------------------------------------------===#

import math

from network import Unknown
from text import Writer, listed, tensor

LEAST = "0xFF800000"  # Minus infinity.

HARD_SIGMOID = ["%three = arith.constant 3.0 : f32",
                "%six = arith.constant 6.0 : f32",
                "%zero = arith.constant 0.0 : f32",
                "%t0 = arith.addf %a, %three : f32",
                "%t1 = arith.maximumf %t0, %zero : f32",
                "%t2 = arith.minimumf %t1, %six : f32",
                "%t3 = arith.divf %t2, %six : f32"]

SIGMOID = ["%one = arith.constant 1.0 : f32",
           "%t0 = arith.negf %a : f32",
           "%t1 = math.exp %t0 : f32",
           "%t2 = arith.addf %t1, %one : f32"]

# The bodies of element-wise layers; the last value is the result.
BODIES = {
    "add": ["%r = arith.addf %a, %b : f32"],
    "multiply": ["%r = arith.mulf %a, %b : f32"],
    "relu": ["%zero = arith.constant 0.0 : f32",
             "%p = arith.cmpf ugt, %a, %zero : f32",
             "%r = arith.select %p, %a, %zero : f32"],
    "under6": ["%six = arith.constant 6.0 : f32",
               "%p = arith.cmpf ult, %a, %six : f32",
               "%r = arith.select %p, %a, %six : f32"],
    "hard_sigmoid": HARD_SIGMOID,
    "hard_swish": HARD_SIGMOID + ["%r = arith.mulf %a, %t3 : f32"],
    "gelu": ["%root = arith.constant 1.41421354 : f32",
             "%half = arith.constant 0.5 : f32",
             "%one = arith.constant 1.0 : f32",
             "%t0 = arith.divf %a, %root : f32",
             "%t1 = math.erf %t0 : f32",
             "%t2 = arith.addf %t1, %one : f32",
             "%t3 = arith.mulf %t2, %half : f32",
             "%r = arith.mulf %a, %t3 : f32"],
    "tanh": ["%r = math.tanh %a : f32"],
    "sigmoid": SIGMOID + ["%r = arith.divf %one, %t2 : f32"],
    "silu": SIGMOID + ["%t3 = arith.divf %one, %t2 : f32",
                       "%r = arith.mulf %t3, %a : f32"],
}


def index_map(rank, reads):
    """`reads` has a number of a loop or "0" for each dimension."""
    loops = ", ".join("d%d" % d for d in range(rank))
    return "affine_map<(%s) -> (%s)>" % (
        loops, ", ".join("0" if d == "0" else "d%d" % d for d in reads))


def aligned(rank, shape):
    """How an operand is read whose dimensions are the last ones of the loops',
    those of extent one being repeated."""
    return ["0" if size == 1 else rank - len(shape) + d
            for d, size in enumerate(shape)]


class LinalgWriter(Writer):
    #===- Structured operations --------------------------------------------===#

    def empty(self, shape, element="f32"):
        sizes = [self.operand(size) for size in shape if isinstance(size, Unknown)]
        return self.op("tensor.empty(%s) : %s" % (", ".join(sizes),
                                                  tensor(shape, element)))

    def constant(self, value):
        return self.op("arith.constant %s : f32" % value)

    def filled(self, value, shape):
        kind = tensor(shape)
        return self.op("linalg.fill ins(%s : f32) outs(%s : %s) -> %s" % (
            self.constant(value), self.empty(shape), kind, kind))

    def generic(self, operands, shape, body, writes=None, init=None, loops=None,
                element="f32"):
        """`operands` are (name, shape, how it is read), and the element if it is
        not `element`. The loops are those of the result, or `loops` many; those
        that the result, written at `writes`, lacks are reductions."""
        rank = loops or len(shape)
        writes = list(range(rank)) if writes is None else writes
        operands = [tuple(own) + (element,) * (4 - len(own)) for own in operands]
        reads = [own[2] for own in operands] + [writes]
        maps = ", ".join(index_map(rank, own) for own in reads)
        kinds = ", ".join('"parallel"' if d in writes else '"reduction"'
                          for d in range(rank))
        entry = ", ".join("%%%s: %s" % (letter, own[3])
                          for letter, own in zip("abcdefgh", operands))
        types = [tensor(own[1], own[3]) for own in operands]
        result = tensor(shape)
        yielded = body[-1].split(" ")[0] if body else "%a"
        return self.op(
            "linalg.generic {indexing_maps = [%s], iterator_types = [%s]} "
            "ins(%s : %s) outs(%s : %s) {\n  ^bb0(%s, %%out: f32):\n%s"
            "    linalg.yield %s : f32\n  } -> %s" % (
                maps, kinds, ", ".join(own[0] for own in operands),
                ", ".join(types), init or self.empty(shape), result, entry,
                "".join("    %s\n" % line for line in body), yielded, result))

    def pointwise(self, operands, shape, body, init=None):
        """`operands` are (name, shape)."""
        return self.generic(
            [(name, own, aligned(len(shape), own)) for name, own in operands],
            shape, body, init=init)

    def transposed(self, name, shape, order):
        """Dimension d of the result is dimension order[d]."""
        where = [order.index(d) for d in range(len(shape))]
        return self.generic([(name, shape, where)], [shape[d] for d in order], [])

    def reduced(self, name, shape, value, body):
        """Over the last dimension, which stays as one of extent one."""
        rank = len(shape)
        result = tuple(shape[:-1]) + (1,)
        writes = list(range(rank - 1)) + ["0"]
        return self.generic([(name, shape, range(rank))], result, body,
                            writes=writes, init=self.filled(value, result),
                            loops=rank)

    def named(self, op, ins, init, shape):
        """`ins` are (name, shape)."""
        return self.op("linalg.%s ins(%s : %s) outs(%s : %s) -> %s" % (
            op, ", ".join(name for name, _ in ins),
            ", ".join(tensor(own) for _, own in ins), init, tensor(shape),
            tensor(shape)))

    def collapsed(self, name, shape, groups):
        result = [math.prod(shape[d] for d in group) for group in groups]
        return self.op("tensor.collapse_shape %s %s : %s into %s" % (
            name, listed(map(listed, groups)), tensor(shape), tensor(result)))

    def expanded(self, name, shape, groups):
        """To `shape`, `groups` of which are one dimension now."""
        own = [math.prod(shape[d] for d in group) for group in groups]
        return self.op("tensor.expand_shape %s %s output_shape %s : %s into %s" % (
            name, listed(map(listed, groups)), self.operands(shape), tensor(own),
            tensor(shape)))

    #===- Convolutional networks -------------------------------------------===#

    def padded(self, name, shape, low, high, value):
        """Grows the image; gives the name and the shape."""
        if low == 0 and high == 0:
            return name, shape
        grown = shape[:2] + tuple(size + low + high for size in shape[2:])
        return self.op(
            "tensor.pad %s low[0, 0, %d, %d] high[0, 0, %d, %d] {\n"
            "  ^bb0(%%i: index, %%j: index, %%k: index, %%l: index):\n"
            "    tensor.yield %s : f32\n  } : %s to %s" % (
                name, low, low, high, high, self.constant(value), tensor(shape),
                tensor(grown))), grown

    def emit_convolution(self, layer, x):
        kernel, shape = layer.weights[0], layer.shape
        x, grown = self.padded(x, layer.inputs[0].shape, layer.padding,
                               layer.padding, "0.0")
        if len(layer.weights) > 1:
            bias = layer.weights[1]
            init = self.generic([("%" + bias.name, bias.shape, [1])], shape, [])
        else:
            init = self.filled("0.0", shape)
        name, sizes = "%" + kernel.name, kernel.shape
        op = "conv_2d_nchw_fchw"
        if kernel.role == "depthwise":
            op = "depthwise_conv_2d_nchw_chw"
            name = self.collapsed(name, sizes, [[0, 1], [2], [3]])
            sizes = (sizes[0],) + sizes[2:]
        return self.named(
            "%s {dilations = dense<1> : vector<2xi64>, "
            "strides = dense<%d> : vector<2xi64>}" % (op, layer.stride),
            [(x, grown), (name, sizes)], init, shape)

    def emit_batch_norm(self, layer, x):
        shape = layer.shape
        operands = [(x, shape, range(4))]
        operands += [("%" + w.name, w.shape, [1]) for w in layer.weights]
        body = ["%%epsilon = arith.constant %e : f32" % layer.epsilon,
                "%t0 = arith.addf %e, %epsilon : f32",
                "%t1 = math.rsqrt %t0 : f32",
                "%t2 = arith.subf %a, %d : f32",
                "%t3 = arith.mulf %t2, %t1 : f32",
                "%t4 = arith.mulf %t3, %b : f32",
                "%t5 = arith.addf %t4, %c : f32"]
        # Into the operand, which is read as an input as well.
        return self.generic(operands, shape, body, init=x)

    def emit_max_pool(self, layer, x):
        own, kernel, stride = layer.inputs[0].shape, layer.kernel, layer.stride
        # Where the last window leaves the image, the image grows.
        beyond = (layer.shape[2] - 1) * stride + kernel - own[2] - layer.padding
        high = max(layer.padding, beyond) if layer.ceil else layer.padding
        x, grown = self.padded(x, own, layer.padding, high, LEAST)
        window = (kernel, kernel)
        return self.named(
            "pooling_nchw_max {dilations = dense<1> : vector<2xi64>, "
            "strides = dense<%d> : vector<2xi64>}" % stride,
            [(x, grown), (self.empty(window), window)],
            self.filled(LEAST, layer.shape), layer.shape)

    def mean_of_windows(self, layer, x, kernel, stride):
        sums = self.named(
            "pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, "
            "strides = dense<%d> : vector<2xi64>}" % stride,
            [(x, layer.inputs[0].shape), (self.empty(kernel), kernel)],
            self.filled("0.0", layer.shape), layer.shape)
        return self.pointwise(
            [(sums, layer.shape)], layer.shape,
            ["%%n = arith.constant %d.0 : f32" % math.prod(kernel),
             "%r = arith.divf %a, %n : f32"])

    def emit_global_mean(self, layer, x):
        return self.mean_of_windows(layer, x, layer.inputs[0].shape[2:], 1)

    def emit_average_pool(self, layer, x):
        return self.mean_of_windows(layer, x, (layer.kernel,) * 2, layer.kernel)

    def emit_concatenate(self, layer, *parts):
        axis, whole = layer.axis, self.empty(layer.shape)
        offsets = [0] * len(layer.shape)
        ones = listed([1] * len(offsets))
        for part, of in zip(parts, layer.inputs):
            whole = self.op("tensor.insert_slice %s into %s%s %s %s : %s into %s" % (
                part, whole, self.operands(offsets), self.operands(of.shape), ones,
                tensor(of.shape), tensor(layer.shape)))
            offsets[axis] += of.shape[axis]
        return whole

    def emit_permute(self, layer, x):
        return self.transposed(x, layer.inputs[0].shape, layer.order)

    #===- Everywhere -------------------------------------------------------===#

    def emit_pointwise(self, layer, *operands):
        return self.pointwise(
            [(name, of.shape) for name, of in zip(operands, layer.inputs)],
            layer.shape, BODIES[layer.kind])

    emit_add = emit_multiply = emit_relu = emit_hard_sigmoid = emit_pointwise
    emit_hard_swish = emit_gelu = emit_tanh = emit_pointwise
    emit_sigmoid = emit_silu = emit_pointwise

    def weighted(self, layer, x, kind):
        """The operand and a weight, element by element."""
        weight = layer.weights[-1]
        return self.pointwise([(x, layer.shape), ("%" + weight.name, weight.shape)],
                              layer.shape, BODIES[kind])

    def emit_scale(self, layer, x):
        return self.weighted(layer, x, "multiply")

    def emit_relu6(self, layer, x):
        shape = layer.shape
        over = self.pointwise([(x, shape)], shape, BODIES["relu"])
        return self.pointwise([(over, shape)], shape, BODIES["under6"])

    def emit_reshape(self, layer, x):
        return self.collapsed(x, layer.inputs[0].shape, [[0], [1, 2, 3]])

    def emit_linear(self, layer, x):
        weight = layer.weights[0]
        product = self.by_rows(layer, x, "%" + weight.name, weight.shape)
        return self.biased(layer, product, layer.weights[1:])

    def emit_quantised_linear(self, layer, x):
        """Each byte times the scale of its group."""
        weight, scale = layer.weights[:2]
        rows, groups, group = weight.shape
        wide = self.generic(
            [("%" + weight.name, weight.shape, [0, 1, 2], weight.element),
             ("%" + scale.name, scale.shape, [0, 1])], weight.shape,
            ["%t0 = arith.sitofp %a : i8 to f32", "%r = arith.mulf %t0, %b : f32"])
        matrix = self.collapsed(wide, weight.shape, [[0], [1, 2]])
        product = self.by_rows(layer, x, matrix, (rows, groups * group))
        return self.biased(layer, product, layer.weights[2:])

    def biased(self, layer, product, bias):
        return self.weighted(layer, product, "add") if bias else product

    def by_rows(self, layer, x, matrix, stored):
        """The product of x by the rows of the matrix."""
        own, shape = layer.inputs[0].shape, layer.shape
        turned = stored[::-1]
        matrix = self.transposed(matrix, stored, [1, 0])
        if len(own) == 3:
            batched = own[:1] + turned
            matrix = self.generic([(matrix, turned, [1, 2])], batched, [])
            product = self.named("batch_matmul", [(x, own), (matrix, batched)],
                                 self.filled("0.0", shape), shape)
        else:
            groups = [list(range(len(own) - 1)), [len(own) - 1]]
            flat = lambda shape: (math.prod(shape[:-1]), shape[-1])
            if len(own) > 2:
                x = self.collapsed(x, own, groups)
            product = self.named("matmul", [(x, flat(own)), (matrix, turned)],
                                 self.filled("0.0", flat(shape)), flat(shape))
            if len(own) > 2:
                product = self.expanded(product, shape, groups)
        return product

    #===- Transformers -----------------------------------------------------===#

    def emit_embedding(self, layer, tokens):
        table = layer.weights[0]
        own = layer.inputs[0].shape
        result = tensor(layer.shape)
        return self.op(
            "linalg.generic {indexing_maps = [%s, %s], iterator_types = "
            '["parallel", "parallel", "parallel"]} ins(%s : %s) outs(%s : %s) {\n'
            "  ^bb0(%%a: i64, %%out: f32):\n"
            "    %%row = arith.index_cast %%a : i64 to index\n"
            "    %%column = linalg.index 2 : index\n"
            "    %%r = tensor.extract %%%s[%%row, %%column] : %s\n"
            "    linalg.yield %%r : f32\n  } -> %s" % (
                index_map(3, aligned(2, own)), index_map(3, range(3)), tokens,
                tensor(own, "i64"), self.empty(layer.shape), result, table.name,
                tensor(table.shape), result))

    def emit_rows(self, layer):
        table = layer.weights[0]
        shape = layer.shape[1:]
        rows = self.op("tensor.extract_slice %%%s[%d, 0] %s [1, 1] : %s to %s" % (
            table.name, layer.start, self.operands(shape), tensor(table.shape),
            tensor(shape)))
        return self.expanded(rows, layer.shape, [[0, 1], [2]])

    def row_mean(self, x, shape):
        sums = self.reduced(x, shape, "0.0", ["%r = arith.addf %a, %out : f32"])
        own = shape[:-1] + (1,)
        return self.pointwise([(sums, own)], own,
                              ["%%n = arith.constant %d.0 : f32" % shape[-1],
                               "%r = arith.divf %a, %n : f32"])

    def row_root(self, x, shape, epsilon):
        """One over the root of the mean of the squares in each row."""
        own = shape[:-1] + (1,)
        squares = self.pointwise([(x, shape), (x, shape)], shape,
                                 BODIES["multiply"])
        return self.pointwise(
            [(self.row_mean(squares, shape), own)], own,
            ["%%epsilon = arith.constant %e : f32" % epsilon,
             "%t0 = arith.addf %a, %epsilon : f32",
             "%r = math.rsqrt %t0 : f32"])

    def emit_rms_norm(self, layer, x):
        shape = layer.shape
        own = shape[:-1] + (1,)
        weight = layer.weights[0]
        root = self.row_root(x, shape, layer.epsilon)
        x = self.pointwise([(x, shape), (root, own)], shape, BODIES["multiply"])
        return self.pointwise([(x, shape), ("%" + weight.name, weight.shape)], shape,
                              BODIES["multiply"])

    def emit_layer_norm(self, layer, x):
        shape = layer.shape
        own = shape[:-1] + (1,)
        weight, bias = layer.weights
        apart = self.pointwise([(x, shape), (self.row_mean(x, shape), own)], shape,
                               ["%r = arith.subf %a, %b : f32"])
        root = self.row_root(apart, shape, layer.epsilon)
        x = self.pointwise([(apart, shape), (root, own)], shape,
                           BODIES["multiply"])
        x = self.pointwise([(x, shape), ("%" + weight.name, weight.shape)], shape,
                           BODIES["multiply"])
        return self.pointwise([(x, shape), ("%" + bias.name, bias.shape)], shape,
                              BODIES["add"])

    def emit_rotate_half(self, layer, x):
        shape = layer.shape
        half = shape[:-1] + (shape[-1] // 2,)
        sizes, zeros = self.operands(half), [0] * len(shape)
        ones = listed([1] * len(shape))
        at = lambda column: listed(zeros[:-1] + [column])
        part = lambda column: self.op(
            "tensor.extract_slice %s%s %s %s : %s to %s" % (
                x, at(column), sizes, ones, tensor(shape), tensor(half)))
        turned = self.pointwise([(part(half[-1]), half)], half,
                                ["%r = arith.negf %a : f32"])
        whole = self.empty(shape)
        for own, column in ((turned, 0), (part(0), half[-1])):
            whole = self.op("tensor.insert_slice %s into %s%s %s %s : %s into %s" % (
                own, whole, at(column), sizes, ones, tensor(half), tensor(shape)))
        return whole

    def emit_causal(self, layer, x):
        return self.pointwise([(x, layer.shape)], layer.shape,
                              ["%%least = arith.constant %s : f32" % LEAST,
                               "%row = linalg.index 2 : index",
                               "%column = linalg.index 3 : index",
                               "%p = arith.cmpi ule, %column, %row : index",
                               "%r = arith.select %p, %a, %least : f32"])

    def emit_split_heads(self, layer, x):
        batch, heads, length, part = layer.shape
        shape = (batch, length, heads, part)
        x = self.expanded(x, shape, [[0], [1], [2, 3]])
        return self.transposed(x, shape, [0, 2, 1, 3])

    def emit_join_heads(self, layer, x):
        batch, heads, length, part = own = layer.inputs[0].shape
        x = self.transposed(x, own, [0, 2, 1, 3])
        return self.collapsed(x, (batch, length, heads, part), [[0], [1], [2, 3]])

    def emit_transpose(self, layer, x):
        return self.transposed(x, layer.inputs[0].shape, [0, 1, 3, 2])

    def emit_product(self, layer, x, y):
        flat = lambda shape: (shape[0] * shape[1],) + shape[2:]
        groups = [[0, 1], [2], [3]]
        of_x, of_y = (i.shape for i in layer.inputs)
        shape = flat(layer.shape)
        product = self.named(
            "batch_matmul", [(self.collapsed(x, of_x, groups), flat(of_x)),
                             (self.collapsed(y, of_y, groups), flat(of_y))],
            self.filled("0.0", shape), shape)
        return self.expanded(product, layer.shape, groups)

    def emit_divide(self, layer, x):
        return self.pointwise([(x, layer.shape)], layer.shape,
                              ["%%by = arith.constant %.9e : f32" % layer.by,
                               "%r = arith.divf %a, %by : f32"])

    def emit_softmax(self, layer, x):
        shape = layer.shape
        own = shape[:-1] + (1,)
        most = self.reduced(x, shape, LEAST,
                            ["%r = arith.maximumf %a, %out : f32"])
        x = self.pointwise([(x, shape), (most, own)], shape,
                           ["%r = arith.subf %a, %b : f32"])
        x = self.pointwise([(x, shape)], shape, ["%r = math.exp %a : f32"])
        sums = self.reduced(x, shape, "0.0", ["%r = arith.addf %a, %out : f32"])
        return self.pointwise([(x, shape), (sums, own)], shape,
                              ["%r = arith.divf %a, %b : f32"])

    def emit_first_token(self, layer, x):
        own = layer.inputs[0].shape
        taken = (own[0], 1, own[2])
        x = self.op("tensor.extract_slice %s[0, 0, 0] %s [1, 1, 1] : %s to %s" % (
            x, self.operands(taken), tensor(own), tensor(taken)))
        return self.collapsed(x, taken, [[0, 1], [2]])
