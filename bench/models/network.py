#===- bench/models/network.py - A model as a list of layers --------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A model is written down once, by calling the methods of a Network, which only
# note the layers and work out their shapes. linalg.py and tosa.py write the
# list as MLIR, onnx_writer.py as ONNX, yardstick.py runs it with PyTorch: so all
# compute the same from the same weights. Shapes here are PyTorch's (NCHW, OIHW).
#
#===------------------------------------------------------------------------===#

import math


class Parameter:
    """An argument of the model's function: its input, or a weight. Its elements
    are offset + scale * u, with u as lib/measure/entry-buffers.h fills arrays: uniform
    in [-1, 1), integers in [-8, 8)."""

    def __init__(self, name, role, shape, scale, offset=0.0, element="f32"):
        self.name, self.role, self.element = name, role, element
        self.shape = tuple(shape)
        self.scale, self.offset = scale, offset

    def count(self):
        return math.prod(self.shape)


class Unknown(int):
    """A size that the module leaves open: `times` what it calls `name`. As a
    number it is an example, and not 1, which would be repeated."""

    def __new__(cls, name, times=1):
        self = super().__new__(cls, 7 * times)
        self.name, self.times = name, times
        return self

    def __mul__(self, other):
        return Unknown(self.name, self.times * other)

    __rmul__ = __mul__


class Layer:
    """What a layer computes: `inputs` are layers, `weights` parameters."""

    def __init__(self, kind, inputs, weights, shape, **options):
        self.kind, self.inputs, self.weights = kind, inputs, weights
        self.shape = tuple(shape)
        self.options = options

    def __getattr__(self, name):
        try:
            return self.__dict__["options"][name]
        except KeyError:
            raise AttributeError(name)


