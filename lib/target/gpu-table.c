//===- gpu-table.c - A table of GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See gpu-table.h. Limits are those of a compute capability in the CUDA
// programming guide; sizes and clocks are those of one model's data sheet.
//
//===----------------------------------------------------------------------===//

#include "target/gpu-table.h"
#include <stdlib.h>
#include <string.h>

static const AsGpu gpus[] = {
    {
        .chip = "sm_75",
        .features = "+ptx65",
        .model = "T4",
        .multiprocessors = 40,
        .lanes = 64,
        .tensorLanes = 512,
        .residentThreads = 1024,
        .residentBlocks = 16,
        .sharedBytes = 64 << 10,
        .blockSharedBytes = 64 << 10,
        .cacheBytes = 4 << 20,
        .clock = 1.59e9,
        .bandwidth = 320e9,
    },
    {
        .chip = "sm_80",
        .features = "+ptx70",
        .model = "A100 SXM4 40 GB",
        .multiprocessors = 108,
        .lanes = 64,
        .tensorLanes = 1024,
        .residentThreads = 2048,
        .residentBlocks = 32,
        .sharedBytes = 164 << 10,
        .blockSharedBytes = 163 << 10,
        .cacheBytes = 40 << 20,
        .clock = 1.41e9,
        .bandwidth = 1555e9,
    },
    {
        .chip = "sm_90",
        .features = "+ptx78",
        .model = "H100 SXM5 80 GB",
        .multiprocessors = 132,
        .lanes = 128,
        .tensorLanes = 2048,
        .residentThreads = 2048,
        .residentBlocks = 32,
        .sharedBytes = 228 << 10,
        .blockSharedBytes = 227 << 10,
        .cacheBytes = 50 << 20,
        .clock = 1.98e9,
        .bandwidth = 3352e9,
    },
    {
        .chip = "sm_90a",
        .features = "+ptx80",
        .hasWarpgroups = true,
        .model = "H100 SXM5 80 GB",
        .multiprocessors = 132,
        .lanes = 128,
        .tensorLanes = 2048,
        .residentThreads = 2048,
        .residentBlocks = 32,
        .sharedBytes = 228 << 10,
        .blockSharedBytes = 227 << 10,
        .cacheBytes = 50 << 20,
        .clock = 1.98e9,
        .bandwidth = 3352e9,
    },
};

static const size_t numGpus = sizeof gpus / sizeof *gpus;

const AsGpu *asGpuFind(const char *chip) {
  for (size_t g = 0; g < numGpus; g++)
    if (strcmp(gpus[g].chip, chip) == 0)
      return &gpus[g];
  return NULL;
}

int asGpuCapability(const AsGpu *gpu) { return atoi(gpu->chip + 3); }

const AsGpu *asGpuForCapability(int capability) {
  const AsGpu *latest = NULL; // The table begins with the oldest.
  for (size_t g = 0; g < numGpus; g++) {
    int own = asGpuCapability(&gpus[g]);
    if (own == capability || (own < capability && !gpus[g].hasWarpgroups))
      latest = &gpus[g];
  }
  return latest;
}

void asGpuAppendChips(AsText *text) {
  for (size_t g = 0; g < numGpus; g++)
    asTextFormat(text, "%s%s", g ? ", " : "", gpus[g].chip);
}

void asGpuAppendTable(AsText *text) {
  asTextAppendString(text, "target      sizes of           SMs  shared/block  "
                           "   L2     clock     memory\n");
  for (size_t g = 0; g < numGpus; g++)
    asTextFormat(text,
                 "cuda:%s  %-16s %5d  %8d KiB  %2d MiB  %.2f GHz  %4.0f "
                 "GB/s\n",
                 gpus[g].chip, gpus[g].model, gpus[g].multiprocessors,
                 (int)(gpus[g].blockSharedBytes >> 10),
                 (int)(gpus[g].cacheBytes >> 20), gpus[g].clock / 1e9,
                 gpus[g].bandwidth / 1e9);
}
