//===- box-partial-tiles.h - Compute partial tiles as full boxes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_TILING_BOX_PARTIAL_TILES_H
#define AS_AFFINE_TILING_BOX_PARTIAL_TILES_H

#include "affine/scop/scop.h"

/// For each statement that reduces over a box into the elements of a triangle,
/// and that has its loops to itself: computes the whole box in a temporary,
/// which is an operator, and copies out the triangle. Replaces these loops. No
/// two arrays may overlap. Returns true if it did; then the SCoP is invalid.
bool asBoxPartialTiles(const AsScop *scop);

#endif // AS_AFFINE_TILING_BOX_PARTIAL_TILES_H
