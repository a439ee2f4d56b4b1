//===- device-process.h - The process that uses a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On a CPU the runner forks for each job. To open a device takes a large part
// of a second, so here the fork is kept for the next job: until a task is
// added, which a fork cannot see, or until a kernel takes the process with it,
// by hanging, or by a failure after which the driver does nothing any more.
// Then the next job gets another fork. The runner itself never touches the
// driver.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_PROCESS_H
#define AS_MEASURE_GPU_DEVICE_PROCESS_H

#include "measure/runner-job.h"
#include "support/child-process.h"

typedef struct AsGpuProcess {
  const char *uuid; ///< Of the device.
  AsChild child;    ///< Not running until it is needed.
  // What a fork gets; the runner's.
  const AsServedTask *tasks;
  int numTasks;
  AsJobReport *report; ///< Shared with the fork.
} AsGpuProcess;

/// Keeps others off the device, and starts a process to see whether it can be
/// used at all.
AsStatus asGpuProcessCreate(const char *uuid, AsJobReport *report,
                            AsGpuProcess *process, AsError *error);

/// From now on jobs are for these tasks, which must stay where they are.
void asGpuProcessUseTasks(AsGpuProcess *process, const AsServedTask *tasks,
                          int numTasks);

/// Does `job` for its task, whatever comes of it. Fails only where no process
/// can use the device any more.
AsStatus asGpuProcessMeasure(AsGpuProcess *process, const AsRunnerJob *job,
                             AsRunnerResult *result, AsError *error);

#endif // AS_MEASURE_GPU_DEVICE_PROCESS_H
