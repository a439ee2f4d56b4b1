//===- choose-measured.c - The tiles that were fastest, of those measured
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run that measures tunes a few tiles of a dynamic size more than it may use
// (kernel-sizes.c). Here it takes the module once more, chooses among them by
// what they took, and gives the tasks that are left what was found of them. The
// module stays as it was if a task comes out different.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "support/memory-reserve.h"
#include <string.h>

/// What the run had before.
typedef struct Before {
  MlirModule module;
  AsTaskSet tasks;
  AsKernelTable kernels;
  AsTuneTask *tuned;
  AsGoal *goals;
} Before;

static Before takeFrom(AsRun *run) {
  Before before = {run->module, run->tasks, run->kernels, run->tuned,
                   run->goals};
  run->module = (MlirModule){NULL};
  run->tasks = (AsTaskSet){0};
  run->kernels = (AsKernelTable){0};
  run->tuned = NULL;
  return before;
}

static void drop(Before *before) {
  for (int t = 0; t < before->tasks.numTasks && before->tuned; t++)
    asTuneTaskFree(&before->tuned[t]);
  asTaskSetDestroy(&before->tasks);
  asKernelTableFree(&before->kernels);
  if (!mlirModuleIsNull(before->module))
    mlirModuleDestroy(before->module);
}

static AsTuneTask *find(const Before *before, const AsTuneTask *task) {
  for (int t = 0; t < before->tasks.numTasks; t++)
    if (strcmp(before->tuned[t].hash, task->hash) == 0)
      return &before->tuned[t];
  return NULL;
}

static bool hasAll(const AsRun *run, const Before *before) {
  bool has = true;
  for (int t = 0; t < run->tasks.numTasks && has; t++) {
    const AsTuneTask *from = find(before, &run->tuned[t]);
    has = from && from->numSketches == run->tuned[t].numSketches;
  }
  return has;
}

/// Moves what was found of a task; what was given stays.
static void moveFound(AsTuneTask *from, AsTuneTask *to) {
  AsTuneTask found = *from;
  *from = (AsTuneTask){.hash = found.hash};
  found.hash = to->hash;
  found.label = to->label;
  found.text = to->text;
  found.runs = to->runs;
  found.weight = to->weight;
  found.buffers = to->buffers;
  found.sketches = to->sketches;
  *to = found;
}

AsStatus asRunChooseMeasured(AsRun *run, AsError *error) {
  if (!run->kernels.hasSpare || run->interrupted)
    return AS_OK;
  Before before = takeFrom(run);
  AsMeasuredKernels measured = {&before.kernels, before.tuned,
                                before.tasks.numTasks};
  run->measured = &measured;
  AsError ignored = {0};
  AsStatus status = asRunParse(run, &ignored);
  if (!status)
    status = asRunPrepare(run, &ignored);
  if (!status)
    status = asRunDescribeTasks(run, &ignored);
  run->measured = NULL;
  bool isWhole = !status && hasAll(run, &before);
  for (int t = 0; isWhole && t < run->tasks.numTasks; t++)
    moveFound(find(&before, &run->tuned[t]), &run->tuned[t]);
  if (!isWhole) {
    Before after = takeFrom(run);
    run->module = before.module;
    run->tasks = before.tasks;
    run->kernels = before.kernels;
    run->tuned = before.tuned;
    run->goals = before.goals;
    before = after;
  }
  drop(&before);
  return asMemoryCheck(error);
}
