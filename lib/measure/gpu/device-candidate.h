//===- device-candidate.h - One candidate on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_CANDIDATE_H
#define AS_MEASURE_GPU_DEVICE_CANDIDATE_H

#include "measure/gpu/device-session.h"

/// The exit status of a process that lost its device with a job, whose result
/// is in the report. What is in it is no more known than that.
enum { AS_GPU_LOST = 70 };

/// What asKernelMeasure does on a CPU, except that the process is good for
/// another job, unless session->isLost. Candidates only: references run on the
/// CPU. report->done is left to the caller, or the process ends.
void asGpuMeasure(AsGpuSession *session, const AsServedTask *task,
                  const AsRunnerJob *job, AsJobReport *report);

#endif // AS_MEASURE_GPU_DEVICE_CANDIDATE_H
