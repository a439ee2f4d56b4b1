//===- separate-full-tiles.h - Loops over the cells of blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_SEPARATE_FULL_TILES_H
#define AS_AFFINE_TILING_SEPARATE_FULL_TILES_H

#include "affine/tiling/iteration-blocks.h"
#include <isl/schedule_type.h>

/// The loops of the statement cell by cell, and the cells that have all their
/// points apart from those that have not. NULL where isl finds it too complex.
/// The caller owns the schedule.
__isl_give isl_schedule *asFullTileSchedule(const AsScop *scop,
                                            const AsAffineBlocks *blocks);

#endif // AS_AFFINE_TILING_SEPARATE_FULL_TILES_H
