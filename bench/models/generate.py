#===- bench/models/generate.py - Writes the models as MLIR -----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# generate.py list          the models, one a line: name, weights, multiply-adds
# generate.py mlir NAME     the model's module
# generate.py whole NAME    the same with the weights in it, rather than arguments
# generate.py open NAME     the same as `mlir`, for any number of images, vectors or
#                           texts, of any length
# generate.py tosa NAME     a network of convolutions as TOSA
# generate.py bytes NAME    the same of 8 bits, as TensorFlow Lite quantises it
# generate.py fill NAME     how its arguments are filled, one a line:
#                           name, scale, offset (see network.Parameter)
#
# NAME@SIZE=N,... is the model of other sizes: `batch`, the number of images, vectors or
# texts, and the `length` of texts. N is a number, or ? for one of any size:
#
#   generate.py mlir bert-base@length=50      50 tokens
#   generate.py mlir bert-base@length=?       any number of them, in one text
#
#===------------------------------------------------------------------------===#

import sys

from architectures import MODELS
from linalg import LinalgWriter
from network import Network, Unknown
from tosa import TosaWriter
from tosa_bytes import TosaBytesWriter

WRITERS = {"linalg": LinalgWriter, "tosa": TosaWriter, "bytes": TosaBytesWriter}


def parse_size(text):
    """`length=50` or `length=?`, as a pair."""
    name, _, size = text.partition("=")
    if size != "?" and (not size.isdecimal() or int(size) == 0):
        raise ValueError("'%s' is no size; expected NAME=N or NAME=?" % text)
    return name, Unknown(name) if size == "?" else int(size)


def make(name, verb="mlir"):
    """The network and its writer, of a model and perhaps its sizes."""
    model, at, sizes = name.partition("@")
    form, build = MODELS[model]
    form = verb if verb in WRITERS else form
    sizes = dict(map(parse_size, sizes.split(","))) if at else {}
    network = Network(model, form != "linalg", verb == "open", sizes)
    build(network)
    there_are = sorted(set(network.sizes_there_are))
    for size in sizes:
        if size not in there_are:
            raise ValueError("it has no size '%s'; expected one of: %s" % (
                size, ", ".join(there_are)))
    writer = WRITERS[form](network)
    for layer in network.layers:
        if getattr(writer, "emit_" + layer.kind, None) is None:
            raise ValueError("it has a layer '%s'; write it as 'mlir'" % layer.kind)
    return network, writer


def main(arguments):
    if arguments == ["list"]:
        for name in MODELS:
            network, _ = make(name)
            print(name, network.weight_count(), network.macs)
        return 0
    verbs = ("mlir", "whole", "open", "tosa", "bytes", "fill")
    if len(arguments) != 2 or arguments[0] not in verbs:
        sys.stderr.write("usage: generate.py list | %s\n" % " | ".join(
            "%s NAME[@SIZE=N,...]" % verb for verb in verbs))
        return 2
    verb, name = arguments
    if name.partition("@")[0] not in MODELS:
        sys.stderr.write("generate.py: error: no model '%s'\n" % name)
        return 1
    try:
        network, writer = make(name, verb)
        text = writer.module(has_weights=verb == "whole")
    except ValueError as problem:
        sys.stderr.write("generate.py: error: cannot write '%s' as '%s': %s\n" % (
            name, verb, problem))
        return 1
    if verb != "fill":
        sys.stdout.write(text)
    else:
        for parameter in network.parameters():
            print(parameter.name, repr(parameter.scale), repr(parameter.offset))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
