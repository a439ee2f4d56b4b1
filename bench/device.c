//===- device.c - as-opt's kernels on a GPU, beside the libraries'
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each workload is tuned on the device as a user would, and what comes out is
// checked and timed beside cuBLAS or cuDNN. See docs/benchmarks.md. The table
// comes last, since that is what is read where output is cut.
//
//===----------------------------------------------------------------------===//

#include "bench/device-peak.h"
#include "bench/device-run.h"
#include "bench/device-suite.h"
#include "bench/effort.h"
#include "bench/session.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 32 };

typedef struct Row {
  const AsWorkload *workload;
  AsDeviceMatch match;
  AsEffort effort;
  double tuneSeconds;
  AsError problem; ///< Its status is AS_OK where all is well.
} Row;

typedef struct Bench {
  AsSession session; // First: sessions are passed as such.
  AsDevicePeak peak;
  Row rows[MOST_ROWS];
  int numRows;
} Bench;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// What a run amounts to in a second, FLOP where there are any, else bytes,
/// and the most that the device does of the same.
static double rateOf(const Row *row, double seconds) {
  double flop = asWorkloadFlop(row->workload);
  return (flop > 0 ? flop : asWorkloadBytes(row->workload)) / seconds;
}

static double mostOf(const Bench *bench, const Row *row) {
  const AsBuffer first = asWorkloadBuffer(row->workload, 0);
  if (row->workload->family->isRounded)
    return 0; // Not measured.
  return asWorkloadFlop(row->workload) == 0   ? bench->peak.bandwidth
         : asElementBytes(first.element) == 2 ? bench->peak.tensorFlops
                                              : bench->peak.flops;
}

static void printTimes(const Bench *bench, const Row *row, FILE *out) {
  const double *seconds = row->match.seconds;
  double own = seconds[AS_DEVICE_OWN], library = seconds[AS_DEVICE_LIBRARY];
  double most = mostOf(bench, row);
  bool isFlop = asWorkloadFlop(row->workload) > 0;
  fprintf(out, "%10.1f %9.1f %-7s ", 1e6 * own, rateOf(row, own) / 1e9,
          isFlop ? "GFLOP/s" : "GB/s");
  if (most > 0)
    fprintf(out, "%5.1f%%", 100 * rateOf(row, own) / most);
  else
    fprintf(out, "%6s", "-");
  if (library > 0)
    fprintf(out, " %10.1f %5.2f  %-22s", 1e6 * library, library / own,
            row->match.library);
  else
    fprintf(out, " %10s %5s  %-22s", "-", "-", "-");
  fprintf(out, " %.0e", row->match.deviation[AS_DEVICE_OWN]);
}

static void printRow(const Bench *bench, const Row *row, FILE *out) {
  const AsGpuTelemetry *telemetry = &row->match.telemetry;
  fprintf(out, "%-24s ", row->workload->name);
  if (row->problem.status)
    fprintf(out, "failed: %s\n", row->problem.message);
  else {
    printTimes(bench, row, out);
    fprintf(out, " %6d %6d %6.0f", row->effort.trials, row->effort.failedTrials,
            row->tuneSeconds);
    if (telemetry->clock > 0)
      fprintf(out, "  %d MHz, %d C", telemetry->clock, telemetry->temperature);
    fprintf(out, "\n");
  }
}

static void printTable(const Bench *bench) {
  const AsDevicePeak *peak = &bench->peak;
  printf("\ndevice: %s, sm_%d\n", peak->device.name,
         asCudaCapability(&peak->device));
  printf("measured peak: f32 %.1f TFLOP/s", peak->flops / 1e12);
  if (peak->tensorFlops > 0)
    printf(", f16 by mma.sync %.1f TFLOP/s", peak->tensorFlops / 1e12);
  printf("; copying %.0f GB/s\n", peak->bandwidth / 1e9);
  for (int r = 0; r < bench->numRows; r++)
    if (!bench->rows[r].match.library[0] && bench->rows[r].match.without.status)
      printf("%s: no yardstick: %s\n", bench->rows[r].workload->name,
             bench->rows[r].match.without.message);
  printf("%-24s %10s %17s %6s %10s %5s  %-22s %-5s %6s %6s %6s\n", "workload",
         "as-opt us", "", "peak", "library us", "ratio", "library", "off",
         "trials", "failed", "s");
  for (int r = 0; r < bench->numRows; r++)
    printRow(bench, &bench->rows[r], stdout);
}

