//===- measure.c - Timing contenders side by side
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure.h"
#include "support/clock.h"
#include <math.h>
#include <time.h>

static const double leastBatch = 2e-3; // Seconds; the clock is good for 1e-7.
enum { confirmations = 3 };

// Idle workers of a pool spin for a while before they sleep, on the cores that
// the next contender needs: by default 20 to 30 ms in OpenBLAS and libgomp,
// and in libomp as asLibraryEnvironment sets it.
static const struct timespec settle = {.tv_nsec = 50 * 1000 * 1000};

// Nobody needs more than a few times of what takes longer than this, or has the
// caches filled for it; and none but that which it was found out by where it
// takes longer still.
static const double slowRun = 1, verySlowRun = 4; // Seconds.
enum { slowRounds = 3 };

// After a pause two threads need milliseconds to be as fast as they can be.
enum { wakeBatches = 3 };

static double timeBatch(const AsContender *contender, long runs) {
  if (contender->time)
    return contender->time(contender->state, runs);
  double start = asClockNow();
  for (long i = 0; i < runs; i++)
    contender->run(contender->state);
  return asClockNow() - start;
}

// How many runs make a batch; *seconds is how long they take. One that is long
// enough must be so again: in the first one threads may have been born, or
// another process may have had the core, and too few runs are over before cores
// that slept are fast.
static long calibrate(const AsContender *contender, double *seconds) {
  long runs = 1;
  *seconds = contender->firstSeconds;
  if (*seconds > verySlowRun)
    return runs;
  for (int enough = 0; enough < confirmations; enough++) {
    *seconds = timeBatch(contender, runs);
    if (*seconds > slowRun)
      break;
    if (*seconds >= leastBatch)
      continue;
    // A quarter more than needed, as the next runs may be faster, but no more
    // than tenfold, as the first runs may have been slow.
    double factor = *seconds > 0 ? 1.25 * leastBatch / *seconds : 10;
    runs = (long)ceil((double)runs * fmin(factor, 10));
    enough = -1;
  }
  return runs;
}

void asMeasureFirst(AsLineup *lineup) {
  for (int i = 0; i < lineup->count; i++) {
    AsContender *contender = &lineup->contenders[i];
    const double start = asClockNow();
    contender->run(contender->state);
    contender->firstSeconds = asClockNow() - start;
  }
}

/// Every other round goes backwards: who comes after one that reads the same
/// operands finds them in the caches. Each pair of rounds begins with another
/// contender, and of three or more none follows itself.
static int contenderAt(int count, int round, int turn) {
  int pair = round / 2;
  return round % 2 ? (pair + 1 + count - turn) % count : (pair + turn) % count;
}

void asMeasure(const AsLineup *lineup, AsRounds *rounds) {
  long runs[AS_MAX_CONTENDERS];
  bool isSlow[AS_MAX_CONTENDERS];
  for (int i = 0; i < lineup->count; i++) {
    double seconds;
    runs[i] = calibrate(&lineup->contenders[i], &seconds);
    isSlow[i] = seconds > slowRun;
    int most = seconds > verySlowRun ? 1
               : isSlow[i]           ? slowRounds
                                     : AS_MAX_ROUNDS;
    rounds->timed[i] = rounds->count < most ? rounds->count : most;
    rounds->seconds[i][0] = seconds; // Of the slow: their first round.
  }
  for (int round = 0; round < rounds->count; round++)
    for (int turn = 0; turn < lineup->count; turn++) {
      int i = contenderAt(lineup->count, round, turn);
      const AsContender *contender = &lineup->contenders[i];
      if (round >= rounds->timed[i] || (isSlow[i] && round == 0))
        continue;
      if (rounds->threads > 1)
        nanosleep(&settle, NULL);
      // Untimed: the caches are full of what the last contender used, which one
      // run does not replace, and cores that slept take a while until they are
      // fast again.
      if (!isSlow[i])
        timeBatch(contender,
                  rounds->threads > 1 ? wakeBatches * runs[i] : runs[i]);
      rounds->seconds[i][round] =
          timeBatch(contender, runs[i]) / (double)runs[i];
    }
}

AsQuantiles asRoundsSeconds(const AsRounds *rounds, int contender) {
  return asSpreadOf(rounds->seconds[contender], rounds->timed[contender]);
}

AsQuantiles asRoundsRatio(const AsRounds *rounds, int contender, int other) {
  int ours = rounds->timed[contender], theirs = rounds->timed[other];
  return asSpreadOfRatios(rounds->seconds[contender], rounds->seconds[other],
                          ours < theirs ? ours : theirs);
}
