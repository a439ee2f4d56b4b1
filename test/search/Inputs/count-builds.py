#===- count-builds.py - What the searches of a test built --------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# count-builds.py FOLDER REPORT...: prints for each report what was built and
# what was reused, and fails unless each object in the folder was built once.
#
#===------------------------------------------------------------------------===#

import json
import pathlib
import sys

built = 0
for path in sys.argv[2:]:
    with open(path) as file:
        report = json.load(file)
    times = report["times"]
    print(f"built {times['built']} reused {times['reused']}"
          f" errors {report['totals']['numErrors']}")
    built += times["built"]
objects = sum(path.is_file() for path in pathlib.Path(sys.argv[1]).rglob("*"))
if built != objects:
    sys.exit(f"{built} builds made {objects} objects")
