//===- loop-classes.c - The loops that the operations of a group share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unites loops along the data flow (union-find). For
//
//   %p = linalg.matmul ins(%x, %w : tensor<?x768xf32>, tensor<768x64xf32>)
//   %q = linalg.generic ...   // %p + bias
//
// the rows of both are one class; the columns and the sum are static and need
// none. A group can be split if a tile of the loops reads a slice of each
// dynamic dimension: where one loop indexes it, or a window does that moves
// with one loop, as in a convolution. Slices that windows read overlap.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/loop-classes.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Tiles of operands
//===----------------------------------------------------------------------===//

static intptr_t rankOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) ? mlirShapedTypeGetRank(type) : 0;
}

static bool isDynamicDim(MlirValue value, intptr_t dim) {
  return mlirShapedTypeIsDynamicDim(mlirValueGetType(value), dim);
}

/// The number of elements that the index takes as static loops run.
static int64_t reachOf(const AsMember *member, const AsLoopIndex *index) {
  int64_t reach = index->constant + 1;
  for (int l = 0; l < member->numLoops; l++)
    if (member->class[l] < 0)
      reach += index->factor[l] * (member->extent[l] - 1);
  return reach;
}

AsTileDim asTileDim(const AsMember *member, intptr_t i, intptr_t dim) {
  MlirValue value = mlirOperationGetOperand(member->op, i);
  AsLoopIndex index = asLoopIndexOf(member->op, i, dim);
  for (int l = 0; l < member->numLoops; l++)
    if (index.factor[l] > 0 && member->class[l] >= 0)
      return (AsTileDim){member->class[l], index.factor[l],
                         reachOf(member, &index)};
  return (AsTileDim){
      -1, 0,
      isDynamicDim(value, dim)
          ? reachOf(member, &index)
          : mlirShapedTypeGetDimSize(mlirValueGetType(value), dim)};
}

int64_t asTileExtent(const AsTileDim *dim, int64_t size) {
  return dim->class < 0 ? dim->reach : dim->step * (size - 1) + dim->reach;
}

int asMemberOf(const AsGroupLoops *loops, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return -1;
  for (int m = 0; m < loops->numMembers; m++)
    if (mlirOperationEqual(loops->members[m].op, mlirOpResultGetOwner(value)))
      return m;
  return -1;
}

MlirValue asWithoutFills(MlirValue value) {
  while (asIrIsMadeBy(value, "linalg.fill"))
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 1);
  return value;
}

//===----------------------------------------------------------------------===//
// Union of loops
//===----------------------------------------------------------------------===//

/// Loop `l` of member `m` is element m * AS_MAX_DIMS + l.
typedef struct Union {
  int *parent; ///< Owned.
} Union;

static int find(const Union *all, int element) {
  while (all->parent[element] != element)
    element = all->parent[element];
  return element;
}

static int elementOf(int member, int loop) {
  return member * AS_MAX_DIMS + loop;
}

