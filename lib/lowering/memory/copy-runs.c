//===- copy-runs.c - Copy runs of unknown length by calls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is there of a padded tile is a number of rows, or of elements of each
// row, that is known at run time only. LLVM makes loops of vectors, four times
// unrolled, with a check of whether the arrays overlap: a kilobyte for each
// copy. A copy of a known number between tasks it unrolls fully: one of 24 rows
// of 256 takes 12 kB. Here what has no gaps is one memcpy, and else each row is
// one if its length is not known. Upstream lowers memref.copy to memcpy only of
// arrays without an offset.
//
// What is in tasks is timed with loops, and stays as it is: runs of a known
// number, of some size, are copied so only in what calls tasks. There LLVM may
// unroll a short inner loop and gather along the next one (600x18x32).
//
// Requires:    bufferised IR, after memory is planned, which follows arrays and
//              not addresses, and before linalg becomes loops.
// Provides:    no linalg.copy of rows of dynamic length, or without gaps of a
//              dynamic number, and none of large runs but in tasks.
// Invalidates: nothing.
//
//   linalg.copy ins(%a : memref<?x768xf32, strided<[768, 1], offset: ?>>)
//       outs(%b : memref<?x768xf32, strided<[768, 1]>>)
//
// becomes
//
//   %p = memref.extract_aligned_pointer_as_index %a
//   %base, %offset, %n, ... = memref.extract_strided_metadata %a
//   %from = llvm.inttoptr %p + 4 * %offset
//   "llvm.intr.memcpy"(%to, %from, 3072 * %n)
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"
#include "task/task.h"

enum {
  maxRank = 8,
  mostUnrolled = 1024, ///< Bytes of a copy that LLVM may unroll.
};

/// Elements take whole bytes, and as many in memory as they have.
static int64_t bytesOfElement(MlirType type) {
  int bits = asIrElementBits(type);
  return bits >= 8 && (bits & (bits - 1)) == 0 ? bits / 8 : 0;
}

/// The first dimension from which on elements follow each other without a gap,
/// and those behind it are static; the rank if there is none.
static intptr_t firstOfRun(MlirType type) {
  int64_t strides[maxRank], offset, expected = 1;
  intptr_t rank =
      mlirTypeIsAMemRef(type) ? mlirShapedTypeGetRank(type) : (intptr_t)0;
  if (rank == 0 || rank > maxRank ||
      mlirLogicalResultIsFailure(
          mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)))
    return rank;
  intptr_t first = rank;
  while (first > 0 && expected > 0 && strides[first - 1] == expected) {
    first--;
    if (mlirShapedTypeIsDynamicDim(type, first))
      break;
    expected *= mlirShapedTypeGetDimSize(type, first);
  }
  return first;
}

/// The bytes from the dimension on, which are static.
static int64_t bytesFrom(MlirType type, intptr_t first) {
  int64_t bytes = bytesOfElement(type);
  for (intptr_t d = first; d < mlirShapedTypeGetRank(type); d++)
    bytes *= mlirShapedTypeGetDimSize(type, d);
  return bytes;
}

/// Whether a copy of arrays that are runs from the dimension on is one memcpy
/// of a dynamic number, or some of at least so many bytes.
static bool isWorthCalls(MlirType from, MlirType to, intptr_t run,
                         int64_t least) {
  if (run == mlirShapedTypeGetRank(from))
    return false;
  if (mlirShapedTypeHasStaticShape(from) && mlirShapedTypeHasStaticShape(to))
    return bytesFrom(from, run) >= least;
  return run == 0;
}

/// Whether the elements of a row follow each other, and nobody knows how many
/// there are.
static bool hasOpenRows(MlirType type) {
  int64_t strides[maxRank], offset;
  intptr_t rank =
      mlirTypeIsAMemRef(type) ? mlirShapedTypeGetRank(type) : (intptr_t)0;
  return rank > 1 && rank <= maxRank &&
         mlirShapedTypeIsDynamicDim(type, rank - 1) &&
         !mlirLogicalResultIsFailure(
             mlirMemRefTypeGetStridesAndOffset(type, strides, &offset)) &&
         strides[rank - 1] == 1;
}

static MlirValue scaled(MlirOperation next, MlirValue count, int64_t by) {
  return asIrInsertBinary(next, "arith.muli", count, asIrInsertIndex(next, by));
}

static MlirValue toI64(MlirOperation next, MlirValue index) {
  return asIrInsertUnary(next, "arith.index_cast", index,
                         mlirIntegerTypeGet(mlirOperationGetContext(next), 64));
}

/// An array, and what it says of itself.
typedef struct Array {
  MlirType type;
  MlirValue begin, offset;
  MlirValue sizes[maxRank], strides[maxRank];
} Array;

