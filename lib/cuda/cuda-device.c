//===- cuda-device.c - Properties of CUDA devices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Reads the properties of devices from the driver, and finds a device by UUID
// or model.
//
//===----------------------------------------------------------------------===//

#include "cuda/cuda-device.h"
#include <stdio.h>
#include <string.h>

AsStatus asCudaCountDevices(const AsCuda *cuda, int *count, AsError *error) {
  return asCudaCheck(cuda, cuda->deviceGetCount(count), "cuDeviceGetCount",
                     error);
}

static AsStatus readUuid(const AsCuda *cuda, AsCudaDevice *device,
                         AsError *error) {
  AsCuUuid uuid;
  AsStatus status =
      asCudaCheck(cuda, cuda->deviceGetUuid(&uuid, device->handle),
                  "cuDeviceGetUuid", error);
  if (status)
    return status;
  char *next = device->uuid + sprintf(device->uuid, "GPU-");
  for (int i = 0; i < 16; i++) {
    bool isGroup = i == 4 || i == 6 || i == 8 || i == 10;
    next += sprintf(next, "%s%02x", isGroup ? "-" : "", uuid.bytes[i]);
  }
  return AS_OK;
}

/// An attribute to read, and where to store it.
typedef struct Wanted {
  int attribute;
  int *value;
} Wanted;

static AsStatus readAttributes(const AsCuda *cuda, AsCudaDevice *device,
                               AsError *error) {
  int shared = 0, blockShared = 0, cache = 0, clock = 0, memoryClock = 0,
      busBits = 0;
  const Wanted wanted[] = {
      {AS_CU_DEVICE_CAPABILITY_MAJOR, &device->major},
      {AS_CU_DEVICE_CAPABILITY_MINOR, &device->minor},
      {AS_CU_DEVICE_MULTIPROCESSORS, &device->multiprocessors},
      {AS_CU_DEVICE_RESIDENT_THREADS, &device->residentThreads},
      {AS_CU_DEVICE_RESIDENT_BLOCKS, &device->residentBlocks},
      {AS_CU_DEVICE_REGISTERS, &device->registers},
      {AS_CU_DEVICE_SHARED_BYTES, &shared},
      {AS_CU_DEVICE_BLOCK_SHARED_BYTES, &blockShared},
      {AS_CU_DEVICE_L2_BYTES, &cache},
      {AS_CU_DEVICE_CLOCK_RATE, &clock},
      {AS_CU_DEVICE_MEMORY_CLOCK_RATE, &memoryClock},
      {AS_CU_DEVICE_MEMORY_BUS_BITS, &busBits},
  };
  AsStatus status = AS_OK;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && !status; i++)
    status =
        asCudaCheck(cuda,
                    cuda->deviceGetAttribute(
                        wanted[i].value, wanted[i].attribute, device->handle),
                    "cuDeviceGetAttribute", error);
  device->sharedBytes = shared;
  device->blockSharedBytes = blockShared;
  device->cacheBytes = cache;
  device->clock = clock * 1e3;
  // Memory transfers data twice a cycle.
  device->bandwidth = 2 * (memoryClock * 1e3) * (busBits / 8.0);
  return status;
}

AsStatus asCudaReadDevice(const AsCuda *cuda, int number, AsCudaDevice *device,
                          AsError *error) {
  size_t memory = 0;
  *device = (AsCudaDevice){.handle = 0};
  AsStatus status = asCudaCheck(cuda, cuda->deviceGet(&device->handle, number),
                                "cuDeviceGet", error);
  if (!status)
    status = asCudaCheck(
        cuda,
        cuda->deviceGetName(device->name, sizeof device->name, device->handle),
        "cuDeviceGetName", error);
  if (!status)
    status = readUuid(cuda, device, error);
  if (!status)
    status = readAttributes(cuda, device, error);
  if (!status)
    status = asCudaCheck(cuda, cuda->deviceTotalMem(&memory, device->handle),
                         "cuDeviceTotalMem", error);
  device->memoryBytes = (int64_t)memory;
  return status;
}

AsStatus asCudaFindDevice(const AsCuda *cuda, const char *uuid,
                          AsCudaDevice *device, AsError *error) {
  int count = 0;
  AsStatus status = asCudaCountDevices(cuda, &count, error);
  for (int d = 0; d < count && !status; d++) {
    status = asCudaReadDevice(cuda, d, device, error);
    if (!status && strcmp(device->uuid, uuid) == 0)
      return AS_OK;
  }
  return status ? status
                : asFail(error, AS_NOT_FOUND,
                         "the CUDA driver has no device '%s' any more", uuid);
}

int asCudaCapability(const AsCudaDevice *device) {
  return 10 * device->major + device->minor;
}

/// Replaces blanks, which would have to be quoted.
void asCudaDeviceKey(const AsCudaDevice *device, char key[AS_CUDA_KEY_BYTES]) {
  snprintf(key, AS_CUDA_KEY_BYTES, "sm_%d:%s", asCudaCapability(device),
           device->name);
  for (char *c = key; *c; c++)
    *c = *c == ' ' ? '-' : *c;
}

bool asCudaIsModel(const AsCudaDevice *device, const char *key) {
  char own[AS_CUDA_KEY_BYTES];
  asCudaDeviceKey(device, own);
  size_t capability = strcspn(own, ":");
  bool isCapability = strncmp(key, own, capability) == 0;
  // Only capability 9.0 runs code for sm_90a.
  return strcmp(key, own) == 0 ||
         (isCapability &&
          (!key[capability] || strcmp(key + capability, "a") == 0));
}

AsStatus asCudaFindModel(const AsCuda *cuda, const char *key,
                         AsCudaDevice *device, AsError *error) {
  int count = 0;
  AsStatus status = asCudaCountDevices(cuda, &count, error);
  for (int d = 0; d < count && !status; d++) {
    status = asCudaReadDevice(cuda, d, device, error);
    if (!status && asCudaIsModel(device, key))
      return AS_OK;
  }
  return status ? status
                : asFail(error, AS_NOT_FOUND,
                         "of the %d devices here none is an %s", count, key);
}
