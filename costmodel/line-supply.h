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

/// Whether the prior counts on lowering to prefetch the rows that the innermost
/// loop of a product reads by access `a` of stage `s`
/// (lowering/memory/prefetch-rows.c). Short loops end before what they
/// prefetch, and parts of lines take as long as whole ones.
bool asIsReadAhead(const AsNestView *view, int s, int a);

/// Whether the prior counts on lowering to prefetch the block that is packed
/// next of access `a` of stage `s` (ir/block-prefetch.h).
bool asIsBlockReadAhead(const AsNestView *view, int s, int a);

/// Cycles to wait for lines.
typedef struct AsSupply {
  double overlapped; ///< While the core computes.
  double exposed;    ///< While it has run out of what it could do meanwhile.
} AsSupply;

/// Adds the cycles for all lines of access `a` of stage `s` that come from
/// beyond each of the caches, in one run. Those for single lines from beyond
/// the second cache are exposed, as that is further than a core looks ahead,
/// and those for all lines from memory.
void asAddSupply(const AsNestView *view, int s, int a, const AsCache cache[3],
                 AsSupply *supply);

#endif // AS_COSTMODEL_LINE_SUPPLY_H
