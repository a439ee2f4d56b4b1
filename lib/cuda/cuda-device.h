//===- cuda-device.h - The devices that a driver has
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of devices depend on the environment; the UUID is the name that says
// the same to every process.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CUDA_CUDA_DEVICE_H
#define AS_CUDA_CUDA_DEVICE_H

#include "cuda/cuda-driver.h"

typedef struct AsCudaDevice {
  AsCuDevice handle;
  char name[128];
  char uuid[48];    ///< "GPU-01234567-89ab-..." as nvidia-smi writes it.
  int major, minor; ///< Compute capability.
  int multiprocessors;
  int residentThreads, residentBlocks; ///< Of a multiprocessor.
  int registers;                       ///< Of a multiprocessor.
  int64_t sharedBytes;                 ///< Of a multiprocessor,
  int64_t blockSharedBytes;            ///< and what of it a block may have.
  int64_t cacheBytes;                  ///< The second cache.
  int64_t memoryBytes;
  double clock;     ///< Cycles in a second.
  double bandwidth; ///< Bytes of memory in a second, as the clock has it.
} AsCudaDevice;

AsStatus asCudaCountDevices(const AsCuda *cuda, int *count, AsError *error);
AsStatus asCudaReadDevice(const AsCuda *cuda, int number, AsCudaDevice *device,
                          AsError *error);

/// The device with this UUID; AS_NOT_FOUND where the driver has none.
AsStatus asCudaFindDevice(const AsCuda *cuda, const char *uuid,
                          AsCudaDevice *device, AsError *error);

/// Compute capability as chips have it: 90 of "sm_90".
int asCudaCapability(const AsCudaDevice *device);

enum { AS_CUDA_KEY_BYTES = 160 };

/// Writes "sm_90:NVIDIA-H100-PCIe", which is the same for all of this model.
void asCudaDeviceKey(const AsCudaDevice *device, char key[AS_CUDA_KEY_BYTES]);

/// Whether it has this key, or is of this compute capability ("sm_90", and also
/// "sm_90a").
bool asCudaIsModel(const AsCudaDevice *device, const char *key);

/// The first device with this key, or of this compute capability;
/// AS_NOT_FOUND where the driver has none.
AsStatus asCudaFindModel(const AsCuda *cuda, const char *key,
                         AsCudaDevice *device, AsError *error);

/// Keeps other runs of as-opt off the device as long as this process, or one
/// that it forks, lives: by a lock on a file that has the UUID in its name.
AsStatus asCudaLockDevice(const char *uuid, AsError *error);

#endif // AS_CUDA_CUDA_DEVICE_H
