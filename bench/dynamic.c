//===- dynamic.c - Operators whose sizes are known at run time only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-opt is told the range of a row and none of the sizes. For all of the range
// it gets the trials that one static size gets: its kernels are several tasks,
// and the goal is a fifth of the time that eight sizes take.
//
//===----------------------------------------------------------------------===//

#include "bench/dynamic.h"
#include "bench/families.h"
#include "support/random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 20, PRIMES = 10 };

static const AsDynamic rows[] = {
    // m, n, k
    {{"dyn-matmul-768x768", &asFamilyMatmul, {0, 768, 768}}, "m", 1, 512},
    {{"dyn-matmul-bias-relu-768x768", &asFamilyMatmulBiasRelu, {0, 768, 768}},
     "m",
     1,
     512},
    {{"dyn-matmul-3072x768", &asFamilyMatmul, {0, 3072, 768}}, "m", 1, 512},
    // b, m, n, k
    {{"dyn-batch-matmul-64", &asFamilyBatchMatmul, {0, 64, 64, 64}},
     "b",
     1,
     128},
    {{"dyn-attention-scores", &asFamilyBatchMatmulBt, {12, 0, 0, 64}},
     "mn",
     1,
     512},
    {{"dyn-attention-values", &asFamilyBatchMatmul, {12, 0, 64, 0}},
     "mk",
     1,
     512},
    // m, n
    {{"dyn-softmax-512", &asFamilySoftmax, {0, 512}}, "m", 1, 2048},
    {{"dyn-layernorm-768", &asFamilyLayernorm, {0, 768}}, "m", 1, 2048},
    {{"dyn-gelu-768", &asFamilyGelu, {0, 768}}, "m", 1, 2048},
    {{"dyn-chain-768", &asFamilyElementwiseChain, {0, 768}}, "m", 1, 2048},
};
enum { numRows = sizeof rows / sizeof *rows };

const AsDynamic *asDynamicNext(const AsDynamic *previous) {
  const AsDynamic *next = previous ? previous + 1 : rows;
  return next < rows + numRows ? next : NULL;
}

static bool isAsked(const AsSession *session, const AsDynamic *row) {
  return asSessionAsksApart(session, row->workload.name);
}

bool asDynamicIsAsked(const AsSession *session) {
  bool is = false;
  for (int r = 0; r < numRows; r++)
    is |= isAsked(session, &rows[r]);
  return is;
}

void asDynamicList(const AsSession *session, FILE *out) {
  for (int r = 0; r < numRows; r++)
    if (isAsked(session, &rows[r]))
      fprintf(out, "%-28s sizes from %d to %d\n", rows[r].workload.name,
              rows[r].least, rows[r].most);
}

void asDynamicPrograms(const AsSession *session, AsText *mlir) {
  for (int r = 0; r < numRows; r++) {
    if (!isAsked(session, &rows[r]))
      continue;
    asTextFormat(mlir, "%s// %s\n", mlir->length ? "// -----\n" : "",
                 rows[r].workload.name);
    asWorkloadDynamicProgram(&rows[r].workload, rows[r].dynamic, mlir);
  }
}

//===----------------------------------------------------------------------===//
// Sizes by chance
//===----------------------------------------------------------------------===//

static int ascending(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}

/// Distinct ones, evenly by their logarithms.
static void drawSizes(const AsDynamic *row, AsRandom *random,
                      int sizes[SIZES]) {
  int count[2] = {SIZES - PRIMES, PRIMES}, drawn = 0;
  double range = log((row->most + 1.0) / row->least);
  while (drawn < SIZES) {
    int size = (int)(row->least * exp(range * asRandomUnit(random)));
    bool isNew = count[asIsPrime(size)] > 0;
    for (int i = 0; i < drawn; i++)
      isNew &= sizes[i] != size;
    if (isNew) {
      count[asIsPrime(size)]--;
      sizes[drawn++] = size;
    }
  }
  qsort(sizes, SIZES, sizeof *sizes, ascending);
}

//===----------------------------------------------------------------------===//
// One size
//===----------------------------------------------------------------------===//

AsWorkload asDynamicAt(const AsDynamic *row, int size, AsArena *arena) {
  AsWorkload workload = row->workload;
  workload.name = asArenaFormat(arena, "%s-%d", row->workload.name, size);
  for (int i = 0; workload.family->sizes[i]; i++)
    if (strchr(row->dynamic, workload.family->sizes[i]))
      workload.sizes[i] = size;
  return workload;
}

/// Enters the dynamic program, the one for the size alone, and the libraries.
static AsStatus enterAll(const AsDynamicBench *bench, const AsTuned *dynamic,
                         const AsWorkload *workload, const AsOperands *operands,
                         AsLineup *lineup, double *tuneSeconds,
                         AsError *error) {
  AsTuner alone = bench->session->tuner;
  alone.name = "alone";
  AsInput input = asInputOfWorkload(workload, false);
  asTunedAdd(dynamic, "as-opt", operands, lineup);
  AsStatus status =
      asTunedEnter(&alone, &input, operands, lineup, tuneSeconds, error);
  for (int y = 0; y < bench->numYardsticks && !status; y++)
    status = bench->yardsticks[y].enter(bench->yardsticks[y].state, workload,
                                        operands, lineup, error);
  asInputFree(&input);
  return status;
}

