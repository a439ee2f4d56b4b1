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

/// Load and prepare a library; AS_NOT_FOUND where the machine has none.
AsStatus asDnnlOpen(AsYardstick *yardstick, AsError *error);
AsStatus asOpenblasOpen(AsYardstick *yardstick, AsError *error);
AsStatus asBlisOpen(AsYardstick *yardstick, AsError *error);

#endif // AS_BENCH_YARDSTICK_H
