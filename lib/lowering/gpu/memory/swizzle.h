//===- swizzle.h - Swizzled tiles in shared memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores read a tile in shared memory by a descriptor, which can express
// one layout: panels whose rows have 128, 64 or 32 bytes, one panel after the
// other. Within a panel, chunks of 16 bytes are swizzled, so that rows that are
// read together are in different banks: bits 4 to 6 of an address are xored
// with bits 7 to 9; narrower panels use the lowest two bits or the lowest one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_SWIZZLE_H
#define AS_LOWERING_GPU_MEMORY_SWIZZLE_H

#include "lowering/gpu/thread-index.h"

/// Bytes of a row of the widest and of the narrowest panel.
enum { AS_GPU_WIDEST_PANEL = 128, AS_GPU_NARROWEST_PANEL = 32 };

/// The tile in shared memory that a buffer is a subview of, in the shape that
/// was copied there. Rows are all dimensions but the last.
typedef struct AsGpuPanels {
  MlirValue tile;
  int64_t rows, columns; ///< Of the tile.
  int64_t elementBytes;
  int64_t bytes; ///< Of a panel's row; 0 without panels.
} AsGpuPanels;

/// Finds the tile that `buffer` is a subview of. False if it is not an
/// allocation of this function with static shape.
bool asGpuPanelsRead(MlirValue buffer, AsGpuPanels *panels);

/// Lays out the tile's allocation in panels whose rows have so many bytes.
void asGpuPanelsSet(const AsGpuPanels *panels, int64_t bytes);

/// The tile as a one-dimensional buffer, and the index in it of the element at
/// `row` and `column`.
MlirValue asGpuPanelsMemory(const AsGpuPanels *panels, MlirOperation next);
MlirValue asGpuPanelsIndex(const AsGpuPanels *panels, MlirOperation next,
                           MlirValue row, MlirValue column);

/// Whether the function accesses tiles with panels in no other way.
bool asGpuPanelsAreExclusive(MlirOperation function);

#endif // AS_LOWERING_GPU_MEMORY_SWIZZLE_H
