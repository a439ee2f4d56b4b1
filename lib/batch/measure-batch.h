//===- measure-batch.h - Measure a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Measures built candidates on a GPU as the search does, but without a search,
// in the process that has the device open (measure/gpu/device-process.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_BATCH_MEASURE_BATCH_H
#define AS_BATCH_MEASURE_BATCH_H

#include "batch/batch.h"
#include "cuda/cuda-device.h"
#include <signal.h>

typedef struct AsBatchRun {
  const char *host; ///< The host in records; NULL for the device's name.
  /// A signal handler sets it to end the run with the records so far.
  const volatile sig_atomic_t *interrupted;
  /// Called after each candidate with their number so far; NULL for no
  /// progress.
  void (*progress)(const AsBatch *batch, const AsRecord *record, int number,
                   void *context);
  void *context;
} AsBatchRun;

/// Finds device `number`, which must be of the batch's target. -1 finds the
/// first device of that target.
AsStatus asBatchFindDevice(const AsBatch *batch, int number,
                           AsCudaDevice *device, AsError *error);

/// Measures all candidates on `device`, and appends a record of each as a line
/// of JSON. After a failure, `lines` has the records so far.
AsStatus asBatchMeasure(const AsBatch *batch, const AsCudaDevice *device,
                        const AsBatchRun *run, AsText *lines, AsError *error);

#endif // AS_BATCH_MEASURE_BATCH_H
