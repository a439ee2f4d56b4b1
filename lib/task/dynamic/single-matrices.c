//===- single-matrices.c - Large matrices one after the other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of scores has 6 rows of each of twelve matrices, so that a few rows
// are one call (transposed-tile.h). Where rows and keys are many, all rows of
// all matrices are read again for each 16 keys, which no second cache holds. So
// large matrices go one after the other:
//
//   %isLarge = arith.cmpi ule, %c21846, %work     // rows times keys
//   %single = arith.select %isLarge, %c12, %c0
//   %0 = scf.for %h = %c0 to %single step %c1 ... // tiles of 1x6x16
//   %all = arith.select %isLarge, %c0, %c12
//   %1 = scf.for %h = %c0 to %all step %c12 ...   // tiles of 12x6x16 and less
//
// Their last tiles overlap the ones before, so that they have one kernel.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/single-matrices.h"
#include "ir/op-builder.h"
#include "task/dynamic/outer-loops.h"
#include "task/dynamic/split-group.h"
#include "task/dynamic/transposed-tile.h"

/// Elements of results that are large: a MiB of floats, as large as a second
/// cache.
static const int64_t largeElements = 1 << 18;

bool asHasSingleMatrices(const AsKernelSizes *outer) {
  return outer->count == 2 && outer->size[0] > 1 && outer->size[1] == 1;
}

bool asMayHaveSingleMatrices(const AsGroupLoops *loops) {
  enum { CLASSES = 3 };
  bool may = loops->numClasses == CLASSES && loops->numParallel == CLASSES &&
             loops->classes[0].isOuter;
  for (int c = 1; c < loops->numClasses && may; c++)
    may = !loops->classes[c].isOuter && !loops->classes[c].isSingle &&
          asGroupRest(loops, c) == AS_REST_OVERLAP;
  if (!may)
    return false;
  AsTransposed operand = asTransposedOperand(loops);
  return operand.member >= 0 && operand.isIndexed[0];
}

bool asAreLarge(const AsGroupLoops *loops, const int64_t *sizes) {
  double elements = (double)asOuterExtent(loops);
  for (int c = 1; c < loops->numClasses; c++)
    elements *= (double)sizes[c];
  return elements >= (double)largeElements;
}

void asSingleMatrixSizes(const AsGroupLoops *loops, const AsKernelSizes *sizes,
                         AsKernelSizes single[AS_MAX_CLASSES]) {
  for (int c = 0; c < loops->numClasses; c++)
    single[c] = (AsKernelSizes){
        .count = 1, .size = {c ? sizes[c].size[0] : 1}, .least = {1}};
}

MlirValue asInsertIsLarge(MlirOperation next, const AsGroupLoops *loops,
                          const AsKernelSizes *single,
                          const MlirValue *extents) {
  int64_t matrices = asOuterExtent(loops);
  MlirValue least = asIrInsertIndex(next,
                                    (largeElements + matrices - 1) / matrices),
            work = asIrInsertBinary(next, "arith.muli", extents[1], extents[2]),
            is = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL, least, work);
  for (int c = 1; c < loops->numClasses; c++) {
    MlirValue tile = asIrInsertIndex(next, single[c].size[0]),
              hasTile = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL, tile,
                                             extents[c]);
    is = asIrInsertBinary(next, "arith.andi", is, hasTile);
  }
  return is;
}
