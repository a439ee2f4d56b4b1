//===- yardstick.h - The libraries that as-opt is compared with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A yardstick is a library that enters contenders for the workloads it can
// compute. To add one, write its two functions and add a line to the table in
// ops.c.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_YARDSTICK_H
#define AS_BENCH_YARDSTICK_H

#include "as/error.h"
#include "bench/lineup.h"

typedef struct AsYardstick {
  char description[96]; ///< Name, version, and the kernels it chose.
  void *state;          ///< Lives until the process ends, as the library does.

  /// Adds the library's contenders for `workload`: none if it has no such
  /// operator.
  AsStatus (*enter)(void *state, const AsWorkload *workload,
                    const AsOperands *operands, AsLineup *lineup,
                    AsError *error);
} AsYardstick;

/// Which library to take.
typedef struct AsYardstickChoice {
  const char *file; ///< NULL for the one that the machine has.
  const char *python;
  int threads;
  bool constantWeights;
} AsYardstickChoice;

/// Load and prepare a library; AS_NOT_FOUND where there is none.
typedef AsStatus AsYardstickOpen(const AsYardstickChoice *choice,
                                 AsYardstick *yardstick, AsError *error);
AsYardstickOpen asDnnlOpen, asOpenblasOpen, asBlisOpen, asGgmlOpen, asOnnxOpen;

#endif // AS_BENCH_YARDSTICK_H
