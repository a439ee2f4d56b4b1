#!/usr/bin/env python3
# Writes made-up trials of the tasks and sketches that a store knows, as lines of JSON
# for as-opt --import-json. What has KNOB above LIMIT takes 1.3 times as long, besides
# noise of 10%.
#
# test/search/Inputs/plant-trials.py STORE KNOB LIMIT > trials.jsonl

import json
import random
import sqlite3
import sys

store, knob, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
random.seed(1)
database = sqlite3.connect(store)
task, target, compiler = database.execute("SELECT task, target, compiler FROM records LIMIT 1").fetchone()
for version, text in database.execute("SELECT key, data FROM things WHERE kind = 'sketch' ORDER BY key"):
    sketch = json.loads(text)
    if all(one["name"] != knob for one in sketch["knobs"]):
        continue
    for trial in range(240):
        point = {one["name"]: random.choice(one["options"]) for one in sketch["knobs"]}
        seconds = 1e-3 * random.uniform(0.95, 1.05) * (1.3 if point[knob] > limit else 1)
        print(json.dumps({"task": task, "target": target, "compiler": compiler, "sketch": sketch["name"],
                          "sketchVersion": version, "point": point, "outcome": "ok", "times": [seconds],
                          "seconds": seconds, "date": 1700000000 + trial}))
