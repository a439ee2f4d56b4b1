#===- bench/affine/toolchain.py - Affine MLIR to shared objects ------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# toolchain.py --llvm=DIR [--cc=CC] [--reassociate] [--opt=OPTION]...
#              INPUT OUTPUT
#
# What people do without as-opt: upstream's lowering, and -O3 for this processor.
# Polly is in LLVM itself (--opt=-polly). Memrefs of static shape are plain
# pointers, and each function F has an entry `void entry_F(void **arguments)`.
#
# Multiplications may be fused with additions. With --reassociate sums may also be
# reordered, as as-opt may do it by default: without that neither LLVM nor Polly
# makes vectors of a sum. It does not make every kernel faster.
#
#===------------------------------------------------------------------------===#

import argparse
import os
import re
import subprocess
import sys
import tempfile

LOWERING = ["--lower-affine", "--convert-scf-to-cf", "--convert-math-to-llvm",
            "--expand-strided-metadata", "--lower-affine",
            "--finalize-memref-to-llvm"]
LOWERING_END = ["--convert-arith-to-llvm", "--convert-cf-to-llvm",
                "--convert-index-to-llvm", "--reconcile-unrealized-casts"]
SECONDS = 300  # For any one tool.


class ToolError(Exception):
    pass


class Toolchain:
    def __init__(self, llvm, cc):
        self.llvm, self.cc = llvm, cc

    def run(self, command, text=""):
        try:
            done = subprocess.run(command, input=text, text=True, timeout=SECONDS,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ToolError(str(error))
        if done.returncode:
            raise ToolError("%s ended with %d:\n%s" % (
                " ".join(command), done.returncode, done.stderr[-2000:]))
        return done.stdout

    def tool(self, name, options, text):
        return self.run([os.path.join(self.llvm, name)] + options, text)

    def lower(self, mlir, bare_pointers):
        """From affine MLIR to LLVM IR, as text."""
        convention = "--convert-func-to-llvm" + (
            "=use-bare-ptr-memref-call-conv=1" if bare_pointers else "")
        lowered = self.tool("mlir-opt", LOWERING + [convention] + LOWERING_END,
                            mlir)
        llvm = self.tool("mlir-translate", ["--mlir-to-llvmir"], lowered)
        return llvm

    def flag(self, llvm, flags):
        """Sets fast-math flags, which no option of opt does."""
        return re.sub(r" = (fadd|fsub|fmul|fneg|fdiv) ", r" = \1 %s " % flags, llvm)

    def target(self):
        """Without it, opt knows of no vectors, whatever -mcpu says."""
        version = self.tool("opt", ["--version"], "")
        found = re.search(r"Default target: (\S+)", version)
        if not found:
            raise ToolError("opt does not say what it compiles for")
        return ["-mtriple=" + found.group(1), "-mcpu=native"]

    def optimise(self, llvm, options):
        return self.tool("opt", ["-O3", "-S"] + self.target() + options, llvm)

    def link(self, llvm, output, entries):
        """The shared object; `entries` is C that goes with it."""
        with tempfile.TemporaryDirectory() as folder:
            kernel, wrapper = (os.path.join(folder, name)
                               for name in ("kernel.o", "entry.c"))
            self.tool("llc", ["-O3", "-mcpu=native", "--fp-contract=fast",
                              "-relocation-model=pic", "-filetype=obj",
                              "-o", kernel], llvm)
            with open(wrapper, "w") as file:
                file.write(entries)
            libraries = os.path.join(self.llvm, "..", "lib")
            self.run([self.cc, "-shared", "-fPIC", "-O1", "-o", output, wrapper,
                      kernel, "-lm"] + (["-L" + libraries, "-lomp",
                                         "-Wl,-rpath," + libraries]
                                        if "@__kmpc_" in llvm else []))

    def build(self, mlir, output, options=(), reassociate=False,
              bare_pointers=True):
        flags = "reassoc contract" if reassociate else "contract"
        llvm = self.flag(self.lower(mlir, bare_pointers), flags)
        llvm = self.optimise(llvm, list(options))
        self.link(llvm, output, entries_of(llvm) if bare_pointers else "")


def entries_of(llvm):
    """C with an entry for each public function over pointers."""
    text = ""
    for name, parameters in re.findall(
            r"^define (?:[a-z_]+ )*void @(\w+)\(([^{]*)\)", llvm, re.MULTILINE):
        if re.search(r"^define internal .*@%s\(" % name, llvm, re.MULTILINE):
            continue
        count = len(re.findall(r"\bptr\b", parameters))
        text += "void %s(%s);\nvoid entry_%s(void **a) { %s(%s); }\n" % (
            name, ", ".join(["void *"] * count), name, name,
            ", ".join("a[%d]" % i for i in range(count)))
    return text


def main(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm", required=True, help="the folder of LLVM's tools")
    parser.add_argument("--cc", default="cc", help="the C compiler, which links")
    parser.add_argument("--reassociate", action="store_true")
    parser.add_argument("--opt", action="append", default=[],
                        help="an option of opt, such as -polly")
    parser.add_argument("input")
    parser.add_argument("output")
    options = parser.parse_args(arguments)
    with open(options.input) as file:
        mlir = file.read()
    try:
        Toolchain(options.llvm, options.cc).build(mlir, options.output,
                                                  options.opt,
                                                  options.reassociate)
    except ToolError as error:
        sys.stderr.write("toolchain.py: error: %s\n" % error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
