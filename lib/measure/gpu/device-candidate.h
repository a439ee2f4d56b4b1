//===- device-candidate.h - Measure a candidate on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_CANDIDATE_H
#define AS_MEASURE_GPU_DEVICE_CANDIDATE_H

#include "measure/gpu/device-session.h"

/// The exit status of a process that lost its device with a job. The job's
/// result is in the report.
enum { AS_GPU_LOST = 70 };

/// Measures a candidate, as asKernelMeasure does on a CPU. The process can do
/// another job afterwards, unless session->isLost. References run on the CPU
/// only. The caller sets report->done, unless the process ends.
void asGpuMeasure(AsGpuSession *session, const AsServedTask *task,
                  const AsRunnerJob *job, AsJobReport *report);

#endif // AS_MEASURE_GPU_DEVICE_CANDIDATE_H
