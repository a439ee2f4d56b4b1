//===- line-supply.h - Cycles to bring cache lines to a core
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the analytical prior takes a core to wait for lines that are in none of
// its caches, or only in a further one: by whether prefetchers can follow, and
// whether the addresses of their pages are known.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_LINE_SUPPLY_H
#define AS_COSTMODEL_LINE_SUPPLY_H

#include "costmodel/footprint.h"

enum {
  /// Transfers of a line that is written: it is read, changed, and written
  /// back.
  AS_WRITTEN_TRIPS = 2
};

/// Cycles to fetch a line from beyond the cache, of three, if it follows the
/// line before it.
double asStreamedCycles(int cache);

/// Cycles for all lines of access `a` of stage `s` that come from beyond each
/// of the caches, in one run.
double asSupplyCycles(const AsNestView *view, int s, int a,
                      const AsCache cache[3]);

#endif // AS_COSTMODEL_LINE_SUPPLY_H
