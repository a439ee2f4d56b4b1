//===- kernel-times.c - What a tile of a dynamic size takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel goes the way of every task, up to the search: it is rewritten,
// extracted and given sketches, and of their points the best by the estimate is
// what it takes. Where the run has tuned such a task, it is what that took.
// An eighth of what a search looks at is enough to tell tiles apart, as each
// has many points, and a part of that where it begins with the best point of a
// tile of the same program that was estimated before (similar-points.h).
//
//===----------------------------------------------------------------------===//

#include "driver/kernel-times.h"
#include "search/scorer.h"
#include "search/similar-points.h"
#include "sketch/rules.h"
#include <stdlib.h>
#include <string.h>

static const int population = 256, generations = 2;

/// What a call of a task takes beside the kernel: the loop, slices, a jump. A
/// tile may be several tasks, as a layer norm of one row is.
static const double callSeconds = 2e-8;

typedef struct Known {
  AsHash hash; ///< Of the kernel as it was given.
  double seconds;
} Known;

/// The task of a signature that was estimated last.
typedef struct Last {
  AsHash signature;
  AsArena arena; ///< Of the sketches, whose program is gone.
  const AsSketch *sketches;
  AsCandidate best;
} Last;

struct AsKernelClock {
  const AsRun *run;
  AsCostScorer *scorer; ///< NULL as long as nothing was estimated.
  Last *last;           ///< Of each signature.
  int numLast;
  Known *known;
  int count, capacity;
};

AsKernelClock *asKernelClockCreate(const AsRun *run) {
  AsKernelClock *clock = asAlloc(sizeof *clock);
  *clock = (AsKernelClock){.run = run};
  return clock;
}

void asKernelClockDestroy(AsKernelClock *clock) {
  for (int l = 0; l < clock->numLast; l++)
    asArenaDestroy(&clock->last[l].arena);
  free(clock->last);
  asCostScorerDestroy(clock->scorer);
  free(clock->known);
  free(clock);
}

static Last *lastOf(AsKernelClock *clock, AsHash signature) {
  for (int l = 0; l < clock->numLast; l++)
    if (clock->last[l].signature.high == signature.high &&
        clock->last[l].signature.low == signature.low)
      return &clock->last[l];
  return NULL;
}

/// Keeps what was estimated; takes the arena.
static void keepLast(AsKernelClock *clock, const Last *own) {
  Last *last = lastOf(clock, own->signature);
  if (last) {
    asArenaDestroy(&last->arena);
  } else {
    clock->last = asRealloc(clock->last,
                            sizeof *clock->last * (size_t)(clock->numLast + 1));
    last = &clock->last[clock->numLast++];
  }
  *last = *own;
}

/// The least estimate of a point of the task; 0 if there is none.
static double estimateTask(AsKernelClock *clock, const AsTask *task) {
  Last own = {.signature = asProgramSignature(&task->program)};
  AsText dropped = {0};
  AsCandidate seed;
  AsRandom random = {.state = (uint64_t)clock->run->options->seed};
  AsTaskHistory history = {0};
  AsSearchSpace space = {.history = &history,
                         .scorer = asCostScore,
                         .context = clock->scorer,
                         .population = population,
                         .generations = generations};
  AsSketch *sketches = asSketchDerive(&task->program, &clock->run->target,
                                      &own.arena, &space.numSketches, &dropped);
  space.numSketches =
      asRunKeepAllowed(sketches, space.numSketches, clock->run->options->fp);
  space.sketches = own.sketches = sketches;
  asCostScorerSelect(clock->scorer, sketches);
  const Last *last = lastOf(clock, own.signature);
  if (last &&
      asSimilarPoint(&last->sketches[last->best.sketch], &last->best.point,
                     sketches, space.numSketches, &seed))
    asSearchNearSeeds(&space, &seed, 1);
  bool isFound =
      space.numSketches > 0 && asEvolve(&space, &random, 1, &own.best);
  double seconds =
      isFound ? asCostEstimate(clock->scorer, &sketches[own.best.sketch],
                               &own.best.point)
              : 0;
  asTextFree(&dropped);
  if (isFound)
    keepLast(clock, &own);
  else
    asArenaDestroy(&own.arena);
  return seconds;
}

/// What the task took; 0 if that is not known.
static double measuredTask(AsKernelClock *clock, const AsTask *task) {
  const AsMeasuredKernels *measured = clock->run->measured;
  for (int t = 0; t < measured->numTuned; t++)
    if (strcmp(measured->tuned[t].hash, task->hash) == 0)
      return measured->tuned[t].bestSeconds;
  return 0;
}

/// What is computed once, from weights alone, is no task.
static double timeModule(AsKernelClock *clock, MlirModule kernel,
                         double (*timeTask)(AsKernelClock *clock,
                                            const AsTask *task)) {
  AsEmission silent = {0};
  AsRun run = {.options = clock->run->options,
               .target = clock->run->target,
               .emission = &silent};
  AsError error = {0};
  AsTaskSet tasks = {0};
  double seconds = 0;
  bool isRight = !asRunRewrite(&run, kernel, &error);
  if (isRight) {
    asRunPrepareAttention(&run, kernel);
    asTaskExtract(kernel, asRunTakesAttention(&run), &tasks);
  }
  for (int t = 0; t < tasks.numTasks && isRight; t++) {
    double own = timeTask(clock, &tasks.tasks[t]);
    isRight = own > 0;
    seconds += own;
  }
  int numTasks = tasks.numTasks;
  asTaskSetDestroy(&tasks);
  asEmissionDestroy(&silent);
  return isRight ? seconds + callSeconds * numTasks : 0;
}

double asKernelClockMeasured(MlirModule kernel, void *clock) {
  return timeModule(clock, kernel, measuredTask);
}

double asKernelClockEstimate(MlirModule kernel, void *context) {
  AsKernelClock *clock = context;
  MlirOperation function =
      mlirBlockGetFirstOperation(mlirModuleGetBody(kernel));
  AsHash hash = asTaskHashFunction(function);
  for (int k = 0; k < clock->count; k++)
    if (clock->known[k].hash.high == hash.high &&
        clock->known[k].hash.low == hash.low)
      return clock->known[k].seconds;
  if (!clock->scorer && asCostScorerCreate(&clock->run->target,
                                           (uint64_t)clock->run->options->seed,
                                           &clock->scorer, NULL))
    return 0;
  if (clock->count == clock->capacity) {
    clock->capacity = clock->capacity ? 2 * clock->capacity : 64;
    clock->known =
        asRealloc(clock->known, sizeof *clock->known * (size_t)clock->capacity);
  }
  double seconds = timeModule(clock, kernel, estimateTask);
  clock->known[clock->count++] = (Known){hash, seconds};
  return seconds;
}
