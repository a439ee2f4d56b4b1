#===- bench/models/launch_onnx.py - The models run by ONNX Runtime ---------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# launch_onnx.py NAME ARGUMENTS THREADS NODE writes the model, or the operator
# (operators.py), as ONNX beside the file with its arguments, and lists what it
# wrote, and becomes Node, which runs bench/node/onnxruntime.mjs: that answers
# requests as yardstick.py does. It says "absent WHY" where there is no Node. With
# the NAME none it only says what there is.
#
#===------------------------------------------------------------------------===#

import array
import itertools
import json
import os
import shutil
import sys

from generate import make
from onnx_writer import AttentionWriter, BytesWriter, OnnxWriter
import operators

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                      "node")


def reordered(values, stored, order):
    """Elements of shape `stored` in the order of dimensions that it has as an
    argument, put into PyTorch's."""
    inverse = [order.index(d) for d in range(len(order))]
    strides = [1] * len(stored)
    for d in reversed(range(len(stored) - 1)):
        strides[d] = strides[d + 1] * stored[d + 1]
    loops = itertools.product(*(range(stored[d]) for d in inverse))
    steps = [strides[d] for d in inverse]
    return array.array(values.typecode, (
        values[sum(i * step for i, step in zip(index, steps))] for index in loops))


def describe_inputs(network, writer, arguments, onnx):
    """Where each input is, which may be a file that is written here."""
    for parameter, offset, length in onnx.place():
        if parameter not in network.inputs:
            continue
        path, order = arguments, list(writer.order(parameter))
        if order != list(range(len(order))):
            with open(arguments, "rb") as file:
                file.seek(offset)
                values = array.array("f", file.read(length))
            path, offset = "%s.%s" % (arguments, parameter.name), 0
            with open(path, "wb") as file:
                reordered(values, writer.argument_shape(parameter),
                          order).tofile(file)
        yield {"name": parameter.name, "element": parameter.element,
               "shape": list(parameter.shape), "file": path, "offset": offset,
               "length": length}


def write_listing(models, inputs, arguments):
    """Writes the models, which are the bytes of each contender, and what there is;
    gives the path of that."""
    listing = {"models": [], "inputs": inputs}
    for name, content in models.items():
        path = "%s.%s.onnx" % (arguments, name)
        with open(path, "wb") as file:
            file.write(content)
        listing["models"].append({"contender": name, "file": path})
    with open(arguments + ".json", "w") as file:
        json.dump(listing, file)
    return file.name


def export_operator(text, arguments):
    model, inputs = operators.write(text, arguments, os.path.basename(arguments))
    return write_listing({"onnxruntime": model} if model else {}, inputs, arguments)


def export_network(network, writer, arguments):
    """The model in each way that it has."""
    location = os.path.basename(arguments)
    ways = {"onnxruntime": OnnxWriter(network, writer, location)}
    attention = AttentionWriter(network, writer, location)
    if attention.attentions:
        ways["onnxruntime-attention"] = attention
    if BytesWriter.is_for(network):
        ways["onnxruntime-bytes"] = BytesWriter(network, writer, location)
    inputs = list(describe_inputs(network, writer, arguments, attention))
    return write_listing({name: onnx.model() for name, onnx in ways.items()},
                         inputs, arguments)


def main(name, arguments, threads, node):
    program = shutil.which(node)
    if not program:
        print("absent there is no program '%s'; install Node 20 or newer, or name "
              "it by --node=PATH" % node, flush=True)
        return
    if name == "none":
        listing = ""
    elif "/" in name:
        listing = export_operator(name, arguments)
    else:
        listing = export_network(*make(name), arguments)
    os.execv(program, [program, os.path.join(FOLDER, "onnxruntime.mjs"), listing,
                       threads])


if __name__ == "__main__":
    main(*sys.argv[1:])
