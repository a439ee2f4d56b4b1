//===- separate-full-tiles.h - Separate full tiles from partial ones
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_SEPARATE_FULL_TILES_H
#define AS_AFFINE_TILING_SEPARATE_FULL_TILES_H

#include "affine/tiling/iteration-blocks.h"
#include <isl/aff_type.h>
#include <isl/schedule_type.h>

/// The schedule tree of these instances of the tiled statement, full tiles
/// apart from partial ones. NULL if isl gave up. Free it before the SCoP.
__isl_give isl_schedule *asFullTileSchedule(const AsScop *scop,
                                            const AsAffineBlocks *blocks,
                                            __isl_keep isl_set *domain);

/// From instances to the number of their strip, if there are strips, and of
/// their tile along each tiled loop.
__isl_give isl_multi_aff *asAffineTiles(const AsScop *scop,
                                        const AsAffineBlocks *blocks);

#endif // AS_AFFINE_TILING_SEPARATE_FULL_TILES_H
