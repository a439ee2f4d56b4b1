//===- warp-loops.h - Map loops over warps and lanes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores leave a product in the registers of a warp: each lane has two
// neighbouring elements of each piece of 8 x 8. So the tile has no memory.
// Loops over lanes that initialise or finish it give each lane the same two
// elements.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_WARP_LOOPS_H
#define AS_LOWERING_GPU_TENSORCORE_WARP_LOOPS_H

#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/thread-index.h"

/// On a contraction in a loop over warps: tensor cores compute it, with so many
/// terms for each instruction (8 or 16).
#define AS_MMA_ATTRIBUTE "as.mma"
/// On the same: groups of four warps compute it together (warpgroup-mma.h).
/// Consecutive warps are mapped along the rows.
#define AS_WARPGROUP_ATTRIBUTE "as.warpgroup"
/// On such a contraction in a multi-buffered loop: it may still be running in
/// the next iteration, as the slot that it reads is not overwritten before.
#define AS_LASTING_ATTRIBUTE "as.lasting"

/// Rows of a piece, lanes of a row, and elements of a lane.
enum { AS_GPU_PIECE = 8, AS_GPU_PIECE_LANES = 4, AS_GPU_PIECE_OWN = 2 };

/// A tile in registers. Initialised with {0}.
typedef struct AsGpuFragments {
  MlirValue tile; ///< The buffer that it replaces; null if there is none.
  int rank;       ///< Rank of the buffer.
  int64_t rows, columns; ///< Pieces of a warp's tile.
  MlirValue *piece;      ///< Fragments, row by row: two elements of each piece.
  bool isByGroups;       ///< Groups of four warps multiply together.
} AsGpuFragments;

/// Finds the tile that tensor cores produce in a loop over blocks, and
/// allocates its fragments.
AsStatus asGpuFragmentsOpen(MlirOperation blocks, const AsGpuKernel *kernel,
                            AsGpuFragments *fragments, AsError *error);

/// Replaces a loop over warps by what each thread does.
AsStatus asGpuMapWarps(const AsGpuForall *forall, const AsGpuKernel *kernel,
                       AsGpuFragments *fragments, AsError *error);

/// Writes the tile to memory at the end of the block, unless the block
/// allocated it. AS_UNSUPPORTED if anything but loops over lanes uses it.
AsStatus asGpuFragmentsClose(MlirOperation blocks, const AsGpuKernel *kernel,
                             AsGpuFragments *fragments, AsError *error);

void asGpuFragmentsFree(AsGpuFragments *fragments);

#endif // AS_LOWERING_GPU_TENSORCORE_WARP_LOOPS_H
