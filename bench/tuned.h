//===- tuned.h - as-opt as a contender
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_TUNED_H
#define AS_BENCH_TUNED_H

#include "as/error.h"
#include "bench/effort.h"
#include "bench/lineup.h"
#include "support/core-set.h"

/// A module that as-opt is run on, and the function of it that is called.
typedef struct AsInput {
  char *name; ///< Of the row, and of its folder. Owned, as all three are.
  char *function;
  char *mlir;
} AsInput;

/// With `constantWeights` its weights are the same in every run.
AsInput asInputOfWorkload(const AsWorkload *workload, bool constantWeights);
/// Without the sizes of the letters in `dynamic`.
AsInput asInputOfDynamic(const AsWorkload *workload, const char *dynamic);
void asInputFree(AsInput *input);

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
  bool isPlain;         ///< What gets no trial stays without a schedule.
  AsCoreSet affinity;   ///< The cores that as-opt may use.
  const char *strategy; ///< As --strategy takes it.
  int refineAfter;      ///< As --refine-after takes it.
  const char *transfer; ///< As --transfer takes it; NULL: what it is otherwise.
  const char *donors;   ///< As --transfer-from takes it; NULL: none.
  const char *model;    ///< As --learn-from takes it; NULL: what it is
                        ///< otherwise.
  int seed;
  const char *name; ///< Of the contender, static; NULL is "as-opt".
  AsEarlier earlier;
  bool constantWeights; ///< They are the same in every run, and as-opt knows.
  const char *device;   ///< A GPU, as --target takes it; NULL: this machine.
  int seconds;          ///< For the search; 0: as many as it takes.
  const char *fp;       ///< As --fp takes it; NULL: what it is otherwise.
  const char *sizes;    ///< As --sizes takes it; NULL: none are expected.
  const char *kernels;  ///< As --kernels-from takes it; NULL: none.
  const char *records;  ///< Another store than its own; NULL: none.
} AsTuner;

/// The as-opt to run: `given`, or where that is NULL the one beside this
/// program.
AsStatus asTunedFindTool(const char *given, char *path, size_t size,
                         AsError *error);

/// Code that as-opt made; never unloaded.
typedef struct AsTuned {
  void (*entry)(void **buffers);
  void (*load)(void **buffers); ///< Packs constant weights; NULL: none.
  /// Of a function with dynamic sizes: for the caller to set, and keep. `entry`
  /// and `load` are called with them then.
  const int64_t *sizes;
  const char *signature; ///< As measure/entry-signature.h reads it.
} AsTuned;

/// Has as-opt tune and compile the input in a folder of its own, with a store
/// of its own. *seconds is how long as-opt took.
AsStatus asTunedBuild(const AsTuner *tuner, const AsInput *input,
                      AsTuned *tuned, double *seconds, AsError *error);

/// The same for a GPU: the kernels are as launch/kernel-list.h has them.
AsStatus asTunedBuildKernels(const AsTuner *tuner, const AsInput *input,
                             AsText *kernels, double *seconds, AsError *error);

/// The same as a schedule, which is appended.
AsStatus asTunedSchedule(const AsTuner *tuner, const AsInput *input,
                         AsText *schedule, AsError *error);

/// The same without trials, and so without a schedule.
AsStatus asTunedBuildStock(const AsTuner *tuner, const AsInput *input,
                           AsTuned *tuned, AsError *error);

/// Enters such code as a contender. It reads the same memory as the others:
/// what the last one left in the caches helps all alike.
AsContender *asTunedAdd(const AsTuned *tuned, const char *name,
                        const AsOperands *operands, AsLineup *lineup);

/// Likewise code of asTunedBuildStock.
AsContender *asTunedAddStock(const AsTuned *tuned, const AsOperands *operands,
                             AsLineup *lineup);

/// Builds and enters.
AsStatus asTunedEnter(const AsTuner *tuner, const AsInput *input,
                      const AsOperands *operands, AsLineup *lineup,
                      double *seconds, AsError *error);

/// Removes what it left, if anything, of a run of the same name.
void asTunedForget(const AsTuner *tuner, const char *row);

/// The paths of as-opt's report on a row, and of its store, to be freed.
char *asTunedReport(const AsTuner *tuner, const char *row);
char *asTunedRecords(const AsTuner *tuner, const char *row);
/// Likewise of the shared object.
char *asTunedLibrary(const AsTuner *tuner, const char *row);

/// Reads the report.
AsStatus asTunedEffort(const AsTuner *tuner, const char *row, AsEffort *effort,
                       AsError *error);

/// Likewise what as-opt makes without a schedule.
AsStatus asTunedEnterStock(const AsTuner *tuner, const AsInput *input,
                           const AsOperands *operands, AsLineup *lineup,
                           AsError *error);

#endif // AS_BENCH_TUNED_H
