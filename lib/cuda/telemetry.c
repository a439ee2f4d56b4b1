//===- telemetry.c - Clocks and temperature of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Reads clocks and temperature by NVIDIA's management library (NVML).
//
//===----------------------------------------------------------------------===//

#include "cuda/telemetry.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Values of nvmlClockType_t and nvmlTemperatureSensors_t.
enum { CLOCK_SM = 1, CLOCK_MEMORY = 2, SENSOR_GPU = 0 };

static bool find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address;
}

void asTelemetryOpen(AsTelemetryReader *telemetryReader, const char *uuid) {
  const char *given = getenv("AS_NVML");
  const char *path = given && *given ? given : "libnvidia-ml.so.1";
  int (*init)(void);
  int (*getHandle)(const char *uuid, void **device);
  *telemetryReader = (AsTelemetryReader){.device = NULL};
  void *library =
      strcmp(path, "none") == 0 ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library || !find(library, "nvmlInit_v2", &init) ||
      !find(library, "nvmlDeviceGetHandleByUUID", &getHandle) ||
      !find(library, "nvmlDeviceGetClockInfo", &telemetryReader->getClock) ||
      !find(library, "nvmlDeviceGetTemperature",
            &telemetryReader->getTemperature) ||
      init() != 0 || getHandle(uuid, &telemetryReader->device) != 0)
    telemetryReader->device = NULL;
}

static int readClock(const AsTelemetryReader *telemetryReader, int clock) {
  unsigned megahertz;
  return telemetryReader->getClock(telemetryReader->device, clock,
                                   &megahertz) == 0
             ? (int)megahertz
             : 0;
}

AsGpuTelemetry asTelemetryRead(const AsTelemetryReader *telemetryReader) {
  AsGpuTelemetry telemetry = {0};
  unsigned celsius;
  if (!telemetryReader->device)
    return telemetry;
  telemetry.clock = readClock(telemetryReader, CLOCK_SM);
  telemetry.memoryClock = readClock(telemetryReader, CLOCK_MEMORY);
  if (telemetryReader->getTemperature(telemetryReader->device, SENSOR_GPU,
                                      &celsius) == 0)
    telemetry.temperature = (int)celsius;
  return telemetry;
}
