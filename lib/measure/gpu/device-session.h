//===- device-session.h - A session on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One process uses one device for many jobs. A failed call of the driver ends
// the job. After a sticky failure all later calls would fail too, so the
// process ends as well.
//
// Experimental: GPU support has never run on a device.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_GPU_DEVICE_SESSION_H
#define AS_MEASURE_GPU_DEVICE_SESSION_H

#include "cuda/cuda-device.h"
#include "measure/runner-job.h"

typedef struct AsGpuSession {
  AsCuda cuda;
  AsCudaDevice device;
  AsTelemetryReader telemetryReader;
  AsCuStream stream;
  AsCuEvent from, to;   ///< Before and after timed work.
  AsCuPointer eviction; ///< Twice the L2 cache; 0 until it is needed.
  AsJobReport *report;  ///< Of the current job.
  bool isLost;          ///< Whether a sticky failure occurred.
} AsGpuSession;

/// Opens the device with this UUID. It stays open until the process ends.
AsStatus asGpuOpen(AsGpuSession *session, const char *uuid, AsError *error);

/// Whether a call of `what` succeeded. If not, sets the job's result.
bool asGpuSucceeded(AsGpuSession *session, AsCuResult result, const char *what);

/// Work for a device. `start` enqueues it in the session's stream without
/// waiting; false after a failure, which it has recorded.
typedef struct AsGpuWork {
  bool (*start)(AsGpuSession *session, void *context);
  void *context;
} AsGpuWork;

/// Runs the work `runs` times, and measures the seconds by the device's clock.
/// With `flush` the L2 cache is evicted before.
bool asGpuTime(AsGpuSession *session, const AsGpuWork *work, long runs,
               bool flush, double *seconds);

#endif // AS_MEASURE_GPU_DEVICE_SESSION_H
