//===- tuner.h - Tasks for a search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs as the search is given them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_TUNER_H
#define AS_TEST_TUNER_H

#include "inputs/programs.h"
#include "search/tuner-state.h"
#include <string.h>

static const char worker[] = AS_BUILD_DIR "/bin/as-worker";

/// Seconds that a build may take: no test depends on the pace of the machine.
static const double patience = 100;

/// One run of each, in the only model there is.
static inline AsTuneTask tuneTaskOf(const Program *program) {
  static const double once[] = {1};
  const AsTask *task = &program->task;
  return (AsTuneTask){.hash = task->hash,
                      .label = task->label,
                      .text = task->text,
                      .runs = once,
                      .weight = 1,
                      .flops = task->flops,
                      .minBytes = task->minBytes,
                      .sketches = program->sketches,
                      .numSketches = program->numSketches};
}

#endif // AS_TEST_TUNER_H
