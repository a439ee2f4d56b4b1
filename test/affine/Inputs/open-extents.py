"""Prints a module as C front ends write it: open-extents.py < MODULE.

The first extent of each memref is `?`. For each function @f of the module there is
a function @call_f that has the known extents and calls it, so that it can be run.
"""

import re
import sys


def opened(text):
    return re.sub(r"memref<\d+x", "memref<?x", text)


def caller(name, arguments):
    types = re.findall(r"%\w+: (\w+(?:<[^>]*>)?)", arguments)
    casts = [f"  %c{n} = memref.cast %a{n} : {type} to {opened(type)}"
             for n, type in enumerate(types) if opened(type) != type]
    passed = ", ".join(f"%{'a' if opened(type) == type else 'c'}{n}"
                       for n, type in enumerate(types))
    return "\n".join([
        f"func.func @call_{name}({', '.join(f'%a{n}: {t}' for n, t in enumerate(types))}) {{",
        *casts,
        f"  call @{name}({passed}) : ({', '.join(map(opened, types))}) -> ()",
        "  return",
        "}"])


def main():
    module = sys.stdin.read()
    functions = re.findall(r"func\.func @(\w+)\((.*)\) *\{\n", module)
    print(opened(module))
    print("\n".join(caller(*function) for function in functions))


main()
