//===- core-set.h - Sets of cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cores that processes run on. A core may have several hardware threads,
// which share its arithmetic, so that only one of them is used. A set is a list
// in the order of the machine: neighbours share caches and memory. There is no
// largest number of a core.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_CORE_SET_H
#define AS_SUPPORT_CORE_SET_H

#include "support/arena.h"
#include "support/text.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct AsCore {
  int cpu;    ///< The hardware thread to run on, as the system numbers it.
  int number; ///< The same for all processes: the core's first thread.
  int node;   ///< Of the memory that is near; 0 where nobody tells.
} AsCore;

/// A value; the list is borrowed.
typedef struct AsCoreSet {
  const AsCore *list;
  int count;
} AsCoreSet;

/// The part with `count` cores from number `from` on, as far as there are.
AsCoreSet asCoreSetSlice(AsCoreSet set, int from, int count);

AsCoreSet asCoreSetCopy(AsCoreSet set, AsArena *arena);

/// What the calling thread may run on: each hardware thread as a core of its
/// own. target/cores.h knows which of them share a core.
AsCoreSet asCoreSetAllowed(AsArena *arena);

/// Appends "0-3,8".
void asCoreSetFormat(AsCoreSet set, AsText *text);

//===----------------------------------------------------------------------===//
// Running there
//===----------------------------------------------------------------------===//

/// A set as the system takes it.
typedef struct AsCoreMask {
  void *bits; ///< NULL for an empty set.
  size_t bytes;
} AsCoreMask;

/// Free with asCoreMaskFree.
AsCoreMask asCoreMaskCreate(AsCoreSet set);
void asCoreMaskFree(AsCoreMask *mask);

/// Pins a thread, of which 0 is the caller's, to the cores; an empty set leaves
/// it alone. May be called between fork and exec. Sets errno on failure.
bool asCoreMaskPin(const AsCoreMask *mask, int thread);

/// The same for a set.
bool asCoreSetPin(AsCoreSet set, int thread);

#endif // AS_SUPPORT_CORE_SET_H
