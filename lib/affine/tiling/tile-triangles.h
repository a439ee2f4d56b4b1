//===- tile-triangles.h - Tile triangular loop nests
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_TILE_TRIANGLES_H
#define AS_AFFINE_TILING_TILE_TRIANGLES_H

#include "affine/scop/alias-checks.h"

/// Replaces the operations of the SCoP by tiled loops, so that full tiles can
/// be raised. If `aliasing` is AS_ALIAS_CHECK, a version for overlapping arrays
/// keeps the original loops. Returns true if it did; then the SCoP is invalid.
bool asTileTriangles(const AsScop *scop, const AsAffineTensors *tensors,
                     AsAliasing aliasing);

/// How many statements could be tiled if no arrays overlapped.
int asTileTrianglesCount(const AsScop *scop);

#endif // AS_AFFINE_TILING_TILE_TRIANGLES_H
