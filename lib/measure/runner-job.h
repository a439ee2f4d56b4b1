//===- runner-job.h - What a job works on, and how far it got
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared between a runner and the fork that does its job, on whatever device;
// no more than that, so that it can be used without a linker.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RUNNER_JOB_H
#define AS_MEASURE_RUNNER_JOB_H

#include "measure/runner.h"
#include <sys/types.h>

/// What the runner keeps of a task.
typedef struct AsServedTask {
  char *name;
  AsBuffer *buffers;
  int numBuffers;
  double tolerance;
  /// The input of each argument, between guard pages; NULL for a result. A fork
  /// that writes to it changes its own copy.
  void **inputs;
  /// What the reference left in each buffer that is compared; NULL where it is
  /// not. Shared with the forks; written by that which runs the reference.
  void **expected;
} AsServedTask;

/// X(enumerator suffix, what a process that died was doing)
#define AS_JOB_STAGES(X)                                                       \
  X(PREPARING, "while preparing")                                              \
  X(LINKING, "while linking")                                                  \
  X(LOADING, "while packing its constants")                                    \
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
  pid_t sibling; ///< The fork, where another fork of the runner made it; 0.
  AsJobStage stage;
  double aside; ///< Seconds for what runs beside the candidate: its time is
                ///< not limited by them.
  double asideSince; ///< When, on asClockNow, that began, while it lasts; 0.
  double running;    ///< When the first run began.
  double stop;       ///< When it is to be stopped, where it goes on; 0: never.
  bool done;         ///< The fork got to its end, and `result` is complete.
  AsRunnerResult result;
} AsJobReport;

#endif // AS_MEASURE_RUNNER_JOB_H
