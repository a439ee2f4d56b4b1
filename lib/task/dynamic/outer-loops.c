//===- outer-loops.c - Split along a static loop as well
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All members have to have an outer loop, as what has not would be computed for
// each tile of one anew. Operands have it along their first dimension, or not
// at all, as weights have.
//
// Operands have columns along their last dimension, or not at all.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/outer-loops.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"

static intptr_t rankOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) ? mlirShapedTypeGetRank(type) : 0;
}

/// A copy with one parallel class more, number `free`, in which no loop is.
static AsGroupLoops withClass(const AsGroupLoops *loops, int free) {
  AsGroupLoops all = *loops;
  all.members = asAlloc(sizeof *all.members * (size_t)loops->numMembers);
  for (int m = 0; m < loops->numMembers; m++) {
    all.members[m] = loops->members[m];
    for (int l = 0; l < all.members[m].numLoops; l++)
      all.members[m].class[l] += all.members[m].class[l] >= free;
  }
  for (int c = free; c < loops->numClasses; c++)
    all.classes[c + 1] = loops->classes[c];
  all.numClasses++;
  all.numParallel++;
  return all;
}

/// Puts the loop into class 0; false if it is in another one.
static bool join(AsMember *member, int loop) {
  if (loop < 0 || member->class[loop] > 0)
    return false;
  member->class[loop] = 0;
  return true;
}

/// Puts the loops of the members that compute operands of this one into the
/// class. False if it reads such an operand elsewhere than in a tile of its
/// own, as t[i] + t[0] does: there is no more than that tile.
static bool joinProducers(const AsGroupLoops *all, const AsMember *member) {
  for (intptr_t i = 0; i < asNumIndexed(member->op); i++) {
    MlirValue value = mlirOperationGetOperand(member->op, i);
    int producer = asMemberOf(all, value);
    if (producer < 0 || rankOf(value) == 0)
      continue;
    int here = asLoopIndexOf(member->op, i, 0).loop;
    if (here < 0 || member->class[here] != 0 ||
        !join(&all->members[producer],
              asResultLoop(all->members[producer].op,
                           mlirOpResultGetResultNumber(value), 0)))
      return false;
  }
  return true;
}

/// Whether the member has one such loop, and no operand has it anywhere but
/// along the first dimension.
static bool isOuterIn(const AsMember *member) {
  int count = 0;
  for (int l = 0; l < member->numLoops; l++)
    count += member->class[l] == 0;
  for (intptr_t i = 0; i < asNumIndexed(member->op); i++) {
    intptr_t rank = rankOf(mlirOperationGetOperand(member->op, i));
    for (intptr_t d = 0; d < rank; d++) {
      AsLoopIndex index = asLoopIndexOf(member->op, i, d);
      bool isUsed = false;
      for (int l = 0; l < member->numLoops; l++)
        isUsed |= member->class[l] == 0 && index.uses[l];
      if (isUsed && (d > 0 || index.loop < 0))
        return false;
    }
  }
  return count == 1;
}

static bool find(AsGroupLoops *all) {
  AsMember *root = &all->members[all->numMembers - 1];
  intptr_t first = asInitOf(root->op, 0);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root->op); r++)
    if (rankOf(mlirOperationGetResult(root->op, r)) == 0 ||
        !join(root, asResultLoop(root->op, r, 0)))
      return false;
  for (int m = all->numMembers - 1; m >= 0; m--)
    if (!joinProducers(all, &all->members[m]))
      return false;
  for (int m = 0; m < all->numMembers; m++)
    if (!isOuterIn(&all->members[m]))
      return false;
  all->classes[0] = (AsLoopClass){
      .isOuter = true, .tensor = mlirOperationGetOperand(root->op, first)};
  return mlirShapedTypeGetDimSize(mlirValueGetType(all->classes[0].tensor), 0) >
         1;
}

bool asOuterLoops(const AsGroupLoops *loops, AsGroupLoops *outer) {
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  if (loops->numClasses == AS_MAX_CLASSES || asInitOf(root, 0) < 0)
    return false;
  *outer = withClass(loops, 0);
  bool is = find(outer);
  if (!is)
    asGroupLoopsFree(outer);
  return is;
}

int64_t asOuterExtent(const AsGroupLoops *loops) {
  const AsLoopClass *class = &loops->classes[0];
  return loops->numClasses && class->isOuter
             ? mlirShapedTypeGetDimSize(mlirValueGetType(class->tensor),
                                        class->dim)
             : 0;
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Whether the operand has the loop along its last dimension only, or not at
/// all.
static bool isLastOf(const AsMember *member, intptr_t i, int loop) {
  intptr_t rank = rankOf(mlirOperationGetOperand(member->op, i));
  for (intptr_t d = 0; d < rank; d++) {
    AsLoopIndex index = asLoopIndexOf(member->op, i, d);
    if (index.uses[loop] && (d + 1 < rank || index.loop != loop))
      return false;
  }
  return true;
}

bool asColumnLoops(const AsGroupLoops *loops, AsGroupLoops *columns) {
  const AsMember *root = &loops->members[loops->numMembers - 1];
  intptr_t init = asInitOf(root->op, 0);
  if (loops->numMembers != 1 || loops->numClasses == AS_MAX_CLASSES ||
      init < 0 || mlirOperationGetNumResults(root->op) != 1)
    return false;
  MlirValue tensor = mlirOperationGetOperand(root->op, init);
  intptr_t last = rankOf(tensor) - 1;
  int loop = last > 0 ? asResultLoop(root->op, 0, last) : -1;
  if (loop < 0 || root->class[loop] >= 0 ||
      mlirShapedTypeIsDynamicDim(mlirValueGetType(tensor), last))
    return false;
  for (intptr_t i = 0; i < asNumIndexed(root->op); i++)
    if (!isLastOf(root, i, loop))
      return false;
  int free = loops->numClasses && loops->classes[0].isOuter;
  *columns = withClass(loops, free);
  columns->members[0].class[loop] = free;
  columns->classes[free] =
      (AsLoopClass){.isOuter = true, .tensor = tensor, .dim = last};
  return true;
}
