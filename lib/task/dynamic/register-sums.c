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
// Where registers have room for some of the columns only, loops over panels of
// columns are outside of those over rows (outer-loops.h). With AVX2, 6 rows of
// 16 of 64 columns fit, 2 rows of 32, and a row of 64.
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

enum { LEAST_ROWS = 4, MOST_ROWS = 8, MOST_PANELS = 8 };

/// What sums have: rows of some elements of the last dimension, which are
/// called columns here.
typedef struct Sums {
  int64_t columns, bytes; ///< Bytes of a row for each column.
  bool maySplit;          ///< Columns into panels.
} Sums;

/// Whether registers hold the sums of `rows` rows of so many bytes and what is
/// added: a row of the matrix, which a single row of sums reads from memory,
/// and a weight. If one does not fit, LLVM moves all sums from register to
/// register in each step.
static bool fits(const AsSumRegisters *registers, int64_t rows, int64_t bytes) {
  int64_t all = (int64_t)registers->vectorBytes * registers->count;
  int64_t matrix = rows > 1 ? bytes : 0;
  return bytes * rows + matrix + registers->vectorBytes <= all;
}

/// How many columns a tile of `rows` rows has: all, or a panel of them. 0 if no
/// such panel fits into the registers.
static int64_t widthOf(const Sums *sums, const AsSumRegisters *registers,
                       int64_t rows) {
  for (int64_t panels = 1; panels <= (sums->maySplit ? MOST_PANELS : 1);
       panels++) {
    int64_t bytes = sums->columns / panels * sums->bytes;
    if (sums->columns % panels == 0 && bytes % registers->vectorBytes == 0 &&
        fits(registers, rows, bytes))
      return sums->columns / panels;
  }
  return 0;
}

/// The most rows that a tile has; 0 if there is none.
static int64_t rowsOf(const Sums *sums, const AsSumRegisters *registers) {
  int64_t bytes = widthOf(sums, registers, LEAST_ROWS) * sums->bytes;
  int64_t rows = bytes ? LEAST_ROWS : 0;
  while (rows && rows < MOST_ROWS && fits(registers, rows + 1, bytes))
    rows++;
  return rows;
}

/// The class of the columns, if they are split (outer-loops.h); or -1.
static int columnClass(const AsGroupLoops *loops, MlirOperation root) {
  intptr_t init = asInitOf(root, 0);
  intptr_t rank = mlirShapedTypeGetRank(
      mlirValueGetType(mlirOperationGetOperand(root, init)));
  return rank > 0
             ? asTileDim(&loops->members[loops->numMembers - 1], init, rank - 1)
                   .class
             : -1;
}

/// The sums of a group. False if some extent is not known, or if the columns
/// are dynamic.
static bool sumsOf(const AsGroupLoops *loops, MlirOperation root, Sums *sums) {
  const AsMember *member = &loops->members[loops->numMembers - 1];
  intptr_t init = asInitOf(root, 0);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(root, init));
  intptr_t last = mlirShapedTypeGetRank(type) - 1;
  int class = columnClass(loops, root);
  if (last < 0 || mlirShapedTypeIsDynamicDim(type, last) ||
      (class >= 0 && !loops->classes[class].isOuter))
    return false;
  *sums = (Sums){
      .columns = mlirShapedTypeGetDimSize(type, last),
      .bytes = asIrElementBytes(mlirShapedTypeGetElementType(type)),
      .maySplit = class >= 0,
  };
  for (intptr_t d = 0; d < last; d++) {
    if (asTileDim(member, init, d).class >= 0)
      continue;
    if (mlirShapedTypeIsDynamicDim(type, d))
      return false;
    sums->bytes *= mlirShapedTypeGetDimSize(type, d);
  }
  return sums->columns > 0 && sums->bytes > 0;
}

/// Whether the group is one sum of products of floats along one dynamic size.
static bool isSumOfProducts(const AsGroupLoops *loops, MlirOperation root) {
  return loops->numMembers == 1 && loops->numParallel > 0 &&
         loops->numClasses == loops->numParallel + 1 &&
         !loops->classes[loops->numParallel - 1].isOuter &&
         mlirOperationGetNumResults(root) == 1 && asInitOf(root, 0) == 2 &&
         asMayPad(loops, loops->numParallel);
}

/// Whether threads have something to share (thread-parts.h). It is not columns.
static bool mayShare(const AsGroupLoops *loops, int columnClass, int threads) {
  return threads <= 1 || (columnClass != 0 && asThreadPart(loops, threads));
}

bool asRegisterSums(const AsGroupLoops *loops, const AsSumRegisters *registers,
                    int threads, AsKernelSizes sizes[AS_MAX_CLASSES]) {
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  Sums sums;
  if (!registers->vectorBytes || !isSumOfProducts(loops, root) ||
      !sumsOf(loops, root, &sums))
    return false;
  int class = columnClass(loops, root), rowClass = loops->numParallel - 1;
  int64_t rows = rowsOf(&sums, registers);
  if (!rows || !mayShare(loops, class, threads) ||
      (sums.maySplit && (class != rowClass - 1 ||
                         widthOf(&sums, registers, rows) == sums.columns)))
    return false;
  for (int c = 0; c < loops->numClasses; c++)
    sizes[c] = (AsKernelSizes){.count = 1, .size = {1}, .least = {1}};
  sizes[rowClass].count = (int)rows;
  for (int k = 0; k < rows; k++)
    sizes[rowClass].size[k] = sizes[rowClass].least[k] = rows - k;
  for (int k = 0; sums.maySplit && k < rows; k++) {
    sizes[class].size[k] = widthOf(&sums, registers, rows - k);
    sizes[class].least[k] = 0; // None is cut.
    sizes[class].count = k + 1;
  }
  return true;
}
