//===- device-process.h - The process that uses a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On a CPU the runner forks for each job. Opening a device takes a large part
// of a second, so the fork is kept for the next job. A new one is forked when
// tasks change, which a fork cannot see, and when a kernel hangs or leaves the
// driver in a sticky error. The runner itself never opens the driver.
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_PROCESS_H
#define AS_MEASURE_GPU_DEVICE_PROCESS_H

#include "measure/runner-job.h"
#include "support/child-process.h"
#include "support/lease.h"

typedef struct AsGpuProcess {
  const char *uuid; ///< Of the device.
  AsLeases *lock;   ///< On the device.
  AsChild child;    ///< Started when it is needed.
  // Owned by the runner; a fork has a copy.
  const AsServedTask *tasks;
  int numTasks;
  AsJobReport *report; ///< In memory that the fork shares.
} AsGpuProcess;

/// Locks the device, and starts a process to see whether it can be used. To be
/// closed also after a failure.
AsStatus asGpuProcessCreate(const char *uuid, AsJobReport *report,
                            AsGpuProcess *process, AsError *error);

/// Sets the tasks of later jobs. They must stay where they are.
void asGpuProcessUseTasks(AsGpuProcess *process, const AsServedTask *tasks,
                          int numTasks);

/// Does `job`. Any outcome is a result; fails only if no process can use the
/// device any more.
AsStatus asGpuProcessMeasure(AsGpuProcess *process, const AsRunnerJob *job,
                             AsRunnerResult *result, AsError *error);

/// Ends the process and gives the device back.
void asGpuProcessClose(AsGpuProcess *process);

#endif // AS_MEASURE_GPU_DEVICE_PROCESS_H
