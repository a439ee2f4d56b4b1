//===- tile-range.h - The elements that tiles of one size cover
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_TILE_RANGE_H
#define AS_TASK_DYNAMIC_TILE_RANGE_H

#include "ir/ir.h"
#include "task/dynamic/kernel-cover.h"

/// What the last tile of a size may do with fewer elements than it has.
typedef enum AsTileRest {
  AS_REST_LEFT,    ///< Leave them to smaller tiles.
  AS_REST_OVERLAP, ///< Begin earlier.
  AS_REST_PAD,     ///< Go on behind the end (neutral-pads.h).
} AsTileRest;

/// What a loop over tiles covers.
typedef struct AsTileRange {
  MlirValue begin, end;
  bool overlaps;    ///< The last tile may begin before `end` - size.
  bool isPadded;    ///< There may be less than a tile.
  MlirValue padEnd; ///< A padded tile is from `end` to here, unless these are
                    ///< equal. Null: there is none.
} AsTileRange;

/// Inserts the range of tiles of number `tile`, of `extent` elements of which
/// those before `begin` are done.
AsTileRange asInsertTileRange(MlirOperation next, const AsKernelSizes *sizes,
                              int tile, MlirValue extent, MlirValue begin,
                              AsTileRest rest);

#endif // AS_TASK_DYNAMIC_TILE_RANGE_H
