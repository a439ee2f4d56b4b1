//===- swizzle.h - Tiles that descriptors tell of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores read a tile of shared memory by themselves, of a layout that a
// descriptor has words for: panels of so many columns that a row of one has
// 128, 64 or 32 bytes, one panel after the other. In these the 16 bytes of rows
// that are read together lie in different banks, as their place in the row is
// changed by the number of the row: bits 4 to 6 of an address by bits 7 to 9,
// or of narrow panels the lower one or two of these.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_MEMORY_SWIZZLE_H
#define AS_LOWERING_GPU_MEMORY_SWIZZLE_H

#include "lowering/gpu/thread-index.h"

/// The widest panel, and the fewest columns that are no panel's part: those of
/// an instruction.
enum { AS_GPU_WIDEST_PANEL = 128, AS_GPU_NARROWEST_PANEL = 32 };

/// What a buffer in shared memory is a part of that has the shape which was
/// copied there: rows of all dimensions but the last.
typedef struct AsGpuPanels {
  MlirValue tile;
  int64_t rows, columns; ///< Of the tile,
  int64_t elementBytes;
  int64_t bytes; ///< and of a row of a panel; 0 where there are none.
} AsGpuPanels;

/// Finds what `buffer` is a part of; false where that is not of static shape in
/// an allocation of this function.
bool asGpuPanelsRead(MlirValue buffer, AsGpuPanels *panels);

/// Lays the tile's allocation out in panels, whose rows have so many bytes.
void asGpuPanelsMake(const AsGpuPanels *panels, int64_t bytes);

/// The tile as one dimension, and where in it the element in this row and
/// column is.
MlirValue asGpuPanelsMemory(const AsGpuPanels *panels, MlirOperation next);
MlirValue asGpuPanelsPlace(const AsGpuPanels *panels, MlirOperation next,
                           MlirValue row, MlirValue column);

/// Whether nobody in the function finds such a tile in another way.
bool asGpuPanelsAreKept(MlirOperation function);

#endif // AS_LOWERING_GPU_MEMORY_SWIZZLE_H
