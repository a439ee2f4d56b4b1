#===- same-points.py - Whether two runs tried the same ---------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# same-points.py SAMPLED OTHER: reports of two runs, the first of which ended
# after sampling. Fails unless their trials are of the same points.
#
#===------------------------------------------------------------------------===#

import json
import sys


def trials(path):
    with open(path) as file:
        return [t for task in json.load(file)["tasks"] for t in task["trials"]]


def points(trials):
    return [(trial["sketch"], trial["point"]) for trial in trials]


sampled, other = map(trials, sys.argv[1:])
assert sampled and all(t["outcome"] is t["seconds"] is None for t in sampled)
assert points(sampled) == points(other), (points(sampled), points(other))
