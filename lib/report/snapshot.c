//===- snapshot.c - What programs ask of a run at one moment
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/run.h.
//
//===----------------------------------------------------------------------===//

#include "report/figures.h"

const char *asSnapshotPhase(const AsSnapshot *snapshot) {
  return asTunePhaseName(snapshot->phase);
}

bool asSnapshotIsLast(const AsSnapshot *snapshot) {
  return snapshot->times != NULL;
}

double asSnapshotSeconds(const AsSnapshot *snapshot) {
  return snapshot->seconds;
}

int asSnapshotTrialsDone(const AsSnapshot *snapshot) {
  return snapshot->trialsDone;
}

int asSnapshotTrialsTotal(const AsSnapshot *snapshot) {
  return snapshot->trialsTotal;
}

int asSnapshotNumTasks(const AsSnapshot *snapshot) {
  return snapshot->numTasks;
}

int asSnapshotTask(const AsSnapshot *snapshot) { return snapshot->current; }

const char *asSnapshotTaskLabel(const AsSnapshot *snapshot, int task) {
  return snapshot->tasks[task].label;
}

const char *asSnapshotTaskHash(const AsSnapshot *snapshot, int task) {
  return snapshot->tasks[task].hash;
}

double asSnapshotTaskWeight(const AsSnapshot *snapshot, int task) {
  return snapshot->tasks[task].weight;
}

double asSnapshotTaskSeconds(const AsSnapshot *snapshot, int task) {
  return snapshot->tasks[task].bestSeconds;
}

double asSnapshotTaskStockSeconds(const AsSnapshot *snapshot, int task) {
  return snapshot->tasks[task].baselineSeconds;
}

int asSnapshotTaskTrials(const AsSnapshot *snapshot, int task) {
  return snapshot->tasks[task].numTrials;
}
