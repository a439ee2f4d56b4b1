//===- profile.c - Where the time of a run goes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/profile.h"
#include "measure/cpu-timing.h"
#include "support/clock.h"
#include "tools/as-run/isolate.h"
#include <stdlib.h>
#include <string.h>

/// One run: its time, and what the probes of each part have counted.
typedef struct Sample {
  double seconds;
  AsProbe *probes;
} Sample;

typedef struct Samples {
  Sample *list;
  int count, capacity;
} Samples;

static void takeSample(const AsRunnable *runnable, void **data,
                       const AsEviction *eviction, Samples *samples) {
  if (samples->count == samples->capacity) {
    samples->capacity = samples->capacity ? 2 * samples->capacity : 64;
    samples->list = asRealloc(samples->list, sizeof *samples->list *
                                                 (size_t)samples->capacity);
  }
  const AsParts *parts = &runnable->parts;
  size_t bytes = sizeof *parts->probes * (size_t)parts->count;
  memset(parts->probes, 0, bytes);
  asEvict(eviction);
  Sample *sample = &samples->list[samples->count++];
  double start = asClockNow();
  asKernelRun(&runnable->kernel, data);
  sample->seconds = asClockNow() - start;
  sample->probes = asAlloc(bytes);
  memcpy(sample->probes, parts->probes, bytes);
}

static int bySeconds(const void *left, const void *right) {
  double a = ((const Sample *)left)->seconds;
  double b = ((const Sample *)right)->seconds;
  return (a > b) - (a < b);
}

static int longestFirst(const void *left, const void *right) {
  double a = ((const AsShare *)left)->seconds;
  double b = ((const AsShare *)right)->seconds;
  return (a < b) - (a > b);
}

/// The means over the faster half: what disturbs a run makes it slower.
static void summarise(Samples *samples, const AsParts *parts, AsArena *arena,
                      AsProfile *profile) {
  qsort(samples->list, (size_t)samples->count, sizeof(Sample), bySeconds);
  int half = (samples->count + 1) / 2;
  profile->tasks = asArenaArray(arena, AsShare, parts->count);
  for (int s = 0; s < half; s++)
    profile->seconds += samples->list[s].seconds / half;
  for (int p = 0; p < parts->count; p++) {
    AsShare task = {.part = &parts->list[p]};
    for (int s = 0; s < half; s++) {
      const AsProbe *probe = &samples->list[s].probes[p];
      task.seconds += 1e-9 * (double)probe->nanoseconds / half;
      task.calls += (double)probe->calls / half;
    }
    profile->secondsInTasks += task.seconds;
    profile->calls += task.calls;
    if (task.calls > 0)
      profile->tasks[profile->numTasks++] = task;
  }
  qsort(profile->tasks, (size_t)profile->numTasks, sizeof(AsShare),
        longestFirst);
}

void asProfileMeasure(const AsRunnable *runnable, void **data,
                      const AsRoundsGoal *goal, AsCoreTurn *turn,
                      AsArena *arena, AsProfile *profile) {
  asCoreTurnBegin(turn);
  *profile = (AsProfile){.probeSeconds = asProbeCost()};
  AsEviction eviction = {0};
  if (goal->isCold)
    eviction = asEvictionCreate();
  asIsolatedStage("profiling '%s'", runnable->file);
  for (int i = 0; i < goal->warmUp; i++)
    asKernelRun(&runnable->kernel, data);
  Samples samples = {0};
  double start = asClockNow() - turn->waited;
  while (samples.count == 0 || samples.count < goal->minRounds ||
         asClockNow() - turn->waited - start < goal->minSeconds) {
    asCoreTurnPass(turn);
    takeSample(runnable, data, &eviction, &samples);
  }
  asCoreTurnEnd(turn);
  profile->runs = samples.count;
  summarise(&samples, &runnable->parts, arena, profile);
  for (int s = 0; s < samples.count; s++)
    free(samples.list[s].probes);
  free(samples.list);
}

AsStatus asProfileRoofline(const AsTarget *target, AsCoreTurn *turn,
                           AsProfile *profile, AsError *error) {
  asCoreTurnBegin(turn);
  asIsolatedStage("measuring the machine");
  AsStatus status =
      asRooflineMeasure(asCoreSetSlice(turn->cores, 0, target->threads),
                        &profile->roofline, error);
  asCoreTurnEnd(turn);
  return status;
}

double asShareOfRoof(const AsShare *task, const AsRoofline *roofline) {
  const AsTaskDescription *about = &task->part->description;
  return task->calls * asRooflineBound(roofline, about->flops, about->bytes) /
         task->seconds;
}
