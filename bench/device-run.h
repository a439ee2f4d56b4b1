//===- device-run.h - A row of bench-device, on the device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that as-opt made and the library's, on the same arguments, checked
// and then timed in turns, so that what slows the device down slows both.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DEVICE_RUN_H
#define AS_BENCH_DEVICE_RUN_H

#include "bench/workload.h"
#include "measure/gpu/device-session.h"

/// A library's way to do a workload. It stays until the process ends.
typedef struct AsDeviceYardstick {
  char name[64];
  bool isPart; ///< It does not all of it, and has no result to compare.
  AsGpuWork work;
} AsDeviceYardstick;

/// Makes one of `arrays`, the arguments and the result on the device. `host`
/// has the arguments. AS_NOT_FOUND where there is no such library,
/// AS_UNSUPPORTED where it cannot do this.
typedef AsStatus (*AsDeviceLibrary)(AsGpuSession *session,
                                    const AsWorkload *workload,
                                    const AsCuPointer *arrays,
                                    void *const *host,
                                    AsDeviceYardstick *yardstick,
                                    AsError *error);

AsStatus asCublasEnter(AsGpuSession *session, const AsWorkload *workload,
                       const AsCuPointer *arrays, void *const *host,
                       AsDeviceYardstick *yardstick, AsError *error);
AsStatus asCudnnEnter(AsGpuSession *session, const AsWorkload *workload,
                      const AsCuPointer *arrays, void *const *host,
                      AsDeviceYardstick *yardstick, AsError *error);

enum { AS_DEVICE_OWN, AS_DEVICE_LIBRARY, AS_DEVICE_CONTENDERS };

/// What came of a row.
typedef struct AsDeviceMatch {
  double seconds[AS_DEVICE_CONTENDERS];   ///< Of a run; 0: it has none.
  double deviation[AS_DEVICE_CONTENDERS]; ///< By asDeviceDeviation.
  char library[64];                       ///< Its name; "" where there is none,
  AsError without;                        ///< and then why.
  AsGpuTelemetry telemetry;               ///< At the end of the timed runs.
} AsDeviceMatch;

/// Runs `kernels` (launch/kernel-list.h) of the workload on the device with
/// this UUID, in a process of its own. Fails where as-opt's result is wrong.
AsStatus asDeviceRun(const char *uuid, const AsWorkload *workload,
                     const AsText *kernels, int rounds, AsDeviceMatch *match,
                     AsError *error);

#endif // AS_BENCH_DEVICE_RUN_H
