//===- cuda/telemetry.c - Clocks and temperature of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See telemetry.h.
//
//===----------------------------------------------------------------------===//

#include "cuda/telemetry.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Of NVML: nvmlClockType_t and nvmlTemperatureSensors_t.
enum { CLOCK_SM = 1, CLOCK_MEMORY = 2, SENSOR_GPU = 0 };

static bool find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address;
}

void asThermometerOpen(AsThermometer *thermometer, const char *uuid) {
  const char *given = getenv("AS_NVML");
  const char *path = given && *given ? given : "libnvidia-ml.so.1";
  int (*init)(void);
  int (*getHandle)(const char *uuid, void **device);
  *thermometer = (AsThermometer){.device = NULL};
  void *library =
      strcmp(path, "none") == 0 ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library || !find(library, "nvmlInit_v2", &init) ||
      !find(library, "nvmlDeviceGetHandleByUUID", &getHandle) ||
      !find(library, "nvmlDeviceGetClockInfo", &thermometer->getClock) ||
      !find(library, "nvmlDeviceGetTemperature",
            &thermometer->getTemperature) ||
      init() != 0 || getHandle(uuid, &thermometer->device) != 0)
    thermometer->device = NULL;
}

static int readClock(const AsThermometer *thermometer, int clock) {
  unsigned megahertz;
  return thermometer->getClock(thermometer->device, clock, &megahertz) == 0
             ? (int)megahertz
             : 0;
}

AsClimate asThermometerRead(const AsThermometer *thermometer) {
  AsClimate climate = {0};
  unsigned celsius;
  if (!thermometer->device)
    return climate;
  climate.clock = readClock(thermometer, CLOCK_SM);
  climate.memoryClock = readClock(thermometer, CLOCK_MEMORY);
  if (thermometer->getTemperature(thermometer->device, SENSOR_GPU, &celsius) ==
      0)
    climate.temperature = (int)celsius;
  return climate;
}
