# stop.py SIGNAL COMMAND...: starts a sweep, waits until its second combination
# has trials in its store, sends the signal to as-sweep alone, and prints what it
# wrote to stderr and how it ended. No as-opt may be left.

import glob
import os
import signal
import subprocess
import sys
import time

name, command = sys.argv[1], sys.argv[2:]
folder = command[command.index("-o") + 1]
sweep = subprocess.Popen(
    command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
)


def running():
    """The log of a search that is not finished, and has had a trial."""
    for log in glob.glob(f"{folder}/runs/*/log"):
        if os.path.exists(os.path.join(os.path.dirname(log), "outcome.json")):
            continue
        with open(log) as file:
            if "1/100000" in file.read():
                return log
    return None


limit = time.time() + 300
while not running():
    assert time.time() < limit and sweep.poll() is None, "no search was seen"
    time.sleep(0.02)
sweep.send_signal(getattr(signal, "SIG" + name))
print(sweep.communicate(timeout=300)[1], end="")
print("exit status", sweep.returncode)

left = subprocess.run(["pgrep", "-f", f"report={folder}/"], stdout=subprocess.PIPE)
limit = time.time() + 60
while left.stdout and time.time() < limit:
    time.sleep(0.1)
    left = subprocess.run(["pgrep", "-f", f"report={folder}/"], stdout=subprocess.PIPE)
assert not left.stdout, "as-opt is still running"
