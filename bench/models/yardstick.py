#===- bench/models/yardstick.py - The models run by PyTorch ----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# yardstick.py NAME ARGUMENTS THREADS answers requests for one model, whose
# arguments are read from a file (see bench/model.h). launch.py starts it. It says a line
# "ready DESCRIPTION", then one "contender NAME" for each way that PyTorch runs
# it, then "end"; or "absent WHY". Requests, answered with a line each:
#
#   run CONTENDER COUNT     the seconds that so many runs took together
#   result CONTENDER FILE   "written"
#
#===------------------------------------------------------------------------===#

import os
import sys
import time

from generate import make

try:
    import torch
    import torch.nn.functional as F
except ImportError as error:
    print("absent", error, flush=True)
    sys.exit(0)

TYPES = {"f32": torch.float32, "i64": torch.int64, "i8": torch.int8}
ALIGNMENT = 64  # Of an argument in the file.


def read_arguments(network, writer, path):
    """A tensor for each parameter, in PyTorch's order of dimensions."""
    tensors, offset = {}, 0
    content = torch.from_file(path, size=file_size(path), dtype=torch.uint8)
    for parameter in network.parameters():
        dtype = TYPES[parameter.element]
        count = parameter.count()
        size = count * torch.empty(0, dtype=dtype).element_size()
        values = content[offset:offset + size].clone().view(dtype)
        order = list(writer.order(parameter))
        values = values.view(writer.argument_shape(parameter))
        inverse = [order.index(d) for d in range(len(order))]
        tensors[parameter] = values.permute(inverse).contiguous()
        offset += -(-size // ALIGNMENT) * ALIGNMENT
    return tensors


def file_size(path):
    with open(path, "rb") as file:
        return file.seek(0, 2)


#===- Layers ---------------------------------------------------------------===#

# A function of the layer, its inputs and its weights for each kind.
LAYERS = {
    "convolution": lambda l, x, w, b=None: F.conv2d(
        x, w, b, stride=l.stride, padding=l.padding, groups=l.groups),
    "batch_norm": lambda l, x, w, b, mean, variance: F.batch_norm(
        x, mean, variance, w, b, training=False, eps=l.epsilon),
    "relu": lambda l, x: F.relu(x),
    "relu6": lambda l, x: F.relu6(x),
    "hard_swish": lambda l, x: F.hardswish(x),
    "hard_sigmoid": lambda l, x: F.hardsigmoid(x),
    "max_pool": lambda l, x: F.max_pool2d(
        x, l.kernel, stride=l.stride, padding=l.padding, ceil_mode=l.ceil),
    "global_mean": lambda l, x: F.adaptive_avg_pool2d(x, 1),
    "concatenate": lambda l, *parts: torch.cat(parts, l.axis),
    "permute": lambda l, x: x.permute(l.order),
    "average_pool": lambda l, x: F.avg_pool2d(x, l.kernel),
    "silu": lambda l, x: F.silu(x),
    "sigmoid": lambda l, x: torch.sigmoid(x),
    "scale": lambda l, x, w: x * w,
    "add": lambda l, x, y: x + y,
    "multiply": lambda l, x, y: x * y,
    "reshape": lambda l, x: torch.flatten(x, 1),
    "linear": lambda l, x, w, b=None: F.linear(x, w, b),
    "quantised_linear": lambda l, x, w, b=None: F.linear(x, w, b),
    "embedding": lambda l, x, table: F.embedding(x, table),
    "rows": lambda l, table: table[l.start:l.start + l.shape[1]].unsqueeze(0),
    "layer_norm": lambda l, x, w, b: F.layer_norm(
        x, l.shape[-1:], w, b, eps=l.epsilon),
    "rms_norm": lambda l, x, w: x * torch.rsqrt(
        (x * x).mean(-1, keepdim=True) + l.epsilon) * w,
    "rotate_half": lambda l, x: torch.cat(
        (-x[..., l.shape[-1] // 2:], x[..., :l.shape[-1] // 2]), -1),
    "causal": lambda l, x: x.masked_fill(
        torch.ones(l.shape[-2:], dtype=torch.bool).triu(1), float("-inf")),
    "split_heads": lambda l, x: x.view(
        l.shape[0], l.shape[2], l.shape[1], l.shape[3]).transpose(1, 2),
    "join_heads": lambda l, x: x.transpose(1, 2).reshape(l.shape),
    "transpose": lambda l, x: x.transpose(-1, -2),
    "product": lambda l, x, y: torch.matmul(x, y),
    "divide": lambda l, x: x / l.by,
    "softmax": lambda l, x: F.softmax(x, -1),
    "gelu": lambda l, x: F.gelu(x),
    "tanh": lambda l, x: torch.tanh(x),
    "first_token": lambda l, x: x[:, 0],
}

# What becomes of weights before the first run. PyTorch has no product of floats
# by bytes with scales of groups for CPUs, so these are floats from then on.
PREPARE = {
    "quantised_linear": lambda w, scale, *bias: [
        (w * scale.unsqueeze(-1)).flatten(1), *bias],
}


class Model(torch.nn.Module):
    """The layers one after another; the last one's value is the result."""

    def __init__(self, network, weights):
        super().__init__()
        numbers = {layer: i for i, layer in enumerate(network.layers)}
        self.steps = [
            (LAYERS.get(layer.kind), layer, [numbers[i] for i in layer.inputs],
             PREPARE.get(layer.kind, lambda *own: list(own))(
                 *[weights[w] for w in layer.weights if layer.kind != "input"]))
            for layer in network.layers]

    def forward(self, *inputs):
        given, values = iter(inputs), []
        for compute, layer, operands, weights in self.steps:
            values.append(
                compute(layer, *[values[i] for i in operands], *weights)
                if compute else next(given))
        return values[-1]


#===- Ways to run them -----------------------------------------------------===#


def contenders(network, tensors):
    """Names and functions without arguments."""
    inputs = [tensors[parameter] for parameter in network.inputs]
    eager = Model(network, tensors).eval()
    yield "torch", lambda: eager(*inputs)
    if network.inputs[0].role == "image":
        last = lambda t: t.contiguous(memory_format=torch.channels_last) \
            if t.dim() == 4 else t
        moved = {p: last(t) for p, t in tensors.items()}
        model, pixels = Model(network, moved).eval(), last(inputs[0])
        yield "torch-channels-last", lambda: model(pixels)
    traced = torch.jit.trace(eager, tuple(inputs), check_trace=False)
    frozen = torch.jit.optimize_for_inference(torch.jit.freeze(traced))
    yield "torch-frozen", lambda: frozen(*inputs)


def description(threads):
    library = "oneDNN" if torch.backends.mkldnn.is_available() else "no oneDNN"
    policy = os.environ.get("OMP_WAIT_POLICY", "").lower()
    return "PyTorch %s, %s, %d thread%s%s" % (
        torch.__version__, library, threads, "" if threads == 1 else "s",
        policy and ", OpenMP " + policy)


def run(function, count):
    start = time.perf_counter()
    for _ in range(count):
        function()
    return time.perf_counter() - start


def serve(functions):
    for line in sys.stdin:
        verb, name, argument = line.rstrip("\n").split(" ", 2)
        if verb == "run":
            print("%.9e" % run(functions[name], int(argument)), flush=True)
        else:
            values = functions[name]().contiguous().numpy()
            values.tofile(argument)
            print("written", flush=True)


def main(name, path, threads):
    torch.set_num_threads(threads)
    network, writer = make(name)
    with torch.inference_mode():
        tensors = read_arguments(network, writer, path)
        print("ready", description(threads), flush=True)
        functions = {}
        for contender, function in contenders(network, tensors):
            run(function, 3)  # The just-in-time compiler looks at first runs.
            functions[contender] = function
            print("contender", contender, flush=True)
        print("end", flush=True)
        serve(functions)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
