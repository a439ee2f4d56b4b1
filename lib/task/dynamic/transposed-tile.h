//===- transposed-tile.h - A tile that many tiles of the result read
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_TRANSPOSED_TILE_H
#define AS_TASK_DYNAMIC_TRANSPOSED_TILE_H

#include "task/dynamic/kernel-cover.h"
#include "task/dynamic/loop-classes.h"

/// An operand whose tiles are transposed. Initialise with {.member = -1}.
typedef struct AsTransposed {
  int member; ///< That has the operand; -1: there is none.
  intptr_t operand;
  int class;   ///< Along which vectors go: its dimension becomes the last one.
  int64_t few; ///< Tiles of at most so many elements along it are read as they
               ///< are: vectors of a kernel go along the sum.
  int64_t order[AS_MAX_DIMS]; ///< Its dimensions in the order of the tile.
  intptr_t rank;
  bool isIndexed[AS_MAX_CLASSES]; ///< The classes that index it.
} AsTransposed;

/// Finds the operand of the group whose tiles are to be transposed.
AsTransposed asTransposedOperand(const AsGroupLoops *loops);

/// The parallel classes in the order of their loops: those that index the
/// operand are outside. Returns how many these are; 0 if there is no such
/// operand. Other classes follow in their order.
int asTransposedOrder(const AsGroupLoops *loops, const AsTransposed *operand,
                      int order[AS_MAX_CLASSES]);

/// Whether the group has such an operand, two dynamic sizes, and results of 32
/// bits. Then *sizes are its tiles along both; with an outer loop that threads
/// share, a tile has all matrices of a thread. Without dot products, as where
/// sums keep their order (`isStrict`), keys left over take a transpose sooner.
bool asTransposedSizes(const AsGroupLoops *loops, int threads, bool isStrict,
                       AsKernelSizes sizes[AS_MAX_CLASSES]);

/// Lets a clone of the member read the tile in that order.
void asReadTransposed(const AsTransposed *operand, MlirOperation clone);

#endif // AS_TASK_DYNAMIC_TRANSPOSED_TILE_H
