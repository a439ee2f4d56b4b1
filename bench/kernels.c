//===- kernels.c - Kernels built for a chip
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernels.h. The names of bench/session.h are those of the search, too, so
// that this file includes only the latter.
//
//===----------------------------------------------------------------------===//

#include "bench/kernels.h"
#include "lowering/gpu/ptxas.h"
#include "pool/builder.h"
#include "search/task-history.h"
#include "search/tuner-state.h"
#include "sketch/rules.h"
#include "support/arena.h"
#include "support/clock.h"
#include "task/task.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 64 };
/// A machine that is busy is no reason to count a kernel as none.
static const double buildLimit = 60;

/// A point to build.
typedef struct Point {
  int kind;
  AsTuneTask *task;
  AsCandidate candidate;
} Point;

struct AsKernelBench {
  AsTarget target;
  AsArena arena;
  MlirContext context;
  AsTaskSet *sets; ///< Of each program.
  int numSets;
  AsKernelKind kinds[MOST_KINDS];
  int numKinds;
  Point *points;
  double *seconds; ///< That each of them took.
  int numPoints, mostPoints, numWorkers;
  AsBuilder *builder;
};

AsStatus asKernelBenchCreate(const char *worker, const char *chip,
                             int numWorkers, int mostPoints,
                             AsKernelBench **result, AsError *error) {
  AsKernelBench *bench = asAlloc(sizeof *bench);
  bench->mostPoints = mostPoints;
  bench->numWorkers = numWorkers;
  bench->context = asIrContextCreate();
  AsStatus status =
      asTargetCreate(asArenaFormat(&bench->arena, "cuda:%s", chip), 1,
                     &bench->arena, &bench->target, error);
  AsBuilderOptions builder = {.worker = worker,
                              .numWorkers = numWorkers,
                              .target = &bench->target,
                              .fp = AS_FP_FAST, // As some sketches round.
                              .timeLimit = buildLimit,
                              .memoryLimit = (size_t)4 << 30};
  if (!status)
    status = asBuilderCreate(&builder, &bench->builder, error);
  if (status)
    asKernelBenchDestroy(bench);
  else
    *result = bench;
  return status;
}

void asKernelBenchDestroy(AsKernelBench *bench) {
  asBuilderDestroy(bench->builder);
  for (int s = 0; s < bench->numSets; s++)
    asTaskSetDestroy(&bench->sets[s]);
  free(bench->sets);
  free(bench->points);
  free(bench->seconds);
  asArenaDestroy(&bench->arena);
  mlirContextDestroy(bench->context);
  free(bench);
}

const AsKernelKind *asKernelBenchKinds(const AsKernelBench *bench, int *count) {
  *count = bench->numKinds;
  return bench->kinds;
}

bool asKernelBenchAssembles(const char *chip) {
  AsText empty = {0};
  AsPtxasFigures figures;
  asTextFormat(&empty, ".version 7.8\n.target %s\n.address_size 64\n", chip);
  AsStatus status = asPtxasAssemble(&empty, chip, &figures, NULL);
  asTextFree(&empty);
  return !status && figures.isKnown;
}

