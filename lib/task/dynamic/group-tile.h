//===- group-tile.h - A group on one tile
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_GROUP_TILE_H
#define AS_TASK_DYNAMIC_GROUP_TILE_H

#include "ir/tensor-builder.h"
#include "task/dynamic/loop-classes.h"
#include "task/dynamic/transposed-tile.h"

/// A tile of a group. Who makes it sets where it is.
typedef struct AsGroupTile {
  const AsGroupLoops *loops;
  MlirOperation root;
  intptr_t numResults;
  MlirValue offset[AS_MAX_CLASSES]; ///< Null: at the beginning.
  /// Where it is in a part of the results (thread-parts.h), if what it is cut
  /// from and inserted into is such a part; else null.
  MlirValue inPart[AS_MAX_CLASSES];
  int64_t size[AS_MAX_CLASSES];
  /// The size where it is a value, and `size` is dynamic; else null.
  MlirValue open[AS_MAX_CLASSES];
  /// How many elements of the tile are there, the first ones, where it is
  /// padded (neutral-pads.h); null where all of them are.
  MlirValue left[AS_MAX_CLASSES];
  AsTransposed transposed;
  MlirValue transposedTile; ///< Of its operand, if it has one.
} AsGroupTile;

AsGroupTile asGroupTile(const AsGroupLoops *loops);

/// Inserts the extent of a class, read off what made the tensor where that says
/// it.
MlirValue asInsertClassExtent(MlirOperation next, const AsLoopClass *class);

/// Whether result `r` of the root depends on what was in the tensor before.
bool asTileReadsBefore(const AsGroupTile *tile, intptr_t r);

/// The tensor into which the tiles of result `r` are inserted.
MlirValue asTileWhole(const AsGroupTile *tile, intptr_t r);

/// The tile of `whole`, which is shaped like result `r`.
MlirValue asTileOfWhole(const AsGroupTile *tile, intptr_t r, MlirValue whole,
                        MlirOperation next);

/// The initial value of result `r` on the tile; null if the group computes it.
MlirValue asTileInit(const AsGroupTile *tile, intptr_t r, MlirValue whole,
                     MlirOperation next);

/// Where result `r` of the tile is in the whole; false if it is the whole.
bool asTileResultSlice(const AsGroupTile *tile, intptr_t r, MlirOperation next,
                       AsIrSlice *slice);

/// Inserts the tile of the operand whose tiles are transposed, if there is one.
void asTileTranspose(AsGroupTile *tile, MlirOperation next);

/// Computes the group on the tile: from the initial values of the root's
/// results to the results.
void asTileCompute(const AsGroupTile *tile, MlirOperation next,
                   MlirValue *values);

/// Gives `results` to the users of the root, and destroys the members.
void asReplaceGroup(const AsGroupTile *tile, const MlirValue *results);

#endif // AS_TASK_DYNAMIC_GROUP_TILE_H
