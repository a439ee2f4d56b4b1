//===- affine.c - as-opt side by side with Polly
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
#include "bench/model-report.h"
#include "bench/session.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bench {
  AsSession session;
  AsKernels kernels;
  AsBlas *blas; ///< NULL where there is none.
  AsModelReport report;
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
  if (asTunedBuild(&bench->session.tuner, input, &tuned,
                   &match->row.tuneSeconds, error))
    return error->status;
  if (strcmp(tuned.signature, match->kernel.signature.text))
    return asFail(error, AS_CHILD, "as-opt's kernel takes %s instead of %s",
                  tuned.signature, match->kernel.signature.text);
  AsStatus status = asTunedEffort(&bench->session.tuner, input->name,
                                  &match->row.effort, error);
  asKernelEnter(&match->kernel, "as-opt", asEntryRun, asEntryState(tuned.entry),
                &match->lineup);
  return status;
}

static AsStatus enterAll(const Bench *bench, Match *match, AsError *error) {
  const AsOptions *options = &bench->session.options;
  if (enterTuned(bench, match, error) ||
      asStockEnter(options->python, bench->session.tuner.folder, &match->kernel,
                   &match->lineup, error))
    return error->status;
  asPollyEnter(options->python, bench->session.tuner.folder, options->threads,
               &match->kernel, &match->lineup);
  if (bench->blas)
    asBlasEnter(bench->blas, &match->kernel, &match->lineup);
  return AS_OK;
}

static AsStatus measureKernel(Bench *bench, Match *match, AsError *error) {
  AsLineup *lineup = &match->lineup;
  for (int i = 0; i < lineup->count; i++)
    match->row.memory[i] = NAN;
  asMeasureFirst(lineup);
  if (compareResults(match, error) || asCoresPin(&bench->session.cores, error))
    return error->status;
  asMeasure(lineup, &bench->session.rounds);
  // Again: code that is right once may still race.
  if (compareResults(match, error))
    return asFailContext(error, "after the timed runs");
  return AS_OK;
}

static void runKernel(Bench *bench, const char *name) {
  AsError error = {0};
  Match match = {.row = {.name = name, .rounds = &bench->session.rounds}};
  match.row.lineup = &match.lineup;
  fprintf(stderr, "%s: tuning\n", name);
  asCoresRelease(&bench->session.cores);
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

static void openBlas(Bench *bench) {
  AsError error = {0};
  char description[96];
  if (asBlasOpen(&bench->blas, description, sizeof description, &error))
    fprintf(stderr, "bench-affine: warning: without OpenBLAS: %s\n",
            error.message);
  else
    printf("yardstick: %s\n", description);
}

static AsStatus runKernels(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  const AsOptions *options = &session->options;
  if (asSessionOpen(session, error) ||
      asSessionCreateFolder(session, "bench-affine", error))
    return error->status;
  printf("threads: %d\nsize: %s, %s\n", options->threads, options->size,
         options->type);
  asCoresRelease(&session->cores);
  openBlas(bench);
  bench->report = (AsModelReport){
      .subject = "kernel", .table = stdout, .csv = session->csv};
  asModelReportBegin(&bench->report);
  for (int i = 0; i < bench->kernels.count; i++)
    if (asSessionAsks(session, bench->kernels.names[i]))
      runKernel(bench, bench->kernels.names[i]);
  asModelReportEnd(&bench->report);
  session->failed = bench->report.failed;
  asSessionLeaveFolder(session, "the kernels");
  return AS_OK;
}

static AsStatus appendKernel(AsSession *session, const char *name, AsText *text,
                             AsError *error) {
  AsKernel kernel;
  AsStatus status =
      asKernelCreate(&((Bench *)session)->kernels, name, &kernel, error);
  if (!status)
    asTextAppendString(text, kernel.module);
  asKernelFree(&kernel);
  return status;
}

static AsStatus listKernels(AsSession *session, AsError *error) {
  AsKernels *kernels = &((Bench *)session)->kernels;
  *kernels = (AsKernels){.python = session->options.python,
                         .size = session->options.size,
                         .type = session->options.type};
  if (asKernelsFind(kernels, error))
    return error->status;
  AsNames names = {kernels->names, kernels->count, "kernel"};
  return asSessionListNames(session, &names, appendKernel, error);
}

static void closeKernels(AsSession *session) {
  Bench *bench = (Bench *)session;
  asKernelsFree(&bench->kernels);
  asBlasFree(bench->blas);
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-affine",
      "Times what as-opt makes of affine loop nests side by side with the "
      "stock\nlowering, Polly and OpenBLAS.",
      AS_BY_AFFINE,
      listKernels,
      runKernels,
      closeKernels};
  static Bench bench; // Large: all times of all rounds.
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
