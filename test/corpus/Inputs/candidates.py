#===- candidates.py - How the candidates of a search ended ----*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Those that could not be built are mistakes of the rule that derived them. A
# timeout may be one of the machine, so it is counted apart.
#
#===------------------------------------------------------------------------===#

import collections
import re

FINE = {"ok", "early-stopped", "estimated"}
NOT_BUILT = {"build-failed", "build-crashed", "illegal", "not-vectorised"}


def what(trial):
    """The end of a candidate, without what differs from one to the next."""
    message = re.sub(r"0x[0-9a-f]+|/tmp/\S+", "N", " ".join((trial["message"] or "").split()))
    message = re.sub(r"\d+", "N", message)
    return f"{trial['outcome']}, sketch {trial['sketch']}: {message[:240]}"


class Candidates:
    def __init__(self):
        self.outcomes = collections.Counter()
        self.failures = collections.Counter()  # By what(), and
        self.programs = {}  # the first program of each.

    def count(self, trials, program):
        for trial in trials:
            self.outcomes[trial["outcome"]] += 1
            if trial["outcome"] not in FINE:
                self.failures[what(trial)] += 1
                self.programs.setdefault(what(trial), program)

    def __iadd__(self, other):
        self.outcomes += other.outcomes
        self.failures += other.failures
        self.programs = {**other.programs, **self.programs}
        return self

    def lines(self):
        """What is to be said of them, a line for each way to fail."""
        for failure, number in self.failures.most_common():
            yield f"failed, {number} candidates: {failure} ({self.programs[failure]})"
        if self.outcomes:
            not_built = sum(self.outcomes[outcome] for outcome in NOT_BUILT)
            share = 100 * not_built / self.outcomes.total()
            ends = ", ".join(f"{number} {outcome}"
                             for outcome, number in self.outcomes.most_common())
            yield f"{self.outcomes.total()} trials: {ends}; {share:.2f}% cannot be built"
