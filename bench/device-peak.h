//===- device-peak.h - What a GPU can do at most
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measured, by kernels of which each thread does nothing but multiply and add,
// or copy, since data sheets give clocks that a device may not reach. That they
// did what they are timed for is checked.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_DEVICE_PEAK_H
#define AS_BENCH_DEVICE_PEAK_H

#include "cuda/cuda-device.h"

typedef struct AsDevicePeak {
  AsCudaDevice device;
  double flops;       ///< Of f32 in a second, a multiply-add being two.
  double tensorFlops; ///< Of f16 on tensor cores by mma.sync; 0: not known.
  double bandwidth;   ///< Bytes read and written in a second.
} AsDevicePeak;

/// Measures device `number` in a process of its own.
AsStatus asDevicePeakMeasure(int number, AsDevicePeak *peak, AsError *error);

#endif // AS_BENCH_DEVICE_PEAK_H
