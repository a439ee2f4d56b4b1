//===- box-partial-tiles.h - Sums over part of a box, computed for all of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_BOX_PARTIAL_TILES_H
#define AS_AFFINE_TILING_BOX_PARTIAL_TILES_H

#include "affine/scop/scop.h"

/// Where a statement of the scop sums up for the elements of a triangle, and
/// has the loops to itself, a temporary array gets the sums of the whole
/// square, which is an operator, and the triangle is copied from it. Replaces
/// these loops. No two arrays may overlap. True where something was replaced.
bool asBoxPartialTiles(const AsScop *scop);

#endif // AS_AFFINE_TILING_BOX_PARTIAL_TILES_H
