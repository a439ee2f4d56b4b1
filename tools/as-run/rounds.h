//===- rounds.h - Timing, in turn
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In each round every contender is measured once, in alternating order, so that
// whatever else the machine does meanwhile befalls them alike.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_ROUNDS_H
#define AS_RUN_ROUNDS_H

#include "measure/object-linker.h"
#include "tools/as-run/core-turn.h"
#include <stdbool.h>

enum { AS_MAX_CONTENDERS = 2 };

typedef struct AsContender {
  const AsKernel *kernel;
  void **data; ///< Its buffers, which every run works on again.
  const char *name;
} AsContender;

typedef struct AsRounds {
  int count;
  double *seconds[AS_MAX_CONTENDERS]; ///< Of one run, by round.
} AsRounds;

typedef struct AsRoundsGoal {
  int minRounds;     ///< At least as many, ...
  double minSeconds; ///< ... and until as much was measured.
  int warmUp;        ///< Runs before the first round.
  bool isCold;       ///< Empty the caches before each run.
} AsRoundsGoal;

/// Measures on the cores of `turn`. Free with asRoundsFree.
void asRoundsMeasure(const AsContender *contenders, int numContenders,
                     const AsRoundsGoal *goal, AsCoreTurn *turn,
                     AsRounds *rounds);
void asRoundsFree(AsRounds *rounds);

#endif // AS_RUN_ROUNDS_H
