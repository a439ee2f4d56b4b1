//===- timing.h - Timing a kernel in batches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times a kernel, and the drift reference beside it. A clock cannot resolve one
// run of a small kernel, so runs are timed in batches. minRuns and maxRuns of
// an AsRunnerJob count batches: each is one time, however many runs it has.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_TIMING_H
#define AS_MEASURE_TIMING_H

#include "measure/runner.h"

/// A program that can be run, on any device.
typedef struct AsTimed {
  /// Runs it `runs` times, after flushing the caches if that was asked for;
  /// returns the seconds that the runs took.
  double (*run)(void *context, long runs);
  void *context;
} AsTimed;

/// Times `kernel`, and `driftReference` beside it unless it is NULL, as `job`
/// says, until `deadline` on asClockNow at most. The result has at least one
/// time: that of the first run, which took `firstSeconds`, if there was time
/// for no other. If `result` has a time already, it is that of the first run,
/// and others are added only if it does not tell enough.
void asTimeKernel(const AsTimed *kernel, const AsTimed *driftReference,
                  const AsRunnerJob *job, double firstSeconds, double deadline,
                  AsRunnerResult *result);

#endif // AS_MEASURE_TIMING_H
