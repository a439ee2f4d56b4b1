#===- check-report.py - Whether a report adds up --------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# check-report.py REPORT PROGRESS: REPORT is what --report wrote and PROGRESS
# what --progress=json did of the same run, one that started from an empty store
# and ran to its end. Fails where one of them does not hold together (see
# docs/report.md), or where they contradict each other.
#
#===------------------------------------------------------------------------===#

import json
import math
import sys


def close(a, b):
    return math.isclose(a, b, rel_tol=1e-9)


def check_task(task):
    trials = task["trials"]
    assert task["numTrials"] == len(trials) == sum(task["outcomes"].values())
    for outcome, count in task["outcomes"].items():
        assert count == sum(t["outcome"] == outcome for t in trials), outcome
    assert task["numErrors"] == task["numTrials"] - task["outcomes"]["ok"]
    assert all(t["sketch"] in task["sketches"] for t in trials)
    assert all((t["seconds"] is not None) == (t["outcome"] == "ok") for t in trials)
    assert len({(t["sketch"], str(t["point"])) for t in trials}) == len(trials)
    assert [t["trial"] for t in trials] == sorted(t["trial"] for t in trials)

    best = task["best"]
    assert best in trials and best["final"]
    assert task["bestSeconds"] == best["seconds"]
    assert close(task["speedup"], task["baselineSeconds"] / task["bestSeconds"])
    assert close(task["gflops"] * 1e9, task["flops"] / task["bestSeconds"])


def check_report(report):
    assert report["version"] == 1 and not report["interrupted"]
    tasks, totals, times = report["tasks"], report["totals"], report["times"]
    assert [task["id"] for task in tasks] == list(range(1, len(tasks) + 1))
    for task in tasks:
        check_task(task)
    assert totals["numTasks"] == totals["numMeasured"] == len(tasks)
    assert totals["numErrors"] == sum(task["numErrors"] for task in tasks)
    for key, of_task in ("seconds", "bestSeconds"), ("baselineSeconds",) * 2:
        weighted = sum(task["weight"] * task[of_task] for task in tasks)
        assert close(totals[key], weighted), key
    assert close(totals["speedup"], totals["baselineSeconds"] / totals["seconds"])
    assert all(0 < times[part] for part in ("total", "search", "build", "measure"))


def check_progress(events, report):
    assert events[0]["event"] == "start" and events[-1]["event"] == "end"
    kinds = [event["event"] for event in events]
    assert set(kinds) == {"start", "baseline", "trial", "final", "end"}
    assert kinds.count("baseline") == len(report["tasks"])
    assert kinds.count("trial") == sum(t["numTrials"] for t in report["tasks"])
    seconds = [event["seconds"] for event in events]
    assert seconds == sorted(seconds)
    done = [event["trialsDone"] for event in events]
    assert done == sorted(done) and done[0] == 0
    # Beyond the budget, one of each unscheduled program that nothing is faster than.
    budget = report["options"]["trials"]
    assert done[-1] == kinds.count("trial") <= budget + len(report["tasks"])
    total = [event["trialsTotal"] for event in events]
    assert total == sorted(total) and total[0] == budget
    assert total[-1] <= budget + len(report["tasks"])
    for trial in (event for event in events if event["event"] == "trial"):
        assert trial["isBest"] in (True, False) and trial["outcome"] in (
            report["totals"]["outcomes"]
        )
        tried = {t["trial"]: t for t in report["tasks"][trial["task"]["id"] - 1]["trials"]}
        told = trial["trial"]
        assert told["outcome"] == trial["outcome"]
        assert (told["seconds"] is not None) == (told["outcome"] == "ok")
        for key in "sketch", "point":
            assert told[key] == tried[told["trial"]][key]
    assert events[-1]["totals"] == report["totals"]
    for shown, task in zip(events[-1]["tasks"], report["tasks"]):
        assert shown.items() <= task.items()


with open(sys.argv[1]) as file:
    report = json.load(file)
with open(sys.argv[2]) as file:
    events = [json.loads(line) for line in file]
check_report(report)
check_progress(events, report)
