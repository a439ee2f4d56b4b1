//===- installed-gpus.h - The GPUs of this machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the devices of this machine from the CUDA driver, as models like those
// of the table.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_INSTALLED_GPUS_H
#define AS_TARGET_INSTALLED_GPUS_H

#include "as/error.h"
#include "support/arena.h"
#include "support/text.h"
#include "target/gpu-table.h"

/// A device of this machine.
typedef struct AsDevice {
  const AsGpu *gpu; ///< Its figures, and a chip whose code it runs.
  const char *uuid;
  const char *key; ///< Identity in records: "sm_90:NVIDIA-H100-PCIe".
} AsDevice;

/// Device number `number` of the driver. All of *device lives in `arena`.
AsStatus asDeviceRead(int number, AsArena *arena, AsDevice *device,
                      AsError *error);

/// The first device with the compute capability of `chip` ("sm_90");
/// AS_NOT_FOUND if there is none.
AsStatus asDeviceFind(const char *chip, AsArena *arena, AsDevice *device,
                      AsError *error);

/// Appends the devices, for people, or why there is none.
void asDeviceAppendTable(AsText *text);

#endif // AS_TARGET_INSTALLED_GPUS_H
