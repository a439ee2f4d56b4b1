//===- pad-rows.c - Copy rows together with what is behind them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the rows of a matrix are padded at their end, the columns behind them
// are filled first, a few elements of each row, and then the rows are copied.
// LLVM scatters such columns. Here each row is copied once, as vectors, the
// last of which ends with what was filled.
//
// Requires:    bufferised IR, before linalg becomes loops; fills of the border
//              only (lowering/memory/elide-pad-fill.c).
// Provides:    no fill of columns behind short rows that are copied next.
// Invalidates: nothing.
//
//   %v = memref.subview %m[0, 45] [64, 3] [1, 1] : memref<64x48xi8> to ...
//   linalg.fill ins(%zero : i8) outs(%v : ...)
//   %w = memref.subview %m[0, 0] [64, 45] [1, 1] : memref<64x48xi8> to ...
//   linalg.copy ins(%a : memref<64x45xi8>) outs(%w : ...)
//
// becomes
//
//   scf.for %i = %c0 to %c64 step %c1 {
//     %x = vector.load %a[%i, %c0] : memref<64x45xi8>, vector<32xi8>
//     vector.store %x, %m[%i, %c0] : memref<64x48xi8>, vector<32xi8>
//     %y = vector.load %a[%i, %c29] : memref<64x45xi8>, vector<16xi8>
//     %z = vector.shuffle %y, %zeros [3, ..., 15, 16, 16, 16]
//     vector.store %z, %m[%i, %c32] : memref<64x48xi8>, vector<16xi8>
//   }
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/padded-rows.h"
#include "lowering/vector/interleave.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/power-of-two.h"

enum {
  maxRank = 8,
  most = 128,       ///< Elements of a row with what is behind it.
  vectorBytes = 64, ///< Copied at once at most.
};

/// How many elements from `first` on are stored at once.
static int64_t partAt(const AsPaddedRows *rows, int64_t first) {
  int64_t whole = vectorBytes * 8 / asIrElementBits(mlirValueGetType(rows->to));
  int64_t left = rows->width - first;
  return left < whole ? asLastPowerOfTwo(left) : whole;
}

/// Whether each vector that has elements of the row can be loaded from it.
static bool canLoad(const AsPaddedRows *rows) {
  for (int64_t first = 0; first < rows->size; first += partAt(rows, first))
    if (partAt(rows, first) > rows->size)
      return false;
  return true;
}

/// The elements [first, first + count) of a row, with what is behind it.
static MlirValue loadPart(const AsArith *arith, const AsPaddedRows *rows,
                          MlirValue *operands, intptr_t rank, int64_t first,
                          int64_t count) {
  MlirOperation next = arith->next;
  MlirType type = mlirVectorTypeGet(1, &count, rows->element);
  int64_t last = rows->size - count, from = first < last ? first : last;
  MlirValue with = {NULL}, x = {NULL};
  if (first + count > rows->size)
    with = asArithEmit(arith, "vector.broadcast", type, 1, &rows->with, NULL,
                       (MlirAttribute){NULL});
  if (first >= rows->size)
    return with;
  operands[0] = rows->from;
  operands[rank] = asIrInsertIndex(next, from);
  x = asIrInsertValue(next, &(AsIrParts){.name = "vector.load",
                                         .numOperands = 1 + rank,
                                         .operands = operands,
                                         .numResults = 1,
                                         .results = &type});
  if (from == first)
    return x;
  int64_t lanes[most];
  for (int64_t l = 0; l < count; l++)
    lanes[l] = first + l < rows->size ? first - from + l : count;
  return asVectorShuffle(arith, x, with, lanes, count);
}

static void copyRow(const AsPaddedRows *rows, MlirOperation next,
                    const MlirValue *place) {
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(rows->to));
  AsArith arith = asArithBefore(next);
  for (int64_t first = 0, count; first < rows->width; first += count) {
    count = partAt(rows, first);
    MlirValue operands[2 + maxRank];
    for (intptr_t r = 0; r + 1 < rank; r++)
      operands[1 + r] = operands[2 + r] = place[r];
    MlirValue x = loadPart(&arith, rows, operands, rank, first, count);
    for (intptr_t r = 0; r + 1 < rank; r++)
      operands[2 + r] = place[r];
    operands[0] = x;
    operands[1] = rows->to;
    operands[1 + rank] = asIrInsertIndex(next, first);
    asIrInsert(next, &(AsIrParts){.name = "vector.store",
                                  .numOperands = 2 + rank,
                                  .operands = operands});
  }
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  AsPaddedRows rows;
  MlirOperation next = op;
  if (!asPaddedRowsFind(op, &rows) || !canLoad(&rows) ||
      mlirShapedTypeGetRank(mlirValueGetType(rows.to)) > maxRank)
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(rows.from);
  MlirValue place[maxRank];
  for (intptr_t r = 0; r + 1 < mlirShapedTypeGetRank(type); r++) {
    MlirOperation loop = asIrInsertFor(
        next, (AsIrRange){0, mlirShapedTypeGetDimSize(type, r), 1},
        (MlirValue){NULL});
    place[r] = mlirBlockGetArgument(asIrBody(loop), 0);
    next = mlirBlockGetTerminator(asIrBody(loop));
  }
  copyRow(&rows, next, place);
  asPaddedRowsRemove(&rows);
  return MlirWalkResultSkip;
}

void asPadRows(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
