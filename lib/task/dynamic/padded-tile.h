//===- padded-tile.h - A tile of a padded tensor
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile reads a slice of an image with a border. The image with its border is
// not made: each tile copies what it has of the image into a tile that is
// filled with the value of the border.
//
//   %part = tensor.extract_slice %image[0, %y, %x, 0] [1, %h, %w, 8] ...
//   %border = linalg.fill ins(%zero) outs(%empty : tensor<1x10x18x8xf32>)
//   %tile = tensor.insert_slice %part into %border[0, %top, %left, 0] ...
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_PADDED_TILE_H
#define AS_TASK_DYNAMIC_PADDED_TILE_H

#include "ir/tensor-builder.h"

/// Whether the value is a tensor.pad, by numbers that are known, with a value
/// from outside of it, of a dimension whose size is known at run time only.
bool asIsPaddedImage(MlirValue value);

/// Inserts the tile of `type` of the padded tensor that begins at `begin`; at 0
/// where that is null.
MlirValue asInsertPaddedTile(MlirOperation next, MlirValue padded,
                             const MlirValue *begin, MlirType type);

/// Inserts the size of a dimension of the padded tensor.
MlirValue asInsertPaddedSize(MlirOperation next, MlirValue padded,
                             intptr_t dim);

/// Inserts a tensor of `type` that has `scalar` in it, but for what is `from`
/// in `whole`, which goes `to` its place.
MlirValue asInsertBordered(MlirOperation next, MlirValue whole,
                           MlirValue scalar, MlirType type,
                           const AsIrSlice *from, const AsIrSlice *to);

#endif // AS_TASK_DYNAMIC_PADDED_TILE_H
