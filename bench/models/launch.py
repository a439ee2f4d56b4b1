#===- bench/models/launch.py - PyTorch as fast as it can be ----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# launch.py NAME ARGUMENTS THREADS becomes yardstick.py of the same, in the
# environment that is best for so many threads. Libraries read it when they are
# loaded, so it has to be there before PyTorch is.
#
# A PyTorch may bring two pools of threads: OpenMP's, and that of an OpenBLAS
# with threads of its own. While idle workers of the one spin, those of the other
# wait for their core, and all products with them. But where there is one pool
# only, workers that sleep have to be woken for each layer. So for more than one
# thread both are tried with the model, and the faster stays.
#
#===------------------------------------------------------------------------===#

import os
import statistics
import subprocess
import sys

COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS",
          "MKL_NUM_THREADS")
# What idle workers do: as the library likes, or sleep at once.
POLICIES = ({}, {"OMP_WAIT_POLICY": "PASSIVE"})
CHOSEN = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")  # By the user, if at all.
TRIES = 7


def command(arguments):
    folder = os.path.dirname(os.path.abspath(__file__))
    return [sys.executable, "-B", os.path.join(folder, "yardstick.py")
            ] + arguments


def ask(child, request):
    child.stdin.write(request + "\n")
    child.stdin.flush()
    return float(child.stdout.readline())


def seconds_of(arguments, environment):
    """Of the fastest way to run the model; infinite where there is none. The
    median: pools that are in each other's way are lucky now and then."""
    with subprocess.Popen(command(arguments), env=environment, text=True,
                          stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as child:
        names = []
        for line in child.stdout:
            word, _, rest = line.rstrip("\n").partition(" ")
            if word == "contender":
                names.append(rest)
            if word == "end":
                break
        times = [statistics.median(ask(child, "run %s 1" % name)
                                   for _ in range(TRIES)) for name in names]
        child.stdin.close()
    return min(times, default=float("inf"))


def main(arguments):
    threads = arguments[2]
    environment = dict(os.environ, **{name: threads for name in COUNTS})
    choices = [dict(environment, **policy) for policy in POLICIES]
    if threads != "1" and not any(name in environment for name in CHOSEN):
        environment = min(choices, key=lambda choice: seconds_of(
            arguments, choice))
    line = command(arguments)
    os.execve(line[0], line, environment)


if __name__ == "__main__":
    main(sys.argv[1:])
