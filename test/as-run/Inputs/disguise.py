# Writes a copy of a module in which nothing is called or stands as before, and
# which line of the copy is which of the original.
#
#   disguise.py MODULE SEED COPY LINES.json
#
# MODULE is as mlir-opt prints it: each operation begins a line. Operations of a
# function's body are moved as the data flow allows, with the regions in them.

import json
import random
import re
import sys

value = re.compile(r"%[\w$.-]+")
string = re.compile(r'("(?:[^"\\]|\\.)*")')


def outside_strings(pattern, replace, line):
    parts = string.split(line)
    parts[::2] = [pattern.sub(replace, part) for part in parts[::2]]
    return "".join(parts)


def depth(line):
    code = "".join(string.split(line)[::2])
    return code.count("{") - code.count("}")


def statements(lines):
    """Numbered lines in groups that belong together."""
    group, level = [], 0
    for line in lines:
        group.append(line)
        level += depth(line[1])
        if level == 0:
            yield group
            group = []
    assert not group


def shuffled(body, rng):
    groups = list(statements(body))
    defined = {}
    for number, group in enumerate(groups):
        left = group[0][1].split(" = ")[0]
        if " = " in group[0][1] and left.lstrip().startswith("%"):
            for name in value.findall(left):
                defined[name] = number
    needs = []
    for number, group in enumerate(groups):
        used = {name for _, line in group for name in value.findall(line)}
        needs.append({defined[name] for name in used if name in defined} - {number})
    order, done = [], set()
    last = len(groups) - 1  # What ends the block.
    waiting = set(range(last))
    while waiting:
        number = rng.choice(sorted(n for n in waiting if needs[n] <= done))
        waiting.remove(number)
        done.add(number)
        order.append(number)
    return [line for number in order + [last] for line in groups[number]]


def main(source, seed, target, table):
    rng = random.Random(int(seed))
    lines = list(enumerate(open(source).read().split("\n"), 1))
    out, i = [], 0
    while i < len(lines):
        out.append(lines[i])
        i += 1
        if not re.match(r"\s*func\.func .*\{$", out[-1][1]):
            continue
        end, level = i, 1
        while level + depth(lines[end][1]) > 0:
            level += depth(lines[end][1])
            end += 1
        if any(line.lstrip().startswith("^") for _, line in lines[i:end]):
            out += lines[i:end]
        else:
            out += shuffled(lines[i:end], rng)
        i = end
    names = {}

    def rename(match):
        return names.setdefault(match.group(), "%%n%d" % len(names))

    # Functions keep apart what they call alike, as they do in the original.
    with open(target, "w") as copy:
        copy.write("// A copy.\n")
        for _, line in out:
            line = outside_strings(value, rename, line)
            line = outside_strings(re.compile(r"@([\w$.]+)"), r"@other_\1", line)
            copy.write(line + "\n")
    json.dump({n + 2: line for n, (line, _) in enumerate(out)}, open(table, "w"))


main(*sys.argv[1:])
