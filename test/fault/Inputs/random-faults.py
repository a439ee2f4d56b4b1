#===- random-faults.py - Faults at moments and places by chance -*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# random-faults.py WHAT COUNT FOLDER AS-OPT MODEL...: does WHAT to COUNT searches,
# and prints how many came through. Where one did not, says how and with which
# seed; AS_FAULT_SEED repeats that.
#
#===------------------------------------------------------------------------===#

import json
import os
import random
import resource
import secrets
import signal
import subprocess
import sys
import time

PATIENCE = 120  # Seconds after which a process that should end counts as hung.
WHAT, COUNT, FOLDER, AS_OPT, *MODELS = sys.argv[1:]
SEED = int(os.environ.get("AS_FAULT_SEED") or secrets.randbelow(10 ** 9))
rng = random.Random(SEED)


def fail(message):
    sys.exit(f"{WHAT}, AS_FAULT_SEED={SEED}: {message}")


def path(name):
    return os.path.join(FOLDER, name)


def search(*options, model=None, store="store.db"):
    return [AS_OPT, "--autoschedule", "--emit=scheduled", f"--records={path(store)}",
            *options, model or MODELS[0]]


def start(command, **how):
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            text=True, errors="replace", **how)


def end(process):
    """What a process said, and its status, which no signal may be."""
    try:
        said = process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        fail(f"hangs: {process.args}")
    if process.returncode < 0:
        fail(f"killed by signal {-process.returncode}: {process.args}: {said[-1000:]}")
    return said, process.returncode


def records(store="store.db"):
    """The records of a store that are no baselines."""
    done = subprocess.run([AS_OPT, f"--records={path(store)}", "--export-json=-"],
                          capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        fail(f"the store cannot be read: {done.stderr}")
    found = map(json.loads, done.stdout.splitlines())
    return [(r["task"], r["sketch"], str(r["point"])) for r in found
            if "kind" not in r and r["sketch"] != "(stock)"]


def is_trial(line):
    return '"event":"trial"' in line


def events(lines):
    return sum(map(is_trial, lines))


def workers_of(pid):
    """The processes whose ancestor this is."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                state, parent = stat.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # It has just ended.
        if state not in "ZX":
            parents[int(entry)] = int(parent)
    found, new = [], [pid]
    while new:
        new = [child for child, parent in parents.items() if parent in new]
        found += new
    return found


def wait_for(pids):
    patience = time.monotonic() + PATIENCE
    while any(os.path.exists(f"/proc/{pid}") for pid in pids):
        if time.monotonic() > patience:
            fail(f"left behind: {pids}")
        time.sleep(0.02)


def assert_whole(output, what):
    with open(output) as file:
        text = file.read()
    if text != "old" and not text.rstrip().endswith("}"):
        fail(f"{what} left half an output")


def kill():
    """kill -9 at any moment: what was stored stays, no process does, and the
    output is as it was, or whole, as where a search had nothing left to try."""
    before, told = set(), 0
    for number in range(int(COUNT)):
        output = path("output.mlir")
        with open(output, "w") as file:
            file.write("old")
        process = start(search("--trials=100000", "--progress=json", "-o", output))
        if rng.random() < 0.6:  # While it measures; else it may only have begun.
            next(filter(is_trial, process.stderr), None)
        time.sleep(rng.choice([0.1, 0.5, 2]) * rng.random())
        os.kill(process.pid, signal.SIGSTOP)  # So that none is started meanwhile.
        workers = workers_of(process.pid)
        process.kill()
        told += max(0, events(process.stderr) - 1)  # The last may not be written.
        process.wait()
        wait_for(workers)
        assert_whole(output, f"kill {number}")
        if not os.path.exists(path("store.db")):
            continue
        now = records()
        if not before <= set(now):
            fail(f"kill {number} lost {len(before - set(now))} records")
        if len(now) < told:
            fail(f"after kill {number} there are {len(now)} records of {told}")
        before = set(now)
    said, status = end(start(search("--trials=1", "--progress=none")))
    if status:
        fail(f"the store takes no more: {said}")
    return int(COUNT)


def limits():
    """Files that may not grow, addresses that are few: an error, or a result."""
    kinds = {"RLIMIT_FSIZE": (512, 200_000), "RLIMIT_AS": (50_000_000, 3_000_000_000),
             "RLIMIT_NOFILE": (4, 40), "RLIMIT_CPU": (1, 2)}
    for number in range(int(COUNT)):
        name = list(kinds)[number % len(kinds)]
        limit = rng.randint(*kinds[name])
        output = path("output.mlir")
        with open(output, "w") as file:
            file.write("old")
        process = start(search("--trials=2", "--progress=none", "-o", output,
                               store=f"limits{number}.db"),
                        preexec_fn=lambda: resource.setrlimit(getattr(resource, name),
                                                              (limit, limit)))
        if name == "RLIMIT_CPU":  # That one is a kill.
            process.communicate()
        elif end(process)[1] and not os.path.getsize(output):
            fail(f"{name}={limit} left an empty output")
        assert_whole(output, f"{name}={limit}")
    return int(COUNT)


def damage():
    """Bytes of the store by chance: an error that names it, or a search."""
    said, status = end(start(search("--trials=4", "--progress=none", store="whole.db")))
    if status:
        fail(said)
    with open(path("whole.db"), "rb") as file:
        whole = file.read()
    for number in range(int(COUNT)):
        data = bytearray(whole)
        for _ in range(rng.choice([1, 4, 64, 1024])):
            data[rng.randrange(len(data))] = rng.randrange(256)
        if rng.random() < 0.2:
            del data[rng.randrange(len(data)):]
        with open(path("damaged.db"), "wb") as file:
            file.write(data)
        for command in (search("--trials=0", "--progress=none", store="damaged.db"),
                        [AS_OPT, f"--records={path('damaged.db')}", "--export-json=-"]):
            said, status = end(start(command))
            if status and "damaged.db" not in said:
                fail(f"damage {number} is not named: {said}")
    return int(COUNT)


def share():
    """Several searches on one store: it has the trials of all."""
    for number in range(int(COUNT)):
        store = f"shared{number}.db"
        trials = [rng.randint(2, 5) for _ in MODELS]
        running = [start(search(f"--trials={n}", "--progress=json", "-o", path(f"{i}.mlir"),
                                model=model, store=store))
                   for i, (n, model) in enumerate(zip(trials, MODELS))]
        told = [events(process.communicate(timeout=PATIENCE)[0:2][1].splitlines())
                for process in running]
        if any(process.returncode for process in running):
            fail(f"a search of round {number} failed")
        if len(records(store)) != sum(told):
            fail(f"round {number}: {len(records(store))} records of {told} trials")
    return int(COUNT)


print(f"{WHAT}: AS_FAULT_SEED={SEED}")
os.makedirs(FOLDER, exist_ok=True)
print({"kill": kill, "limits": limits, "damage": damage, "share": share}[WHAT](), "came through")
