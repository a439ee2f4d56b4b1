//===- names.h - Strings by number
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many trials of a store have the same sketch, run and message. A view keeps
// each of these once, and trials refer to it by its number.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_NAMES_H
#define AS_VIEW_NAMES_H

#include "support/arena.h"

/// Zero-initialise; free with asNamesFree.
typedef struct AsNames {
  const char **names; ///< In the order in which they came.
  int count;
  int *slots; ///< A hash table of numbers; -1 is a free slot.
  int numSlots, capacity;
  AsArena arena;
} AsNames;

/// The number of `name`, which becomes the next one where it is new.
int asNamesAdd(AsNames *names, const char *name);

/// The number of `name`, or -1.
int asNamesFind(const AsNames *names, const char *name);

void asNamesFree(AsNames *names);

#endif // AS_VIEW_NAMES_H
