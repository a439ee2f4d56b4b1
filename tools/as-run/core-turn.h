//===- core-turn.h - Taking turns with other runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While as-run measures it has a lease of its cores (support/lease.h), so that
// no as-opt and no other as-run uses them. Between rounds others get their
// turn.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_CORE_TURN_H
#define AS_RUN_CORE_TURN_H

#include "support/core-set.h"
#include "support/lease.h"
#include "support/options.h"

typedef struct AsCoreTurn {
  AsLeases *leases; ///< NULL where none are taken.
  AsLeases *home;   ///< Keeps the cores from other runs, or NULL.
  AsCoreSet cores;
  int *numbers;  ///< Of the cores.
  double since;  ///< When the turn began.
  double waited; ///< Seconds, for all turns.
  bool isKept;   ///< asCoreTurnPass passes nothing.
} AsCoreTurn;

/// Prepares to measure on all of `cores`, or else on the last of them that is
/// no other run's home, to which the calling thread is then pinned. What lives
/// longer is in `arena`. Says so where there are no leases to take.
void asCoreTurnOpen(AsSharing share, AsCoreSet cores, bool onAll,
                    AsArena *arena, AsCoreTurn *turn);
void asCoreTurnClose(AsCoreTurn *turn);

/// Waits for the cores, and says so if it takes long.
void asCoreTurnBegin(AsCoreTurn *turn);
void asCoreTurnEnd(AsCoreTurn *turn);

/// Lets others have their turn, if this one has lasted for a while.
void asCoreTurnPass(AsCoreTurn *turn);

#endif // AS_RUN_CORE_TURN_H
