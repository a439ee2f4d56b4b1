//===- line-supply.c - Cycles to bring cache lines to a core
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See line-supply.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/line-supply.h"

/// Cycles to fetch a line from beyond a cache. A line that follows the line
/// before it was prefetched and is streamed; for another the core stalls, with
/// several misses under way at a time.
static const struct {
  double streamed, stalled;
} supply[3] = {{0.5, 4}, {4, 12}, {12, 20}};

/// How many contiguous runs prefetchers can follow at the same time.
static const double streams = 8;

static const double pageBytes = 4096;

/// Pages whose addresses are translated at once, and cycles for another one.
static const double knownPages = 64, translationCycles = 8;

double asStreamedCycles(int cache) { return supply[cache].streamed; }

/// The share of lines that begin a new run, in the order in which they are
/// touched: that of the innermost loop, or of one around it that continues the
/// runs inside of it, if they are few.
static double jumpsOf(const AsStageView *stage, int a) {
  const AsReach *reach = stage->reach[a];
  int depth = stage->numLoops ? stage->numLoops - 1 : 0;
  if (stage->own->isDiagonal)
    return 1;
  double jumps = reach[depth].runs / reach[depth].lines;
  for (; depth > 0 && reach[depth].runs <= streams &&
         reach[depth - 1].runs <= streams;
       depth--)
    jumps = asLeast(jumps, reach[depth - 1].runs / reach[depth - 1].lines);
  return jumps;
}

/// Cycles to translate the addresses of runs, each in a page of its own, if
/// they are too many to be known.
static double translationOf(const AsReach *reach, double runs) {
  return reach->stride >= pageBytes && reach->runs > knownPages
             ? runs * translationCycles
             : 0;
}

double asSupplyCycles(const AsNestView *view, int s, int a,
                      const AsCache cache[3]) {
  const AsStageView *stage = &view->stage[s];
  const AsAccess *access = &stage->stage->access[a];
  double between, cycles = 0, jumps = jumpsOf(stage, a);
  // What is only written waits in the store buffer, and the core goes on.
  double stalls = access->isWrite && !access->isRead ? 0 : jumps;
  int hoist = asViewHoistDepth(stage, a);
  bool isShared = asViewNeighbour(view, s, a, &between) >= 0;
  for (int c = 0; c < 3; c++) {
    if (isShared && between <= cache[c].bytes)
      continue; // The other stage left it in the cache.
    if (asViewStays(view, &cache[c]))
      continue; // The run before left it in the cache.
    // Registers hold it in the loops that it is hoisted out of.
    int reuse = asViewReuseDepth(view, s, a, &cache[c]);
    int depth = reuse < hoist ? reuse : hoist;
    double lines = stage->reach[a][depth].lines * stage->entries[depth];
    if (c == 0)
      cycles += translationOf(&stage->reach[a][depth], lines * jumps);
    if (access->isWrite)
      lines *= AS_WRITTEN_TRIPS;
    cycles += lines *
              ((1 - stalls) * supply[c].streamed + stalls * supply[c].stalled);
  }
  return cycles;
}
