//===- effort.h - What tuning took
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_EFFORT_H
#define AS_BENCH_EFFORT_H

#include "as/error.h"

/// As a report of as-opt has it.
typedef struct AsEffort {
  int tasks, trials;
  int failedTrials;
  int unscheduled; ///< Operations that as-opt remarks upon.
  int donated;     ///< Tasks that began with what similar tasks donated.
  double seconds;  ///< Of the search.
} AsEffort;

/// Reads the report at `path`.
AsStatus asEffortRead(const char *path, AsEffort *effort, AsError *error);

#endif // AS_BENCH_EFFORT_H
