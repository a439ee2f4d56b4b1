//===- device-run.c - A row of bench-device, on the device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See device-run.h.
//
//===----------------------------------------------------------------------===//

#include "bench/device-run.h"
#include "bench/device-fork.h"
#include "bench/device-suite.h"
#include "measure/gpu/device-program.h"
#include "measure/runner-tasks.h"
#include "measure/timing-statistics.h"
#include "support/arena.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double limit = 60;
/// A batch takes at least this long, since events have a resolution.
static const double leastSeconds = 1e-3;
enum { MOST_BATCH = 1000, SEED = 1 };

/// A row, in its process.
typedef struct Row {
  const char *uuid;
  const AsWorkload *workload;
  const AsText *kernels;
  int rounds;
  AsDeviceMatch *match; ///< Shared.
  AsGpuSession session;
  AsServedTask task;
  AsGpuBuffers arrays;
  AsGpuProgram program;
  AsDeviceYardstick yardstick;
  AsGpuWork works[AS_DEVICE_CONTENDERS];
} Row;

//===----------------------------------------------------------------------===//
// Preparing
//===----------------------------------------------------------------------===//

static AsStatus makeArguments(Row *row, AsError *error) {
  AsBuffer buffers[AS_MAX_TENSORS];
  AsRunnerTask task = {.name = row->workload->name,
                       .buffers = buffers,
                       .numBuffers = asWorkloadNumTensors(row->workload),
                       .seed = SEED};
  for (int b = 0; b < task.numBuffers; b++)
    buffers[b] = asWorkloadBuffer(row->workload, b);
  return asServedTaskCreate(&task, &row->task, error);
}

/// What the session has noted of a failure.
static AsStatus failNoted(const Row *row, AsError *error) {
  return asFail(error, AS_CHILD, "%s", row->session.report->result.message);
}

static AsStatus load(Row *row, AsError *error) {
  AsGpuSession *session = &row->session;
  const AsServedTask *task = &row->task;
  bool isLoaded = asGpuBuffersAllocate(session, task->buffers, task->numBuffers,
                                       &row->arrays) &&
                  asGpuProgramLoad(session, task, row->kernels->data,
                                   row->kernels->length, &row->program) &&
                  asGpuProgramBind(session, task, &row->arrays, &row->program);
  for (int b = 0; b < task->numBuffers && isLoaded; b++)
    isLoaded = !task->inputs[b] ||
               asGpuBuffersWrite(session, &row->arrays, b, task->inputs[b]);
  return isLoaded ? AS_OK : failNoted(row, error);
}

/// The first of the libraries that can do it, or why there is none.
static void enterLibrary(Row *row) {
  static const AsDeviceLibrary libraries[] = {asCublasEnter, asCudnnEnter};
  AsDeviceMatch *match = row->match;
  for (size_t l = 0; l < sizeof libraries / sizeof *libraries; l++) {
    AsError error = {0};
    if (libraries[l](&row->session, row->workload, row->arrays.data,
                     row->task.inputs, &row->yardstick, &error) == AS_OK) {
      row->works[AS_DEVICE_LIBRARY] = row->yardstick.work;
      snprintf(match->library, sizeof match->library, "%s",
               row->yardstick.name);
      return;
    }
    if (error.status != AS_UNSUPPORTED)
      match->without = error;
  }
}

//===----------------------------------------------------------------------===//
// Checking and timing
//===----------------------------------------------------------------------===//

/// Runs a contender once on a poisoned result, and notes how far off it is.
static AsStatus check(Row *row, int contender, AsError *error) {
  int last = row->task.numBuffers - 1;
  const AsBuffer *buffer = &row->task.buffers[last];
  void *result = asAlloc(asBufferBytes(buffer));
  double seconds;
  asBufferPoison(buffer, result);
  bool isRun =
      asGpuBuffersWrite(&row->session, &row->arrays, last, result) &&
      asGpuTime(&row->session, &row->works[contender], 1, false, &seconds) &&
      asGpuBuffersRead(&row->session, &row->arrays, last, result);
  double deviation =
      isRun ? asDeviceDeviation(row->workload, row->task.inputs, result) : NAN;
  free(result);
  row->match->deviation[contender] = deviation;
  if (!isRun)
    return failNoted(row, error);
  double tolerance = asWorkloadTolerance(row->workload);
  return deviation <= tolerance
             ? AS_OK
             : asFail(error, AS_CHILD,
                      "the result of %s is off by %.1e, more than the accepted "
                      "%.0e",
                      contender ? row->match->library : "as-opt", deviation,
                      tolerance);
}

