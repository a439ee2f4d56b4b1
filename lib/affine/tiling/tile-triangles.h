//===- tile-triangles.h - Loops over triangles, tiled into blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_TILE_TRIANGLES_H
#define AS_AFFINE_TILING_TILE_TRIANGLES_H

#include "affine/scop/alias-checks.h"

/// Cuts what has blocks (affine/tiling/iteration-blocks.h) in the place of the
/// operations of the scop, which may be destroyed, so that what is in the full
/// ones can be raised. True where something was.
bool asTileTriangles(const AsScop *scop, const AsAffineTensors *tensors,
                     AsAliasing aliasing);

/// How many statements can be tiled where no arrays overlap.
int asTileTrianglesCount(const AsScop *scop);

#endif // AS_AFFINE_TILING_TILE_TRIANGLES_H
