//===- cpu-timing.c - Timing on the CPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/cpu-timing.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/last-cache.h"
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/// Batches of this many seconds are always interrupted by something, which
/// hardly matters.
static const double longRepeats = 0.025;
enum { maxRepeats = 8 };

AsEviction asEvictionCreate(void) {
  int64_t cache = asLastCacheBytes(sysconf(_SC_LEVEL3_CACHE_SIZE),
                                   sysconf(_SC_LEVEL3_CACHE_ASSOC),
                                   AS_LARGEST_COMPLEX_BYTES);
  if (cache <= 0)
    cache = (int64_t)64 << 20; // Unknown, as in some virtual machines.
  size_t size = 2 * (size_t)cache;
  return (AsEviction){asAlloc(size), size};
}

/// Writes line by line, since memset may bypass the caches for large sizes.
void asEvict(const AsEviction *eviction) {
  for (size_t i = 0; eviction->memory && i < eviction->size; i += 64)
    eviction->memory[i]++;
}

/// How often the operating system took a core away from this process.
static long numPreemptions(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nivcsw;
}

/// The file has the nanoseconds on a core, those of waiting for one, and the
/// number of times that it got one.
double asWaitedForCore(void) {
  FILE *file = fopen("/proc/self/schedstat", "r");
  double waited = 0;
  if (!file || fscanf(file, "%*f %lf", &waited) != 1)
    waited = 0;
  if (file)
    fclose(file);
  return 1e-9 * waited;
}

static double timeOnce(const AsHostCourse *course, long runs) {
  asEvict(&course->eviction);
  asColdWeightsFlush(&course->cold);
  double start = asClockNow();
  for (long i = 0; i < runs; i++)
    asKernelRun(course->kernel, course->data);
  return asClockNow() - start;
}

/// Repeats a batch that was interrupted. If all of them were, the shortest
/// counts, since interruptions only add time.
double asHostRun(void *context, long runs) {
  const AsHostCourse *course = context;
  long before = numPreemptions();
  double last = timeOnce(course, runs), least = last, total = last;
  for (int i = 0; i < maxRepeats && total < longRepeats; i++) {
    long after = numPreemptions();
    if (after == before)
      return last;
    before = after;
    last = timeOnce(course, runs);
    least = fmin(least, last);
    total += last;
  }
  return least;
}
