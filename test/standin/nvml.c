//===- nvml.c - NVIDIA's management library without a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that cuda/telemetry.c calls, for any device that has the form
// of an UUID. AS_STANDIN_NVML=cold is a device without a sensor.
//
//===----------------------------------------------------------------------===//

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
enum { NOT_INITIALIZED = 1, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3 };

EXPORT int nvmlInit_v2(void);
EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, void **device);
EXPORT int nvmlDeviceGetClockInfo(void *device, int clock, unsigned *megahertz);
EXPORT int nvmlDeviceGetTemperature(void *device, int sensor,
                                    unsigned *celsius);

static int theDevice;
static int isInitialised;

int nvmlInit_v2(void) {
  isInitialised = 1;
  return 0;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
  *device = &theDevice;
  if (!isInitialised)
    return NOT_INITIALIZED;
  return strncmp(uuid, "GPU-", 4) == 0 && strlen(uuid) == 40 ? 0
                                                             : INVALID_ARGUMENT;
}

int nvmlDeviceGetClockInfo(void *device, int clock, unsigned *megahertz) {
  *megahertz = clock == 1 ? 1410 : clock == 2 ? 1215 : 0;
  return device == &theDevice && *megahertz ? 0 : INVALID_ARGUMENT;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius) {
  const char *kind = getenv("AS_STANDIN_NVML");
  *celsius = 41;
  if (kind && strcmp(kind, "cold") == 0)
    return NOT_SUPPORTED;
  return device == &theDevice && sensor == 0 ? 0 : INVALID_ARGUMENT;
}
