//===- kernel-sizes.c - How large the static tiles of a group are
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule is of the program alone, so that a module is split in the same way
// wherever its schedule is applied.
//
// The largest tile is the least power of two with which a tile
//
//   - computes 128 times for each element that it reads whatever its place is,
//     such as a weight or an accumulator: a product gets tiles of 128 rows, a
//     convolution of a large image tiles of one image;
//   - computes 32,768 times: less is not worth a call.
//
// It is at most 128 for the first reason and 32,768 for the second; at most 64
// if the group has several classes, so that small sizes have tiles as well.
// The others are powers of two down to 1, evenly apart: 128, 32, 4, 1. Of two
// classes each has one size less, of three each two, as kernels multiply.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-sizes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>

enum {
  REUSES = 128,    ///< Of each element that is read for all places.
  WORK = 32768,    ///< Iterations that are worth a call.
  OF_SEVERAL = 64, ///< The largest tile, and what other classes are taken for.
};

/// What a tile of one along a class costs.
typedef struct Slice {
  double iterations; ///< Of all members.
  double shared;     ///< Elements of operands that do not move with the class.
} Slice;

/// The extent that a loop is taken to have.
static double extentOf(const AsMember *member, const double *extents, int loop,
                       int class) {
  return member->class[loop] < 0        ? extents[loop]
         : member->class[loop] == class ? 1
                                        : OF_SEVERAL;
}

static void addMember(const AsGroupLoops *loops, const AsMember *member,
                      int class, Slice *slice) {
  AsNode node = {.op = member->op};
  asNodeClassify(&node);
  double iterations = member->numLoops > 0, extents[AS_MAX_DIMS];
  for (int l = 0; l < member->numLoops; l++) {
    extents[l] = (double)node.extent[l];
    iterations *= extentOf(member, extents, l, class);
  }
  slice->iterations += iterations;
  for (intptr_t i = 0; i < asNumIndexed(member->op); i++) {
    MlirValue value = mlirOperationGetOperand(member->op, i);
    MlirType type = mlirValueGetType(value);
    bool isShared =
        mlirTypeIsARankedTensor(type) && asMemberOf(loops, value) < 0;
    double elements = 1;
    for (intptr_t d = 0; isShared && d < mlirShapedTypeGetRank(type); d++) {
      int of = asClassOfDim(member, i, d);
      isShared = of != class;
      elements *= of < 0 ? (double)asFixedSize(member, i, d) : OF_SEVERAL;
    }
    slice->shared += isShared ? elements : 0;
  }
}

static int64_t largest(const AsGroupLoops *loops, int class) {
  Slice slice = {0};
  for (int m = 0; m < loops->numMembers; m++)
    addMember(loops, &loops->members[m], class, &slice);
  double iterations = fmax(slice.iterations, 1),
         reuse = fmin(REUSES * slice.shared / iterations, REUSES),
         most = loops->numClasses > 1 ? OF_SEVERAL : WORK,
         wanted = fmin(fmax(reuse, WORK / iterations), most);
  int64_t size = 1;
  while ((double)size < wanted)
    size *= 2;
  return size;
}

void asKernelSizes(const AsGroupLoops *loops, int perTask,
                   AsKernelSizes sizes[AS_MAX_CLASSES]) {
  for (int c = 0; c < loops->numClasses; c++) {
    int count = perTask - (loops->numClasses - 1);
    count = count < 2 ? perTask < 2 ? 1 : 2 : count;
    double levels = log2((double)largest(loops, c));
    sizes[c] = (AsKernelSizes){0};
    for (int k = count - 1; k >= 0; k--) {
      int64_t size =
          count < 2 ? 1 : (int64_t)1 << lround(levels * k / (count - 1));
      AsKernelSizes *all = &sizes[c];
      if (!all->count || all->size[all->count - 1] != size)
        all->size[all->count++] = size;
    }
  }
}
