//===- profile-probes.h - Probes: time spent in parts of a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Profiled code calls as_probe_start before each part and as_probe_stop after
// it, with the number of the part; the linker defines both. Times and calls are
// summed up by number. A part that runs on several threads at once counts on
// each.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_PROFILE_PROBES_H
#define AS_MEASURE_PROFILE_PROBES_H

#include <stdint.h>

typedef struct AsProbe {
  int64_t calls, nanoseconds;
} AsProbe;

/// The names by which code calls asProbeStart and asProbeStop.
#define AS_PROBE_START "as_probe_start"
#define AS_PROBE_STOP "as_probe_stop"

/// Sums up in `probes` from now on, which has an entry for each part.
void asProbesUse(AsProbe *probes);

/// The time in nanoseconds, on a clock of its own.
int64_t asProbeStart(void);

/// Adds the time from `start` until now to part number `part`.
void asProbeStop(int64_t part, int64_t start);

/// Seconds that an empty part takes: what the probes add to each part.
double asProbeCost(void);

#endif // AS_MEASURE_PROFILE_PROBES_H
