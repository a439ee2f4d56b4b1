#===- building.py - Programs as shared objects ----------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A module is built twice: scheduled, by as-opt, and as plain loops, by the stock
# mlir-opt and llc, which share no code of as-opt.
#
#===------------------------------------------------------------------------===#

import json
import os
import re
import resource
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))

TO_LOOPS = ",".join([
    f"builtin.module(transform-preload-library{{transform-library-paths={HERE}/stock.mlir}}",
    "transform-interpreter",
    "one-shot-bufferize{bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map}",
    "buffer-results-to-out-params{hoist-static-allocs=1 modify-public-functions=1}",
    "func.func(llvm-request-c-wrappers)",
    "convert-linalg-to-loops",
    # Arithmetic on bf16 and functions on f16 become such on f32, rounded each
    # time: these passes allow to leave that out, hence the two steps.
    "math-extend-to-supported-types",
    "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32})",
])
LEAVE = " fastmath<contract>"
# arith-expand, which is here for bf16, would take either zero for the larger
# one: IEEE-754 says that it is +0.
EXTREMUM = re.compile(r"arith\.(max|min)imumf (%\S+), (%\S+) : (\w+)")
# mlir-opt folds (a - b) + b to a, which is not what was written. So does
# convert-linalg-to-loops, hence the sums go before it, and after it again, for
# those of the named operations.
COMPLEX_SUM = re.compile(r"%(\S+) = complex\.(add|sub) (%\S+), (%\S+) : complex<(\w+)>")
BY_PARTS = r"""%x\1 = complex.re \3 : complex<\5>
%y\1 = complex.re \4 : complex<\5>
%re\1 = arith.\2f %x\1, %y\1 : \5
%v\1 = complex.im \3 : complex<\5>
%w\1 = complex.im \4 : complex<\5>
%im\1 = arith.\2f %v\1, %w\1 : \5
%\1 = complex.create %re\1, %im\1 : complex<\5>"""
TO_LLVM = ",".join([
    "builtin.module(convert-complex-to-standard",
    "expand-strided-metadata",
    "lower-affine",
    "arith-expand{include-bf16=1}",
    "convert-scf-to-cf",
    # The other order would make log(1 + x) of log1p, which for small x is zero.
    # But the C library has no rsqrt.
    "math-expand-ops{ops=rsqrt}",
    "convert-math-to-libm",
    "convert-math-to-llvm",
    "convert-complex-to-llvm",
    "convert-arith-to-llvm",
    "finalize-memref-to-llvm",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "convert-index-to-llvm",
    "convert-ub-to-llvm",
    "reconcile-unrealized-casts)",
])


class Failed(Exception):
    """A program did not end well; says how."""


def frames(said):
    """The functions in the stack of a crash, the innermost first."""
    names = re.findall(r"0x[0-9a-f]{16} ([\w:~]+)", said)
    return ", ".join(name for name in names if "::" in name and "sys::" not in name)[:400] or said[-400:]


def limit(seconds):
    """Ends this process after that much time of a CPU: a busy machine fails nothing."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))


def run(command, seconds):
    environment = dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1")  # That takes seconds.
    waits = 60 + 30 * seconds  # For what uses no CPU.
    try:
        done = subprocess.run(command, capture_output=True, timeout=waits, text=True,
                              errors="replace", env=environment,
                              preexec_fn=lambda: limit(seconds))
    except subprocess.TimeoutExpired:
        raise Failed(f"hangs: {command[0]} was not done in {waits:.0f} s") from None
    if done.returncode == -signal.SIGXCPU:
        raise Failed(f"hangs: {command[0]} took more than {seconds:.0f} s of CPU time")
    if done.returncode < 0 or done.returncode > 128:
        raise Failed(f"crashes: {os.path.basename(command[0])}: {frames(done.stderr)}")
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error: " in line]
        raise Failed(f"refuses: {os.path.basename(command[0])}: {' '.join(errors)}")
    return done.stderr


class Builder:
    def __init__(self, as_opt, llvm, folder, options):
        self.as_opt = as_opt
        self.llvm = llvm
        self.folder = folder
        self.options = options

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, text, name):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def scheduled(self, text, name, seconds):
        """The shared object of as-opt, and what it said."""
        source, output = self.write(text, name + ".mlir"), self.path(name + ".so")
        said = run([self.as_opt, "--autoschedule", "--records=none", "--progress=none",
                    "--emit=shared", f"--report={self.path(name)}.json", *self.options, source,
                    "-o", output], seconds)
        return output, said

    def tasks(self, name):
        """What the report says of each task."""
        with open(self.path(name) + ".json", encoding="utf-8") as file:
            return json.load(file)["tasks"]

    def stock(self, text, name, seconds):
        # Or bufferisation would take the caller's arrays for its own.
        text = re.sub(r"(%a\d+: tensor<[\w<>]+>)(?=[,)])", r"\1 {bufferization.writable = false}",
                      text)
        text = COMPLEX_SUM.sub(BY_PARTS, text)
        source, base = self.write(text, name + ".stock.mlir"), self.path(name + ".stock")
        tool = lambda program: os.path.join(self.llvm, program)
        loops = base + ".loops.mlir"
        run([tool("mlir-opt"), f"--pass-pipeline={TO_LOOPS}", source, "-o", loops], seconds)
        with open(loops, encoding="utf-8") as file:
            text = file.read()
        text = EXTREMUM.sub(r"llvm.intr.\1imum(\2, \3) : (\4, \4) -> \4", text.replace(LEAVE, ""))
        text = COMPLEX_SUM.sub(BY_PARTS, text)
        self.write(text, name + ".stock.loops.mlir")
        run([tool("mlir-opt"), f"--pass-pipeline={TO_LLVM}", loops, "-o", base + ".lowered"], seconds)
        run([tool("mlir-translate"), "--mlir-to-llvmir", base + ".lowered", "-o", base + ".ll"],
            seconds)
        run([tool("llc"), "-O1", "-mcpu=native", "-filetype=obj", "-relocation-model=pic",
             base + ".ll", "-o", base + ".o"], seconds)
        run([tool("ld.lld"), "-shared", base + ".o", "-o", base + ".so"], seconds)
        return base + ".so"
