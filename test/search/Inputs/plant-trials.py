#!/usr/bin/env python3
# Writes made-up trials of the tasks and sketches that a store knows, as lines of JSON
# for as-opt --import-json. What has KNOB in the upper half of its options takes 1.3 times
# as long, besides noise of 10%. FILE gets the largest option of the lower half: options
# differ from processor to processor.
#
# test/search/Inputs/plant-trials.py STORE KNOB FILE > trials.jsonl

import json
import random
import sqlite3
import sys

store, knob, file = sys.argv[1:]
random.seed(1)
database = sqlite3.connect(store)
task, target, compiler = database.execute("SELECT task, target, compiler FROM records LIMIT 1").fetchone()
for version, text in database.execute("SELECT key, data FROM things WHERE kind = 'sketch' ORDER BY key"):
    sketch = json.loads(text)
    options = [option for one in sketch["knobs"] if one["name"] == knob for option in one["options"]]
    if not options:
        continue
    limit = options[(len(options) - 1) // 2]
    with open(file, "w") as lower:
        print(limit, file=lower)
    for trial in range(240):
        point = {one["name"]: random.choice(one["options"]) for one in sketch["knobs"]}
        seconds = 1e-3 * random.uniform(0.95, 1.05) * (1.3 if point[knob] > limit else 1)
        print(json.dumps({"task": task, "target": target, "compiler": compiler, "sketch": sketch["name"],
                          "sketchVersion": version, "point": point, "outcome": "ok", "times": [seconds],
                          "seconds": seconds, "date": 1700000000 + trial}))
