//===- profile-probes.c - Probes: time spent in parts of a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/profile-probes.h"
#include "support/clock.h"
#include <math.h>
#include <time.h>

/// The probes in use; a global, since compiled code calls the two functions
/// without a context.
static AsProbe *inUse;

void asProbesUse(AsProbe *probes) { inUse = probes; }

int64_t asProbeStart(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void asProbeStop(int64_t part, int64_t start) {
  int64_t end = asProbeStart();
  AsProbe *probe = &inUse[part];
  __atomic_fetch_add(&probe->nanoseconds, end - start, __ATOMIC_RELAXED);
  __atomic_fetch_add(&probe->calls, 1, __ATOMIC_RELAXED);
}

double asProbeCost(void) {
  enum { samples = 10, calls = 1000 };
  AsProbe scratch = {0}, *before = inUse;
  asProbesUse(&scratch);
  double least = INFINITY;
  for (int i = 0; i < samples; i++) {
    double start = asClockNow();
    for (int j = 0; j < calls; j++)
      asProbeStop(0, asProbeStart());
    least = fmin(least, (asClockNow() - start) / calls);
  }
  asProbesUse(before);
  return least;
}
