//===- gpu.c - How fast kernels are made, and how many of them are good
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each chip and each kind of sketch that the workloads have. It takes no
// GPU, as nothing runs. See docs/benchmarks.md.
//
//===----------------------------------------------------------------------===//

#include "bench/kernels.h"
#include "bench/session.h"
#include "bench/workload.h"
#include <string.h>

static const char *const chips[] = {"sm_75", "sm_80", "sm_90", "sm_90a"};

typedef struct Total {
  int numPoints, numBuilt;
  double seconds;
} Total;

static void reportKind(AsSession *session, const AsKernelKind *kind,
                       const char *chip) {
  int built = kind->outcomes[AS_OUTCOME_BUILT];
  printf("%-28s %-6s %-32s %6d %6d %8.0f ", kind->name, chip, kind->program,
         kind->numPoints, built, 1e3 * kind->medianSeconds);
  const char *separator = "";
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    if (o != AS_OUTCOME_BUILT && kind->outcomes[o]) {
      printf("%s%d %s", separator, kind->outcomes[o],
             asOutcomeName((AsOutcome)o));
      separator = ", ";
    }
  printf("%s%s\n", kind->problem ? ": " : "",
         kind->problem ? kind->problem : "");
  if (session->csv)
    fprintf(session->csv, "%s,%s,%s,%d,%d,%g\n", kind->name, chip,
            kind->program, kind->numPoints, built, kind->medianSeconds);
}

static void reportRate(const char *what, const Total *total, int workers) {
  printf("%s: %d of %d candidates built in %.1f s by %d workers: %.1f a "
         "second\n",
         what, total->numBuilt, total->numPoints, total->seconds, workers,
         total->seconds > 0 ? total->numPoints / total->seconds : 0);
}

/// What is in bf16 in f16 as well, which older tensor cores multiply.
static AsStatus addInHalves(AsKernelBench *bench, const char *name,
                            const char *mlir, AsError *error) {
  static const char brain[] = "bf16";
  if (!strstr(mlir, brain))
    return AS_OK;
  AsText text = {0}, halves = {0};
  asTextFormat(&halves, "%s in f16", name);
  for (const char *found; (found = strstr(mlir, brain));
       mlir = found + strlen(brain)) {
    asTextAppend(&text, mlir, (size_t)(found - mlir));
    asTextAppendString(&text, brain + 1);
  }
  asTextAppendString(&text, mlir);
  AsStatus status = asKernelBenchAdd(bench, halves.data, text.data, error);
  asTextFree(&halves);
  asTextFree(&text);
  return status;
}

static AsStatus addWorkloads(AsSession *session, AsKernelBench *bench,
                             AsError *error) {
  AsStatus status = AS_OK;
  for (const AsWorkload *workload = NULL;
       !status && (workload = asSessionNextWorkload(session, workload));) {
    AsText mlir = {0};
    asWorkloadProgram(workload, false, &mlir);
    status = asKernelBenchAdd(bench, workload->name, mlir.data, error);
    if (!status)
      status = addInHalves(bench, workload->name, mlir.data, error);
    asTextFree(&mlir);
  }
  return status;
}

static AsStatus runChip(AsSession *session, const char *chip, int workers,
                        Total *total, AsError *error) {
  AsKernelBench *bench;
  AsStatus status = asKernelBenchCreate(session->tool, chip, workers,
                                        session->options.points, &bench, error);
  if (status)
    return status;
  Total own = {0};
  status = addWorkloads(session, bench, error);
  if (!status)
    status = asKernelBenchBuild(bench, &own.seconds, error);
  int count;
  const AsKernelKind *kinds = asKernelBenchKinds(bench, &count);
  for (int k = 0; k < count && !status; k++) {
    reportKind(session, &kinds[k], chip);
    own.numPoints += kinds[k].numPoints;
    own.numBuilt += kinds[k].outcomes[AS_OUTCOME_BUILT];
  }
  if (!status)
    reportRate(chip, &own, workers);
  total->numPoints += own.numPoints;
  total->numBuilt += own.numBuilt;
  total->seconds += own.seconds;
  asKernelBenchDestroy(bench);
  return status;
}

static AsStatus run(AsSession *session, AsError *error) {
  int workers = asKernelBenchCores();
  Total total = {0};
  AsStatus status = asTunedFindTool(session->options.tool, session->tool,
                                    sizeof session->tool, error);
  if (status)
    return status;
  char *slash = strrchr(session->tool, '/');
  char *name = slash ? slash + 1 : session->tool; // as-worker is beside as-opt.
  snprintf(name, sizeof session->tool - (size_t)(name - session->tool),
           "as-worker");
  printf("kernels are %s\n",
         asKernelBenchAssembles(chips[0])
             ? "assembled by ptxas"
             : "not assembled: there is no ptxas, so that registers and what "
               "is spilled are not known");
  printf("%-28s %-6s %-32s %6s %6s %8s\n", "kind of sketch", "chip", "of",
         "points", "built", "ms");
  if (session->csv)
    fprintf(session->csv, "kind,chip,workload,points,built,seconds\n");
  for (size_t c = 0; c < sizeof chips / sizeof *chips && !status; c++)
    status = runChip(session, chips[c], workers, &total, error);
  if (!status)
    reportRate("all", &total, workers);
  return status;
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-gpu",
      "Builds kernels of each kind of sketch for each chip; nothing runs.",
      AS_BY_GPU,
      asSessionListWorkloads,
      run,
      NULL};
  static AsSession session;
  return asSessionMain(argc, argv, &benchmark, &session);
}
