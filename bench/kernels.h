//===- kernels.h - Kernels built for a chip
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of each kind of sketch that the rules for GPUs make, points are drawn and
// built by the workers that a search has, with all that it asks of candidates.
// Nothing runs, so that this says what kernels cost to make, and how many of
// them are none, on any machine.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_KERNELS_H
#define AS_BENCH_KERNELS_H

#include "as/error.h"
#include "as/outcome.h"
#include <stdbool.h>

/// One kind of sketch, by its name.
typedef struct AsKernelKind {
  const char *name, *program; ///< The first program that has it.
  int numPoints;              ///< Fewer than asked for where there are no more.
  int outcomes[AS_NUM_OUTCOMES];
  const char *problem;  ///< Of one that was not built; or NULL.
  double medianSeconds; ///< That a build takes.
} AsKernelKind;

typedef struct AsKernelBench AsKernelBench;

/// Starts `numWorkers` of the program `worker` that build for `chip`.
AsStatus asKernelBenchCreate(const char *worker, const char *chip,
                             int numWorkers, int mostPoints,
                             AsKernelBench **bench, AsError *error);
void asKernelBenchDestroy(AsKernelBench *bench);

/// Draws points for the kinds of sketch that no earlier program had; `mlir` is
/// the program.
AsStatus asKernelBenchAdd(AsKernelBench *bench, const char *program,
                          const char *mlir, AsError *error);

/// Builds all points; *seconds is how long that took, once workers ran.
AsStatus asKernelBenchBuild(AsKernelBench *bench, double *seconds,
                            AsError *error);

const AsKernelKind *asKernelBenchKinds(const AsKernelBench *bench, int *count);

/// Whether kernels are assembled as well: there is a ptxas.
bool asKernelBenchAssembles(const char *chip);

/// The cores that there are for workers.
int asKernelBenchCores(void);

#endif // AS_BENCH_KERNELS_H
