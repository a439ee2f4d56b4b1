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

/// What becomes of the files that an earlier run left.
typedef enum AsEarlier {
  AS_EARLIER_REFUSED,   ///< They are an error.
  AS_EARLIER_CONTINUED, ///< Trials in the store count.
  AS_EARLIER_REUSED,    ///< A run that ended is not repeated.
} AsEarlier;

typedef struct AsTuner {
  const char *tool;   ///< Path of as-opt.
  const char *folder; ///< Where to keep the programs and what as-opt made.
  int trials, threads;
  const cpu_set_t *affinity; ///< The cores that as-opt may use.
  const char *strategy;      ///< As --strategy takes it.
  int seed;
  const char *name; ///< Of the contender, static; NULL is "as-opt".
  AsEarlier earlier;
  bool constantWeights; ///< They are the same in every run, and as-opt knows.
} AsTuner;

/// The as-opt to run: `given`, or where that is NULL the one beside this
/// program.
AsStatus asTunedFindTool(const char *given, char *path, size_t size,
                         AsError *error);

/// Has as-opt tune and compile the workload in a folder of its own, with a
/// store of its own, and enters the code as a contender. *seconds is how long
/// as-opt took.
AsStatus asTunedEnter(const AsTuner *tuner, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      double *seconds, AsError *error);

/// Removes what it left, if anything, of a run of the same name.
void asTunedForget(const AsTuner *tuner, const AsWorkload *workload);

/// The path of as-opt's report on the workload, to be freed.
char *asTunedReport(const AsTuner *tuner, const AsWorkload *workload);

/// Likewise what as-opt makes without a schedule.
AsStatus asTunedEnterStock(const AsTuner *tuner, const AsWorkload *workload,
                           const AsOperands *operands, AsLineup *lineup,
                           AsError *error);

#endif // AS_BENCH_TUNED_H
