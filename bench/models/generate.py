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
# generate.py fill NAME     how its arguments are filled, one a line:
#                           name, scale, offset (see network.Parameter)
#
#===------------------------------------------------------------------------===#

import sys

from architectures import MODELS
from linalg import LinalgWriter
from network import Network
from tosa import TosaWriter

WRITERS = {"linalg": LinalgWriter, "tosa": TosaWriter}


def make(name, is_open=False):
    """The network and its writer."""
    form, build = MODELS[name]
    network = Network(name, form == "tosa", is_open)
    build(network)
    return network, WRITERS[form](network)


def main(arguments):
    if arguments == ["list"]:
        for name in MODELS:
            network, _ = make(name)
            print(name, network.weight_count(), network.macs)
        return 0
    if len(arguments) != 2 or arguments[0] not in ("mlir", "whole", "open", "fill"):
        sys.stderr.write(
            "usage: generate.py list | mlir NAME | whole NAME | open NAME | "
            "fill NAME\n")
        return 2
    verb, name = arguments
    if name not in MODELS:
        sys.stderr.write("generate.py: error: no model '%s'\n" % name)
        return 1
    network, writer = make(name, verb == "open")
    if verb != "fill":
        sys.stdout.write(writer.module(has_weights=verb == "whole"))
    else:
        for parameter in network.parameters():
            print(parameter.name, repr(parameter.scale), repr(parameter.offset))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
