//===- loop-classes.h - The loops that the operations of a group share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to splitting. A loop of a producer and the loop of the consumer that
// indexes the same dimension of the tensor between them are in one class: a
// tile of the group is a tile of each class. Only classes with a dynamic extent
// are numbered. Classes whose extents are equal at run time by chance, such as
// queries and keys, are different ones.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_LOOP_CLASSES_H
#define AS_TASK_DYNAMIC_LOOP_CLASSES_H

#include "support/text.h"
#include "task/dynamic/loop-index.h"
#include "task/fusion-groups.h"

enum { AS_MAX_CLASSES = 8, AS_MAX_RESULTS = 8 };

/// A class of loops with a dynamic extent, or outer ones (outer-loops.h). Tiles
/// of an outer one have one size, or one for each size of the class behind it:
/// fewer rows have wider panels.
typedef struct AsLoopClass {
  bool isOuter;     ///< Static, with tiles of sizes that divide it.
  bool isSingle;    ///< Its tiles have one element (sum-order.h).
  bool isReduction; ///< Of the root, which alone may reduce it.
  MlirValue tensor; ///< Whose dimension `dim` has the extent of the loops.
  intptr_t dim;
} AsLoopClass;

/// A member of the group, and the class of each of its loops; -1 where the
/// extent is static.
typedef struct AsMember {
  MlirOperation op;
  int numLoops;
  int64_t extent[AS_MAX_DIMS]; ///< As far as types say it.
  int class[AS_MAX_DIMS];
} AsMember;

typedef struct AsGroupLoops {
  AsMember *members; ///< In the order of the block; the last one is the root.
  int numMembers;
  AsLoopClass classes[AS_MAX_CLASSES]; ///< Parallel ones first, then reductions
                                       ///< as the loops of the root are.
  int numClasses, numParallel;
} AsGroupLoops;

/// Finds the classes. False if a tile of the group does not read a slice of
/// each operand; `why` then says why not, and what to do. Which classes are
/// parallel is not said, and their order is any. Free with asGroupLoopsFree in
/// both cases.
bool asGroupClasses(const MlirOperation *members, int numMembers,
                    AsGroupLoops *loops, AsText *why);

/// The same with the kind and order of classes. False also if some member
/// before the root needs all of a class.
bool asGroupLoops(const MlirOperation *members, int numMembers,
                  AsGroupLoops *loops, AsText *why);
void asGroupLoopsFree(AsGroupLoops *loops);

/// The member that computes the value, or -1.
int asMemberOf(const AsGroupLoops *loops, MlirValue value);

/// A dimension of a tile of an operand. It begins at `step` times the place of
/// the tile in the class and has step * (size - 1) + reach elements; without a
/// class it begins at 0 and has `reach`.
typedef struct AsTileDim {
  int class; ///< Or -1.
  int64_t step, reach;
} AsTileDim;

AsTileDim asTileDim(const AsMember *member, intptr_t i, intptr_t dim);

/// How many elements it has in a tile of that size along its class.
int64_t asTileExtent(const AsTileDim *dim, int64_t size);

/// What a chain of fills writes to, or the value itself.
MlirValue asWithoutFills(MlirValue value);

#endif // AS_TASK_DYNAMIC_LOOP_CLASSES_H
