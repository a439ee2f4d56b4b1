//===- measure/timing.c - How long a kernel takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/timing.h"
#include "support/arena.h"
#include "support/clock.h"
#include <unistd.h>

/// The shortest batch there may be, and the longest that is made on purpose.
static const double shortestBatch = 50e-6, longestBatch = 10e-3;

AsEviction asEvictionCreate(void) {
  long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  if (cache <= 0)
    cache = 64l << 20; // Unknown, as in some virtual machines.
  size_t size = 2 * (size_t)cache;
  return (AsEviction){asAlloc(size), size};
}

/// Line by line: memset may go around the caches when there is much to write.
static void evict(const AsEviction *eviction) {
  for (size_t i = 0; i < eviction->size; i += 64)
    eviction->memory[i]++;
}

static double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static double timeBatch(AsKernelEntry entry, void **data, long runs) {
  double start = asClockNow();
  for (long i = 0; i < runs; i++)
    entry(data);
  return asClockNow() - start;
}

/// Enough for what the search wants to know of a kernel.
static bool enough(const AsRunnerJob *job, const AsRunnerResult *result,
                   double total) {
  double limit = job->giveUpFactor * job->bestSeconds;
  if (result->numTimes == 1 && limit > 0 && result->times[0] > limit)
    return true;
  return total >= job->minSeconds && result->numTimes >= job->minRuns;
}

void asTimeKernel(AsKernelEntry entry, void **data, const AsRunnerJob *job,
                  const AsEviction *eviction, double firstSeconds,
                  double deadline, AsRunnerResult *result) {
  int maxTimes = (int)clamp(job->maxRuns, 1, AS_MAX_TIMES);
  // Long enough that maxTimes batches make up minSeconds.
  double goal = clamp(job->minSeconds / maxTimes, shortestBatch, longestBatch);
  double total = 0, last = firstSeconds;
  long runs = 1;
  result->numTimes = 0;
  while (result->numTimes < maxTimes && asClockNow() + 1.5 * last < deadline) {
    if (job->flush)
      evict(eviction);
    last = timeBatch(entry, data, runs);
    double wanted = result->numTimes ? shortestBatch : goal;
    if (!job->flush && last < wanted) {
      // Still finding out how many runs make a batch; not a measurement.
      runs = (long)((double)runs * clamp(1.2 * goal / last, 2, 100));
      continue;
    }
    total += last;
    result->times[result->numTimes++] = last / (double)runs;
    if (enough(job, result, total))
      return;
  }
  if (result->numTimes == 0)
    result->times[result->numTimes++] = firstSeconds;
}
