#===- size_corpus.py - Functions of any size, at many sizes ---*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Each public function of a module is run by as-run at sizes by chance, scheduled
# and as it was written. Half of the sizes are beside those of tiles, where one
# loop over tiles ends and another one begins; a part is beyond the range that
# the function says it is tuned for.
#
#===------------------------------------------------------------------------===#

import math
import os
import random
import re
import subprocess
import sys
import tempfile

# Sizes that tiles may have (lib/task/dynamic/kernel-sizes.c).
TILES = [256, 128, 96, 64, 48, 32, 24, 16, 12, 8, 7, 6, 5, 4, 3, 2, 1]
FUNCTION = re.compile(r"^func\.func @(\w+)\((.*?)^\}", re.MULTILINE | re.DOTALL)
RANGE = re.compile(r'"(\w+)=(\d+)\.\.(\d+)')
ROW = re.compile(r"^(?:\w+=\d+,?)+ +(equal.*|DIFFER.*)$", re.MULTILINE)


class Family:
    """A function, and the last sizes that it is tuned for."""

    def __init__(self, name, text):
        self.name = name
        self.last = {size: int(last) for size, _, last in RANGE.findall(text)}

    def lists(self, count, chance):
        """Of each size so many numbers that there are `count` combinations."""
        each = math.ceil(count ** (1 / len(self.last)) - 1e-9)
        return {name: numbers(last, each, chance) for name, last in self.last.items()}


def families(text):
    found = [Family(name, body) for name, body in FUNCTION.findall(text)]
    return [family for family in found if family.last]


def numbers(last, count, chance):
    """So many sizes up to one and a half times the last one; 0, the ends and their
    neighbours are always among them."""
    most = last + last // 2 + 1
    count = min(count, most + 1)
    chosen = {0, 1, 2, last - 1, last, last + 1, most}
    edges = {times * tile + beside for tile in TILES for times in (1, 2) for beside in (-1, 0, 1)}
    edges = sorted(edge for edge in edges if edge <= most and edge not in chosen)
    chosen |= set(chance.sample(edges, max(0, min(len(edges), (count - len(chosen)) // 2))))
    others = sorted(set(range(most + 1)) - chosen)
    chosen |= set(chance.sample(others, max(0, count - len(chosen))))
    return sorted(chosen)


def said(process):
    return " ".join((process.stderr or process.stdout).split())[-300:]


def check(family, scheduled, source, options, chance):
    """What is wrong with a family, and how many combinations were equal."""
    lists = family.lists(options.programs, chance)
    sizes = ",".join(f"{name}={','.join(map(str, all))}" for name, all in lists.items())
    number = math.prod(len(all) for all in lists.values())
    process = subprocess.run(
        [options.as_run, scheduled, f"--entry={family.name}", f"--sizes={sizes}",
         f"--compare={source}", f"--fp={options.fp}", "--runs=0"],
        capture_output=True, text=True)
    rows = ROW.findall(process.stdout)
    wrong = [row for row in rows if not row.startswith("equal")]
    is_right = process.returncode == 0 and not wrong and len(rows) == number
    fault = None if is_right else wrong[0] if wrong else said(process)
    return len(rows) - len(wrong), fault


def main(options):
    """The exit status; prints a line for each family."""
    try:
        with open(options.file, encoding="utf-8") as file:
            text = file.read()
    except OSError as error:
        sys.exit(f"corpus: cannot read {options.file}: {error.strerror}")
    if not families(text):
        sys.exit(f"corpus: {options.file} has no public function with a range of sizes; write for "
                 'example: func.func @f(%x: tensor<?x8xf32> {as.sizes = ["n"]}) ... '
                 'attributes {as.sizes = ["n=1..64"]}')
    chance = random.Random(options.seed)
    failed = total = 0
    with tempfile.TemporaryDirectory(prefix="sizes-") as folder:
        scheduled = os.path.join(folder, "scheduled.mlir")
        made = subprocess.run(
            [options.as_opt, options.file, "--autoschedule", "--emit=lowered",
             f"--trials={options.trials}", f"--fp={options.fp}", "--records=none",
             "--progress=none", *options.option, "-o", scheduled], check=False)
        if made.returncode:
            return made.returncode
        for family in families(text):
            equal, fault = check(family, scheduled, options.file, options, chance)
            print(f"{family.name}: {equal} sizes equal" + (f"; then {fault}" if fault else ""),
                  flush=True)
            failed += fault is not None
            total += equal
    print(f"{total} sizes equal, {failed} families wrong")
    return 1 if failed or not total else 0
