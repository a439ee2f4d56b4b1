//===- run.c - What a run is to do, and who is told of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/run.h; autoschedule.c executes it.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "support/arena.h"
#include <stdlib.h>

// asRunCancel is for signal handlers, which may use no locks.
_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "an atomic_bool takes a lock");

AsRun *asRunCreate(MlirModule module, const AsOptions *options) {
  AsRun *run = asAlloc(sizeof *run);
  run->given = module;
  run->options = options ? asOptionsCopy(options) : asOptionsCreate();
  if (asOptionsTrials(run->options, 1) == 0)
    asRunSetTrials(run, 0);
  return run;
}

void asRunSetTrials(AsRun *run, int64_t trials) {
  ((AsOptions *)run->options)->trials = trials;
}

void asRunDestroy(AsRun *run) {
  if (!run)
    return;
  asOptionsDestroy((AsOptions *)run->options);
  free(run);
}

void asRunSetDialectRegistry(AsRun *run, MlirDialectRegistry registry) {
  run->registry = registry;
}

void asRunSetProgress(AsRun *run, AsRunProgress progress, void *userData) {
  run->progress = progress;
  run->progressData = userData;
}

void asRunCancel(AsRun *run) { run->isCancelled = true; }
