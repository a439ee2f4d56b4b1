//===- bench/measure.h - Timing contenders side by side ------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clocks, neighbours and temperature drift, so contenders are timed in rounds:
// in each, every contender once, starting with another one each time. Two
// contenders are compared round by round, where they met the same conditions.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MEASURE_H
#define AS_BENCH_MEASURE_H

#include "bench/lineup.h"

#define AS_MAX_ROUNDS 1000

typedef struct AsRounds {
  int count;   ///< At most AS_MAX_ROUNDS.
  int threads; ///< That each contender uses.
  double seconds[AS_MAX_CONTENDERS][AS_MAX_ROUNDS]; ///< Of one run.
} AsRounds;

/// Fills rounds->seconds; the other fields are given.
void asMeasure(const AsLineup *lineup, AsRounds *rounds);

#endif // AS_BENCH_MEASURE_H
