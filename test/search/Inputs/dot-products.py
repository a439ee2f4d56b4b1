# Whether trials of products use the dot products that the CPU has.
#
# dot-products.py AS_VIEW STORE TRIALS.csv
import csv
import re
import subprocess
import sys

as_view, store, table = sys.argv[1:]
flags = set()
with open("/proc/cpuinfo") as file:
    for line in file:
        if line.startswith("flags"):
            flags = set(line.split(":")[1].split())
            break
expected = set()
if {"avx512_vnni", "avx512vl"} <= flags or "avx_vnni" in flags:
    expected.add("vpdpbusd")
if {"avx512_bf16", "avx512vl"} <= flags:
    expected.add("vdpbf16ps")

found = set()
trials = [trial for trial in csv.DictReader(open(table)) if trial["outcome"] == "ok"]
assert len(trials) > 4, trials
for trial in trials:
    code = subprocess.run([as_view, store, "--trial=" + trial["trial"][:12], "--emit=asm"],
                          check=True, capture_output=True, text=True).stdout
    found.update(re.findall(r"\b(vpdpbusd|vdpbf16ps)\b", code))
assert found == expected, (found, expected)
print("fine")
