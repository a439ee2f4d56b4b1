//===- candidate-process.h - Measuring one kernel in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of a fork of the runner: links the object, runs it once on fresh
// inputs, checks the results, and then times it. The fork reports in memory
// that it shares with the runner, because it may end at any moment and in any
// way.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_CANDIDATE_PROCESS_H
#define AS_MEASURE_CANDIDATE_PROCESS_H

#include "measure/object-linker.h"
#include "measure/runner-job.h"
#include <sys/types.h>

/// Settings of a fork for its kernel.
typedef struct AsKernelSetting {
  AsLinker *linker, *pacerLinker; ///< Two, as both objects have the same
                                  ///< symbols.
  int threads;                    ///< For OpenMP,
  AsCoreSet cores;                ///< on the first of these.
  size_t memoryLimit;             ///< 0 for none.
  /// Linked and loaded already (drift-process.h); else it has no `run`.
  AsKernel driftReference;
} AsKernelSetting;

/// Does `job` for `task` in this process, a child of `runner`, and ends it. A
/// reference is not compared; its results go to task->expected.
_Noreturn void asKernelProcess(const AsKernelSetting *setting,
                               const AsServedTask *task, const AsRunnerJob *job,
                               bool isReference, AsJobReport *report,
                               pid_t runner);

#endif // AS_MEASURE_CANDIDATE_PROCESS_H
