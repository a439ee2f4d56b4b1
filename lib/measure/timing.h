//===- measure/timing.h - How long a kernel takes
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

#include "measure/linker.h"
#include "measure/runner.h"

/// Memory that is written to push everything else out of the caches.
typedef struct AsEviction {
  volatile char *memory;
  size_t size;
} AsEviction;

/// Twice the last-level cache; free never, the process ends.
AsEviction asEvictionCreate(void);
void asEvict(const AsEviction *eviction);

/// Times `entry`, and `pacer` beside it unless that is NULL, as `job` says, no
/// longer than until `deadline` on asClockNow: what was timed until then
/// stands, and if that is nothing, the first run, which took `firstSeconds`. At
/// least one time.
void asTimeKernel(AsKernelEntry entry, AsKernelEntry pacer, void **data,
                  const AsRunnerJob *job, const AsEviction *eviction,
                  double firstSeconds, double deadline, AsRunnerResult *result);

#endif // AS_MEASURE_TIMING_H