static AsStatus runPoint(const AsDynamicBench *bench, const AsDynamic *row,
                         const AsTuned *dynamic, AsSizePoint *point,
                         AsError *error) {
  AsSession *session = bench->session;
  AsArena arena = {0};
  AsWorkload workload = asDynamicAt(row, point->size, &arena);
  AsOperands operands;
  AsLineup lineup = {0};
  double errors[AS_MAX_CONTENDERS];
  asOperandsCreate(&workload, &operands);
  asCoresRelease(&session->cores);
  AsStatus status = enterAll(bench, dynamic, &workload, &operands, &lineup,
                             &point->tuneSeconds, error);
  if (!status) {
    asMeasureFirst(&lineup);
    status = asLineupCompare(&lineup, &operands, 1, errors, error);
  }
  if (!status)
    status = asCoresPin(&session->cores, error);
  if (!status) {
    asMeasure(&lineup, &session->rounds);
    status = asLineupCompare(&lineup, &operands, 1, errors, error);
  }
  if (!status)
    asSizePointFill(&bench->report, &session->rounds, &lineup, point);
  asLineupDestroy(&lineup);
  asOperandsDestroy(&operands);
  asArenaDestroy(&arena);
  return status;
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

static void reportEnd(const AsDynamicBench *bench, const AsDynamic *row,
                      double tuneSeconds, const AsSizePoint points[SIZES]) {
  AsArena arena = {0};
  AsTuner tuner = bench->session->tuner, alone = tuner;
  AsWorkload last = asDynamicAt(row, points[SIZES - 1].size, &arena);
  alone.name = "alone";
  asSizeReportEnd(&bench->report,
                  &(AsSizeRow){.name = row->workload.name,
                               .points = points,
                               .numPoints = SIZES,
                               .tuneSeconds = tuneSeconds,
                               .bytes = asCodeBytes(&tuner, row->workload.name),
                               .ownBytes = asCodeBytes(&alone, last.name)});
  asArenaDestroy(&arena);
}

AsStatus asDynamicTune(const AsDynamicBench *bench, const AsDynamic *row,
                       AsTuner tuner, AsTuned *tuned, double *seconds,
                       AsError *error) {
  AsText sizes = {0};
  for (size_t d = 0; row->dynamic[d]; d++)
    asTextFormat(&sizes, "%sd%zu=%d..%d", d ? "," : "", d, row->least,
                 row->most);
  tuner.sizes = sizes.data;
  AsInput input = asInputOfDynamic(&row->workload, row->dynamic);
  fprintf(stderr, "%s: tuning\n", row->workload.name);
  asCoresRelease(&bench->session->cores);
  AsStatus status = asTunedBuild(&tuner, &input, tuned, seconds, error);
  asInputFree(&input);
  asTextFree(&sizes);
  return status;
}

static AsStatus runRow(const AsDynamicBench *bench, const AsDynamic *row,
                       AsRandom *random, AsError *error) {
  AsTuned tuned;
  double tuneSeconds;
  int sizes[SIZES];
  AsSizePoint points[SIZES] = {0};
  drawSizes(row, random, sizes);
  AsStatus status = asDynamicTune(bench, row, bench->session->tuner, &tuned,
                                  &tuneSeconds, error);
  for (int i = 0; i < SIZES && !status; i++) {
    int64_t passed[AS_MAX_SIZES];
    for (size_t d = 0; row->dynamic[d]; d++)
      passed[d] = sizes[i];
    tuned.sizes = passed;
    points[i].size = sizes[i];
    status = runPoint(bench, row, &tuned, &points[i], error);
    if (status)
      asFailContext(error, "at %d", sizes[i]);
    else
      asSizeReportPoint(&bench->report, row->workload.name, &points[i]);
  }
  if (!status)
    reportEnd(bench, row, tuneSeconds, points);
  return status;
}

int asDynamicRun(const AsDynamicBench *bench) {
  int failed = 0;
  if (!asDynamicIsAsked(bench->session))
    return 0;
  AsRandom random = {asSessionSeed(bench->session)};
  printf("seed: %llu\n", (unsigned long long)random.state);
  asSizeReportBegin(&bench->report);
  for (int r = 0; r < numRows; r++) {
    AsError error = {0};
    if (!isAsked(bench->session, &rows[r]))
      continue;
    if (runRow(bench, &rows[r], &random, &error)) {
      asSizeReportFailure(&bench->report, rows[r].workload.name, &error);
      failed++;
    }
  }
  return failed;
}