static void uniteOperand(const AsGroupLoops *loops, const Union *all,
                         int member, intptr_t i) {
  MlirOperation op = loops->members[member].op;
  MlirValue value = mlirOperationGetOperand(op, i);
  int producer = asMemberOf(loops, value);
  for (intptr_t d = 0; producer >= 0 && d < rankOf(value); d++) {
    int there = asResultLoop(loops->members[producer].op,
                             mlirOpResultGetResultNumber(value), d),
        here = asLoopIndexOf(op, i, d).loop;
    if (there >= 0 && here >= 0)
      all->parent[find(all, elementOf(producer, there))] =
          find(all, elementOf(member, here));
  }
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Where the extent of a class is to be read. Values from outside are at hand
/// before the group is split.
static void noteExtent(const AsGroupLoops *loops, AsLoopClass *class,
                       MlirValue tensor, intptr_t dim) {
  tensor = asWithoutFills(tensor);
  if (!mlirValueIsNull(class->tensor) || asMemberOf(loops, tensor) >= 0)
    return;
  class->tensor = tensor;
  class->dim = dim;
}

/// The number of the class of an element; a new one if it has none, or -1 if
/// there are too many.
static int numberOf(AsGroupLoops *loops, const Union *all, int *number,
                    int element) {
  int top = find(all, element);
  if (number[top] < 0 && loops->numClasses < AS_MAX_CLASSES)
    number[top] = loops->numClasses++;
  return number[top];
}

/// Numbers the classes of all dynamic dimensions. False if there are too many.
static bool numberClasses(AsGroupLoops *loops, const Union *all, int *number) {
  for (int m = 0; m < loops->numMembers; m++) {
    MlirOperation op = loops->members[m].op;
    for (intptr_t i = 0; i < asNumIndexed(op); i++) {
      MlirValue value = mlirOperationGetOperand(op, i);
      for (intptr_t d = 0; d < rankOf(value); d++) {
        int loop = asLoopIndexOf(op, i, d).loop;
        if (loop < 0 || !isDynamicDim(value, d))
          continue;
        int class = numberOf(loops, all, number, elementOf(m, loop));
        if (class < 0)
          return false;
        noteExtent(loops, &loops->classes[class], value, d);
      }
    }
  }
  return true;
}

/// Gives each loop the number of its class.
static void spread(AsGroupLoops *loops, const Union *all, const int *number) {
  for (int m = 0; m < loops->numMembers; m++)
    for (int l = 0; l < loops->members[m].numLoops; l++)
      loops->members[m].class[l] = number[find(all, elementOf(m, l))];
}

static bool indexesResult(const AsMember *root, intptr_t r, int class) {
  MlirValue result = mlirOperationGetResult(root->op, r);
  for (intptr_t d = 0; d < rankOf(result); d++) {
    int loop = asResultLoop(root->op, r, d);
    if (loop >= 0 && root->class[loop] == class)
      return true;
  }
  return false;
}

/// Puts parallel classes first, then those that the root reduces, in its order.
static void sortClasses(AsGroupLoops *loops) {
  const AsMember *root = &loops->members[loops->numMembers - 1];
  AsLoopClass sorted[AS_MAX_CLASSES];
  int to[AS_MAX_CLASSES], count = 0;
  for (int c = 0; c < loops->numClasses; c++)
    if (!loops->classes[c].isReduction) {
      to[c] = count;
      sorted[count++] = loops->classes[c];
    }
  loops->numParallel = count;
  for (int l = 0; l < root->numLoops; l++) {
    int c = root->class[l];
    if (c < 0 || !loops->classes[c].isReduction)
      continue;
    to[c] = count;
    sorted[count++] = loops->classes[c];
  }
  for (int c = 0; c < loops->numClasses; c++)
    loops->classes[c] = sorted[c];
  for (int m = 0; m < loops->numMembers; m++)
    for (int l = 0; l < loops->members[m].numLoops; l++)
      if (loops->members[m].class[l] >= 0)
        loops->members[m].class[l] = to[loops->members[m].class[l]];
}

//===----------------------------------------------------------------------===//
// What cannot be split
//===----------------------------------------------------------------------===//

/// Whether the tile of the dimension is a range of it that moves evenly with
/// one class, or stays where it is.
static bool isTileOf(const AsMember *member, const AsLoopIndex *index) {
  int moves = 0;
  for (int l = 0; l < member->numLoops; l++) {
    bool isUnknown = member->class[l] < 0 &&
                     mlirShapedTypeGetDynamicSize() == member->extent[l];
    moves += index->factor[l] > 0 && member->class[l] >= 0;
    if (index->factor[l] > 0 && isUnknown)
      return false;
  }
  return index->isKnown && moves <= 1;
}

static bool movesWithClass(const AsMember *member, const AsLoopIndex *index) {
  for (int l = 0; l < member->numLoops; l++)
    if (index->uses[l] && member->class[l] >= 0)
      return true;
  return false;
}

/// Each dynamic dimension is indexed by one dynamic loop at most. What the
/// group computes itself is indexed by loops alone, as tiles of it must not
/// overlap, and so is what it writes to.
static bool checkIndices(const AsGroupLoops *loops, const AsMember *member,
                         AsText *why) {
  for (intptr_t i = 0; i < asNumIndexed(member->op); i++) {
    MlirValue value = mlirOperationGetOperand(member->op, i);
    bool isRead = i < asInitOf(member->op, 0) && asMemberOf(loops, value) < 0;
    for (intptr_t d = 0; d < rankOf(value); d++) {
      AsLoopIndex index = asLoopIndexOf(member->op, i, d);
      if (index.loop >= 0 || (isRead && isTileOf(member, &index)) ||
          (!isDynamicDim(value, d) && !movesWithClass(member, &index)))
        continue;
      asTextFormat(why,
                   "dimension %d of operand %d is dynamic, and %s; export the "
                   "model with a fixed size there",
                   (int)d, (int)i,
                   index.isKnown ? "several dynamic loops index it together, "
                                   "as image and window do"
                                 : "its index is no sum of loops");
      return false;
    }
  }
  return true;
}

/// A tile of t[i, j] + t[j, i] is no tile of t.
static bool checkLoops(const AsMember *member, AsText *why) {
  for (int a = 0; a < member->numLoops; a++)
    for (int b = 0; b < a; b++)
      if (member->class[a] >= 0 && member->class[a] == member->class[b]) {
        asTextFormat(why,
                     "loops %d and %d of it walk along one dynamic "
                     "dimension; export the model with a fixed size there",
                     b, a);
        return false;
      }
  return true;
}

/// Sets which classes the root reduces. Each result has to have all others.
static bool checkResults(AsGroupLoops *loops, AsText *why) {
  const AsMember *root = &loops->members[loops->numMembers - 1];
  intptr_t all = mlirOperationGetNumResults(root->op);
  for (int c = 0; c < loops->numClasses; c++) {
    intptr_t count = 0;
    for (intptr_t r = 0; r < all; r++)
      count += indexesResult(root, r, c);
    if (count && count < all) {
      asTextFormat(why, "a dynamic dimension is in some of its results only; "
                        "make several operations of it");
      return false;
    }
    loops->classes[c].isReduction = !count;
  }
  return true;
}

/// What the results start from is computed for each tile, unless a tile carries
/// it.
static bool checkInits(const AsGroupLoops *loops, AsText *why) {
  const AsMember *root = &loops->members[loops->numMembers - 1];
  bool reduces = false;
  for (int c = 0; c < loops->numClasses; c++)
    reduces |= loops->classes[c].isReduction;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root->op); r++) {
    int from = asMemberOf(loops, asWithoutFills(mlirOperationGetOperand(
                                     root->op, asInitOf(root->op, r))));
    if (r < AS_MAX_RESULTS &&
        (from < 0 || (!reduces && asInitOf(loops->members[from].op, 0) >= 0)))
      continue;
    asTextFormat(why,
                 "it has more than %d results, or sums a dynamic dimension up "
                 "from what the group computes; make several operations of it",
                 AS_MAX_RESULTS);
    return false;
  }
  return true;
}

