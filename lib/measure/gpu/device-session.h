//===- device-session.h - A GPU in use
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One process uses one device, for one job after another. Calls of the driver
// that fail end the job; where the failure is of the sticky kind, all later
// calls would fail as well, so that it is the end of the process, too.
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
  AsCuEvent from, to;   ///< Around what is timed.
  AsCuPointer eviction; ///< Twice the second cache; 0 until it is needed.
  AsJobReport *report;  ///< Of the job of the moment.
  bool isLost;          ///< A sticky failure came up.
} AsGpuSession;

/// Opens the device with this UUID; the process ends with it.
AsStatus asGpuOpen(AsGpuSession *session, const char *uuid, AsError *error);

/// Whether the call of `what` succeeded. If not, that is the job's result.
bool asGpuSucceeded(AsGpuSession *session, AsCuResult result, const char *what);

/// What a device is given to do: `start` gives it to the session's stream, and
/// does not wait; false after a failure that it has noted.
typedef struct AsGpuWork {
  bool (*start)(AsGpuSession *session, void *context);
  void *context;
} AsGpuWork;

/// Does it so often, and says by the device's clock how long that took. With
/// `flush` the second cache holds nothing of use before.
bool asGpuTime(AsGpuSession *session, const AsGpuWork *work, long runs,
               bool flush, double *seconds);

#endif // AS_MEASURE_GPU_DEVICE_SESSION_H