class Network:
    def __init__(self, name, folds_norms=False, is_open=False, sizes=None):
        """With folds_norms, batch norms are folded into the convolutions before
        them, as converters for deployment do. With is_open, nothing is known of
        the number of images, vectors or texts, or of the length of these. `sizes`
        has some of these by name: `batch`, `length`."""
        self.name, self.folds_norms = name, folds_norms
        self.is_open = is_open
        self.sizes = dict(sizes or {})
        self.sizes_there_are = []
        self.inputs, self.weights, self.layers = [], [], []
        self.macs = 0  # Multiply-adds of products and convolutions.

    def parameters(self):
        return self.inputs + self.weights

    def weight_count(self):
        """Those that are trained: statistics of batch norms and tables are not."""
        return sum(weight.count() for weight in self.weights
                   if weight.role != "statistic")

    # What the methods below are made of.

    def _add(self, kind, inputs, weights, shape, **options):
        layer = Layer(kind, inputs, weights, shape, **options)
        self.layers.append(layer)
        return layer

    def _weight(self, role, shape, scale, offset=0.0):
        name = "w%d" % len(self.weights)
        self.weights.append(Parameter(name, role, shape, scale, offset))
        return self.weights[-1]

    def _quantised(self, rows, depth, spread, group):
        """Bytes, and a scale for each group of a row. Numbers are spread as those
        of a matrix of floats are."""
        weights = [Parameter("w%d" % len(self.weights), "bytes",
                             (rows, depth // group, group), 15.0, element="i8")]
        self.weights += weights
        scale = spread / (8 * 15.0)
        return weights + [self._weight("statistic", weights[0].shape[:2],
                                       0.25 * scale, scale)]

    def _spread(self, fan_in, gain):
        # Keeps the variance: that of u is a third.
        return math.sqrt(3 * gain / fan_in)

    # Inputs.

    def _size(self, name, size):
        self.sizes_there_are.append(name)
        return self.sizes.get(name, Unknown(name) if self.is_open else size)

    def image(self, channels, size):
        shape = (self._size("batch", 1), channels, size, size)
        return self._input("image", shape, 1.0, 0.0, "f32")

    def vectors(self, rows, width):
        return self._input("plain", (self._size("batch", rows), width), 1.0, 0.0, "f32")

    def texts(self, length, width, cached):
        """What a layer in the middle of a language model gets. After `cached`
        tokens the length is always known."""
        shape = (self._size("batch", 1),
                 length if cached else self._size("length", length), width)
        return self._input("plain", shape, 1.0, 0.0, "f32")

    def heads(self, heads, length, width):
        """Queries, keys or values, such as those of earlier tokens."""
        shape = (self._size("batch", 1), heads, length, width)
        return self._input("plain", shape, 1.0, 0.0, "f32")

    def tokens(self, length):
        shape = (self._size("batch", 1), self._size("length", length))
        return self._input("plain", shape, 1.0, 8.0, "i64")

    def _input(self, role, shape, scale, offset, element):
        name = "x%d" % len(self.inputs)
        self.inputs.append(Parameter(name, role, shape, scale, offset, element))
        return self._add("input", [], [self.inputs[-1]], shape)

    # Convolutional networks.

    def convolution(self, x, channels, kernel, stride=1, padding=0, groups=1,
                    bias=False):
        batch, depth, height, width = x.shape
        extent = lambda n: (n + 2 * padding - kernel) // stride + 1
        fan_in = depth // groups * kernel * kernel
        role = "depthwise" if groups == depth and groups > 1 else "kernel"
        weights = [self._weight(role, (channels, depth // groups, kernel, kernel),
                                self._spread(fan_in, 2))]
        if bias or self.folds_norms:
            weights.append(self._weight("vector", (channels,), 0.1))
        shape = (batch, channels, extent(height), extent(width))
        self.macs += math.prod(shape) * fan_in
        return self._add("convolution", [x], weights, shape, stride=stride,
                         padding=padding, groups=groups, kernel=kernel)

    def batch_norm(self, x, gain=1.0, epsilon=1e-5):
        if self.folds_norms:
            return x
        vector = lambda role, scale, offset: self._weight(
            role, (x.shape[1],), scale, offset)
        weights = [vector("vector", 0.25 * gain, gain), vector("vector", 0.1, 0.0),
                   vector("statistic", 0.1, 0.0),  # Mean.
                   vector("statistic", 0.5, 1.0)]  # Variance.
        return self._add("batch_norm", [x], weights, x.shape, epsilon=epsilon)

    def relu(self, x):
        return self._add("relu", [x], [], x.shape)

    def relu6(self, x):
        return self._add("relu6", [x], [], x.shape)

    def hard_swish(self, x):
        return self._add("hard_swish", [x], [], x.shape)

    def hard_sigmoid(self, x):
        return self._add("hard_sigmoid", [x], [], x.shape)

    def silu(self, x):
        return self._add("silu", [x], [], x.shape)

    def sigmoid(self, x):
        return self._add("sigmoid", [x], [], x.shape)

    def max_pool(self, x, kernel, stride, padding=0, ceil=False):
        def extent(n):
            steps = (n + 2 * padding - kernel) / stride
            return int(math.ceil(steps) if ceil else steps) + 1
        batch, channels, height, width = x.shape
        return self._add("max_pool", [x], [],
                         (batch, channels, extent(height), extent(width)),
                         kernel=kernel, stride=stride, padding=padding, ceil=ceil)

    def average_pool(self, x, kernel):
        """Of windows that lie side by side."""
        batch, channels, height, width = x.shape
        return self._add("average_pool", [x], [],
                         (batch, channels, height // kernel, width // kernel),
                         kernel=kernel)

    def global_mean(self, x):
        return self._add("global_mean", [x], [], x.shape[:2] + (1, 1))

    def concatenate(self, parts, axis=1):
        shape = list(parts[0].shape)
        shape[axis] = sum(part.shape[axis] for part in parts)
        return self._add("concatenate", parts, [], shape, axis=axis)

    def channels_last(self, x):
        return self._permute(x, (0, 2, 3, 1))

    def channels_first(self, x):
        return self._permute(x, (0, 3, 1, 2))

    def _permute(self, x, order):
        """Dimension d of the result is dimension order[d]."""
        return self._add("permute", [x], [], [x.shape[d] for d in order],
                         order=order)

    # Everywhere.

    def add(self, x, y):
        return self._add("add", [x, y], [], x.shape)

    def multiply(self, x, y):
        """y may have unit dimensions that are repeated."""
        return self._add("multiply", [x, y], [], x.shape)

    def flatten(self, x):
        return self._add("reshape", [x], [],
                         (x.shape[0], math.prod(x.shape[1:])))

    def scale(self, x, size):
        """Each channel, which are last, by a weight of its own."""
        weight = self._weight("vector", x.shape[-1:], 0.25 * size, size)
        return self._add("scale", [x], [weight], x.shape)

    def linear(self, x, width, gain=2, bias=True, group=0):
        """With `group`, weights are quantised, so many of a row with one scale."""
        depth = x.shape[-1]
        spread = self._spread(depth, gain)
        weights = (self._quantised(width, depth, spread, group) if group
                   else [self._weight("matrix", (width, depth), spread)])
        if bias:
            weights.append(self._weight("vector", (width,), 0.1))
        self.macs += math.prod(x.shape) * width
        return self._add("quantised_linear" if group else "linear", [x], weights,
                         x.shape[:-1] + (width,))

    # Transformers.

    def embedding(self, tokens, rows, width):
        table = self._weight("matrix", (rows, width), 1.0)
        return self._add("embedding", [tokens], [table], tokens.shape + (width,))

    def rows(self, rows, width, count, start=0, scale=0.1, role="matrix"):
        """Some rows of a table, as a batch of one."""
        if start + count > rows:
            raise ValueError("it has a table of %d rows, of which it needs %d" % (
                rows, start + count))
        table = self._weight(role, (rows, width), scale)
        return self._add("rows", [], [table], (1, count, width), start=start)

    def layer_norm(self, x, epsilon=1e-12):
        width = x.shape[-1:]
        weights = [self._weight("vector", width, 0.25, 1.0),
                   self._weight("vector", width, 0.1)]
        return self._add("layer_norm", [x], weights, x.shape, epsilon=epsilon)

    def rms_norm(self, x, epsilon=1e-5):
        weight = self._weight("vector", x.shape[-1:], 0.25, 1.0)
        return self._add("rms_norm", [x], [weight], x.shape, epsilon=epsilon)

    def split_heads(self, x, heads):
        """batch x length x width to batch x heads x length x part."""
        batch, length, width = x.shape
        return self._add("split_heads", [x], [],
                         (batch, heads, length, width // heads))

    def join_heads(self, x):
        batch, heads, length, part = x.shape
        return self._add("join_heads", [x], [], (batch, length, heads * part))

    def transpose(self, x):
        """Of the last two dimensions."""
        return self._add("transpose", [x], [], x.shape[:-2] + x.shape[:-3:-1])

    def product(self, x, y):
        """Of matrices, one for each batch and head."""
        self.macs += math.prod(x.shape) * y.shape[-1]
        return self._add("product", [x, y], [], x.shape[:-1] + y.shape[-1:])

    def divide(self, x, by):
        return self._add("divide", [x], [], x.shape, by=by)

    def rotate_half(self, x):
        """The second half of each row, negated, and the first."""
        return self._add("rotate_half", [x], [], x.shape)

    def causal(self, x):
        """Scores of tokens with later ones become minus infinity."""
        return self._add("causal", [x], [], x.shape)

    def softmax(self, x):
        return self._add("softmax", [x], [], x.shape)

    def gelu(self, x):
        return self._add("gelu", [x], [], x.shape)

    def tanh(self, x):
        return self._add("tanh", [x], [], x.shape)

    def first_token(self, x):
        return self._add("first_token", [x], [], (x.shape[0], x.shape[2]))
