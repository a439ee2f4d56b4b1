//===- bench/affine.c - as-opt side by side with Polly
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-affine: has as-opt tune and compile affine loop nests, checks that all
// contenders compute the same, and times them in turn: as-opt, the stock
// lowering, Polly, and OpenBLAS where it has the kernel. docs/benchmarks.md
// says how to run it and how to read it.
//
//===----------------------------------------------------------------------===//

#include "bench/affine-blas.h"
#include "bench/affine-build.h"
#include "bench/cores.h"
#include "bench/folder.h"
#include "bench/library.h"
#include "bench/model-report.h"
#include "bench/options.h"
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bench {
  AsOptions options;
  AsCores cores;
  AsKernels kernels;
  AsTuner tuner;
  AsBlas *blas; ///< NULL where there is none.
  AsModelReport report;
  AsRounds rounds;
} Bench;

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

/// Everything about the kernel at hand.
typedef struct Match {
  AsKernel kernel;
  AsLineup lineup;
  AsModelRow row;
} Match;

/// How far results may be apart: the order of sums is free, and rounding
/// errors go through hundreds of steps, or through a factorisation.
static double toleranceOf(const AsKernel *kernel) {
  switch (kernel->operands.result.element) {
  case AS_ELEMENT_F64:
    return 1e-10;
  case AS_ELEMENT_F32:
    return 1e-3;
  default:
    return 0;
  }
}

static AsStatus compareResults(Match *match, AsError *error) {
  const AsContender *contenders = match->lineup.contenders;
  const double tolerance = toleranceOf(&match->kernel);
  for (int i = 0; i < match->lineup.count; i++) {
    match->row.errors[i] = asKernelDeviation(
        &match->kernel, contenders[i].result, contenders[1].result);
    if (!(match->row.errors[i] <= tolerance))
      return asFail(error, AS_CHILD,
                    "the result of %s differs from that of %s by %.1e, more "
                    "than the accepted %.0e",
                    contenders[i].name, contenders[1].name,
                    match->row.errors[i], tolerance);
  }
  if (!asKernelIsIntact(&match->kernel))
    return asFail(error, AS_CHILD, "a contender wrote to what it must read");
  return AS_OK;
}

static AsStatus enterTuned(const Bench *bench, Match *match, AsError *error) {
  const AsInput *input = &match->kernel.input;
  AsTuned tuned;
  if (asTunedBuild(&bench->tuner, input, &tuned, &match->row.tuneSeconds,
                   error))
    return error->status;
  if (strcmp(tuned.signature, match->kernel.signature.text))
    return asFail(error, AS_CHILD, "as-opt's kernel takes %s instead of %s",
                  tuned.signature, match->kernel.signature.text);
  char *report = asTunedReport(&bench->tuner, input->name);
  AsStatus status = asEffortRead(report, &match->row.effort, error);
  free(report);
  asKernelEnter(&match->kernel, "as-opt", asEntryRun, asEntryState(tuned.entry),
                &match->lineup);
  return status;
}

static AsStatus enterAll(const Bench *bench, Match *match, AsError *error) {
  const AsOptions *options = &bench->options;
  if (enterTuned(bench, match, error) ||
      asStockEnter(options->python, bench->tuner.folder, &match->kernel,
                   &match->lineup, error))
    return error->status;
  asPollyEnter(options->python, bench->tuner.folder, options->threads,
               &match->kernel, &match->lineup);
  if (bench->blas)
    asBlasEnter(bench->blas, &match->kernel, &match->lineup);
  return AS_OK;
}

static AsStatus measureKernel(Bench *bench, Match *match, AsError *error) {
  const AsLineup *lineup = &match->lineup;
  for (int i = 0; i < lineup->count; i++) {
    match->row.memory[i] = NAN;
    lineup->contenders[i].run(lineup->contenders[i].state);
  }
  if (compareResults(match, error) || asCoresPin(&bench->cores, error))
    return error->status;
  asMeasure(lineup, &bench->rounds);
  // Again: code that is right once may still race.
  if (compareResults(match, error))
    return asFailContext(error, "after the timed runs");
  return AS_OK;
}