static void writeCsv(const Bench *bench) {
  FILE *csv = bench->session.csv;
  if (!csv)
    return;
  fprintf(csv, "workload,device,seconds,library,librarySeconds,deviation,"
               "mostPerSecond,trials,failedTrials,tuneSeconds,problem\n");
  for (int r = 0; r < bench->numRows; r++) {
    const Row *row = &bench->rows[r];
    const AsDeviceMatch *match = &row->match;
    fprintf(csv, "%s,%s,%g,%s,%g,%g,%g,%d,%d,%g,%s\n", row->workload->name,
            bench->peak.device.name, match->seconds[AS_DEVICE_OWN],
            match->library, match->seconds[AS_DEVICE_LIBRARY],
            match->deviation[AS_DEVICE_OWN], mostOf(bench, row),
            row->effort.trials, row->effort.failedTrials, row->tuneSeconds,
            row->problem.status ? "failed" : "");
  }
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static void runRow(Bench *bench, Row *row) {
  AsSession *session = &bench->session;
  AsError *problem = &row->problem;
  AsInput input = asInputOfWorkload(row->workload, false);
  AsText kernels = {0};
  AsTuner tuner = session->tuner;
  tuner.fp = row->workload->family->isRounded ? "fast" : NULL;
  fprintf(stderr, "%s: tuning for %d s\n", input.name, tuner.seconds);
  AsStatus status =
      asTunedBuildKernels(&tuner, &input, &kernels, &row->tuneSeconds, problem);
  char *report = asTunedReport(&tuner, input.name);
  if (!status)
    status = asEffortRead(report, &row->effort, problem);
  if (!status)
    status = asDeviceRun(bench->peak.device.uuid, row->workload, &kernels,
                         session->options.rounds, &row->match, problem);
  printRow(bench, row, stderr); // Should it be stopped before the table.
  session->failed |= status != AS_OK;
  free(report);
  asTextFree(&kernels);
  asInputFree(&input);
}

static AsStatus chooseRows(Bench *bench) {
  size_t count;
  const AsWorkload *suite = asDeviceSuite(&count);
  for (size_t w = 0; w < count && bench->numRows < MOST_ROWS; w++)
    if (asSessionAsks(&bench->session, suite[w].name))
      bench->rows[bench->numRows++].workload = &suite[w];
  return AS_OK;
}

static AsStatus run(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  const AsOptions *options = &session->options;
  if (asTunedFindTool(options->tool, session->tool, sizeof session->tool,
                      error) ||
      asDevicePeakMeasure(options->device, &bench->peak, error) ||
      asSessionCreateFolder(session, "bench-device", error))
    return error->status;
  chooseRows(bench);
  char device[32];
  snprintf(device, sizeof device, "cuda:%d", options->device);
  session->cores.inherited = asCoreSetAllowed(&session->cores.arena);
  session->tuner = (AsTuner){
      .tool = session->tool,
      .folder = session->folder,
      .strategy = "evolve",
      .trials = options->trials,
      .affinity = session->cores.inherited,
      .device = device,
      .seconds = (options->seconds + bench->numRows - 1) / bench->numRows};
  for (int r = 0; r < bench->numRows; r++)
    runRow(bench, &bench->rows[r]);
  writeCsv(bench);
  asSessionLeaveFolder(session, "the programs");
  printTable(bench);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static AsStatus appendProgram(AsSession *session, const char *name,
                              AsText *text, AsError *error) {
  size_t count;
  const AsWorkload *suite = asDeviceSuite(&count);
  for (size_t w = 0; w < count; w++)
    if (strcmp(suite[w].name, name) == 0)
      asWorkloadProgram(&suite[w], false, text);
  return AS_OK;
}

static AsStatus list(AsSession *session, AsError *error) {
  size_t count;
  const AsWorkload *suite = asDeviceSuite(&count);
  char *listed[MOST_ROWS];
  for (size_t w = 0; w < count; w++)
    listed[w] = (char *)suite[w].name;
  AsNames names = {listed, (int)count, "workload"};
  return asSessionListNames(session, &names, appendProgram, error);
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-device",
      "Times what as-opt makes for a GPU side by side with cuBLAS and cuDNN, "
      "where\nthere are any.",
      AS_BY_DEVICE,
      list,
      run,
      NULL};
  static Bench bench;
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
