//===- names.c - Strings by number
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/names.h"
#include "support/hash.h"
#include <stdlib.h>
#include <string.h>

/// Where `name` is, or would be: a slot of it or a free one.
static int slotOf(const AsNames *names, const char *name) {
  unsigned mask = (unsigned)names->numSlots - 1;
  unsigned slot = (unsigned)asHashString(asHashStart(), name).low & mask;
  while (names->slots[slot] >= 0 &&
         strcmp(names->names[names->slots[slot]], name) != 0)
    slot = (slot + 1) & mask;
  return (int)slot;
}

/// Doubles the table, so that at least half of it is free.
static void grow(AsNames *names) {
  names->numSlots = names->numSlots ? 2 * names->numSlots : 64;
  names->slots = asRealloc(names->slots, sizeof(int) * (size_t)names->numSlots);
  for (int slot = 0; slot < names->numSlots; slot++)
    names->slots[slot] = -1;
  for (int i = 0; i < names->count; i++)
    names->slots[slotOf(names, names->names[i])] = i;
}

int asNamesAdd(AsNames *names, const char *name) {
  if (2 * (names->count + 1) > names->numSlots)
    grow(names);
  int slot = slotOf(names, name);
  if (names->slots[slot] >= 0)
    return names->slots[slot];
  if (names->count == names->capacity) {
    names->capacity = names->capacity ? 2 * names->capacity : 64;
    names->names = asRealloc(names->names,
                             sizeof(*names->names) * (size_t)names->capacity);
  }
  names->names[names->count] = asArenaCopy(&names->arena, name, strlen(name));
  return names->slots[slot] = names->count++;
}

int asNamesFind(const AsNames *names, const char *name) {
  return names->numSlots ? names->slots[slotOf(names, name)] : -1;
}

void asNamesFree(AsNames *names) {
  free(names->names);
  free(names->slots);
  asArenaDestroy(&names->arena);
  *names = (AsNames){0};
}