/// How many runs make a batch that is long enough.
static long batchOf(Row *row, int contender) {
  double seconds = 0;
  AsGpuWork *work = &row->works[contender];
  for (int run = 0; run < 2; run++) // The first one warms up.
    if (!asGpuTime(&row->session, work, 1, false, &seconds))
      return 1;
  double runs = seconds > 0 ? ceil(leastSeconds / seconds) : MOST_BATCH;
  return runs > MOST_BATCH ? MOST_BATCH : runs < 1 ? 1 : (long)runs;
}

static AsStatus timeAll(Row *row, AsError *error) {
  double *times[AS_DEVICE_CONTENDERS];
  long batch[AS_DEVICE_CONTENDERS];
  AsStatus status = AS_OK;
  for (int c = 0; c < AS_DEVICE_CONTENDERS; c++) {
    times[c] = asAlloc((size_t)row->rounds * sizeof(double));
    batch[c] = row->works[c].start ? batchOf(row, c) : 0;
  }
  for (int r = 0; r < row->rounds && !status; r++)
    for (int c = 0; c < AS_DEVICE_CONTENDERS && !status; c++) {
      if (batch[c] && !asGpuTime(&row->session, &row->works[c], batch[c], false,
                                 &times[c][r]))
        status = failNoted(row, error);
      times[c][r] /= batch[c] ? (double)batch[c] : 1;
    }
  for (int c = 0; c < AS_DEVICE_CONTENDERS; c++) {
    if (batch[c] && !status)
      row->match->seconds[c] = asTimesStatistic(times[c], (size_t)row->rounds);
    free(times[c]);
  }
  return status;
}

/// A library that is wrong is no yardstick.
static void checkLibrary(Row *row) {
  if (!row->works[AS_DEVICE_LIBRARY].start || row->yardstick.isPart ||
      check(row, AS_DEVICE_LIBRARY, &row->match->without) == AS_OK)
    return;
  row->match->library[0] = 0;
  row->works[AS_DEVICE_LIBRARY].start = NULL;
}

static AsStatus measure(Row *row, AsError *error) {
  row->session.report = asAlloc(sizeof *row->session.report);
  if (makeArguments(row, error) || asGpuOpen(&row->session, row->uuid, error) ||
      load(row, error))
    return error->status;
  row->works[AS_DEVICE_OWN] = asGpuProgramWork(&row->program);
  if (check(row, AS_DEVICE_OWN, error))
    return error->status;
  enterLibrary(row);
  checkLibrary(row);
  if (timeAll(row, error))
    return error->status;
  row->match->telemetry = asTelemetryRead(&row->session.telemetryReader);
  // Again: kernels that are right once may still race.
  return check(row, AS_DEVICE_OWN, error)
             ? asFailContext(error, "after the timed runs")
             : AS_OK;
}

/// An AsDeviceTask.
static void work(void *context, char *problem, size_t size) {
  AsError error = {0};
  if (measure(context, &error))
    snprintf(problem, size, "%s", error.message);
}

AsStatus asDeviceRun(const char *uuid, const AsWorkload *workload,
                     const AsText *kernels, int rounds, AsDeviceMatch *match,
                     AsError *error) {
  Row *row = asAlloc(sizeof *row);
  row->uuid = uuid;
  row->workload = workload;
  row->kernels = kernels;
  row->rounds = rounds;
  row->match = asDeviceShare(sizeof *match);
  AsStatus status =
      row->match ? asDeviceFork(work, row, limit, error)
                 : asFail(error, AS_IO, "no memory to share with a fork");
  if (row->match)
    *match = *row->match;
  free(row);
  return status;
}
