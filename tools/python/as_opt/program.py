#===- program.py - Runs of the program as-opt ------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A search runs in processes of its own, so that Ctrl-C ends it and Python's
# threads do not disturb what it measures.
#
#===-----------------------------------------------------------------------===#

import os
import subprocess

from . import errors
from .library import program


def as_texts(options):
    """Names and values of options as as-opt has them: keep_origin=True."""
    for name, value in options.items():
        if isinstance(value, bool):
            value = "true" if value else "false"
        yield name.replace("_", "-"), str(value)


def tune(module, output, **options):
    """Tunes the file `module` and writes what comes out to `output`.

    Options are those of as-opt (docs/options.md), with "_" in place of "-":
    trials=64, threads=4, records="none", time_limit="5m". What is written is a
    shared object unless `emit` says otherwise. Returns `output`. What as-opt
    prints, progress and remarks, goes to stderr as it does without Python.
    """
    options.setdefault("emit", "shared")
    command = [program(), "--autoschedule"]
    command += ["--%s=%s" % option for option in as_texts(options)]
    command += ["-o", os.fspath(output), "--", os.fspath(module)]
    # What is said last is why it failed; all of it is shown meanwhile.
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        said = []
        for line in process.stderr:
            said = (said + [line.rstrip()])[-20:]
            if "error:" not in line:
                os.write(2, line.encode())
    if process.returncode:
        why = [line for line in said if "error:" in line] or said[-1:]
        raise errors.Error("\n".join(why) or "as-opt ended with %d" % process.returncode)
    return output
