//===- tile-copies.h - What copies of slices take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_TILE_COPIES_H
#define AS_TASK_DYNAMIC_TILE_COPIES_H

#include "task/dynamic/loop-classes.h"

/// About the seconds that a call on a tile takes to copy results that start
/// from what was there, and whose elements do not follow each other; and to pad
/// images. The tile has size[c] elements along class c.
double asTileCopySeconds(const AsGroupLoops *loops, const int64_t *size);

/// About the seconds that it takes more where what is left along the class is
/// less than the tile, which is padded: all operands that have the class are
/// copied, and filled first.
double asTilePadSeconds(const AsGroupLoops *loops, int class,
                        const int64_t *size);

#endif // AS_TASK_DYNAMIC_TILE_COPIES_H
