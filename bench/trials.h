//===- trials.h - The trials that as-opt made
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read from as-opt's report (docs/report.md).
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_TRIALS_H
#define AS_BENCH_TRIALS_H

#include "as/error.h"

typedef struct AsTrialLine {
  char *sketch, *point; ///< As records write them. Owned.
  double seconds;       ///< 0 for one that failed.
} AsTrialLine;

typedef struct AsTrials {
  AsTrialLine *lines; ///< In the order in which they were chosen.
  int count;
  double total, search; ///< Seconds of the whole, of choosing and learning.
} AsTrials;

/// Reads the report on a module of one task.
AsStatus asTrialsRead(const char *path, AsTrials *trials, AsError *error);
void asTrialsFree(AsTrials *trials);

/// The least time of the first `count`; INFINITY if all failed.
double asTrialsBest(const AsTrials *trials, int count);

/// How many of all take no longer than `seconds`.
int asTrialsWithin(const AsTrials *trials, double seconds);

/// How many failed.
int asTrialsFailed(const AsTrials *trials);

#endif // AS_BENCH_TRIALS_H
