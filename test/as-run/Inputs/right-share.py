# Prints which share of the time is given to the right operations of a copy, to
# stderr, and fails where it is below 99 %. The time of each task is that of one
# profile, so that only the mapping is judged.
#
#   right-share.py PROFILE.json PROFILE-OF-COPY.json LINES.json

import collections
import json
import sys


def load(path):
    return json.load(open(path))


def times(report, seconds, line_of):
    """Seconds by line of the original."""
    result = collections.Counter()
    for operation in report["onto"]["operations"]:
        for part in operation["tasks"]:
            line = line_of(int(operation["place"].rsplit(":", 2)[1]))
            result[line] += part["share"] * seconds[part["symbol"]]
    return result


original, copy, lines = map(load, sys.argv[1:])
seconds = {task["symbol"]: task["seconds"] for task in original["profile"]["tasks"]}
truth = times(original, seconds, lambda line: line)
found = times(copy, seconds, lambda line: lines[str(line)])
by = [o.get("by") for o in original["onto"]["operations"] if o["seconds"] > 0]
assert by and set(by) == {"location"}, by
assert {o.get("by") for o in copy["onto"]["operations"]} <= {"dataflow", None}
right = sum(min(truth[line], found[line]) for line in truth) / sum(truth.values())
print("right: %.3f %%" % (100 * right), file=sys.stderr)
assert right >= 0.99, sorted((truth - found).items())
