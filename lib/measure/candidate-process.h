//===- candidate-process.h - One kernel in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a fork of the runner does: link the object, run it once on fresh
// inputs, check what it computed, and only then time it. The fork tells the
// runner through a report in memory that both share, because it may end at any
// moment and in any way.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_CANDIDATE_PROCESS_H
#define AS_MEASURE_CANDIDATE_PROCESS_H

#include "measure/object-linker.h"
#include "measure/runner-job.h"

/// How a fork is to run its kernel.
typedef struct AsKernelSetting {
  AsLinker *linker, *pacerLinker; ///< Both objects have the same symbols.
  int threads;                    ///< OpenMP's.
  size_t memoryLimit;             ///< 0 for none.
} AsKernelSetting;

/// Does `job` for `task` in this process, which is good for nothing else
/// afterwards. A reference fills task->expected in place of being compared.
void asKernelMeasure(const AsKernelSetting *setting, const AsServedTask *task,
                     const AsRunnerJob *job, bool isReference,
                     AsJobReport *report);

#endif // AS_MEASURE_CANDIDATE_PROCESS_H