/// Members before the root must not reduce what is dynamic: their results would
/// be incomplete.
static bool checkReductions(const AsGroupLoops *loops, AsText *why) {
  for (int m = 0; m < loops->numMembers - 1; m++)
    for (int c = 0; c < loops->numClasses; c++) {
      const AsMember *member = &loops->members[m];
      bool has = false;
      for (int l = 0; l < member->numLoops; l++)
        has |= member->class[l] == c;
      if (has && !indexesResult(member, 0, c)) {
        asTextFormat(why, "it reduces a dynamic dimension within a group");
        return false;
      }
    }
  return true;
}

/// Whether a tile of the classes is a slice of each operand.
static bool checkTiles(const AsGroupLoops *loops, AsText *why) {
  for (int m = 0; m < loops->numMembers; m++)
    if (!checkIndices(loops, &loops->members[m], why) ||
        !checkLoops(&loops->members[m], why))
      return false;
  for (int c = 0; c < loops->numClasses; c++)
    if (mlirValueIsNull(loops->classes[c].tensor)) {
      asTextFormat(why, "nothing says how long a dynamic dimension is before "
                        "it is computed");
      return false;
    }
  return true;
}

bool asGroupClasses(const MlirOperation *members, int numMembers,
                    AsGroupLoops *loops, AsText *why) {
  *loops =
      (AsGroupLoops){.members = asAlloc(sizeof(AsMember) * (size_t)numMembers),
                     .numMembers = numMembers};
  int count = numMembers * AS_MAX_DIMS;
  Union all = {asAlloc(sizeof(int) * (size_t)count)};
  int *number = asAlloc(sizeof *number * (size_t)count);
  for (int e = 0; e < count; e++)
    all.parent[e] = e, number[e] = -1;
  for (int m = 0; m < numMembers; m++) {
    AsMember *member = &loops->members[m];
    *member = (AsMember){.op = members[m]};
    member->numLoops = asLoopExtents(members[m], member->extent);
  }
  for (int m = 0; m < numMembers; m++)
    for (intptr_t i = 0; i < asNumIndexed(members[m]); i++)
      uniteOperand(loops, &all, m, i);
  bool isKnown = numberClasses(loops, &all, number);
  if (!isKnown)
    asTextFormat(why,
                 "it has more than %d dynamic dimensions; fix some of "
                 "them, or collapse them into one",
                 AS_MAX_CLASSES);
  spread(loops, &all, number);
  free(number);
  free(all.parent);
  return isKnown && checkTiles(loops, why);
}

bool asGroupLoops(const MlirOperation *members, int numMembers,
                  AsGroupLoops *loops, AsText *why) {
  if (!asGroupClasses(members, numMembers, loops, why) ||
      !checkResults(loops, why) || !checkInits(loops, why) ||
      !checkReductions(loops, why))
    return false;
  sortClasses(loops);
  return true;
}

void asGroupLoopsFree(AsGroupLoops *loops) {
  free(loops->members);
  *loops = (AsGroupLoops){0};
}
