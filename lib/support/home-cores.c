//===- home-cores.c - The cores that a process measures on
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See home-cores.h.
//
//===----------------------------------------------------------------------===//

#include "support/home-cores.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// Takes the cores now, or leaves them.
static bool take(AsLeases *homes, const AsCore *cores, int count) {
  int *numbers = asAlloc((size_t)(count + 1) * sizeof *numbers);
  for (int c = 0; c < count; c++)
    numbers[c] = cores[c].number;
  bool isTaken = asLeasesTake(homes, numbers, count);
  if (!isTaken)
    asLeasesReturn(homes);
  free(numbers);
  return isTaken;
}

static void moveToEnd(AsCore *cores, int numCores, int from, int count) {
  AsCore *moved = asAlloc((size_t)(count + 1) * sizeof *moved);
  memcpy(moved, cores + from, (size_t)count * sizeof *moved);
  memmove(cores + from, cores + from + count,
          (size_t)(numCores - from - count) * sizeof *cores);
  memcpy(cores + numCores - count, moved, (size_t)count * sizeof *moved);
  free(moved);
}

/// Whether all are of one node: the list is in the order of the machine.
static bool shareNode(const AsCore *cores, int count) {
  return count < 1 || cores[0].node == cores[count - 1].node;
}

AsLeases *asHomeTake(AsCore *cores, int numCores, int count) {
  AsLeases *homes = NULL;
  AsError ignored = {0};
  if (asLeasesOpen("homes", &homes, &ignored))
    return NULL;
  // On several nodes only where none has as many that are free.
  for (int pass = 0; pass < 2; pass++)
    for (int from = numCores - count; from >= 0; from--)
      if (shareNode(cores + from, count) == (pass == 0) &&
          take(homes, cores + from, count)) {
        moveToEnd(cores, numCores, from, count);
        return homes;
      }
  asLeasesClose(homes);
  return NULL;
}
