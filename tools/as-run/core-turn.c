//===- core-turn.c - Taking turns with other runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/core-turn.h"
#include "support/clock.h"
#include "support/home-cores.h"
#include "tools/as-run/isolate.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Seconds that a turn lasts at least.
static const double shortestTurn = 0.2;
/// Seconds from which on it is worth a word that others have the cores.
static const double shortWait = 1;
/// Microseconds between two attempts.
static const unsigned retry = 2000;

void asCoreTurnOpen(AsSharing share, AsCoreSet cores, bool onAll,
                    AsArena *arena, AsCoreTurn *turn) {
  AsError error = {0};
  AsCore *list = asArenaArray(arena, AsCore, cores.count);
  memcpy(list, cores.list, (size_t)cores.count * sizeof *list);
  int count = onAll ? cores.count : 1;
  *turn = (AsCoreTurn){.cores = {list + cores.count - count, count},
                       .isKept = share == AS_SHARE_ALONE};
  if (share == AS_SHARE_UNSAFE)
    return;
  turn->home = asHomeTake(list, cores.count, count);
  if (asLeasesOpen("cores", &turn->leases, &error)) {
    fprintf(stderr,
            "as-run: warning: times are wrong if another run uses the same "
            "cores meanwhile: %s\n",
            error.message);
    return;
  }
  turn->numbers = asArenaArray(arena, int, turn->cores.count);
  for (int c = 0; c < turn->cores.count; c++)
    turn->numbers[c] = turn->cores.list[c].number;
  if (!onAll)
    asCoreSetPin(turn->cores, 0);
}

void asCoreTurnClose(AsCoreTurn *turn) {
  asLeasesClose(turn->leases);
  asLeasesClose(turn->home);
}

static bool take(AsCoreTurn *turn) {
  return !turn->leases ||
         asLeasesTake(turn->leases, turn->numbers, turn->cores.count);
}

/// Says once that it takes long.
static void sayLong(double seconds, bool *isTold) {
  if (seconds > shortWait && !*isTold)
    fprintf(stderr, "as-run: waiting for cores that another as-opt or as-run "
                    "uses (see --share)\n");
  *isTold |= seconds > shortWait;
}

void asCoreTurnBegin(AsCoreTurn *turn) {
  double start = asClockNow(), waited = 0;
  bool isTold = false;
  while (!take(turn)) {
    asIsolatedStage("waiting for cores");
    usleep(retry);
    waited = asClockNow() - start;
    sayLong(waited, &isTold);
  }
  turn->since = asClockNow();
  turn->waited += waited;
}

void asCoreTurnEnd(AsCoreTurn *turn) {
  if (turn->leases)
    asLeasesReturn(turn->leases);
}

void asCoreTurnPass(AsCoreTurn *turn) {
  if (turn->isKept || asClockNow() - turn->since < shortestTurn)
    return;
  asCoreTurnEnd(turn);
  asCoreTurnBegin(turn);
}
