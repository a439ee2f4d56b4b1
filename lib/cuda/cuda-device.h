//===- cuda-device.h - Properties of CUDA devices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// The number of a device depends on the environment of a process; its UUID does
// not.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CUDA_CUDA_DEVICE_H
#define AS_CUDA_CUDA_DEVICE_H

#include "cuda/cuda-driver.h"
#include "support/lease.h"

typedef struct AsCudaDevice {
  AsCuDevice handle;
  char name[128];
  char uuid[48];    ///< "GPU-01234567-89ab-..." as nvidia-smi writes it.
  int major, minor; ///< Compute capability.
  int multiprocessors;
  int residentThreads, residentBlocks; ///< Of a multiprocessor.
  int registers;                       ///< Of a multiprocessor.
  int64_t sharedBytes;                 ///< Of a multiprocessor.
  int64_t blockSharedBytes; ///< The most that a block may have of it.
  int64_t cacheBytes;       ///< The L2 cache.
  int64_t memoryBytes;
  double clock;     ///< Cycles in a second.
  double bandwidth; ///< Peak bytes of memory in a second.
} AsCudaDevice;

AsStatus asCudaCountDevices(const AsCuda *cuda, int *count, AsError *error);
AsStatus asCudaReadDevice(const AsCuda *cuda, int number, AsCudaDevice *device,
                          AsError *error);

/// Finds the device with this UUID. AS_NOT_FOUND if the driver has none.
AsStatus asCudaFindDevice(const AsCuda *cuda, const char *uuid,
                          AsCudaDevice *device, AsError *error);

/// The compute capability as in names of chips: 90 for "sm_90".
int asCudaCapability(const AsCudaDevice *device);

enum { AS_CUDA_KEY_BYTES = 160 };

/// Writes the key of the device's model, "sm_90:NVIDIA-H100-PCIe".
void asCudaDeviceKey(const AsCudaDevice *device, char key[AS_CUDA_KEY_BYTES]);

/// Whether the device has this key, or the compute capability that the key
/// names ("sm_90", and also "sm_90a").
bool asCudaIsModel(const AsCudaDevice *device, const char *key);

/// Finds the first device for which asCudaIsModel holds. AS_NOT_FOUND if the
/// driver has none.
AsStatus asCudaFindModel(const AsCuda *cuda, const char *key,
                         AsCudaDevice *device, AsError *error);

/// Keeps other runs of as-opt off the device, by a lock on a file with the UUID
/// in its name. The caller owns *lock and gives it back by asLeasesClose; it is
/// NULL after a failure.
AsStatus asCudaLockDevice(const char *uuid, AsLeases **lock, AsError *error);

#endif // AS_CUDA_CUDA_DEVICE_H
