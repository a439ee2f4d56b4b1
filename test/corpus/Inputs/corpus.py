#===- corpus.py - Many programs, scheduled and compared -------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Programs are built many to a module and run in a process of their own. If a
# module fails or a process dies, halves of it are tried, down to the program.
#
#===------------------------------------------------------------------------===#

import collections
import ctypes
import json
import os
import signal
import traceback

from building import Failed, limit
from candidates import Candidates

# `programs` is how many repeat it, from the one with this name on.
Finding = collections.namedtuple("Finding", "name kind message text programs", defaults=[1])
FINE = "equal"


class Corpus:
    """What is known of the programs so far. Those who inherit say what they are
    compared with."""

    def __init__(self, builder, seconds=20):
        self.builder = builder
        self.seconds = seconds
        self.findings = []
        self.counts = collections.Counter()
        self.remarks = collections.Counter()
        self.candidates = Candidates()

    def note(self, program, kind, message=""):
        self.counts[kind] += 1
        if kind != FINE:
            self.findings.append(Finding(program.name, kind, message, program.text))

    def split(self, programs, kind, message):
        if len(programs) == 1:
            self.note(programs[0], kind, message)
            return
        middle = len(programs) // 2
        self.check(programs[:middle])
        self.check(programs[middle:])

    def time(self, programs):
        """Seconds of a CPU for one, and more for many."""
        return self.seconds * (1 + len(programs) / 8)

    def check(self, programs):
        """Builds, runs and compares; whatever happens is a finding."""
        text = "".join(program.text for program in programs)
        name = f"m{os.getpid()}"
        seconds = self.time(programs)
        try:
            references = self.references(text, name, seconds)
        except Failed as failure:
            self.split(programs, "no stock code", str(failure))
            return
        try:
            scheduled, said = self.builder.scheduled(text, name, seconds)
        except Failed as failure:
            kind, _, message = str(failure).partition(": ")
            self.split(programs, f"as-opt {kind}", message)
            return
        for line in said.splitlines():
            if " is not scheduled: " in line:
                self.remarks[line.partition(" is not scheduled: ")[2]] += 1
        for task in self.builder.tasks(name):
            self.candidates.count(task["trials"], programs[0].name)
            for kind, message in task["messages"].items():
                self.findings.append(Finding(programs[0].name, f"trial {kind}",
                                             f"{task['label']}: {message}", text,
                                             len(programs)))
        self.run(programs, [scheduled, *references])

    def run(self, programs, paths):
        """In a process that may die."""
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            self.work(programs, paths, writer)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            verdicts = [json.loads(line) for line in pipe]
        _, status = os.waitpid(child, 0)
        for program, (kind, message) in zip(programs, verdicts):
            self.note(program, kind, message)
        if len(verdicts) < len(programs):
            died, status = programs[len(verdicts)], os.waitstatus_to_exitcode(status)
            hangs = status == -signal.SIGXCPU
            self.note(died, "code hangs" if hangs else "code crashes", f"status {status}")
            if programs[len(verdicts) + 1:]:
                self.run(programs[len(verdicts) + 1:], paths)

    def work(self, programs, paths, writer):
        limit(self.time(programs))
        try:
            libraries = [ctypes.CDLL(path) for path in paths]
            with os.fdopen(writer, "w") as pipe:
                for program in programs:
                    print(json.dumps(self.compare(program, *libraries)), file=pipe, flush=True)
        except BaseException:  # It must not go on as its parent.
            traceback.print_exc(chain=False)
            os._exit(1)
        os._exit(0)

    def references(self, text, name, seconds):
        """Shared objects with other code of a module."""
        return []

    def compare(self, program, scheduled, *references):
        """What is to be said of a program, and a message."""
        raise NotImplementedError
