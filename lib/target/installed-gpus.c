//===- installed-gpus.c - The GPUs of this machine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See installed-gpus.h. Each question opens the driver, which stays loaded; a
// run asks one or two.
//
//===----------------------------------------------------------------------===//

#include "target/installed-gpus.h"
#include "cuda/cuda-device.h"
#include <string.h>

/// f32 operations a cycle of a multiprocessor, which the driver does not tell.
/// All have 128, except those whose other half is for integers or f64.
static int lanesOf(const AsCudaDevice *device) {
  int capability = asCudaCapability(device);
  return capability <= 75 || capability == 80 ? 64 : 128;
}

static AsStatus describe(const AsCudaDevice *from, AsArena *arena,
                         AsDevice *device, AsError *error) {
  const AsGpu *known = asGpuForCapability(asCudaCapability(from));
  if (!known)
    return asFail(error, AS_UNSUPPORTED,
                  "'%s' has compute capability %d.%d, which is too old",
                  from->name, from->major, from->minor);
  char key[AS_CUDA_KEY_BYTES];
  asCudaDeviceKey(from, key);
  AsGpu *gpu = asArenaArray(arena, AsGpu, 1);
  *gpu = *known;
  gpu->model = asArenaCopy(arena, from->name, strlen(from->name));
  gpu->multiprocessors = from->multiprocessors;
  gpu->lanes = lanesOf(from);
  gpu->residentThreads = from->residentThreads;
  gpu->residentBlocks = from->residentBlocks;
  gpu->sharedBytes = from->sharedBytes;
  gpu->blockSharedBytes = from->blockSharedBytes;
  gpu->cacheBytes = from->cacheBytes;
  gpu->clock = from->clock;
  gpu->bandwidth = from->bandwidth;
  *device = (AsDevice){
      .gpu = gpu,
      .uuid = asArenaCopy(arena, from->uuid, strlen(from->uuid)),
      .key = asArenaCopy(arena, key, strlen(key)),
  };
  return AS_OK;
}

AsStatus asDeviceRead(int number, AsArena *arena, AsDevice *device,
                      AsError *error) {
  AsCuda cuda;
  AsCudaDevice read;
  int count = 0;
  AsStatus status = asCudaOpen(&cuda, error);
  if (!status)
    status = asCudaCountDevices(&cuda, &count, error);
  if (!status && number >= count)
    status =
        asFail(error, AS_NOT_FOUND,
               "there is no device %d: the CUDA driver has %d", number, count);
  if (!status)
    status = asCudaReadDevice(&cuda, number, &read, error);
  return status ? status : describe(&read, arena, device, error);
}

AsStatus asDeviceFind(const char *chip, AsArena *arena, AsDevice *device,
                      AsError *error) {
  AsCuda cuda;
  AsCudaDevice found;
  AsStatus status = asCudaOpen(&cuda, error);
  if (!status)
    status = asCudaFindModel(&cuda, chip, &found, error);
  return status ? status : describe(&found, arena, device, error);
}

static void appendDevice(const AsCuda *cuda, int number, AsText *text) {
  AsCudaDevice device;
  AsError error = {0};
  if (asCudaReadDevice(cuda, number, &device, &error)) {
    asTextFormat(text, "cuda:%d  %s\n", number, error.message);
    return;
  }
  asTextFormat(text,
               "cuda:%d  %s, sm_%d, %s\n"
               "        %d SMs with %d registers and %d KiB of shared memory, "
               "%d KiB a block\n"
               "        L2 %d MiB, %.2f GHz, memory of %.1f GiB with %.0f "
               "GB/s\n",
               number, device.name, asCudaCapability(&device), device.uuid,
               device.multiprocessors, device.registers,
               (int)(device.sharedBytes >> 10),
               (int)(device.blockSharedBytes >> 10),
               (int)(device.cacheBytes >> 20), device.clock / 1e9,
               (double)device.memoryBytes / (1 << 30), device.bandwidth / 1e9);
}

void asDeviceAppendTable(AsText *text) {
  AsCuda cuda;
  AsError error = {0};
  int count = 0;
  AsStatus status = asCudaOpen(&cuda, &error);
  if (!status)
    status = asCudaCountDevices(&cuda, &count, &error);
  if (status)
    asTextFormat(text, "No device can be measured on here: %s\n",
                 error.message);
  for (int d = 0; d < count; d++)
    appendDevice(&cuda, d, text);
}
