"""Makes one of the records on stdin the find of a run that was interrupted.

It was not measured again, and took RATIO times what the best did that was:
found-late.py RATIO FILE-FOR-ITS-CANDIDATE
"""

import json
import sys

lines = [json.loads(line) for line in sys.stdin]
records = [line for line in lines if "kind" not in line]
ours = [r for r in records if r["sketch"] != "(stock)" and r["outcome"] == "ok"]
find = max(ours, key=lambda r: (not r.get("final"), r["seconds"]))
best = min(r["seconds"] for r in ours if r.get("final") and r is not find)
find.pop("final", None)
find["seconds"] = float(sys.argv[1]) * best
with open(sys.argv[2], "w") as file:
    json.dump({key: find[key] for key in ("sketch", "point")}, file)
for record in records:
    print(json.dumps(record))
