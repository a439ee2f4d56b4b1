#===- bench/models/tosa_bytes.py - Models of 8 bits as TOSA ----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# As TensorFlow Lite quantises networks of convolutions: images and weights are
# bytes, images have a zero point, sums are rescaled to bytes by a multiplier
# and a shift for each channel. An activation is where the rescaling saturates.
# Multipliers suit the weights and images that as-run makes up.
#
#===------------------------------------------------------------------------===#

import math
import random

from text import listed, tensor
from tosa import TosaWriter, array, nhwc

ACTIVATIONS = ("relu", "relu6")
SPREAD = 8 / math.sqrt(3)  # Standard deviation of integers in [-8, 8).
WANTED = 40  # That of what rescaling makes.


class TosaBytesWriter(TosaWriter):
    element = "i8"
    elements = {"vector": "i32"}  # Of others bytes.

    def __init__(self, network):
        super().__init__(network)
        self.zeros, self.spreads = {}, {}  # By the names of values.

    def argument_type(self, parameter):
        return tensor(self.argument_shape(parameter),
                      self.elements.get(parameter.role, "i8"))

    def constant(self, values, element):
        kind = tensor((len(values),), element)
        text = str(values[0]) if len(values) == 1 else listed(values)
        return self.op('"tosa.const"() <{values = dense<%s> : %s}> : () -> %s' % (
            text, kind, kind))

    def is_activated(self, layer):
        """Whether an activation is all that reads it."""
        return any(layer in other.inputs and other.kind in ACTIVATIONS
                   for other in self.network.layers)

    def noted(self, name, zero, spread):
        self.zeros[name], self.spreads[name] = zero, spread
        return name

    def rescaled(self, x, shape, zeros, elements, factors):
        """By a factor for each channel, or for all."""
        draw = random.Random(x)
        multipliers, shifts = [], []
        for factor in factors:
            mantissa, exponent = math.frexp(factor)
            multipliers.append(min(int(mantissa * 2 ** 31), 2 ** 31 - 1)
                               - draw.randrange(1000))
            shifts.append(31 - exponent)
        return self.op(
            "tosa.rescale %s, %s, %s, %s, %s {input_unsigned = false, "
            "output_unsigned = false, per_channel = %s, rounding_mode = "
            "DOUBLE_ROUND, scale32 = true} : (%s, %s, %s, tensor<1x%s>, "
            "tensor<1x%s>) -> %s" % (
                x, self.constant(multipliers, "i32"), self.constant(shifts, "i8"),
                self.constant([zeros[0]], elements[0]),
                self.constant([zeros[1]], elements[1]),
                "true" if len(factors) > 1 else "false",
                tensor(shape, elements[0]), tensor((len(factors),), "i32"),
                tensor((len(factors),), "i8"), elements[0], elements[1],
                tensor(shape, elements[1])))

    def to_bytes(self, layer, sums, shape, spread, channels=1):
        zero = -128 if self.is_activated(layer) else 3
        draw = random.Random(sums).uniform
        factors = [WANTED / spread * draw(0.8, 1.2) for _ in range(channels)]
        return self.noted(self.rescaled(sums, shape, (0, zero), ("i32", "i8"),
                                        factors), zero, WANTED)

    def wide(self, x, shape, spread):
        """As i32 without its zero point."""
        return self.rescaled(x, shape, (self.zeros[x], 0), ("i8", "i32"),
                             [spread / self.spreads[x]])

    def summed(self, op, x, own, kernel, bias, shape, stride, pad):
        zeros = (self.constant([self.zeros[x]], "i8"), self.constant([0], "i8"))
        return self.op(
            "tosa.%s %s, %s, %s, %s, %s {acc_type = i32, dilation = %s, pad = %s, "
            "stride = %s} : (%s, %s, %s, tensor<1xi8>, tensor<1xi8>) -> %s" % (
                op, x, kernel[0], bias[0], zeros[0], zeros[1], array((1, 1)),
                array(pad), array((stride, stride)), tensor(own, "i8"), kernel[1],
                bias[1], tensor(shape, "i32")))

    def cut(self, layer, x):
        """As `fitted`."""
        image, own, pad = self.fitted(x, nhwc(layer.inputs[0].shape), layer)
        self.noted(image, self.zeros[x], self.spreads[x])
        return image, own, pad

    def emit_input(self, layer):
        return self.noted(super().emit_input(layer), -1, SPREAD)

    def emit_convolution(self, layer, x):
        kernel, bias = layer.weights
        image, own, pad = self.cut(layer, x)
        shape = nhwc(layer.shape)
        op = "depthwise_conv2d" if kernel.role == "depthwise" else "conv2d"
        sums = self.summed(op, image, own, self.typed(kernel), self.typed(bias),
                           shape, layer.stride, pad)
        fan_in = math.prod(kernel.shape[1:])
        spread = math.sqrt(fan_in) * SPREAD * self.spreads[x]
        return self.to_bytes(layer, sums, shape, spread, shape[-1])

    def emit_linear(self, layer, x):
        weight, bias = layer.weights
        rows, depth = layer.inputs[0].shape
        width = layer.shape[1]
        own, shape = (rows, 1, 1, depth), (rows, 1, 1, width)
        pixel = (width, 1, 1, depth)
        kernel = self.reshaped("%" + weight.name, weight.shape, pixel)
        image = self.noted(self.reshaped(x, layer.inputs[0].shape, own),
                           self.zeros[x], self.spreads[x])
        sums = self.summed("conv2d", image, own, (kernel, tensor(pixel, "i8")),
                           self.typed(bias), shape, 1, [0] * 4)
        result = self.to_bytes(layer, sums, shape,
                               math.sqrt(depth) * SPREAD * self.spreads[x], width)
        return self.noted(self.reshaped(result, shape, layer.shape),
                          self.zeros[result], WANTED)

    def reshaped(self, x, shape, result):
        return self.op("tosa.reshape %s, %s : (%s, !tosa.shape<%d>) -> %s" % (
            x, self.sizes(result), tensor(shape, "i8"), len(result),
            tensor(result, "i8")))

    def emit_reshape(self, layer, x):
        return self.noted(super().emit_reshape(layer, x), self.zeros[x],
                          self.spreads[x])

    def emit_global_mean(self, layer, x):
        own = nhwc(layer.inputs[0].shape)
        pixels = own[1] * own[2]
        sums = self.wide(x, own, self.spreads[x])
        for axis in (1, 2):
            reduced = list(own)
            reduced[axis] = 1
            sums = self.op(
                "tosa.reduce_sum %s {axis = %d : i32} : (%s) -> %s" % (
                    sums, axis, tensor(own, "i32"), tensor(reduced, "i32")))
            own = reduced
        return self.to_bytes(layer, sums, own,
                             math.sqrt(pixels) * self.spreads[x])

    def emit_max_pool(self, layer, x):
        image, own, pad = self.cut(layer, x)
        shape = nhwc(layer.shape)
        name = self.op(
            "tosa.max_pool2d %s {kernel = %s, pad = %s, stride = %s} : (%s) -> "
            "%s" % (image, array([layer.kernel] * 2), array(pad),
                    array([layer.stride] * 2), tensor(own, "i8"),
                    tensor(shape, "i8")))
        return self.noted(name, self.zeros[x], self.spreads[x])

    def emit_add(self, layer, x, y):
        fine = WANTED * 2 ** 15  # Sums are exact to more than a step.
        shape = nhwc(layer.shape)
        terms = [self.wide(term, shape, fine) for term in (x, y)]
        kind = tensor(shape, "i32")
        sums = self.op("tosa.add %s, %s : (%s, %s) -> %s" % (
            terms[0], terms[1], kind, kind, kind))
        return self.to_bytes(layer, sums, shape, math.sqrt(2) * fine)

    def emit_relu(self, layer, x):
        return x

    emit_relu6 = emit_relu

    # These take tables, which TensorFlow Lite computes from the scales.
    emit_hard_swish = emit_hard_sigmoid = emit_multiply = None
