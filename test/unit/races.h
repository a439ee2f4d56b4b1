//===- races.h - Threads that meet in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which accesses of a kernel nothing orders. Those of two threads of a block
// are ordered by a barrier between them, those of two blocks by nothing but the
// end of the kernel. Where neither orders two accesses of the same memory, and
// one of them writes, there is a race, whatever order the host happens to run
// them in. So it is where both write the same value: PTX promises nothing of
// such writes, and as-opt leaves what all threads would do alike to one of
// them.
//
// Beside each region of memory lies a shadow, which says for each granule of it
// who accessed it last. What a shuffle makes the lanes of a warp wait for is no
// barrier: it orders no memory. What is accessed beside all regions is counted
// as well.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_RACES_H
#define AS_TEST_RACES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h> // After what it leans on.

/// Blocks and intervals between barriers are numbered on over all kernels.
typedef struct Access {
  uint32_t block; ///< From 1 on; 0 is nobody.
  uint32_t interval;
  int thread;
} Access;

/// Who accessed a granule last. A write has to ask for reads of two threads, as
/// one of them may be its own, and of two blocks for the same reason.
typedef enum Last {
  WRITE,
  READ,
  READ_BESIDE,    ///< By another thread of the block, in the same interval.
  READ_ELSEWHERE, ///< By another block.
  NUM_LAST,
} Last;

typedef struct Region {
  const char *begin;
  size_t bytes;
  bool isShared; ///< Each block has its own.
  Access (*shadow)[NUM_LAST];
} Region;

/// Two accesses of the same place that nothing orders.
typedef struct Race {
  Access first, second;
  bool isFirstWrite, isSecondWrite;
  int region;
  size_t offset;
} Race;

enum { MOST_REGIONS = 64 };

static struct {
  Region region[MOST_REGIONS];
  int numRegions;
  int granuleBits; ///< Granules are powers of two; each write is of whole ones.
  int latest;      ///< The region that was accessed last.
  Access now;      ///< The thread that runs.
  uint32_t launch; ///< The first block of the kernel that runs.
  int numRaces;
  Race race; ///< The first one.
  int numStray;
  Access stray; ///< The first one of those to no region.
} races;

//===----------------------------------------------------------------------===//
// What is watched
//===----------------------------------------------------------------------===//

static inline void openRaces(int granule) {
  races.numRegions = races.numRaces = races.numStray = races.latest = 0;
  races.granuleBits = __builtin_ctz((unsigned)granule);
  races.now = (Access){0};
}

/// Regions are numbered in this order.
static inline void watch(const void *begin, size_t bytes, bool isShared) {
  size_t granules = (bytes >> races.granuleBits) + 1;
  assert_in_range(races.numRegions, 0, MOST_REGIONS - 1);
  races.region[races.numRegions++] = (Region){
      begin, bytes, isShared, calloc(granules, sizeof *races.region->shadow)};
}

static inline void closeRaces(void) {
  while (races.numRegions) {
    Region *region = &races.region[--races.numRegions];
    free(region->shadow);
    *region = (Region){NULL};
  }
}

static inline void raceLaunch(void) { races.launch = races.now.block + 1; }

/// All threads of a block have come to a barrier.
static inline void raceBarrier(void) { races.now.interval++; }

static inline void raceBlock(void) {
  races.now.block++;
  raceBarrier();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Whether nothing orders that access and one by the thread that runs.
static inline bool isUnordered(const Region *region, const Access *access) {
  if (access->block != races.now.block)
    return !region->isShared && access->block >= races.launch;
  return access->interval == races.now.interval &&
         access->thread != races.now.thread;
}

static inline void compareAccess(int region, size_t granule, Last last,
                                 bool isWrite) {
  const Access *access = &races.region[region].shadow[granule][last];
  if (!isUnordered(&races.region[region], access))
    return;
  if (!races.numRaces++)
    races.race = (Race){*access, races.now, last == WRITE,
                        isWrite, region,    granule << races.granuleBits};
}

static inline void noteRead(int region, size_t granule) {
  Access *last = races.region[region].shadow[granule];
  compareAccess(region, granule, WRITE, false);
  if (last[READ].block != races.now.block)
    last[READ_ELSEWHERE] = last[READ];
  else if (last[READ].interval == races.now.interval) {
    if (last[READ].thread != races.now.thread)
      last[READ_BESIDE] = races.now;
    return;
  }
  last[READ] = races.now;
}

static inline void noteWrite(int region, size_t granule) {
  for (Last last = WRITE; last < NUM_LAST; last++)
    compareAccess(region, granule, last, true);
  races.region[region].shadow[granule][WRITE] = races.now;
}

static inline bool isIn(int region, const char *address) {
  return address >= races.region[region].begin &&
         address < races.region[region].begin + races.region[region].bytes;
}

/// The region that an address is in, often the one before; -1 if there is none.
static inline int regionOf(const char *address) {
  if (isIn(races.latest, address))
    return races.latest;
  for (int r = 0; r < races.numRegions; r++)
    if (isIn(r, address))
      return races.latest = r;
  return -1;
}

/// Called before each access of the thread `races.now.thread`.
static inline void noteAccess(const void *address, int bytes, int isWrite) {
  int region = regionOf(address);
  if (region < 0) {
    if (!races.numStray++)
      races.stray = races.now;
    return;
  }
  size_t offset = (size_t)((const char *)address - races.region[region].begin);
  size_t last = (offset + (size_t)bytes - 1) >> races.granuleBits;
  for (size_t g = offset >> races.granuleBits; g <= last; g++)
    if (isWrite)
      noteWrite(region, g);
    else
      noteRead(region, g);
}

#endif // AS_TEST_RACES_H
