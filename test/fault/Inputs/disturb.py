#===- disturb.py - Something happens to a search --------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# disturb.py WHAT COMMAND...: runs COMMAND, a search with --progress=json, and
# does WHAT to it as soon as it has ended a trial, or with "-early" at the end of
# WHAT before it has timed the unscheduled program. Then says how it went on, how
# it ended, and whether it left processes behind.
#
#===------------------------------------------------------------------------===#

import json
import os
import signal
import subprocess
import sys
import time

PATIENCE = 60  # Seconds after which a process that should end counts as hung.


def children(parent):
    """The processes that `parent` started, and those that they did."""
    pids = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % entry) as stat:
                state, ppid = stat.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # It has just ended.
        if int(ppid) == parent and state not in "ZX":
            pids += [int(entry)] + children(int(entry))
    return pids


def kill_workers(search):
    for worker in children(search.pid):
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:
            pass


def delete_store(search):
    stores = [a for a in search.args if a.startswith("--records=")]
    os.unlink(stores[-1].removeprefix("--records="))  # The last one counts.


def interrupt_twice(search):
    # Signals of one kind that wait are one signal: until two have arrived.
    for _ in range(100):
        if search.poll() is not None:
            break
        search.send_signal(signal.SIGINT)
        time.sleep(0.005)


def interrupt_together(search):
    search.send_signal(signal.SIGINT)
    time.sleep(0.002)  # Or they would be handled at once.
    search.send_signal(signal.SIGTERM)


THINGS = {
    "interrupt": lambda search: search.send_signal(signal.SIGINT),
    "interrupt-in-vain": lambda search: search.send_signal(signal.SIGINT),
    "interrupt-twice": interrupt_twice,
    "interrupt-together": interrupt_together,
    "terminate": lambda search: search.send_signal(signal.SIGTERM),
    "kill": lambda search: search.kill(),
    "kill-workers": kill_workers,
    "delete-store": delete_store,
}


def events(search):
    for line in search.stderr:
        try:
            yield json.loads(line)["event"]
        except ValueError:
            if ": warning: " in line:
                return  # Those come after all events.
            sys.exit("this is no JSON line: " + line)


def main(what, command):
    # What a process starts inherits that it ignores interrupts, as lit's do.
    heed = signal.SIG_IGN if what == "interrupt-in-vain" else signal.SIG_DFL
    search = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, heed),
    )
    happened = events(search)
    moment = "start" if what.endswith("-early") else "trial"
    if moment not in happened:
        sys.exit("the search ended before it had a " + moment)
    workers = children(search.pid)
    if not workers:
        sys.exit("the search has no workers")
    THINGS[what.removesuffix("-early")](search)
    print("trials after that:", sum(event == "trial" for event in happened))
    status = search.wait(PATIENCE)
    print("exit status" if status >= 0 else "killed by signal", abs(status))

    patience = time.monotonic() + PATIENCE
    while workers and time.monotonic() < patience:
        time.sleep(0.05)
        workers = [pid for pid in workers if os.path.exists("/proc/%d" % pid)]
    print("left behind:", workers or "nothing")


main(sys.argv[1], sys.argv[2:])
