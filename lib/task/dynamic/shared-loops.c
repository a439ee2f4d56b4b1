//===- shared-loops.c - Groups that share a loop over single elements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where one image is work enough for a tile, each layer of a network would have
// a loop over the images of its own, and what is between two layers would be
// written and read for all images. So groups whose tiles are single elements
// share a loop, whose body is the network for one image:
//
//   %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %empty) {
//     %s = tensor.extract_slice %x[%i, 0, 0, 0] [1, 224, 224, 3] [1, 1, 1, 1]
//     %a = linalg.conv_2d_nhwc_hwcf ins(%s, %w : tensor<1x224x224x3xf32>, ...)
//     %b = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %v : ...)
//     ...
//     %u = tensor.insert_slice %z into %t[%i, 0, 0, 0] [1, 7, 7, 1280] ...
//     scf.yield %u
//   }
//
// In the body all is static, so that operations of several groups can be one
// task, as in a network without a dynamic size. The result of a group may be
// read in the loop only, but for that of the last one.
//
// Groups that have larger tiles as well gain by reading their weights once for
// several elements, and so keep loops of their own.
//
// Where the number of images is static, it is image-loops.c that says which
// groups share a loop.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/shared-loops.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/dynamic/outer-loops.h"
#include "task/dynamic/split-group.h"
#include <stdlib.h>

static intptr_t rankOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) ? mlirShapedTypeGetRank(type) : 0;
}

/// Whether the class indexes the first dimension of result `r`, and no other.
static bool isFirst(const AsMember *member, intptr_t r) {
  MlirValue result = mlirOperationGetResult(member->op, r);
  for (intptr_t d = 0; d < rankOf(result); d++) {
    int loop = asResultLoop(member->op, r, d);
    if ((loop >= 0 && member->class[loop] >= 0) != (d == 0))
      return false;
  }
  return rankOf(result) > 0;
}

bool asMayShareLoop(const AsGroupLoops *loops) {
  bool may = loops->numClasses == 1 && loops->numParallel == 1;
  for (int m = 0; m < loops->numMembers && may; m++)
    for (intptr_t r = 0;
         r < mlirOperationGetNumResults(loops->members[m].op) && may; r++)
      may = isFirst(&loops->members[m], r);
  return may;
}

/// Adds the outermost loop to those of a group with static shapes.
static bool takeOuter(AsGroupLoops *loops) {
  AsGroupLoops outer = {0};
  bool is = asOuterLoops(loops, &outer);
  asGroupLoopsFree(loops);
  *loops = outer;
  return is;
}

bool asSharedLoops(const MlirOperation *members, int count,
                   AsGroupLoops *loops) {
  AsText why = {0};
  *loops = (AsGroupLoops){0};
  bool may = count > 0 && asIrHasPrefix(members[count - 1], "linalg.") &&
             asGroupLoops(members, count, loops, &why) &&
             (loops->numClasses > 0 || takeOuter(loops)) &&
             asMayShareLoop(loops);
  if (!may)
    asGroupLoopsFree(loops);
  asTextFree(&why);
  return may;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

typedef struct Sharing {
  const AsBlockGroups *groups;
  AsGroupLoops *loops; ///< Of groups that may share; others have no members.
  int *to;
} Sharing;

/// Finds the loops of a group; without members if it may not share them.
static AsGroupLoops loopsOf(const AsBlockGroups *groups, int group) {
  int count;
  MlirOperation *members = asGroupMembers(groups, group, &count);
  AsGroupLoops loops;
  asSharedLoops(members, count, &loops);
  free(members);
  return loops;
}

/// Whether the operand is a tile of the value along its first dimension alone.
static bool readsTile(const AsMember *member, intptr_t i) {
  MlirValue value = mlirOperationGetOperand(member->op, i);
  for (intptr_t d = 0; d < rankOf(value); d++) {
    AsLoopIndex index = asLoopIndexOf(member->op, i, d);
    bool moves = false;
    for (int l = 0; l < member->numLoops; l++)
      moves |= index.uses[l] && member->class[l] >= 0;
    if (moves != (d == 0) || (d == 0 && index.loop < 0))
      return false;
  }
  return true;
}

/// The group that reads the result with this use tile by tile; -1 if none does.
static int readerOf(const Sharing *sharing, MlirOpOperand use) {
  MlirOperation op = mlirOpOperandGetOwner(use);
  intptr_t i = mlirOpOperandGetOperandNumber(use);
  int node = asGroupNode(sharing->groups, op),
      group = node < 0 ? -1 : sharing->groups->nodes[node].group;
  if (group < 0)
    return -1;
  const AsGroupLoops *loops = &sharing->loops[group];
  for (int m = 0; m < loops->numMembers; m++)
    if (mlirOperationEqual(loops->members[m].op, op))
      return i < asNumIndexed(op) && readsTile(&loops->members[m], i) ? group
                                                                      : -1;
  return -1;
}

/// The group whose loop all readers of the group's results have; -1 if there is
/// none.
static int loopOfReaders(const Sharing *sharing, int group) {
  const AsGroupLoops *loops = &sharing->loops[group];
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  int shared = -1;
  for (intptr_t r = 0; r < mlirOperationGetNumResults(root); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(root, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
      int reader = readerOf(sharing, use);
      if (reader < 0 || (shared >= 0 && sharing->to[reader] != shared))
        return -1;
      shared = sharing->to[reader];
    }
  return shared;
}

/// A group has a greater number than those that read its result, which have
/// their loops by then.
void asShareLoops(const AsBlockGroups *groups, AsHasOnes hasOnes, void *context,
                  int *to) {
  Sharing sharing = {
      .groups = groups,
      .loops = asAlloc(sizeof(AsGroupLoops) * (size_t)(groups->numGroups + 1)),
      .to = to};
  for (int g = 0; g < groups->numGroups; g++) {
    AsGroupLoops *loops = &sharing.loops[g];
    *loops = loopsOf(groups, g);
    to[g] = g;
    if (loops->numMembers && !hasOnes(loops, context))
      asGroupLoopsFree(loops);
    int shared = loops->numMembers ? loopOfReaders(&sharing, g) : -1;
    if (shared >= 0)
      to[g] = shared;
  }
  for (int g = 0; g < groups->numGroups; g++)
    asGroupLoopsFree(&sharing.loops[g]);
  free(sharing.loops);
}

bool asSplitShared(const AsBlockGroups *groups, const int *to, int group) {
  static const AsKernelSizes ones = {.count = 1, .size = {1}};
  MlirOperation *members =
      asAlloc(sizeof *members * (size_t)(groups->numNodes + 1));
  int count = 0, own = 0;
  for (int i = 0; i < groups->numNodes; i++) {
    int number = groups->nodes[i].group;
    if (number < 0 || to[number] != group)
      continue;
    members[count++] = groups->nodes[i].op;
    own += number == group;
  }
  AsGroupLoops loops = {0};
  bool isShared = count > own && asSharedLoops(members, count, &loops);
  if (isShared)
    asSplitGroup(&loops, &ones, 1);
  asGroupLoopsFree(&loops);
  free(members);
  return isShared;
}
