"""Names all unknown extents of the arguments `n`: same-sizes.py < MODULE."""

import re
import sys


def named(match):
    names = ", ".join(['"n"'] * match.group(1).count("?"))
    return f"{match.group(0)}as.sizes = [{names}], "


print(re.sub(r"(memref<[^>]*\?[^>]*>) {", named, sys.stdin.read()))