int asKernelBenchCores(void) {
  AsArena arena = {0};
  AsTarget target;
  int count = asTargetCreate("host", 1, &arena, &target, NULL) == AS_OK
                  ? target.cores.count
                  : 1;
  asArenaDestroy(&arena);
  return count;
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// What rounds its operands is another kind than what does not.
static const char *nameOf(AsKernelBench *bench, const AsSketch *sketch) {
  return asArenaFormat(&bench->arena, "%s%s", sketch->name,
                       asSketchOperandRoundoff(sketch) > 0 ? " (tf32)" : "");
}

static bool isKnown(const AsKernelBench *bench, const char *kind) {
  for (int k = 0; k < bench->numKinds; k++)
    if (strcmp(bench->kinds[k].name, kind) == 0)
      return true;
  return false;
}

static bool isDrawn(const AsKernelBench *bench, const Point *point) {
  for (int p = 0; p < bench->numPoints; p++)
    if (bench->points[p].kind == point->kind &&
        memcmp(&bench->points[p].candidate, &point->candidate,
               sizeof point->candidate) == 0)
      return true;
  return false;
}

/// Draws different points; some sketches have not as many.
static void draw(AsKernelBench *bench, AsTuneTask *task, int sketch,
                 const char *program) {
  AsKernelKind *kind = &bench->kinds[bench->numKinds];
  *kind = (AsKernelKind){
      .name = nameOf(bench, &task->sketches[sketch]),
      .program = asArenaCopy(&bench->arena, program, strlen(program))};
  AsRandom random = {0};
  for (int i = 0; i < 4 * bench->mostPoints; i++) {
    Point point = {.kind = bench->numKinds, .task = task};
    memset(&point.candidate, 0, sizeof point.candidate);
    point.candidate.sketch = sketch;
    if (kind->numPoints == bench->mostPoints ||
        !asPointSample(&task->sketches[sketch], &random,
                       &point.candidate.point))
      break;
    if (isDrawn(bench, &point))
      continue;
    bench->points = asRealloc(bench->points, (size_t)(bench->numPoints + 1) *
                                                 sizeof *bench->points);
    bench->points[bench->numPoints++] = point;
    kind->numPoints++;
  }
  bench->numKinds += kind->numPoints > 0;
}

AsStatus asKernelBenchAdd(AsKernelBench *bench, const char *program,
                          const char *mlir, AsError *error) {
  MlirModule module;
  AsStatus status =
      asIrParse(bench->context, mlir, strlen(mlir), program, &module, error);
  if (status)
    return status;
  bench->sets = asRealloc(bench->sets,
                          (size_t)(bench->numSets + 1) * sizeof *bench->sets);
  AsTaskSet *set = &bench->sets[bench->numSets++];
  asTaskExtract(module, !bench->target.gpu, set);
  for (int t = 0; t < set->numTasks; t++) {
    AsTuneTask *task = asArenaArray(&bench->arena, AsTuneTask, 1);
    task->text = set->tasks[t].text;
    task->sketches = asSketchDerive(&set->tasks[t].program, &bench->target,
                                    &bench->arena, &task->numSketches, NULL);
    for (int s = 0; s < task->numSketches; s++)
      if (bench->numKinds < MOST_KINDS &&
          !isKnown(bench, nameOf(bench, &task->sketches[s])))
        draw(bench, task, s, program);
  }
  mlirModuleDestroy(module);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

static AsStatus start(AsKernelBench *bench, int p, AsError *error) {
  const Point *point = &bench->points[p];
  AsKnobChoice choices[AS_MAX_KNOBS];
  AsBuildJob job = asPipelineJob(point->task, &point->candidate, choices);
  job.tag = (uint64_t)p;
  return asBuilderStart(bench->builder, &job, error);
}

static void note(AsKernelBench *bench, const AsBuildResult *result) {
  int p = (int)result->tag;
  AsKernelKind *kind = &bench->kinds[bench->points[p].kind];
  kind->outcomes[result->outcome]++;
  if (result->outcome != AS_OUTCOME_BUILT && !kind->problem)
    kind->problem = asArenaCopy(&bench->arena, result->message,
                                strcspn(result->message, "\r\n"));
  bench->seconds[p] = result->seconds;
}

/// Builds the first `count` points, with all workers at once.
static AsStatus buildFirst(AsKernelBench *bench, int count, bool counts,
                           AsError *error) {
  AsStatus status = AS_OK;
  for (int started = 0, done = 0; done < count && !status;) {
    while (!status && started < count && asBuilderIdle(bench->builder) > 0)
      status = start(bench, started++, error);
    if (!status)
      status = asBuilderWait(bench->builder, -1, 50, error);
    bool finished = true;
    while (finished && !status) {
      AsBuildResult result;
      status = asBuilderPoll(bench->builder, &result, &finished, error);
      if (status || !finished)
        continue;
      if (counts)
        note(bench, &result);
      asTextFree(&result.object);
      done++;
    }
  }
  return status;
}

/// The middle one of the kind's builds.
static double medianOf(const AsKernelBench *bench, int kind) {
  AsArena arena = {0};
  double *times = asArenaArray(&arena, double, bench->numPoints);
  int count = 0;
  for (int p = 0; p < bench->numPoints; p++)
    if (bench->points[p].kind == kind) {
      int place = count++;
      for (; place > 0 && times[place - 1] > bench->seconds[p]; place--)
        times[place] = times[place - 1];
      times[place] = bench->seconds[p];
    }
  double median = times[count / 2];
  asArenaDestroy(&arena);
  return median;
}

AsStatus asKernelBenchBuild(AsKernelBench *bench, double *seconds,
                            AsError *error) {
  *seconds = 0;
  bench->seconds = asAlloc((size_t)(bench->numPoints + 1) * sizeof(double));
  // A search starts its workers once, too.
  int warm = bench->numPoints < bench->numWorkers ? bench->numPoints
                                                  : bench->numWorkers;
  AsStatus status = buildFirst(bench, warm, false, error);
  double began = asClockNow();
  if (!status)
    status = buildFirst(bench, bench->numPoints, true, error);
  *seconds = asClockNow() - began;
  for (int k = 0; k < bench->numKinds && !status; k++)
    bench->kinds[k].medianSeconds = medianOf(bench, k);
  return status;
}
