#===- bench/affine/generate.py - Writes kernels as affine MLIR -------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# generate.py --help says what it prints. A kernel is a public function
# kernel_NAME over memrefs, with init_NAME beside it, which gives its arguments
# their initial values. Names of functions have '_' where those of kernels have
# '-'.
#
#===------------------------------------------------------------------------===#

import argparse
import sys

import kernel
import products  # This, and those that follow, fill the table of kernels.
import vectors
import solvers
import stencils
import tables
import others


def parse(arguments):
    parser = argparse.ArgumentParser(
        description="Prints a module of affine loop nests over memrefs.")
    parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                        choices=[[]] + list(kernel.KERNELS),
                        help="without any, their names are listed")
    parser.add_argument("--size", choices=kernel.SIZES, default="LARGE")
    parser.add_argument("--type", choices=("f64", "f32"), default="f64",
                        help="of elements; some kernels have i32 (default: f64)")
    parser.add_argument("--dynamic", action="store_true",
                        help="the shapes of memrefs are not known")
    parser.add_argument("--may-alias", action="store_true",
                        help="do not say that arguments are disjoint")
    parser.add_argument("--only", choices=("kernel", "init"),
                        help="print one of the two functions")
    parser.add_argument("--arguments", action="store_true",
                        help="print each argument's role and type instead")
    return parser.parse_args(arguments)


def module(definition, options):
    builders = {"kernel": kernel.build, "init": kernel.build_init}
    return "".join(
        build(definition, options.size, options.type, options.dynamic).text(
            no_alias=not options.may_alias)
        for part, build in builders.items() if options.only in (None, part))


def main(arguments):
    options = parse(arguments)
    if not options.kernels:
        print("\n".join(kernel.KERNELS))
    for name in options.kernels:
        definition = kernel.KERNELS[name]
        if options.arguments:
            function = kernel.build(definition, options.size, options.type,
                                    options.dynamic)
            for array in function.arrays:
                print(array.role, array.type)
        else:
            sys.stdout.write(module(definition, options))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
