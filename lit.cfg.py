#===- lit.cfg.py - The tests of the passes and the tools ------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Read by way of build/test/lit/lit.site.cfg.py, which says where things are.
# ctest runs one test a folder; a single file is
#   lit build/test/lit/FOLDER/FILE
#
#===------------------------------------------------------------------------===#

import atexit
import glob
import os
import shutil
import subprocess
import tempfile

import lit.formats

if not hasattr(config, "as_build_dir"):
    lit_config.fatal(
        "as-opt's tests are run from a build folder: "
        "lit build/test/lit/FOLDER/FILE, or ctest --test-dir build -R lit"
    )

config.name = "as-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["unit", "standin", "models", "portable", "Inputs"]
config.test_source_root = os.path.join(config.as_source_dir, "test")
config.test_exec_root = os.path.join(config.as_build_dir, "test", "lit")

# No test may read or write the user's own store, nor that of an earlier run.
os.makedirs(config.test_exec_root, exist_ok=True)
cache = tempfile.mkdtemp(prefix="cache-", dir=config.test_exec_root)
atexit.register(shutil.rmtree, cache, ignore_errors=True)
config.environment["XDG_CACHE_HOME"] = cache
# Nor does one wait for another folder's or for a run of the user's: no test says
# how long anything takes.
config.environment["AS_LEASES"] = cache

# What is found of GPUs depends on no machine: there is none, unless a test names
# the stand-in, whose lock is its own.
config.environment["AS_CUDA_DRIVER"] = "none"
config.environment["AS_NVML"] = "none"
config.environment["AS_STANDIN_UUID"] = config.test_exec_root
lit_config.parallelism_groups["device"] = 1

# FileCheck, not and count are called by their own names.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_dir, config.environment["PATH"]]
)


def binary(name):
    return os.path.join(config.as_build_dir, "bin", name)


mlir_opt = os.path.join(config.llvm_tools_dir, "mlir-opt")
if config.sanitize:
    config.available_features.add("asan")
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"
    # A sanitized plugin needs the runtime to be in the program first; the leaks
    # that it then finds in a stock mlir-opt are not ours.
    mlir_opt = "env LD_PRELOAD=%s ASAN_OPTIONS=detect_leaks=0 %s" % (
        config.asan_runtime,
        mlir_opt,
    )

# Tests that build and measure candidates, or that run a benchmark. The
# sanitized half of `tools/bootstrap.sh check` leaves them to the release build,
# which runs them much sooner.
if os.environ.get("AS_TEST_SEARCH") != "off":
    config.available_features.add("search")

# A Python that has NumPy, for the package as_opt. Debian's may not be the first
# on PATH.
numpy_python = ""
for candidate in ("python3", "/usr/bin/python3"):
    if shutil.which(candidate) and not numpy_python:
        probe = [candidate, "-c", "import numpy"]
        if subprocess.run(probe, capture_output=True).returncode == 0:
            numpy_python = shutil.which(candidate)
            config.available_features.add("numpy")
if not numpy_python:
    lit_config.note("no test of the Python package: there is no NumPy; "
                    "install python3-numpy")

# It is built where the libraries are that it compares with.
if os.path.exists(binary("bench-ops")):
    config.available_features.add("bench-ops")

# ONNX Runtime for Node, and ggml; `npm ci --prefix bench/node`.
packages = os.path.join(config.as_source_dir, "bench", "node", "node_modules")
if shutil.which("node") and os.path.isdir(os.path.join(packages, "onnxruntime-node")):
    config.available_features.add("onnxruntime")
if os.path.isdir(os.path.join(packages, "@node-llama-cpp", "linux-x64")):
    config.available_features.add("ggml")

# What pip takes to install that package without a network.
probe = [numpy_python or "python3", "-c", "import ensurepip, setuptools, venv, wheel"]
if subprocess.run(probe, capture_output=True).returncode == 0:
    config.available_features.add("pip")

# CUDA's assembler, where there is one.
ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
if os.access(ptxas, os.X_OK):
    config.available_features.add("ptxas")

# MLIR's libraries for programs of mlir-runner.
if glob.glob(os.path.join(config.llvm_tools_dir, "..", "lib", "libmlir_runner_utils.so.*")):
    config.available_features.add("mlir-utilities")

# Archives for programs with LLVM inside.
if glob.glob("/usr/lib/*/libzstd.a") and glob.glob("/usr/lib/*/libz.a"):
    config.available_features.add("static-packages")

# A name that starts with another one's name comes before it.
config.substitutions += [
    ("%as-opt", binary("as-opt")),
    ("%as-run", binary("as-run")),
    ("%as-sweep", binary("as-sweep")),
    ("%as-view", binary("as-view")),
    ("%as-plugin", config.as_plugin),
    ("%standin", os.path.join(config.as_build_dir, "test", "libas-standin.so")),
    ("%nvml", os.path.join(config.as_build_dir, "test", "libas-standin-nvml.so")),
    ("%cublas", os.path.join(config.as_build_dir, "test", "libas-standin-cublas.so")),
    ("%dnnl3", os.path.join(config.as_build_dir, "test", "libas-standin-dnnl.so")),
    ("%bench-gpu", binary("bench-gpu")),
    ("%bench-ops", binary("bench-ops")),
    ("%bench-score", binary("bench-score")),
    ("%bench-search", binary("bench-search")),
    ("%bench-models", binary("bench-models")),
    ("%bench-transfer", binary("bench-transfer")),
    ("%bench-affine", binary("bench-affine")),
    ("%llvm-tools", config.llvm_tools_dir),
    ("%as-build", config.as_build_dir),
    ("%as-source", config.as_source_dir),
    ("%libdir", config.libdir),
    ("%cmake", config.cmake),
    ("%cc", config.c_compiler),
    ("%ptxas", ptxas),
    ("%numpy-python", numpy_python),
    ("%mlir-opt", mlir_opt),
    ("%mlir-translate", os.path.join(config.llvm_tools_dir, "mlir-translate")),
    ("%models", os.path.join(config.test_source_root, "models")),
]
