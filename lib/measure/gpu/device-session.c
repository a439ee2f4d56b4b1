//===- device-session.c - A session on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens a device, and times work by events of the driver.
//
//===----------------------------------------------------------------------===//

#include "measure/gpu/device-session.h"
#include "measure/runner-protocol.h"

AsStatus asGpuOpen(AsGpuSession *session, const char *uuid, AsError *error) {
  AsCuda *cuda = &session->cuda;
  AsCudaDevice *device = &session->device;
  AsCuContext context;
  AsStatus status = asCudaOpen(cuda, error);
  if (!status)
    status = asCudaFindDevice(cuda, uuid, device, error);
  if (!status)
    asTelemetryOpen(&session->telemetryReader, uuid);
  if (!status)
    status = asCudaCheck(
        cuda,
        cuda->contextSetFlags(device->handle, AS_CU_CONTEXT_BLOCKING_SYNC),
        "cuDevicePrimaryCtxSetFlags", error);
  if (!status)
    status = asCudaCheck(cuda, cuda->contextRetain(&context, device->handle),
                         "cuDevicePrimaryCtxRetain", error);
  if (!status)
    status = asCudaCheck(cuda, cuda->contextSetCurrent(context),
                         "cuCtxSetCurrent", error);
  if (!status)
    status = asCudaCheck(cuda, cuda->streamCreate(&session->stream, 0),
                         "cuStreamCreate", error);
  if (!status)
    status = asCudaCheck(
        cuda, cuda->eventCreate(&session->from, AS_CU_EVENT_BLOCKING_SYNC),
        "cuEventCreate", error);
  if (!status)
    status = asCudaCheck(
        cuda, cuda->eventCreate(&session->to, AS_CU_EVENT_BLOCKING_SYNC),
        "cuEventCreate", error);
  return status;
}

bool asGpuSucceeded(AsGpuSession *session, AsCuResult result,
                    const char *what) {
  AsError error;
  if (asCudaCheck(&session->cuda, result, what, &error) == AS_OK)
    return true;
  asRunnerFail(&session->report->result,
               result == AS_CU_OUT_OF_RESOURCES ? AS_OUTCOME_TOO_LARGE
                                                : AS_OUTCOME_RUN_CRASHED,
               "%s", error.message);
  session->isLost |= result >= AS_CU_FIRST_STICKY;
  return false;
}

static bool evict(AsGpuSession *session) {
  const AsCuda *cuda = &session->cuda;
  size_t bytes = 2 * (size_t)session->device.cacheBytes;
  if (!session->eviction &&
      !asGpuSucceeded(session, cuda->memoryAllocate(&session->eviction, bytes),
                      "cuMemAlloc"))
    return false;
  return asGpuSucceeded(
      session, cuda->memorySet(session->eviction, 0, bytes, session->stream),
      "cuMemsetD8");
}

bool asGpuTime(AsGpuSession *session, const AsGpuWork *work, long runs,
               bool flush, double *seconds) {
  const AsCuda *cuda = &session->cuda;
  float milliseconds = 0;
  if ((flush && !evict(session)) ||
      !asGpuSucceeded(session,
                      cuda->eventRecord(session->from, session->stream),
                      "cuEventRecord"))
    return false;
  for (long i = 0; i < runs; i++)
    if (!work->start(session, work->context))
      return false;
  bool isDone =
      asGpuSucceeded(session, cuda->eventRecord(session->to, session->stream),
                     "cuEventRecord") &&
      asGpuSucceeded(session, cuda->eventSynchronize(session->to),
                     "cuEventSynchronize") &&
      asGpuSucceeded(
          session,
          cuda->eventElapsed(&milliseconds, session->from, session->to),
          "cuEventElapsedTime");
  *seconds = milliseconds * 1e-3;
  return isDone;
}
