# Reads a store again and again while another process fills it.
#
# test/view/being-written.py AS_VIEW AS_OPT STORE MAKE_STORE

import json
import subprocess
import sys

view, opt, store, make = sys.argv[1:]
lines = subprocess.run([sys.executable, make, "1500", "3", "140"], capture_output=True, check=True).stdout
subprocess.run([opt, "--records=" + store, "--list-records"], capture_output=True, check=True)  # So that it is there.
writer = subprocess.Popen([opt, "--records=" + store, "--import-json=-"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
half = lines.index(b"\n", len(lines) // 2) + 1
writer.stdin.write(lines[:half])
writer.stdin.flush()
counts = []
for reading in range(6):
    if reading == 3:
        writer.stdin.write(lines[half:])
        writer.stdin.close()
    document = subprocess.run([view, store, "--json"], capture_output=True, text=True)
    assert document.returncode == 0, document.stderr
    counts.append(json.loads(document.stdout)["numTrials"])
assert writer.wait() == 0
final = json.loads(subprocess.run([view, store, "--json"], capture_output=True, check=True).stdout)["numTrials"]
assert counts == sorted(counts) and counts[0] < 1500 and final == 1500, (counts, final)
print("fine")
