//===- measure/kernel.h - One kernel in a process of its own
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

#ifndef AS_MEASURE_KERNEL_H
#define AS_MEASURE_KERNEL_H

#include "measure/linker.h"
#include "measure/runner.h"

/// What the runner keeps of a task.
typedef struct AsServedTask {
  char *name;
  AsBuffer *buffers;
  int numBuffers;
  double tolerance;
  /// The input of each argument; NULL for a result. Shared with the forks.
  void **inputs;
  /// What the reference left in each buffer that is compared; NULL where it is
  /// not. Shared with the forks; written by that which runs the reference.
  void **expected;
} AsServedTask;

/// X(enumerator suffix, what a process that died was doing)
#define AS_JOB_STAGES(X)                                                       \
  X(PREPARING, "while preparing")                                              \
  X(LINKING, "while linking")                                                  \
  X(RUNNING, "while running")                                                  \
  X(CHECKING, "while its results were compared")                               \
  X(TIMING, "while being timed")

typedef enum AsJobStage {
#define AS_JOB_STAGE_ENUMERATOR(suffix, phrase) AS_JOB_STAGE_##suffix,
  AS_JOB_STAGES(AS_JOB_STAGE_ENUMERATOR)
#undef AS_JOB_STAGE_ENUMERATOR
} AsJobStage;

/// "while running"
const char *asJobStagePhrase(AsJobStage stage);

typedef struct AsJobReport {
  AsJobStage stage;
  double running; ///< When, on asClockNow, the first run began.
  double stop;    ///< When it is to be stopped, where it goes on; 0: never.
  bool done;      ///< The fork got to its end, and `result` is complete.
  AsRunnerResult result;
} AsJobReport;

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

#endif // AS_MEASURE_KERNEL_H
