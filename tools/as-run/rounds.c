//===- rounds.c - Timing, in turn
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/rounds.h"
#include "measure/cpu-timing.h"
#include "measure/timing.h"
#include "support/arena.h"
#include "support/clock.h"
#include "tools/as-run/isolate.h"
#include <math.h>
#include <stdlib.h>

/// What a measurement takes at least, in seconds.
static const double shortestBatch = 2e-3;

/// A run that takes longer gains nothing from what an untimed run before it
/// leaves in the caches.
static const double longestToWarm = 0.1;

static double measure(const AsContender *contender, const AsRoundsGoal *goal,
                      const AsEviction *eviction, double lastSeconds) {
  asIsolatedStage("timing '%s'", contender->name);
  // The other contender has filled the caches. Runs shorter than a batch warm
  // them while it is found out how many make one.
  if (!goal->isCold && lastSeconds >= shortestBatch &&
      lastSeconds < longestToWarm)
    asKernelRun(contender->kernel, contender->data);
  AsRunnerJob one = {.minSeconds = shortestBatch,
                     .minRuns = 1,
                     .maxRuns = 1,
                     .flush = goal->isCold};
  AsRunnerResult result = {.numTimes = 0};
  AsHostCourse course = {
      contender->kernel, contender->data, *eviction, {NULL, 0}};
  asTimeKernel(&(AsTimed){asHostRun, &course}, NULL, &one, lastSeconds,
               INFINITY, &result);
  return result.times[0];
}

static double warmUp(const AsContender *contender, int runs) {
  double start = asClockNow();
  asIsolatedStage("warming up '%s'", contender->name);
  for (int i = 0; i < runs; i++)
    asKernelRun(contender->kernel, contender->data);
  return runs ? (asClockNow() - start) / runs : 0;
}

static void reserve(AsRounds *rounds, int numContenders, int *capacity) {
  if (rounds->count < *capacity)
    return;
  *capacity = *capacity ? 2 * *capacity : 64;
  for (int i = 0; i < numContenders; i++)
    rounds->seconds[i] = asRealloc(
        rounds->seconds[i], (size_t)*capacity * sizeof *rounds->seconds[i]);
}

void asRoundsMeasure(const AsContender *contenders, int numContenders,
                     const AsRoundsGoal *goal, AsCoreTurn *turn,
                     AsRounds *rounds) {
  asCoreTurnBegin(turn);
  AsEviction eviction = {0};
  if (goal->isCold)
    eviction = asEvictionCreate();
  double last[AS_MAX_CONTENDERS];
  for (int i = 0; i < numContenders; i++)
    last[i] = warmUp(&contenders[i], goal->warmUp);
  *rounds = (AsRounds){0};
  int capacity = 0;
  double start = asClockNow() - turn->waited;
  while (rounds->count < goal->minRounds ||
         asClockNow() - turn->waited - start < goal->minSeconds) {
    asCoreTurnPass(turn);
    reserve(rounds, numContenders, &capacity);
    for (int turn = 0; turn < numContenders; turn++) {
      int i = (rounds->count + turn) % numContenders;
      last[i] = measure(&contenders[i], goal, &eviction, last[i]);
      rounds->seconds[i][rounds->count] = last[i];
    }
    rounds->count++;
  }
  asCoreTurnEnd(turn);
  free((void *)eviction.memory);
}

void asRoundsFree(AsRounds *rounds) {
  for (int i = 0; i < AS_MAX_CONTENDERS; i++)
    free(rounds->seconds[i]);
  *rounds = (AsRounds){0};
}
