//===- gpu-table.h - A table of GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and speeds of GPUs, for one model of each compute capability: rules,
// filters and estimates depend on them. They are in a table, so that tuning
// needs no device. A device of this machine has its own figures
// (installed-gpus.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_GPU_TABLE_H
#define AS_TARGET_GPU_TABLE_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

/// Limits that all GPUs share. Blocks, warps and threads are those of CUDA:
/// threads of a block share memory and can wait for each other; threads of a
/// warp execute each instruction together.
enum {
  AS_GPU_WARP_THREADS = 32,
  AS_GPU_BLOCK_THREADS = 1024, ///< At most.
  AS_GPU_MMA = 16, ///< Rows, columns and terms of tensor cores' products.
  /// A warpgroup: four warps that multiply together, and the rows that they
  /// have.
  AS_GPU_WARPGROUP = 4,
  AS_GPU_WARPGROUP_ROWS = AS_GPU_WARPGROUP * AS_GPU_MMA,
  AS_GPU_REGISTERS = 64 << 10,   ///< Of 32 bits, of a multiprocessor.
  AS_GPU_THREAD_REGISTERS = 255, ///< At most.
  /// Shared memory of a block without a request at its launch.
  AS_GPU_STATIC_SHARED_BYTES = 48 << 10,
  /// Alignment of what tensor cores read from shared memory themselves.
  AS_GPU_SHARED_ALIGNMENT = 1024,
  AS_GPU_GRID_RANK = 3,          ///< Dimensions of a grid, and of a block.
  AS_GPU_GRID_WIDTH = INT32_MAX, ///< Most blocks along x.
  AS_GPU_GRID_DEPTH = 65535,     ///< Most blocks along y, and along z.
};

/// A model of a GPU.
typedef struct AsGpu {
  const char *chip;     ///< Compute capability as LLVM names it: "sm_90".
  const char *features; ///< The oldest version of PTX that has it: "+ptx78".
  const char *model;    ///< The product with these sizes.
  bool hasWarpgroups;   ///< Has wgmma, products of four warps together. Such
                      ///< code only runs on this capability, not on newer ones.
  int multiprocessors;
  int lanes;                ///< f32 operations a cycle of a multiprocessor.
  int tensorLanes;          ///< The same of f16 multiply-adds on tensor cores.
  int residentThreads;      ///< Limit of threads on a multiprocessor.
  int residentBlocks;       ///< Limit of blocks on a multiprocessor.
  int64_t sharedBytes;      ///< Shared memory of a multiprocessor.
  int64_t blockSharedBytes; ///< Shared memory that a block may have.
  int64_t cacheBytes;       ///< Of the L2 cache.
  double clock;             ///< Cycles a second.
  double bandwidth;         ///< Bytes of memory a second.
} AsGpu;

/// The compute capability of its chip: 90 for "sm_90" and "sm_90a".
int asGpuCapability(const AsGpu *gpu);

/// Whether it copies to shared memory asynchronously (cp.async); if not, copies
/// pass through the registers of threads.
static inline bool asGpuCopiesAsync(const AsGpu *gpu) {
  return asGpuCapability(gpu) >= 80;
}

/// How many terms of a sum (along k) the operands of tensor cores have in
/// registers at a time, for elements of so many bytes.
static inline int asGpuMmaLoaded(int elementBytes) {
  enum { bytes = 32 };
  return bytes / elementBytes;
}

/// How many of these terms one instruction adds up.
static inline int asGpuMmaTerms(const AsGpu *gpu, int elementBytes) {
  int loaded = asGpuMmaLoaded(elementBytes);
  return asGpuCapability(gpu) < 80 ? loaded / 2 : loaded;
}

/// The bytes of a row in shared memory, padded so that threads can read 16
/// bytes each of several rows at once: with an even number of 16-byte pieces in
/// a row, rows would compete for the same banks.
static inline int64_t asGpuSharedRow(int64_t bytes) {
  enum { access = 16 };
  return bytes % (2 * access) == 0 ? bytes + access : bytes;
}

/// The model of a chip ("sm_90"); NULL if the table has none.
const AsGpu *asGpuFind(const char *chip);

/// The latest model of the table whose code runs on a device of this capability
/// (90 for 9.0), with all of its features; NULL if the device is older than
/// all.
const AsGpu *asGpuForCapability(int capability);

/// Appends the chips of the table, "sm_75, sm_80, sm_90, sm_90a".
void asGpuAppendChips(AsText *text);

/// Appends the table, for people.
void asGpuAppendTable(AsText *text);

#endif // AS_TARGET_GPU_TABLE_H
