//===- profile-probes.h - How long parts of a program take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that is to be profiled calls two functions, around each part, with the
// number of the part: the linker offers both. What they note, by number, is
// read here. A part that runs on several threads at once counts once on each.
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

/// From now on parts are noted in `probes`, which has their number of entries.
void asProbesUse(AsProbe *probes);

/// The time on a clock of its own.
int64_t asProbeStart(void);

/// Part number `part` took from `start` until now.
void asProbeStop(int64_t part, int64_t start);

/// What a part takes that does nothing, in seconds: what probes add to others.
double asProbeCost(void);

#endif // AS_MEASURE_PROFILE_PROBES_H
