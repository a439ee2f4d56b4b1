//===- class-slice.c - What one element along a class computes and reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a layer of a network for several images, for example,
//
//   linalg.matmul ins(%x, %w : tensor<?x1280xf32>, tensor<1280x1000xf32>)
//
// a slice along the images has 1280 * 1000 iterations, 1280 elements and 1000
// results of its own, and shares 1280 * 1000 weights.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/class-slice.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinTypes.h"

/// The extent that a loop is taken to have.
static double extentOf(const AsGroupLoops *loops, const AsMember *member,
                       const AsNode *node, int loop, int class) {
  int own = member->class[loop];
  return own < 0 ? (double)node->extent[loop]
         : own == class || loops->classes[own].isOuter ? 1
                                                       : AS_OTHER_ELEMENTS;
}

static void addMember(const AsGroupLoops *loops, const AsMember *member,
                      int class, AsClassSlice *slice) {
  AsNode node = {.op = member->op};
  asNodeClassify(&node);
  double iterations = member->numLoops > 0;
  for (int l = 0; l < member->numLoops; l++)
    iterations *= extentOf(loops, member, &node, l, class);
  slice->iterations += iterations;
}

/// Adds what the member reads, and what it starts from if it is the root.
static void addOperands(const AsGroupLoops *loops, const AsMember *member,
                        int class, AsClassSlice *slice) {
  bool isRoot = member == &loops->members[loops->numMembers - 1];
  intptr_t first = asInitOf(member->op, 0);
  for (intptr_t i = 0; i < asNumIndexed(member->op); i++) {
    MlirValue value = mlirOperationGetOperand(member->op, i);
    MlirType type = mlirValueGetType(value);
    if (!mlirTypeIsARankedTensor(type) || asMemberOf(loops, value) >= 0 ||
        (first >= 0 && i >= first && !isRoot))
      continue;
    bool isOwn = false;
    double elements = 1;
    for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
      AsTileDim dim = asTileDim(member, i, d);
      bool isOne = dim.class >= 0 &&
                   (dim.class == class || loops->classes[dim.class].isOuter);
      isOwn |= dim.class == class;
      elements *= (double)asTileExtent(&dim, isOne ? 1 : AS_OTHER_ELEMENTS);
    }
    *(isOwn ? &slice->own : &slice->shared) += elements;
    slice->sharedBytes += isOwn ? 0 : elements * asIrElementBits(type) / 8;
  }
}

AsClassSlice asClassSlice(const AsGroupLoops *loops, int class) {
  AsClassSlice slice = {0};
  for (int m = 0; m < loops->numMembers; m++) {
    addMember(loops, &loops->members[m], class, &slice);
    addOperands(loops, &loops->members[m], class, &slice);
  }
  return slice;
}

bool asReadsMostlyOwn(const AsClassSlice *slice) {
  return slice->own >= slice->shared;
}
