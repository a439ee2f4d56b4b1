#===- replace-kept.py - Other code where a run keeps its own -----------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# replace-kept.py FOLDER CODE TEXT: replaces the object in the folder which is
# the content of the file CODE by TEXT, sound but for that. Fails unless there
# is one. See lib/pool/object-cache.c for the form of an object.
#
#===------------------------------------------------------------------------===#

import pathlib
import sys


def fnv1a(data):
    state = 0x6c62272e07bb014262b821756295c58d
    for byte in data:
        state = (state ^ byte) * 0x1000000000000000000013b % 2**128
    return f"{state:032x}"


folder, code, text = sys.argv[1:]
wanted = pathlib.Path(code).read_bytes()
new = text.encode() + b"\n"
replaced = 0
for path in pathlib.Path(folder).rglob("*"):
    if not path.is_file():
        continue
    header, content = path.read_bytes().split(b"\n", 1)
    if content == wanted:
        words = header.decode().split()
        words[-1] = fnv1a(new)
        path.write_bytes(" ".join(words).encode() + b"\n" + new)
        replaced += 1
if replaced != 1:
    sys.exit(f"{replaced} objects have the content of {code}")
