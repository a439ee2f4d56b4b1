//===- bench/machine.h - What the machine can do at most -----------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two roofs over every workload, as measured on the chosen cores: the peak
// of single precision arithmetic and the bandwidth of each level of memory.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_MACHINE_H
#define AS_BENCH_MACHINE_H

#include "as/error.h"
#include "bench/cores.h"
#include <stdio.h>

#define AS_MAX_LEVELS 4

typedef struct AsLevel {
  const char *name;
  double capacity; ///< Bytes that the chosen cores can hold in it together.
  double read;     ///< Bytes per second read.
  double triad;    ///< Likewise of a = b + f * c, read and written.
} AsLevel;

typedef struct AsMachine {
  const char *instructions;      ///< "AVX-512", ...
  double peak;                   ///< FLOP per second.
  AsLevel levels[AS_MAX_LEVELS]; ///< Nearest first; the last is DRAM.
  int numLevels;
} AsMachine;

/// Measures, in about two seconds.
AsStatus asMachineMeasure(const AsCores *cores, AsMachine *machine,
                          AsError *error);

/// The least seconds in which the machine can do `flop` operations on `bytes`
/// bytes that lie in the nearest level that holds them all.
double asMachineBound(const AsMachine *machine, double flop, double bytes);

void asMachinePrint(const AsMachine *machine, FILE *out);

#endif // AS_BENCH_MACHINE_H
