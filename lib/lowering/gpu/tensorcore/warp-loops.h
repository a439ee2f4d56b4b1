//===- warp-loops.h - Loops over warps and their lanes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor cores leave a product in the registers of a warp: of each piece of 8 x
// 8 elements every lane has two next to each other. So the tile of a block that
// they make has no memory. What starts it and what is done with it go by lanes
// in the same way, each of them with its own two elements of each piece.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_GPU_TENSORCORE_WARP_LOOPS_H
#define AS_LOWERING_GPU_TENSORCORE_WARP_LOOPS_H

#include "lowering/gpu/mapped-forall.h"
#include "lowering/gpu/thread-index.h"

/// On a product in a loop over warps: tensor cores do it, so many of its terms
/// with an instruction (8 or 16).
#define AS_MMA_ATTRIBUTE "as.mma"
/// On the same: warps multiply by fours (warpgroup-mma.h). Then they are mapped
/// so that those that follow each other are along the rows.
#define AS_WARPGROUP_ATTRIBUTE "as.warpgroup"
/// On such a product in a loop whose tiles have several slots: that of the
/// iteration before is not written while it goes on, and it may still do so in
/// the next one.
#define AS_LASTING_ATTRIBUTE "as.lasting"

/// The lanes' shares of a piece.
enum { AS_GPU_PIECE = 8, AS_GPU_PIECE_LANES = 4, AS_GPU_PIECE_OWN = 2 };

/// A tile in registers. Starts as {0}.
typedef struct AsGpuFragments {
  MlirValue tile;        ///< The buffer that it stands for; null: none.
  int rank;              ///< Of that.
  int64_t rows, columns; ///< Pieces of a warp's tile,
  MlirValue *piece;      ///< and of each, row by row, a lane's two elements.
  bool isByGroups;       ///< Warps multiply by fours.
} AsGpuFragments;

/// Looks for what tensor cores make in a loop over blocks.
AsStatus asGpuFragmentsOpen(MlirOperation blocks, const AsGpuKernel *kernel,
                            AsGpuFragments *fragments, AsError *error);

/// Replaces a loop over warps by what each thread does of it.
AsStatus asGpuMapWarps(const AsGpuForall *forall, const AsGpuKernel *kernel,
                       AsGpuFragments *fragments, AsError *error);

/// Writes the tile to memory at the end of the block, if it is no block's own.
/// AS_UNSUPPORTED where something else than lanes has used it.
AsStatus asGpuFragmentsClose(MlirOperation blocks, const AsGpuKernel *kernel,
                             AsGpuFragments *fragments, AsError *error);

void asGpuFragmentsFree(AsGpuFragments *fragments);

#endif // AS_LOWERING_GPU_TENSORCORE_WARP_LOOPS_H
