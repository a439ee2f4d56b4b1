//===- dynamic.h - Operators whose sizes are known at run time only
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of bench-ops whose names begin with dyn-. Each is one program, which is
// tuned once and then runs at sizes by chance, half of them primes, beside what
// as-opt makes of each size alone, and the libraries.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DYNAMIC_H
#define AS_BENCH_DYNAMIC_H

#include "bench/session.h"
#include "bench/size-report.h"
#include "bench/yardstick.h"

typedef struct AsDynamic {
  AsWorkload workload; ///< Dynamic sizes are 0.
  const char *dynamic; ///< Their letters.
  int least, most;     ///< Of the size, which all dynamic letters have.
} AsDynamic;

typedef struct AsDynamicBench {
  AsSession *session;
  const AsYardstick *yardsticks;
  int numYardsticks;
  AsSizeReport report;
} AsDynamicBench;

/// Whether --rows asks for one of them. They take long: * does not mean them.
bool asDynamicIsAsked(const AsSession *session);

/// Prints the names of those that are asked for.
void asDynamicList(const AsSession *session, FILE *out);

/// Appends their programs.
void asDynamicPrograms(const AsSession *session, AsText *mlir);

/// All of them, one after another; first after NULL.
const AsDynamic *asDynamicNext(const AsDynamic *previous);

/// The row's workload at a size, with a name in `arena`.
AsWorkload asDynamicAt(const AsDynamic *row, int size, AsArena *arena);

/// Tunes the program for the row's range; `tuner` has the trials of one size.
AsStatus asDynamicTune(const AsDynamicBench *bench, const AsDynamic *row,
                       AsTuner tuner, AsTuned *tuned, double *seconds,
                       AsError *error);

/// Runs those that are asked for; returns how many failed.
int asDynamicRun(const AsDynamicBench *bench);

#endif // AS_BENCH_DYNAMIC_H
