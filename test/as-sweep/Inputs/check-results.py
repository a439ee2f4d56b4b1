# results.csv and results.json of a sweep have the same rows, and the figures of
# each follow from its rounds.

import csv
import json
import statistics
import sys

folder = sys.argv[1]
with open(f"{folder}/results.csv", newline="") as file:
    rows = list(csv.DictReader(file))
with open(f"{folder}/results.json") as file:
    combinations = json.load(file)["combinations"]
assert len(rows) == len(combinations) > 0

first = {}
for row, combination in zip(rows, combinations):
    rounds = combination.pop("rounds")
    assert list(row) == list(combination), (row, combination)
    for key, value in combination.items():
        text = row[key]
        if value is None:
            assert text == "", (key, text)
        elif isinstance(value, str):
            assert text == value, (key, text, value)
        else:
            assert float(text) == value, (key, text, value)
    assert (combination["status"] == "ok") == bool(rounds), combination
    if not rounds:
        assert combination["latency"] is None and combination["message"]
        continue
    before = first.setdefault(combination["model"], rounds)
    ratios = [a / b for a, b in zip(before, rounds)]
    for key, expected in [("latency", rounds), ("speedup", ratios)]:
        median = statistics.median(expected)
        assert abs(combination[key] - median) < 1e-6 * median, (key, expected)
    assert combination["latencyQuarter"] <= combination["latency"]
    assert combination["latency"] <= combination["latencyThreeQuarters"]
