//===- ops.c - as-opt side by side with the libraries
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-ops: for each workload has as-opt make code, loads that code and the
// libraries into this one process, checks that all compute the same, and times
// them in turn. docs/benchmarks.md says how to run it and how to read it.
//
//===----------------------------------------------------------------------===//

#include "bench/dispatch.h"
#include "bench/report.h"
#include "bench/session.h"
#include "bench/yardstick.h"
#include "measure/roofline.h"
#include "support/arena.h"
#include "support/clock.h"
#include <signal.h>
#include <stdlib.h>

enum { numLibraries = 5 };

typedef struct Bench {
  AsSession session;
  AsRoofline roofline;
  AsYardstick yardsticks[numLibraries];
  int numYardsticks;
  AsReport report;
} Bench;

//===----------------------------------------------------------------------===//
// One workload
//===----------------------------------------------------------------------===//

typedef struct Roof {
  const AsRoofline *roofline;
  double flop, bytes;
} Roof;

static double timeRoof(void *state, long runs) {
  const Roof *roof = state;
  double seconds;
  AsError error = {0};
  if (asRooflineBoundNow(roof->roofline, roof->flop, roof->bytes, &seconds,
                         &error)) {
    fprintf(stderr, "bench-ops: error: %s\n", error.message);
    exit(1);
  }
  return seconds * (double)runs;
}

static void runRoof(void *state) { timeRoof(state, 1); }

// What the machine can do takes part in the rounds, as it changes.
static void enterRoof(const AsRoofline *roofline, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup) {
  AsContender *contender = asLineupAdd(lineup, "roof", operands);
  Roof *roof = asAlloc(sizeof *roof);
  *roof = (Roof){roofline, asWorkloadFlop(workload), asWorkloadBytes(workload)};
  contender->isRoof = true;
  contender->state = roof;
  contender->run = runRoof;
  contender->time = timeRoof;
}

// The first after as-opt that computes what the program says; NULL where none
// does.
static const AsContender *exactOf(const AsLineup *lineup) {
  for (int i = 1; i < lineup->count; i++)
    if (!lineup->contenders[i].isRoof && !lineup->contenders[i].tolerance)
      return &lineup->contenders[i];
  return NULL;
}

// Enters everybody; as-opt comes first, and the roof last.
static AsStatus enterAll(const Bench *bench, const AsWorkload *workload,
                         const AsInput *input, const AsOperands *operands,
                         AsLineup *lineup, double *tuneSeconds,
                         AsError *error) {
  if (asTunedEnter(&bench->session.tuner, input, operands, lineup, tuneSeconds,
                   error))
    return error->status;
  for (int i = 0; i < bench->numYardsticks; i++) {
    const AsYardstick *yardstick = &bench->yardsticks[i];
    if (yardstick->enter(yardstick->state, workload, operands, lineup, error))
      return error->status;
  }
  // Every result is checked against something.
  if (!exactOf(lineup) &&
      asTunedEnterStock(&bench->session.tuner, input, operands, lineup, error))
    return error->status;
  enterRoof(&bench->roofline, workload, operands, lineup);
  return AS_OK;
}

// Compares every result with an exact one.
static AsStatus compareResults(const AsWorkload *workload,
                               const AsOperands *operands,
                               const AsLineup *lineup, double *tunedDeviation,
                               AsError *error) {
  const AsContender *reference = exactOf(lineup);
  for (int i = lineup->count - 1; i >= 0; i--) {
    const AsContender *contender = &lineup->contenders[i];
    if (contender->isRoof)
      continue;
    const double tolerance = contender->tolerance
                                 ? contender->tolerance
                                 : asWorkloadTolerance(workload);
    int64_t where;
    double deviation = asBufferDeviation(&operands->result, contender->result,
                                         reference->result, &where);
    if (deviation > tolerance)
      return asFail(error, AS_CHILD,
                    "the result of %s differs from that of %s by %.1e, more "
                    "than the accepted %.1e",
                    contender->name, reference->name, deviation, tolerance);
    *tunedDeviation = deviation; // as-opt is the last to be compared.
  }
  return AS_OK;
}

static AsStatus measureRow(Bench *bench, const AsOperands *operands,
                           AsLineup *lineup, AsRow *row, AsError *error) {
  asMeasureFirst(lineup);
  if (compareResults(row->workload, operands, lineup, &row->deviation, error) ||
      asCoresPin(&bench->session.cores, error))
    return error->status;
  asMeasure(lineup, &bench->session.rounds);
  if (!asOperandsAreIntact(operands))
    return asFail(error, AS_CHILD, "a contender wrote to its arguments");
  // Again: code that is right once may still race.
  if (compareResults(row->workload, operands, lineup, &row->deviation, error))
    return asFailContext(error, "after the timed runs");
  return AS_OK;
}

