//===- dynamic.c - Operators whose sizes are known at run time only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-opt is told the range of a row and none of the sizes. It gets the trials
// of 1.6 tunings of a static size, a fifth of what eight sizes would take.
//
//===----------------------------------------------------------------------===//

#include "bench/dynamic.h"
#include "bench/families.h"
#include "support/random.h"
#include <elf.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 20, PRIMES = 10, EIGHT = 8, FIFTH = 5 };

typedef struct Dynamic {
  AsWorkload workload; ///< Dynamic sizes are 0.
  const char *dynamic; ///< Their letters.
  int least, most;     ///< Of the size, which all dynamic letters have.
} Dynamic;

static const Dynamic rows[] = {
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

static bool isAsked(const AsSession *session, const Dynamic *row) {
  const char *glob = session->options.rows;
  return fnmatch(glob, "", FNM_EXTMATCH) &&
         asSessionAsks(session, row->workload.name);
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

static bool isPrime(int number) {
  for (int d = 2; d * d <= number; d++)
    if (number % d == 0)
      return false;
  return number > 1;
}

static int ascending(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}

/// Distinct ones, evenly by their logarithms.
static void drawSizes(const Dynamic *row, AsRandom *random, int sizes[SIZES]) {
  int count[2] = {SIZES - PRIMES, PRIMES}, drawn = 0;
  double range = log((row->most + 1.0) / row->least);
  while (drawn < SIZES) {
    int size = (int)(row->least * exp(range * asRandomUnit(random)));
    bool isNew = count[isPrime(size)] > 0;
    for (int i = 0; i < drawn; i++)
      isNew &= sizes[i] != size;
    if (isNew) {
      count[isPrime(size)]--;
      sizes[drawn++] = size;
    }
  }
  qsort(sizes, SIZES, sizeof *sizes, ascending);
}

//===----------------------------------------------------------------------===//
// One size
//===----------------------------------------------------------------------===//

/// The row's workload at a size, with a name in `arena`.
static AsWorkload workloadAt(const Dynamic *row, int size, AsArena *arena) {
  AsWorkload workload = row->workload;
  workload.name = asArenaFormat(arena, "%s-%d", row->workload.name, size);
  for (int i = 0; workload.family->sizes[i]; i++)
    if (strchr(row->dynamic, workload.family->sizes[i]))
      workload.sizes[i] = size;
  return workload;
}

typedef struct Point {
  int size;
  double seconds; ///< Of the dynamic program.
  double alone;   ///< Times of the program for this size alone over that.
  double library; ///< Likewise of the fastest library; 0: there is none.
  const char *fastest;
  double tuneSeconds; ///< Of the program for this size alone.
} Point;

static void fillPoint(const AsSession *session, const AsLineup *lineup,
                      Point *point) {
  point->seconds = asRoundsSeconds(&session->rounds, 0).median;
  point->alone = asRoundsRatio(&session->rounds, 1, 0).median;
  double least = INFINITY;
  for (int i = 2; i < lineup->count; i++) {
    const AsContender *contender = &lineup->contenders[i];
    double median = asRoundsSeconds(&session->rounds, i).median;
    if (asContenderHasFailed(contender))
      fprintf(stderr, "bench-ops: warning: at %d, %s is left out: %s\n",
              point->size, contender->name, contender->failure->message);
    if (asContenderHasFailed(contender) || contender->isPrepacked ||
        median >= least)
      continue;
    least = median;
    point->library = asRoundsRatio(&session->rounds, i, 0).median;
    point->fastest = contender->name;
  }
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

static AsStatus runPoint(const AsDynamicBench *bench, const Dynamic *row,
                         const AsTuned *dynamic, Point *point, AsError *error) {
  AsSession *session = bench->session;
  AsArena arena = {0};
  AsWorkload workload = workloadAt(row, point->size, &arena);
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
    fillPoint(session, &lineup, point);
  asLineupDestroy(&lineup);
  asOperandsDestroy(&operands);
  asArenaDestroy(&arena);
  return status;
}

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

/// Bytes of code in a shared object; 0 if it cannot be read.
static int64_t codeBytes(const AsTuner *tuner, const char *row) {
  char *path = asTunedLibrary(tuner, row);
  AsText file = {0};
  int64_t bytes = 0;
  if (!asReadFile(path, &file, NULL) && file.length > sizeof(Elf64_Ehdr)) {
    Elf64_Ehdr header;
    memcpy(&header, file.data, sizeof header);
    for (int s = 0; s < header.e_shnum; s++) {
      Elf64_Shdr section;
      size_t at = header.e_shoff + (size_t)s * sizeof section;
      if (at + sizeof section > file.length)
        break;
      memcpy(&section, file.data + at, sizeof section);
      bytes += section.sh_flags & SHF_EXECINSTR ? (int64_t)section.sh_size : 0;
    }
  }
  asTextFree(&file);
  free(path);
  return bytes;
}

static void reportPoint(const AsDynamicBench *bench, const Dynamic *row,
                        const Point *point) {
  printf("%-28s %5d%s %10.2f %7.3f", row->workload.name, point->size,
         isPrime(point->size) ? "'" : " ", point->seconds * 1e6, point->alone);
  if (point->library > 0)
    printf(" %7.3f  %s", point->library, point->fastest);
  printf("\n");
  fflush(stdout);
  FILE *csv = bench->session->csv;
  if (csv) {
    fprintf(csv, "%s,%d,%.4e,%.4f,%.4f,%s\n", row->workload.name, point->size,
            point->seconds, point->alone, point->library,
            point->library > 0 ? point->fastest : "");
    fflush(csv);
  }
}

typedef struct Mean {
  double logs, least;
  int count;
} Mean;

static void addTo(Mean *mean, double ratio) {
  if (ratio <= 0)
    return;
  mean->least = mean->count++ ? fmin(mean->least, ratio) : ratio;
  mean->logs += log(ratio);
}

static void printMean(const char *against, const Mean *mean) {
  if (mean->count)
    printf("%s %.3f (geometric mean), %.3f at least; ", against,
           exp(mean->logs / mean->count), mean->least);
}

/// What the row took and made beside one size alone, the last one.
static void reportEnd(const AsDynamicBench *bench, const Dynamic *row,
                      double tuneSeconds, const Point points[SIZES]) {
  Mean alone = {0}, library = {0};
  AsArena arena = {0};
  double seconds = 0;
  for (int i = 0; i < SIZES; i++) {
    addTo(&alone, points[i].alone);
    addTo(&library, points[i].library);
    seconds += points[i].tuneSeconds / SIZES;
  }
  AsTuner tuner = bench->session->tuner;
  int64_t bytes = codeBytes(&tuner, row->workload.name);
  AsWorkload last = workloadAt(row, points[SIZES - 1].size, &arena);
  tuner.name = "alone";
  int64_t own = codeBytes(&tuner, last.name);
  printf("%s: ", row->workload.name);
  printMean("against the size alone", &alone);
  printMean("against the best library", &library);
  printf("%.1f kB of code, %.1f times that of %d alone; tuned in %.1f s, %.2f "
         "times one size\n",
         (double)bytes / 1e3, own ? (double)bytes / (double)own : 0,
         points[SIZES - 1].size, tuneSeconds,
         seconds > 0 ? tuneSeconds / seconds : 0);
  asArenaDestroy(&arena);
}

/// Tunes the program for a range.
static AsStatus tune(const AsDynamicBench *bench, const Dynamic *row,
                     AsTuned *tuned, double *seconds, AsError *error) {
  AsText sizes = {0};
  AsTuner tuner = bench->session->tuner;
  for (size_t d = 0; row->dynamic[d]; d++)
    asTextFormat(&sizes, "%sd%zu=%d..%d", d ? "," : "", d, row->least,
                 row->most);
  tuner.sizes = sizes.data;
  tuner.trials = tuner.trials * EIGHT / FIFTH;
  AsInput input = asInputOfDynamic(&row->workload, row->dynamic);
  fprintf(stderr, "%s: tuning\n", row->workload.name);
  asCoresRelease(&bench->session->cores);
  AsStatus status = asTunedBuild(&tuner, &input, tuned, seconds, error);
  asInputFree(&input);
  asTextFree(&sizes);
  return status;
}

static AsStatus runRow(const AsDynamicBench *bench, const Dynamic *row,
                       AsRandom *random, AsError *error) {
  AsTuned tuned;
  double tuneSeconds;
  int sizes[SIZES];
  Point points[SIZES] = {0};
  drawSizes(row, random, sizes);
  AsStatus status = tune(bench, row, &tuned, &tuneSeconds, error);
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
      reportPoint(bench, row, &points[i]);
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
  printf("%-28s %6s %10s %7s %7s\n", "workload", "size", "median us", "alone",
         "library");
  if (bench->session->csv)
    fprintf(bench->session->csv,
            "workload,size,median_seconds,alone,library,fastest\n");
  for (int r = 0; r < numRows; r++) {
    AsError error = {0};
    if (!isAsked(bench->session, &rows[r]))
      continue;
    if (runRow(bench, &rows[r], &random, &error)) {
      printf("%-28s FAILED: %s\n", rows[r].workload.name, error.message);
      failed++;
    }
  }
  return failed;
}
