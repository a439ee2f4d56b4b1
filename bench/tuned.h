//===- bench/tuned.h - as-opt as a contender -----------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_TUNED_H
#define AS_BENCH_TUNED_H

#include "as/error.h"
#include "bench/lineup.h"
#include <sched.h>

typedef struct AsTuner {
  const char *tool;   ///< Path of as-opt.
  const char *folder; ///< Where to keep the programs and what as-opt made.
  int trials, threads;
  const cpu_set_t *affinity; ///< The cores that as-opt may use.
} AsTuner;

/// Has as-opt tune and compile the workload in a folder of its own, with a
/// store of its own, and enters the code as a contender. *seconds is how long
/// as-opt took.
AsStatus asTunedEnter(const AsTuner *tuner, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      double *seconds, AsError *error);

/// Likewise what as-opt makes without a schedule.
AsStatus asTunedEnterStock(const AsTuner *tuner, const AsWorkload *workload,
                           const AsOperands *operands, AsLineup *lineup,
                           AsError *error);

#endif // AS_BENCH_TUNED_H
