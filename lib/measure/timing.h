//===- timing.h - How long a kernel takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A clock cannot resolve one run of a small kernel, so runs are timed in
// batches. The runs and seconds of an AsRunnerJob count batches: each is one
// measurement, whatever it took to make it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_TIMING_H
#define AS_MEASURE_TIMING_H

#include "measure/runner.h"

/// A program that can be run, on whatever device.
typedef struct AsTimed {
  /// Runs it so often, with the caches flushed before if that was asked for,
  /// and says how many seconds that took.
  double (*run)(void *context, long runs);
  void *context;
} AsTimed;

/// Times `kernel`, and `driftReference` beside it unless that is NULL, as `job`
/// says, no longer than until `deadline` on asClockNow: what was timed until
/// then stands, and if that is nothing, the first run, which took
/// `firstSeconds`. At least one time. Where `result` has a time, that is of the
/// first run, and others are added to it if it does not tell enough.
void asTimeKernel(const AsTimed *kernel, const AsTimed *driftReference,
                  const AsRunnerJob *job, double firstSeconds, double deadline,
                  AsRunnerResult *result);

#endif // AS_MEASURE_TIMING_H
