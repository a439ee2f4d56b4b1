#===- bench/models/tosa.py - Models as TOSA --------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In the idiom of converters from TensorFlow Lite: images are NHWC, a padding is
# the operation's own and leaves no remainder, batch norms are folded into the
# convolutions, linear layers are convolutions of one pixel, activations are
# clamps.
#
#===------------------------------------------------------------------------===#

from network import Unknown
from text import Writer, listed, tensor


def nhwc(shape):
    return (shape[0],) + tuple(shape[2:]) + (shape[1],) if len(shape) == 4 else shape


def array(numbers):
    return "array<i64: %s>" % ", ".join(map(str, numbers))


class TosaWriter(Writer):
    orders = {"image": (0, 2, 3, 1), "kernel": (0, 2, 3, 1),
              "depthwise": (2, 3, 0, 1)}

    def splat(self, value, shape=(1,)):
        kind = tensor(shape)
        return self.op('"tosa.const"() <{values = dense<%s> : %s}> : () -> %s' % (
            value, kind, kind))

    def sizes(self, sizes):
        return self.op("tosa.const_shape {values = dense<%s> : tensor<%dxindex>} "
                       ": () -> !tosa.shape<%d>" % (
                           listed(-1 if isinstance(size, Unknown) else size
                                  for size in sizes), len(sizes), len(sizes)))

    def reshaped(self, x, shape, result):
        return self.op("tosa.reshape %s, %s : (%s, !tosa.shape<%d>) -> %s" % (
            x, self.sizes(result), tensor(shape), len(result), tensor(result)))

    def fitted(self, x, shape, layer):
        """The image, its shape and the padding, so that the windows end where
        the image ends."""
        low, high = layer.padding, []
        cropped = list(shape)
        for d, windows in ((1, layer.shape[2]), (2, layer.shape[3])):
            missing = (windows - 1) * layer.stride + layer.kernel - low - shape[d]
            cropped[d] += min(missing, 0)
            high.append(max(missing, 0))
        if cropped != list(shape):
            x = self.op(
                "tosa.slice %s, %s, %s : (%s, !tosa.shape<4>, !tosa.shape<4>) -> "
                "%s" % (x, self.sizes([0] * 4), self.sizes(cropped),
                        tensor(shape, self.element),
                        tensor(cropped, self.element)))
        return x, cropped, [low, high[0], low, high[1]]

    def convolved(self, op, x, own, kernel, bias, shape, stride, pad):
        none = self.splat("0.0")
        operands = [(x, tensor(own)), kernel, bias, (none, tensor((1,))),
                    (none, tensor((1,)))]
        return self.op(
            "tosa.%s %s {acc_type = f32, dilation = %s, pad = %s, stride = %s} : "
            "(%s) -> %s" % (op, ", ".join(name for name, _ in operands),
                            array((1, 1)), array(pad), array((stride, stride)),
                            ", ".join(kind for _, kind in operands),
                            tensor(shape)))

    def typed(self, parameter):
        return "%" + parameter.name, self.argument_type(parameter)

    def emit_convolution(self, layer, x):
        kernel, bias = layer.weights
        x, own, pad = self.fitted(x, nhwc(layer.inputs[0].shape), layer)
        op = "depthwise_conv2d" if kernel.role == "depthwise" else "conv2d"
        return self.convolved(op, x, own, self.typed(kernel), self.typed(bias),
                              nhwc(layer.shape), layer.stride, pad)

    def emit_linear(self, layer, x):
        weight, bias = layer.weights
        rows, depth = layer.inputs[0].shape
        width = layer.shape[1]
        own, shape, pixel = ((rows, 1, 1, depth), (rows, 1, 1, width),
                             (width, 1, 1, depth))
        kernel = self.reshaped("%" + weight.name, weight.shape, pixel)
        x = self.reshaped(x, layer.inputs[0].shape, own)
        x = self.convolved("conv2d", x, own, (kernel, tensor(pixel)),
                           self.typed(bias), shape, 1, [0] * 4)
        return self.reshaped(x, shape, layer.shape)

    def emit_max_pool(self, layer, x):
        x, own, pad = self.fitted(x, nhwc(layer.inputs[0].shape), layer)
        return self.op("tosa.max_pool2d %s {kernel = %s, pad = %s, stride = %s} : "
                       "(%s) -> %s" % (x, array([layer.kernel] * 2), array(pad),
                                       array([layer.stride] * 2), tensor(own),
                                       tensor(nhwc(layer.shape))))

    def emit_global_mean(self, layer, x):
        own, shape = nhwc(layer.inputs[0].shape), nhwc(layer.shape)
        for axis in (1, 2):
            reduced = list(own)
            reduced[axis] = 1
            x = self.op("tosa.reduce_sum %s {axis = %d : i32} : (%s) -> %s" % (
                x, axis, tensor(own), tensor(reduced)))
            own = reduced
        pixels = layer.inputs[0].shape[2] * layer.inputs[0].shape[3]
        return self.scaled(x, shape, 1.0 / pixels)

    def binary(self, op, x, y, shape, of_y, more=""):
        return self.op("tosa.%s %s, %s%s : (%s, %s%s) -> %s" % (
            op, x, y, more, tensor(shape), tensor(of_y),
            ", tensor<1xi8>" if more else "", tensor(shape)))

    def multiplied(self, x, y, shape, of_y):
        shift = self.op('"tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () '
                        "-> tensor<1xi8>")
        return self.binary("mul", x, y, shape, of_y, ", " + shift)

    def scaled(self, x, shape, by):
        one = (1,) * len(shape)
        return self.multiplied(x, self.splat("%.9e" % by, one), shape, one)

    def clamped(self, x, shape, most):
        kind = tensor(shape)
        return self.op("tosa.clamp %s {min_val = 0.0 : f32, max_val = %s : f32} : "
                       "(%s) -> %s" % (x, most, kind, kind))

    def emit_relu(self, layer, x):
        return self.clamped(x, nhwc(layer.shape), "3.40282347E+38")

    def emit_relu6(self, layer, x):
        return self.clamped(x, nhwc(layer.shape), "6.0")

    def emit_hard_sigmoid(self, layer, x):
        shape = nhwc(layer.shape)
        one = (1,) * len(shape)
        x = self.binary("add", x, self.splat("3.0", one), shape, one)
        return self.scaled(self.clamped(x, shape, "6.0"), shape, 1 / 6)

    def emit_hard_swish(self, layer, x):
        shape = nhwc(layer.shape)
        return self.multiplied(x, self.emit_hard_sigmoid(layer, x), shape, shape)

    def emit_add(self, layer, x, y):
        shape, of_y = nhwc(layer.shape), nhwc(layer.inputs[1].shape)
        return self.binary("add", x, y, shape, of_y)

    def emit_multiply(self, layer, x, y):
        return self.multiplied(x, y, nhwc(layer.shape),
                               nhwc(layer.inputs[1].shape))

    def emit_reshape(self, layer, x):
        if layer.inputs[0].shape[2:] != (1, 1):
            raise ValueError("an image is flattened, whose order would change")
        return self.reshaped(x, nhwc(layer.inputs[0].shape), layer.shape)
