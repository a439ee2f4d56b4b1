#===- lease.py - Another process that measures ----------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lease.py HOW COMMAND...: runs COMMAND, whose leases are in the folder that
# AS_LEASES names, beside a process that takes leases of all cores. HOW:
#
#   killed         it has them until COMMAND says that it waits, and is killed
#                  soon after that
#   interrupted    the same, but COMMAND is interrupted in its place
#   always         it has them until COMMAND has ended
#   again          it takes that of the only core for moments, again and again,
#                  and says what COMMAND's workers did meanwhile
#   next           it takes that of the only core once after COMMAND has
#   turns          it takes that of the only core for moments, and counts them
#   twice          it is COMMAND as well, on the same core
#   home           all cores but the first are its home; it takes none, and says
#                  where COMMAND measures
#
#===------------------------------------------------------------------------===#

import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import time

CORES = 512
SPAN = 1 << 31  # lib/support/lease.c
GATE = 0
OFD_GETLK, OFD_SETLK = 36, 37


class Leases:
    def __init__(self, kind="cores"):
        path = os.path.join(os.environ["AS_LEASES"], f"as-opt-{kind}.lock")
        self.file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)

    def call(self, how, kind, start, length):
        lock = struct.pack("hhqqi4x", kind, os.SEEK_SET, start, length, 0)
        return struct.unpack("hhqqi4x", fcntl.fcntl(self.file, how, lock))

    def lock(self, byte, kind=fcntl.F_WRLCK):
        try:
            self.call(OFD_SETLK, kind, byte, 1)
            return True
        except BlockingIOError:
            return False

    def unlock(self, byte):
        self.lock(byte, fcntl.F_UNLCK)

    def find(self, start, length):
        """Of somebody else's: the first locked byte, or None."""
        found = self.call(OFD_GETLK, fcntl.F_WRLCK, start, length)
        return None if found[0] == fcntl.F_UNLCK else found[2]

    def take(self, core):
        """Waits in the queue for a core."""
        base = (core + 1) * SPAN
        while not self.lock(GATE):
            time.sleep(0.001)
        place = base + 1
        while (other := self.find(place, base + SPAN - place)) is not None:
            place = other + 1
        assert self.lock(place)
        while (
            place > base + 1 and self.find(base + 1, place - base - 1) is not None
        ) or not self.lock(base):
            self.unlock(GATE)
            time.sleep(0.001)
            while not self.lock(GATE):
                time.sleep(0.001)
        self.unlock(place)
        self.unlock(GATE)

    def give_back(self, core):
        self.unlock((core + 1) * SPAN)

    def is_used(self, core):
        return self.find((core + 1) * SPAN, 1) is not None

    def is_measured_on(self, core):
        found = self.call(OFD_GETLK, fcntl.F_RDLCK, (core + 1) * SPAN, 1)
        return found[0] == fcntl.F_WRLCK


def hold_all():
    """A process that has all cores; they are its own when this returns."""
    ready = os.pipe()
    holder = os.fork()
    if holder == 0:
        leases = Leases()
        for core in range(CORES):
            assert leases.lock((core + 1) * SPAN)
        os.write(ready[1], b"!")
        signal.pause()
    os.read(ready[0], 1)
    return holder


def end(process):
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)


def descendants(parent):
    pids = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % entry) as stat:
                ppid = int(stat.read().rpartition(")")[2].split()[1])
        except OSError:
            continue  # It has just ended.
        if ppid == parent:
            pids += [int(entry)] + descendants(int(entry))
    return pids


def seconds_run(pids):
    """What each process has run."""
    seconds = {}
    for pid in pids:
        try:
            with open("/proc/%d/schedstat" % pid) as stat:
                seconds[pid] = int(stat.read().split()[0]) / 1e9
        except OSError:
            pass
    return seconds


def choose_core():
    """Confines this process to a core, and what it starts."""
    core = min(os.sched_getaffinity(0))  # The first thread of its core, or so.
    os.sched_setaffinity(0, {core})
    return core


def start_to_measure(command, leases, core):
    """Starts `command`; it has the core, or has ended, when this returns."""
    process = subprocess.Popen(command)
    while process.poll() is None and not leases.is_used(core):
        time.sleep(0.001)
    return process


def measure_next(command):
    core, leases = choose_core(), Leases()
    process = start_to_measure(command, leases, core)
    leases.take(core)
    left = descendants(process.pid)
    print("it still has workers" if left else "it has no workers any more")
    leases.give_back(core)
    return process.wait()


def count_turns(command):
    core, leases = choose_core(), Leases()
    process = start_to_measure(command, leases, core)
    turns = 0
    while process.poll() is None and turns < 100:
        leases.take(core)
        turns += 1
        leases.give_back(core)
        while process.poll() is None and not leases.is_used(core):
            time.sleep(0.001)
    print("turns:", "several" if turns > 1 else turns)
    return process.wait()


def run_twice(command):
    choose_core()
    reports = [os.path.join(os.environ["AS_LEASES"], name) for name in "ab"]
    runs = [subprocess.Popen(command + ["--report=" + name]) for name in reports]
    print("exit status: %d and %d" % tuple(run.wait() for run in runs))
    found = [json.load(open(name)) for name in reports]
    count = sum(report["tasks"][0]["best"] is not None for report in found)
    print("best found:", "by both" if count == 2 else count)
    waited = sum(report["times"]["wait"] for report in found)
    print("waited:", "yes" if waited > 0 else "no")
    return 0


def measure_at_home(command):
    cores, leases, homes = os.sched_getaffinity(0), Leases(), Leases("homes")
    first = min(cores)
    for core in cores - {first}:
        assert homes.lock((core + 1) * SPAN)
    process, measured = subprocess.Popen(command), set()
    while process.poll() is None:
        measured |= {core for core in cores if leases.is_measured_on(core)}
        time.sleep(0.001)
    print("measured on the first core:", "only" if measured == {first} else measured)
    return process.returncode


def measure_again(command):
    """Measures for moments while `command` runs, both on one core."""
    core, leases = choose_core(), Leases()
    process = start_to_measure(command, leases, core)
    turns, most = 0, 0
    while process.poll() is None:
        leases.take(core)
        before = seconds_run(descendants(process.pid))
        time.sleep(0.1)
        after = seconds_run(before)
        leases.give_back(core)
        turns += 1
        most = max([most] + [after[pid] - before[pid] for pid in after])
        time.sleep(0.05)
    print("turns:", "several" if turns >= 3 else turns)
    print("workers ran meanwhile:", "no" if most < 0.01 else "%.3f s" % most)
    return process.returncode


def run_until_it_waits(holder, how, command):
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        # What lit starts inherits that it ignores interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    waits = False
    for line in process.stderr:
        print(line, end="", flush=True)
        if not waits and "wait" in line:
            waits = True
            time.sleep(1)
            print("it has", "ended" if process.poll() is not None else "not ended")
            if how == "killed":
                end(holder)
            else:
                process.send_signal(signal.SIGINT)
    return process.wait()


def main(how, command):
    others = {
        "again": measure_again,
        "home": measure_at_home,
        "next": measure_next,
        "turns": count_turns,
        "twice": run_twice,
    }
    if how in others:
        return others[how](command)
    holder = hold_all()
    if how == "always":
        status = subprocess.run(command).returncode
    else:
        status = run_until_it_waits(holder, how, command)
    if how != "killed":
        end(holder)
    return status


sys.exit(main(sys.argv[1], sys.argv[2:]))
