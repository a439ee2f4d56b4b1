//===- telemetry.h - Clocks and temperature of a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device slows down where it gets warm, or where somebody has set its clocks.
// The drift reference takes that out of what is compared; here it is noted, so
// that times of different days and machines can be told apart. NVIDIA's
// management library comes with the driver, but not into every container:
// without it nothing is known, and nothing is missed.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CUDA_TELEMETRY_H
#define AS_CUDA_TELEMETRY_H

/// 0 where it is not known.
typedef struct AsGpuTelemetry {
  int clock, memoryClock; ///< In MHz.
  int temperature;        ///< In degrees Celsius.
} AsGpuTelemetry;

/// A device whose telemetry can be read.
typedef struct AsTelemetryReader {
  void *device; ///< NULL where it cannot.
  int (*getClock)(void *device, int clock, unsigned *megahertz);
  int (*getTemperature)(void *device, int sensor, unsigned *celsius);
} AsTelemetryReader;

/// Finds the device with this UUID by $AS_NVML, else libnvidia-ml.so.1; "none"
/// does without. It stays open until the process ends.
void asTelemetryOpen(AsTelemetryReader *telemetryReader, const char *uuid);

AsGpuTelemetry asTelemetryRead(const AsTelemetryReader *telemetryReader);

#endif // AS_CUDA_TELEMETRY_H
