//===- telemetry.h - Clocks and temperature of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// A device slows down when it gets warm, or when its clocks are set. The drift
// reference removes this from comparisons. Telemetry is recorded so that times
// of different days and machines can be told apart. NVIDIA's management library
// comes with the driver, but is not in every container; without it nothing is
// recorded.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CUDA_TELEMETRY_H
#define AS_CUDA_TELEMETRY_H

/// Unknown values are 0.
typedef struct AsGpuTelemetry {
  int clock, memoryClock; ///< In MHz.
  int temperature;        ///< In degrees Celsius.
} AsGpuTelemetry;

/// A device whose telemetry can be read.
typedef struct AsTelemetryReader {
  void *device; ///< NULL if there is no telemetry.
  int (*getClock)(void *device, int clock, unsigned *megahertz);
  int (*getTemperature)(void *device, int sensor, unsigned *celsius);
} AsTelemetryReader;

/// Finds the device with this UUID by $AS_NVML, or libnvidia-ml.so.1.
/// AS_NVML=none means that there is none. The library stays open until the
/// process ends.
void asTelemetryOpen(AsTelemetryReader *telemetryReader, const char *uuid);

AsGpuTelemetry asTelemetryRead(const AsTelemetryReader *telemetryReader);

#endif // AS_CUDA_TELEMETRY_H
