//===- core-set.c - Sets of cores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cpu_set_t has room for 1024 CPUs, and the system refuses to fill one that is
// too small for the machine. So masks are made as large as it takes.
//
//===----------------------------------------------------------------------===//

#include "support/core-set.h"
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

AsCoreSet asCoreSetSlice(AsCoreSet set, int from, int count) {
  if (from > set.count)
    from = set.count;
  if (count > set.count - from)
    count = set.count - from;
  return (AsCoreSet){set.list + from, count};
}

AsCoreSet asCoreSetCopy(AsCoreSet set, AsArena *arena) {
  AsCore *list = asArenaArray(arena, AsCore, set.count);
  if (set.count)
    memcpy(list, set.list, (size_t)set.count * sizeof *list);
  return (AsCoreSet){list, set.count};
}

/// The affinity of the calling thread; no bits where the system does not tell.
static AsCoreMask readMask(void) {
  AsCoreMask mask = {NULL, 0};
  for (int cpus = CPU_SETSIZE; cpus <= 1 << 24; cpus *= 2) {
    mask.bytes = CPU_ALLOC_SIZE(cpus);
    mask.bits = asRealloc(mask.bits, mask.bytes);
    memset(mask.bits, 0, mask.bytes);
    if (sched_getaffinity(0, mask.bytes, mask.bits) == 0)
      return mask;
    if (errno != EINVAL)
      break;
  }
  asCoreMaskFree(&mask);
  return mask;
}

AsCoreSet asCoreSetAllowed(AsArena *arena) {
  AsCoreMask mask = readMask();
  int count = mask.bits ? CPU_COUNT_S(mask.bytes, (cpu_set_t *)mask.bits) : 0;
  AsCore *list = asArenaArray(arena, AsCore, count);
  for (int cpu = 0, found = 0; found < count; cpu++)
    if (CPU_ISSET_S(cpu, mask.bytes, (cpu_set_t *)mask.bits))
      list[found++] = (AsCore){.cpu = cpu, .number = cpu};
  asCoreMaskFree(&mask);
  return (AsCoreSet){list, count};
}

void asCoreSetFormat(AsCoreSet set, AsText *text) {
  for (int first = 0, last; first < set.count; first = last + 1) {
    const AsCore *core = &set.list[first];
    for (last = first; last + 1 < set.count &&
                       set.list[last + 1].cpu == set.list[last].cpu + 1;)
      last++;
    asTextFormat(text, "%s%d", first ? "," : "", core->cpu);
    if (last > first)
      asTextFormat(text, "-%d", set.list[last].cpu);
  }
}

//===----------------------------------------------------------------------===//
// Running there
//===----------------------------------------------------------------------===//

AsCoreMask asCoreMaskCreate(AsCoreSet set) {
  int highest = -1;
  for (int c = 0; c < set.count; c++)
    if (set.list[c].cpu > highest)
      highest = set.list[c].cpu;
  if (highest < 0)
    return (AsCoreMask){NULL, 0};
  size_t bytes = CPU_ALLOC_SIZE(highest + 1);
  AsCoreMask mask = {asAlloc(bytes), bytes};
  for (int c = 0; c < set.count; c++)
    CPU_SET_S(set.list[c].cpu, bytes, (cpu_set_t *)mask.bits);
  return mask;
}

void asCoreMaskFree(AsCoreMask *mask) {
  free(mask->bits);
  *mask = (AsCoreMask){NULL, 0};
}

bool asCoreMaskPin(const AsCoreMask *mask, int thread) {
  return !mask->bits || sched_setaffinity(thread, mask->bytes, mask->bits) == 0;
}

bool asCoreSetPin(AsCoreSet set, int thread) {
  AsCoreMask mask = asCoreMaskCreate(set);
  bool isPinned = asCoreMaskPin(&mask, thread);
  int problem = errno;
  asCoreMaskFree(&mask);
  errno = problem;
  return isPinned;
}