static void runRow(Bench *bench, const AsWorkload *workload) {
  AsError error = {0};
  AsOperands operands;
  AsLineup lineup = {0};
  AsRow row = {.workload = workload,
               .lineup = &lineup,
               .rounds = &bench->session.rounds};
  AsInput input =
      asInputOfWorkload(workload, bench->session.tuner.constantWeights);
  fprintf(stderr, "%s: tuning\n", workload->name);
  asOperandsCreate(workload, &operands);
  asCoresRelease(&bench->session.cores);
  if (enterAll(bench, workload, &input, &operands, &lineup, &row.tuneSeconds,
               &error) ||
      measureRow(bench, &operands, &lineup, &row, &error))
    asReportFailure(&bench->report, workload, &error);
  else
    asReportRow(&bench->report, &row);
  asLineupDestroy(&lineup);
  asOperandsDestroy(&operands);
  asInputFree(&input);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static void printPrograms(const AsSession *session) {
  AsText mlir = {0};
  for (const AsWorkload *workload = NULL;
       (workload = asSessionNextWorkload(session, workload));) {
    if (mlir.length)
      asTextAppendString(&mlir, "// -----\n");
    asTextFormat(&mlir, "// %s\n", workload->name);
    asWorkloadProgram(workload, session->options.constantWeights, &mlir);
  }
  asDynamicPrograms(session, &mlir);
  fputs(asTextString(&mlir), stdout);
  asTextFree(&mlir);
}

// A library that the machine lacks is left out, but not one that was asked for.
static AsStatus openYardsticks(Bench *bench, AsError *error) {
  const AsOptions *options = &bench->session.options;
  const struct {
    const char *name, *option, *file;
    AsYardstickOpen *open;
  } libraries[numLibraries] = {
      {"oneDNN", "onednn", options->onednn, asDnnlOpen},
      {"OpenBLAS", "openblas", options->openblas, asOpenblasOpen},
      {"BLIS", "blis", options->blis, asBlisOpen},
      {"ggml", "ggml", options->ggml, asGgmlOpen},
      {"ONNX Runtime", "node", options->node, asOnnxOpen},
  };
  for (int i = 0; i < numLibraries; i++) {
    AsYardstick *yardstick = &bench->yardsticks[bench->numYardsticks];
    const AsYardstickChoice choice = {libraries[i].file, options->python,
                                      options->threads,
                                      options->constantWeights};
    AsStatus status = libraries[i].open(&choice, yardstick, error);
    if (status && libraries[i].file)
      return asFailContext(error, "--%s=%s", libraries[i].option,
                           libraries[i].file);
    if (status) {
      fprintf(stderr, "bench-ops: warning: without %s: %s\n", libraries[i].name,
              error->message);
      *error = (AsError){0};
      continue;
    }
    printf("yardstick: %s\n", yardstick->description);
    bench->numYardsticks++;
  }
  return AS_OK;
}

static void runRows(Bench *bench) {
  const AsOptions *options = &bench->session.options;
  const double start = asClockNow();
  int left = 0;
  asReportBegin(&bench->report);
  for (const AsWorkload *workload = NULL;
       (workload = asSessionNextWorkload(&bench->session, workload));) {
    if (options->constantWeights && !asWorkloadHasWeights(workload))
      continue;
    if (options->budget && asClockNow() - start >= options->budget)
      left++;
    else
      runRow(bench, workload);
  }
  asReportEnd(&bench->report);
  if (left)
    printf("--budget=%d: %d workloads are left\n", options->budget, left);
}

static AsStatus runWorkloads(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  const AsOptions *options = &session->options;
  if (asSessionOpen(session, error))
    return error->status;
  session->tuner.constantWeights = options->constantWeights;
  asCoresRelease(&session->cores);
  if (openYardsticks(bench, error) ||
      asRooflineMeasure(session->cores.chosen, &bench->roofline, error) ||
      asSessionCreateFolder(session, "bench-ops", error))
    return error->status;
  printf("threads: %d\n", options->threads);
  printf("weights: %s\n",
         options->constantWeights ? "the same in every run" : "any");
  AsText text = {0};
  asRooflinePrint(&bench->roofline, &text);
  fputs(text.data, stdout);
  asTextFree(&text);
  asCoresRelease(&session->cores);
  bench->report = (AsReport){.constantWeights = options->constantWeights,
                             .table = stdout,
                             .csv = session->csv};
  if (asSessionNextWorkload(session, NULL))
    runRows(bench);
  AsDynamicBench dynamic = {session,
                            bench->yardsticks,
                            bench->numYardsticks,
                            {"bench-ops", "library", session->csv}};
  int failed = asDynamicRun(&dynamic) + asDispatchRun(&dynamic);
  session->failed = bench->report.failed || failed;
  asSessionLeaveFolder(session, "the programs");
  return AS_OK;
}

static AsStatus listWorkloads(AsSession *session, AsError *error) {
  const AsOptions *options = &session->options;
  session->asksOthers = asDynamicIsAsked(session) || asDispatchIsAsked(session);
  if (asSessionListWorkloads(session, error))
    return error->status;
  if (options->list) {
    asDynamicList(session, stdout);
    asDispatchList(session, stdout);
  } else if (options->mlir)
    printPrograms(session);
  return AS_OK;
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-ops",
      "Times what as-opt makes of single operators side by side with "
      "oneDNN,\nOpenBLAS, BLIS, ggml and ONNX Runtime.",
      AS_BY_OPS,
      listWorkloads,
      runWorkloads,
      NULL};
  static Bench bench;       // Large: all times of all rounds.
  signal(SIGPIPE, SIG_IGN); // Of an engine that has ended: it gives no answer.
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
