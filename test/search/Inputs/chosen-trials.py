#===- chosen-trials.py - What a search chose -------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# chosen-trials.py REPORT: prints sketch and point of each trial of each task.
#
#===------------------------------------------------------------------------===#

import json
import sys

with open(sys.argv[1]) as file:
    for task in json.load(file)["tasks"]:
        for trial in task["trials"]:
            print(task["label"], trial["sketch"], json.dumps(trial["point"]))
