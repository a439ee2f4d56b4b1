//===- measure.h - Timing contenders side by side
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clocks, neighbours and temperature drift, so contenders are timed in rounds:
// in each, every contender once, after an untimed batch. Every other round goes
// backwards, and each pair begins with another contender. Two are compared
// round by round, where they met the same conditions.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MEASURE_H
#define AS_BENCH_MEASURE_H

#include "bench/lineup.h"
#include "support/quantiles.h"

#define AS_MAX_ROUNDS 1000

typedef struct AsRounds {
  int count; ///< At most AS_MAX_ROUNDS.
  /// Rounds in which each was timed: who takes seconds only takes part in a
  /// few.
  int timed[AS_MAX_CONTENDERS];
  int threads; ///< That each contender uses.
  double seconds[AS_MAX_CONTENDERS][AS_MAX_ROUNDS]; ///< Of one run.
} AsRounds;

/// Runs each contender once, for its result. What takes seconds is not asked
/// again by asMeasure how long it takes.
void asMeasureFirst(AsLineup *lineup);

/// Fills rounds->seconds and rounds->timed; the other fields are given.
void asMeasure(const AsLineup *lineup, AsRounds *rounds);

/// The seconds of a contender.
AsQuantiles asRoundsSeconds(const AsRounds *rounds, int contender);

/// Of its seconds to those of `other`, in the rounds that both were timed in.
AsQuantiles asRoundsRatio(const AsRounds *rounds, int contender, int other);

#endif // AS_BENCH_MEASURE_H
