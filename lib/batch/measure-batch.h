//===- measure-batch.h - Measuring a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the search does with candidates that it has built, without a search: on
// a GPU, one after the other, in the process that has the device
// (measure/gpu/device-process.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_BATCH_MEASURE_BATCH_H
#define AS_BATCH_MEASURE_BATCH_H

#include "batch/batch.h"
#include "cuda/cuda-device.h"
#include <signal.h>

typedef struct AsBatchRun {
  const char *host; ///< For the records; NULL is the device's name.
  /// Set from a signal handler to end the run with what was measured.
  const volatile sig_atomic_t *interrupted;
  /// Called after each candidate, with how many that were; NULL for silence.
  void (*progress)(const AsBatch *batch, const AsRecord *record, int number,
                   void *context);
  void *context;
} AsBatchRun;

/// Finds device `number`, which must be of the kind that the batch is for; -1
/// finds the first of that kind.
AsStatus asBatchFindDevice(const AsBatch *batch, int number,
                           AsCudaDevice *device, AsError *error);

/// Measures all candidates on `device` and appends a record of each as a line
/// of JSON. What was measured before a failure is appended all the same.
AsStatus asBatchMeasure(const AsBatch *batch, const AsCudaDevice *device,
                        const AsBatchRun *run, AsText *lines, AsError *error);

#endif // AS_BATCH_MEASURE_BATCH_H
