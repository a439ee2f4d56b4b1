//===- gpu-table.h - What is known of GPUs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes and speeds that rules, filters and estimates go by, for one model
// of each compute capability: from a table, so that tuning needs no device. Of
// a device that is there they are its own (installed-gpus.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TARGET_GPU_TABLE_H
#define AS_TARGET_GPU_TABLE_H

#include "support/text.h"
#include <stdbool.h>
#include <stdint.h>

/// What all of them have in common. Blocks, warps and threads are what CUDA
/// calls so: the threads of a block share memory and can wait for each other,
/// those of a warp execute each instruction together.
enum {
  AS_GPU_WARP_THREADS = 32,
  AS_GPU_BLOCK_THREADS = 1024, ///< At most.
  AS_GPU_MMA = 16, ///< Rows, columns and terms of tensor cores' products.
  /// Four warps that multiply together, and the rows that they have.
  AS_GPU_WARPGROUP = 4,
  AS_GPU_WARPGROUP_ROWS = AS_GPU_WARPGROUP * AS_GPU_MMA,
  AS_GPU_REGISTERS = 64 << 10,   ///< Of 32 bits, of a multiprocessor.
  AS_GPU_THREAD_REGISTERS = 255, ///< At most.
  /// Shared memory that a block may have without asking at its launch.
  AS_GPU_STATIC_SHARED_BYTES = 48 << 10,
  /// Of what tensor cores read from shared memory by themselves.
  AS_GPU_SHARED_ALIGNMENT = 1024,
  AS_GPU_GRID_RANK = 3,          ///< Dimensions of a grid, and of a block.
  AS_GPU_GRID_WIDTH = INT32_MAX, ///< Blocks along x, at most,
  AS_GPU_GRID_DEPTH = 65535,     ///< and along y and z.
};

/// One model.
typedef struct AsGpu {
  const char *chip;     ///< Compute capability as LLVM names it: "sm_90".
  const char *features; ///< The oldest version of PTX that has it: "+ptx78".
  const char *model;    ///< Whose sizes these are.
  bool hasWarpgroups; ///< Products of four warps together (wgmma). Such code is
                      ///< for its own capability, and for none that is newer.
  int multiprocessors;
  int lanes;           ///< f32 operations that one begins in a cycle,
  int tensorLanes;     ///< and of products of f16 and sums by its tensor cores.
  int residentThreads; ///< At most, of all blocks on one,
  int residentBlocks;  ///< and so many blocks.
  int64_t sharedBytes; ///< Shared memory of a multiprocessor,
  int64_t blockSharedBytes; ///< and what of it a block may have.
  int64_t cacheBytes;       ///< Of the second cache, which they share.
  double clock;             ///< Cycles in a second.
  double bandwidth;         ///< Bytes of memory in a second.
} AsGpu;

/// What its chip is: 90 for "sm_90" and "sm_90a".
int asGpuCapability(const AsGpu *gpu);

/// Whether it copies to shared memory while threads do something else: or else
/// what is copied passes through their registers.
static inline bool asGpuCopiesAsync(const AsGpu *gpu) {
  return asGpuCapability(gpu) >= 80;
}

/// How many terms its tensor cores' operands have in registers at a time, of
/// elements of so many bytes.
static inline int asGpuMmaLoaded(int elementBytes) {
  enum { bytes = 32 };
  return bytes / elementBytes;
}

/// How many of these an instruction sums up.
static inline int asGpuMmaTerms(const AsGpu *gpu, int elementBytes) {
  int loaded = asGpuMmaLoaded(elementBytes);
  return asGpuCapability(gpu) < 80 ? loaded / 2 : loaded;
}

/// What a row of so many bytes takes in shared memory, where threads read
/// several rows at once, 16 bytes of each: an even number of these would have
/// rows compete for the same banks.
static inline int64_t asGpuSharedRow(int64_t bytes) {
  enum { access = 16 };
  return bytes % (2 * access) == 0 ? bytes + access : bytes;
}

/// The model for a chip ("sm_90"); NULL where the table has none.
const AsGpu *asGpuFind(const char *chip);

/// The latest of the table whose code runs on a device of this capability (90
/// for 9.0), with all that it has; NULL where the device is older than all.
const AsGpu *asGpuForCapability(int capability);

/// Appends the chips of the table, "sm_75, sm_80, sm_90, sm_90a".
void asGpuAppendChips(AsText *text);

/// Appends the table, for people.
void asGpuAppendTable(AsText *text);

#endif // AS_TARGET_GPU_TABLE_H