static Array arrayOf(MlirOperation next, MlirValue value) {
  Array array = {.type = mlirValueGetType(value)};
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next)),
           results[2 + 2 * maxRank];
  intptr_t rank = mlirShapedTypeGetRank(array.type), count = 2 + 2 * rank;
  results[0] = mlirMemRefTypeContiguousGet(
      mlirShapedTypeGetElementType(array.type), 0, NULL,
      mlirMemRefTypeGetMemorySpace(array.type));
  for (intptr_t i = 1; i < count; i++)
    results[i] = index;
  MlirOperation parts =
      asIrInsert(next, &(AsIrParts){.name = "memref.extract_strided_metadata",
                                    .numOperands = 1,
                                    .operands = &value,
                                    .numResults = count,
                                    .results = results});
  array.begin = asIrInsertUnary(next, "memref.extract_aligned_pointer_as_index",
                                value, index);
  array.offset = mlirOperationGetResult(parts, 1);
  for (intptr_t d = 0; d < rank; d++) {
    array.sizes[d] = mlirOperationGetResult(parts, 2 + d);
    array.strides[d] = mlirOperationGetResult(parts, 2 + rank + d);
  }
  return array;
}

/// The address of the element at the place, in elements behind the first one.
static MlirValue addressOf(MlirOperation next, const Array *array,
                           MlirValue place) {
  MlirValue bytes = scaled(next, place, bytesOfElement(array->type));
  return asIrInsertUnary(
      next, "llvm.inttoptr",
      toI64(next, asIrInsertBinary(next, "arith.addi", array->begin, bytes)),
      mlirLLVMPointerTypeGet(mlirOperationGetContext(next), 0));
}

/// A place that is so many rows further along a dimension.
static MlirValue further(MlirOperation next, const Array *array, intptr_t dim,
                         MlirValue place, MlirValue row) {
  return asIrInsertBinary(
      next, "arith.addi", place,
      asIrInsertBinary(next, "arith.muli", row, array->strides[dim]));
}

static void insertMemcpy(MlirOperation next, MlirValue to, MlirValue from,
                         MlirValue bytes) {
  MlirValue operands[] = {to, from, toI64(next, bytes)};
  MlirAttribute no = mlirBoolAttrGet(mlirOperationGetContext(next), 0);
  asIrInsert(next, &(AsIrParts){.name = "llvm.intr.memcpy",
                                .numOperands = 3,
                                .operands = operands,
                                .attributes = (AsIrAttribute[]){
                                    {"isVolatile", no}, {0}}});
}

/// Copies from the first dimension on that is a run of all behind it, in loops
/// over those before it.
static void copy(MlirOperation next, MlirOperation op, intptr_t run) {
  Array from = arrayOf(next, mlirOperationGetOperand(op, 0)),
        to = arrayOf(next, mlirOperationGetOperand(op, 1));
  MlirValue read = from.offset, written = to.offset;
  int64_t bytes = bytesFrom(from.type, run + 1);
  for (intptr_t d = 0; d < run; d++) {
    MlirOperation loop =
        asIrInsertLoop(next, asIrInsertIndex(next, 0), from.sizes[d],
                       asIrInsertIndex(next, 1), 0, NULL);
    MlirValue row = mlirBlockGetArgument(asIrBody(loop), 0);
    next = mlirBlockGetTerminator(asIrBody(loop));
    read = further(next, &from, d, read, row);
    written = further(next, &to, d, written, row);
  }
  insertMemcpy(next, addressOf(next, &to, written),
               addressOf(next, &from, read),
               scaled(next, from.sizes[run], bytes));
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  const int64_t *least = context;
  if (!asIrIsNamed(op, "linalg.copy"))
    return MlirWalkResultAdvance;
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0)),
           to = mlirValueGetType(mlirOperationGetOperand(op, 1));
  if (!bytesOfElement(from) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(from),
                     mlirShapedTypeGetElementType(to)))
    return MlirWalkResultAdvance;
  intptr_t run = firstOfRun(from), other = firstOfRun(to);
  run = run > other ? run : other;
  if (isWorthCalls(from, to, run, *least))
    copy(op, op, run);
  else if (hasOpenRows(from) && hasOpenRows(to))
    copy(op, op, mlirShapedTypeGetRank(from) - 1);
  else
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static void visitFunction(MlirOperation function, void *context) {
  (void)context;
  bool isTask = !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_TASK_ATTRIBUTE)));
  int64_t least = isTask ? INT64_MAX : mostUnrolled;
  mlirOperationWalk(function, visit, &least, MlirWalkPostOrder);
}

void asCopyRuns(MlirModule module) {
  asIrVisitFunctions(module, visitFunction, NULL);
}
