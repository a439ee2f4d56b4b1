#!/usr/bin/env python3
# Writes trials of made-up tasks as lines of JSON for as-opt --import-json: records,
# and features that go with their points, so that there is something to map.
#
# test/view/make-store.py TRIALS TASKS WIDTH [MORE] > trials.jsonl
#
# WIDTH is how many floats a row of features has (asCostScorerWidth). With MORE, the
# tasks have one signature, and there is something to find: three knobs vary, and
# what has register_0 above 4 takes MORE times as long, besides noise of 10%.

import base64
import itertools
import json
import math
import random
import struct
import sys

KNOBS = {
    "cache_0": [16, 32, 64, 128, 256],
    "cache_1": [64, 128, 256, 512, 1024],
    "register_0": [1, 2, 4, 6, 8, 12, 16, 24],
    "register_1": [16, 32, 64],
    "order": [0, 1],
    "location": [0, 1],
    "pack_loops": [2, 3, 4],
    "unroll": [1, 2, 4, 8],
}
PLANTED = ("register_0", "order", "unroll")
FEATURES_VERSION = 1


def fnv(*parts):
    """FNV-1a of 128 bits (lib/support/hash.c)."""
    state = 0x6C62272E07BB014262B821756295C58D
    for byte in b"".join(parts):
        state = ((state ^ byte) * 0x1000000000000000000013B) % (1 << 128)
    return "%032x" % state


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def thing(kind, key, data, content=b"", **form):
    packed = fnv(*(part.encode() + b"\0" for part in (kind, key, compact(data))), content)
    print(compact({"kind": kind, "key": key, "hash": packed, "data": data, **form}))


def features(record, width, sketch, point):
    """One row, whose first features are logarithms of the point's values."""
    row = [0.0] * width
    for index, value in enumerate(point.values()):
        row[index] = math.log2(1 + value)
    row[len(point)] = float(sketch)
    for index in range(60, 90):
        row[index] = random.choice([1.0, 2.0, 3.0])
    bits = bytearray((width + 7) // 8)
    floats = b""
    for index, value in enumerate(row):
        if value:
            bits[index // 8] |= 1 << index % 8
            floats += struct.pack("<f", value)
    address = fnv(*(record[key].encode() + b"\0" for key in ("task", "target", "compiler", "sketch", "sketchVersion")),
                  compact(point).encode() + b"\0")
    content = bytes(bits) + floats
    thing("features", address, {"rows": 1, "version": FEATURES_VERSION, "width": width}, content,
          base64=base64.b64encode(content).decode())


def main():
    trials, tasks, width = map(int, sys.argv[1:4])
    more = float(sys.argv[4]) if len(sys.argv) > 4 else None
    random.seed(1)
    tried = set()
    points = list(itertools.product(*(values if more is None or name in PLANTED else values[:1]
                                      for name, values in KNOBS.items())))
    for number in range(trials):
        task, sketch = number % tasks, random.randrange(4)
        values = random.choice(points)
        while (task, sketch, values) in tried:
            values = random.choice(points)
        tried.add((task, sketch, values))
        is_ok = random.random() < 0.9
        seconds = 1e-4 * (task + 1) * (1 + random.expovariate(1.0) + 0.3 * sketch)
        point = dict(zip(KNOBS, values))
        if more is not None:
            seconds = 1e-4 * (task + 1) * random.uniform(0.95, 1.05) * (more if point["register_0"] > 4 else 1)
        record = {
            "task": "%032x" % (task + 1),
            "target": "cpu:test:t1",
            "compiler": "LLVM 22",
            "sketch": "sketch-%d" % sketch,
            "sketchVersion": "%032x" % sketch,
            "point": point,
            "outcome": "ok" if is_ok else "build-failed",
            "message": "" if is_ok else "fault %d" % (number % 40),
            "times": [seconds] if is_ok else [],
            "seconds": seconds if is_ok else 0,
            "buildSeconds": 0.23946046500003604,
            "measureSeconds": 0.23512424299997292,
            "date": 1700000000 + number // 3,
            "run": "%032x" % (number // 5000),
        }
        print(compact(record))
        features(record, width, sketch, point)
    for task in range(tasks):
        key = "%032x" % (task + 1)
        data = {"label": "matmul %dx256x256" % (task + 1), "flops": 131072 * (task + 1), "minBytes": 4096}
        if more is not None:
            data["signature"] = "%032x" % 1
        thing("task", key, data, text="")


main()
