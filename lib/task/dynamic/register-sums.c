//===- register-sums.c - Sums along a dynamic size that fit into registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of a few rows with a matrix of any number of rows and, say, 64
// columns, as the values of attention are, has sums that fit into registers:
//
//   for 12 heads
//     for each 6 rows
//       for each k: 6 x 64 sums += 6 x 1 weights * 1 x 64 values
//
// Lowering keeps the sums there from k to k (lowering/vector/register-sums.c),
// so that a tile of one is as fast as one of many, nothing is left of the sum,
// and nothing is copied. What is left of the rows has a tile of its own size:
// these are small, and none computes a row twice.
//
// Threads share the matrices (thread-parts.h). Of one matrix alone tiles are
// divided among them instead, and have to be larger than that.
//
// Only products of two operands that both have the dimension: sums of elements
// are faster along vectors. Rows that fit less than four times would read the
// matrix too often.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/register-sums.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/neutral-pads.h"
#include "task/dynamic/thread-parts.h"

enum {
  LEAST_ROWS = 4,
  MOST_ROWS = 8,
  FREE = 4, ///< One register of so many is for what is added.
};

/// Bytes of the sums of one element along all classes; 0 if some extent is not
/// known, or the last dimension is along a class.
static int64_t bytesOfRow(const AsGroupLoops *loops, MlirOperation root) {
  const AsMember *member = &loops->members[loops->numMembers - 1];
  intptr_t init = asInitOf(root, 0);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(root, init));
  int64_t bytes = asIrElementBytes(mlirShapedTypeGetElementType(type));
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++) {
    AsTileDim dim = asTileDim(member, init, d);
    if (dim.class >= 0 && d + 1 < rank)
      continue;
    if (dim.class >= 0 || mlirShapedTypeIsDynamicDim(type, d))
      return 0;
    bytes *= mlirShapedTypeGetDimSize(type, d);
  }
  return rank > 0 ? bytes : 0;
}

/// Whether the group is one sum of products of floats along one dynamic size.
static bool isSumOfProducts(const AsGroupLoops *loops, MlirOperation root) {
  return loops->numMembers == 1 && loops->numParallel > 0 &&
         loops->numClasses == loops->numParallel + 1 &&
         !loops->classes[loops->numParallel - 1].isOuter &&
         mlirOperationGetNumResults(root) == 1 && asInitOf(root, 0) == 2 &&
         asMayPad(loops, loops->numParallel);
}

bool asRegisterSums(const AsGroupLoops *loops, const AsSumRegisters *registers,
                    int threads, AsKernelSizes sizes[AS_MAX_CLASSES]) {
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  if (!registers->vectorBytes || !isSumOfProducts(loops, root) ||
      (threads > 1 && !asThreadPart(loops, threads)))
    return false;
  int64_t row = bytesOfRow(loops, root),
          all = (int64_t)registers->vectorBytes *
                (registers->count - registers->count / FREE),
          rows = row > 0 && row % registers->vectorBytes == 0 ? all / row : 0;
  if (rows < LEAST_ROWS)
    return false;
  rows = rows < MOST_ROWS ? rows : MOST_ROWS;
  for (int c = 0; c < loops->numClasses; c++)
    sizes[c] = (AsKernelSizes){.count = 1, .size = {1}, .least = {1}};
  AsKernelSizes *last = &sizes[loops->numParallel - 1];
  for (last->count = 0; last->count < rows; last->count++)
    last->size[last->count] = last->least[last->count] = rows - last->count;
  return true;
}