static void runKernel(Bench *bench, const char *name) {
  AsError error = {0};
  Match match = {.row = {.name = name, .rounds = &bench->rounds}};
  match.row.lineup = &match.lineup;
  fprintf(stderr, "%s: tuning\n", name);
  asCoresRelease(&bench->cores);
  if (asKernelCreate(&bench->kernels, name, &match.kernel, &error) ||
      enterAll(bench, &match, &error) || measureKernel(bench, &match, &error))
    asModelReportFailure(&bench->report, name, &error);
  else
    asModelReportRow(&bench->report, &match.row);
  asLineupDestroy(&match.lineup);
  asKernelFree(&match.kernel);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static bool isAsked(const Bench *bench, const char *name) {
  return !fnmatch(bench->options.rows, name, FNM_EXTMATCH);
}

static void openBlas(Bench *bench) {
  AsError error = {0};
  char description[96];
  if (asBlasOpen(&bench->blas, description, sizeof description, &error))
    fprintf(stderr, "bench-affine: warning: without OpenBLAS: %s\n",
            error.message);
  else
    printf("yardstick: %s\n", description);
}

static AsStatus runAll(Bench *bench, AsError *error) {
  const AsOptions *options = &bench->options;
  char tool[4096], folder[4096];
  if (asTunedFindTool(options->tool, tool, sizeof tool, error) ||
      asCoresChoose(options->threads, &bench->cores, error) ||
      asFolderCreate("bench-affine", folder, sizeof folder, error))
    return error->status;
  printf("threads: %d\nsize: %s, %s\n", options->threads, options->size,
         options->type);
  asLibraryEnvironment(options->threads);
  asCoresRelease(&bench->cores);
  openBlas(bench);
  bench->tuner = (AsTuner){
      .tool = tool,
      .folder = folder,
      .strategy = "evolve",
      .trials = options->trials,
      .threads = options->threads,
      .affinity = &bench->cores.inherited,
  };
  bench->rounds =
      (AsRounds){.count = options->rounds, .threads = options->threads};
  asModelReportBegin(&bench->report);
  for (int i = 0; i < bench->kernels.count; i++)
    if (isAsked(bench, bench->kernels.names[i]))
      runKernel(bench, bench->kernels.names[i]);
  asModelReportEnd(&bench->report);
  if (options->keep || bench->report.failed)
    fprintf(stderr, "the kernels and as-opt's files are in %s\n", folder);
  else
    asFolderRemove(folder);
  return AS_OK;
}

static AsStatus findKernels(Bench *bench, AsError *error) {
  bench->kernels = (AsKernels){.python = bench->options.python,
                               .size = bench->options.size,
                               .type = bench->options.type};
  if (asKernelsFind(&bench->kernels, error))
    return error->status;
  for (int i = 0; i < bench->kernels.count; i++)
    if (isAsked(bench, bench->kernels.names[i]))
      return AS_OK;
  return asFail(error, AS_NOT_FOUND, "--rows=%s matches no kernel; see --list",
                bench->options.rows);
}

/// Prints the names of what was asked for, or the programs.
static AsStatus printKernels(const Bench *bench, AsError *error) {
  bool isFirst = true;
  for (int i = 0; i < bench->kernels.count; i++) {
    const char *name = bench->kernels.names[i];
    if (!isAsked(bench, name))
      continue;
    if (bench->options.list) {
      printf("%s\n", name);
      continue;
    }
    AsKernel kernel;
    AsStatus status = asKernelCreate(&bench->kernels, name, &kernel, error);
    if (!status)
      printf("%s// %s\n%s", isFirst ? "" : "// -----\n", name, kernel.module);
    isFirst = false;
    asKernelFree(&kernel);
    if (status)
      return status;
  }
  return AS_OK;
}

static AsStatus work(Bench *bench, AsError *error) {
  const AsOptions *options = &bench->options;
  if (findKernels(bench, error))
    return error->status;
  if (options->list || options->mlir)
    return printKernels(bench, error);
  FILE *csv = NULL;
  if (options->csv && !(csv = fopen(options->csv, "w")))
    return asFail(error, AS_IO, "cannot write '%s': %s", options->csv,
                  strerror(errno));
  bench->report =
      (AsModelReport){.subject = "kernel", .table = stdout, .csv = csv};
  AsStatus status = runAll(bench, error);
  if (csv && fclose(csv) && !status)
    status = asFail(error, AS_IO, "cannot write '%s': %s", options->csv,
                    strerror(errno));
  return status;
}

int main(int argc, char **argv) {
  static Bench bench; // Large: all times of all rounds.
  AsError error = {0};
  AsStatus status =
      asOptionsParse(argc, argv, AS_BY_AFFINE, &bench.options, &error);
  if (!status && bench.options.help) {
    printf("usage: bench-affine [options]\n\n"
           "Times what as-opt makes of affine loop nests side by side with the "
           "stock\nlowering, Polly and OpenBLAS. See docs/benchmarks.md.\n\n");
    asOptionsHelp(AS_BY_AFFINE, stdout);
    return 0;
  }
  if (!status)
    status = work(&bench, &error);
  asKernelsFree(&bench.kernels);
  asBlasFree(bench.blas);
  if (status)
    fprintf(stderr, "bench-affine: error: %s\n", error.message);
  return status || bench.report.failed;
}
