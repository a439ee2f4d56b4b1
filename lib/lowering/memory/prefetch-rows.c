//===- prefetch-rows.c - Prefetch rows of large matrices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds memref.prefetch to innermost loops of products that read a part of each
// row of a matrix that the second cache does not hold: of rows that the loop
// reads some iterations later.
//
// A product of few rows reads a large matrix once, a panel of columns after
// another, as sums then stay in registers. Each row of a panel is a few cache
// lines, thousands of bytes from those before, which hardware prefetchers do
// not follow, so the loop waits for each. docs/results.md says what prefetching
// is worth. Rows go to the second cache, as those that are a multiple of a page
// apart compete for a few lines of the first one; on processors that prefetch
// rows side by side themselves (asTargetFollowsRows) they go to the first one,
// which is faster there.
//
// What is prefetched at the end of the loop, behind the last row, is not used.
// An address that is not mapped does no harm.
//
// Where a loop around it goes over blocks of rows, the loop is too short to
// prefetch its own rows. So it prefetches those of the next block, to which it
// comes when it has gone over all columns: they go to the second cache, which
// has to hold two blocks (ir/block-prefetch.h).
//
// Requires:    bufferised IR with scf.for and vector.transfer_read.
// Provides:    memref.prefetch at the end of such loops.
// Invalidates: nothing.
//
//   scf.for %k = %c0 to %c768 step %c1 iter_args(...) {
//     %v = vector.transfer_read %b[%k, %j], %z
//         : memref<768x3072xf32>, vector<1x16xf32>
//
// becomes
//
//   scf.for %k = %c0 to %c768 step %c1 iter_args(...) {
//     %v = vector.transfer_read %b[%k, %j], %z ...
//     ...
//     %ahead = arith.addi %k, %c32 : index
//     memref.prefetch %b[%ahead, %j], read, locality<2>, data
//     scf.yield ...
//
// and in place of a row some iterations ahead it is one of the next block in
//
//   scf.for %m = %c0 to %c768 step %c32 {
//     scf.for %j = %c0 to %c3072 step %c16 {
//       scf.for %k = %c0 to %c32 step %c1 iter_args(...) {
//         %row = arith.addi %m, %k : index
//         %v = vector.transfer_read %b[%row, %j], %z
//             : memref<768x3072xf32>, vector<1x16xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/block-prefetch.h"
#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "ir/trip-count.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/prefetch.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A matrix of more bytes may not fit into the second cache. Prefetchers of
/// hardware do not follow rows that are so many bytes apart, or more.
static const int64_t farBytes = 1 << 20, farStep = 1024;

/// A read of a part of a row, another row in each iteration of its loop.
typedef struct RowRead {
  MlirValue memory;
  intptr_t rank;
  intptr_t row;    ///< The dimension that the loop moves along.
  int64_t bytes;   ///< Contiguous.
  int64_t element; ///< Bytes of one.
  int64_t stride;  ///< Bytes from one row to the next.
} RowRead;

/// Whether the vector lies along the last dimension of the memory alone.
static bool isOfOneRow(MlirOperation op, MlirType vector, MlirType memory) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"));
  intptr_t rank = mlirShapedTypeGetRank(vector);
  for (intptr_t r = 0; r + 1 < rank; r++)
    if (mlirShapedTypeGetDimSize(vector, r) != 1)
      return false;
  if (rank == 0)
    return false;
  MlirAffineExpr lane = mlirAffineMapGetResult(map, rank - 1);
  return mlirAffineExprIsADim(lane) && mlirAffineDimExprGetPosition(lane) ==
                                           mlirShapedTypeGetRank(memory) - 1;
}

/// Whether the counter of the loop is in the index, itself and not a multiple,
/// or not at all; then `*isUsed` is false.
static bool isPlainIn(MlirValue index, MlirOperation loop, bool *isUsed) {
  MlirValue counter = mlirBlockGetArgument(asIrBody(loop), 0);
  AsIrLinear linear;
  *isUsed = false;
  if (!asIrLinearOf(index, &linear))
    return false;
  bool isPlain = true;
  for (int t = 0; t < linear.numTerms; t++)
    if (mlirValueEqual(linear.term[t].value, counter)) {
      *isUsed = true;
      isPlain &= linear.term[t].factor == 1;
    } else if (asIrIsInside(linear.term[t].value, loop)) {
      return false;
    }
  return isPlain;
}

/// Whether one index moves with the loop, not the last one, and what it indexes
/// is far from one row to the next.
static bool movesByRows(MlirOperation op, MlirOperation loop, RowRead *read) {
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  read->row = -1;
  for (intptr_t r = 0; r < read->rank; r++) {
    bool isUsed;
    if (!isPlainIn(mlirOperationGetOperand(op, 1 + r), loop, &isUsed) ||
        (isUsed && (read->row >= 0 || r == read->rank - 1)))
      return false;
    read->row = isUsed ? r : read->row;
  }
  if (read->row < 0 ||
      mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(
          mlirValueGetType(read->memory), strides, &offset)) ||
      strides[read->rank - 1] != 1 ||
      strides[read->row] == mlirShapedTypeGetDynamicStrideOrOffset())
    return false;
  read->stride = strides[read->row] * read->element;
  return read->stride >= farStep;
}

/// Whether it reads a part of a row of a large matrix that is there before the
/// loop.
static bool isRowRead(MlirOperation op, MlirOperation loop, RowRead *read) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return false;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(memory),
           vector = mlirValueGetType(mlirOperationGetResult(op, 0)),
           root = mlirValueGetType(asIrMemoryRoot(memory));
  if (!mlirTypeIsAMemRef(type) || !mlirTypeIsAMemRef(root) ||
      asIrIsInside(memory, loop) || !mlirShapedTypeHasStaticShape(root) ||
      asIrShapedBytes(root) <= farBytes)
    return false;
  int64_t element = asIrElementBits(type) / 8;
  *read = (RowRead){.memory = memory,
                    .rank = mlirShapedTypeGetRank(type),
                    .element = element};
  if (element == 0 || read->rank > AS_ARITH_MAX_RANK ||
      !isOfOneRow(op, vector, type))
    return false;
  read->bytes = element * mlirShapedTypeGetDimSize(
                              vector, mlirShapedTypeGetRank(vector) - 1);
  return movesByRows(op, loop, read);
}

/// Products of four bytes, and of two bf16 (lowering/vector/dot-products.c).
static const char dotsOfBytes[] = "vector.contract",
                  dotsOfBf16[] = "x86vector.avx512.dot";

/// What a body does.
typedef struct Body {
  MlirOperation loop;
  bool isInnermost;
  int64_t reads;    ///< Reads of rows. Each is taken to be of another row.
  int64_t bytes;    ///< That these read.
  int64_t products; ///< Bytes of vectors that are multiplied and added.
} Body;

static void lookAt(MlirOperation op, Body *body) {
  RowRead read;
  if (mlirOperationGetNumRegions(op) > 0)
    body->isInnermost = false;
  else if (isRowRead(op, body->loop, &read)) {
    body->reads++;
    body->bytes += read.bytes;
  } else if (asIrIsNamed(op, "vector.fma") || asIrIsNamed(op, dotsOfBytes) ||
             asIrIsNamed(op, dotsOfBf16))
    body->products +=
        asIrShapedBytes(mlirValueGetType(mlirOperationGetResult(op, 0)));
}

/// How many rows ahead what is prefetched arrives in time, but for the last
/// rows of a short loop.
static int64_t rowsAhead(const Body *body) {
  enum { most = 64, cyclesAhead = 500, bytesPerCycle = 128 };
  int64_t cycles = body->products / bytesPerCycle / body->reads;
  int64_t rows = cycles ? (cyclesAhead + cycles - 1) / cycles : most;
  return rows < most ? rows : most;
}

/// The loop over blocks of so many rows, which `loop` reads with `op`; null if
/// there is none.
static MlirOperation blockLoopOf(MlirOperation op, const RowRead *read,
                                 MlirOperation loop, int64_t rows) {
  AsIrLinear index;
  MlirValue row = mlirOperationGetOperand(op, 1 + read->row);
  for (int t = 0; asIrLinearOf(row, &index) && t < index.numTerms; t++) {
    MlirOperation outer = asIrLoopOfCounter(index.term[t].value);
    AsIrRange range;
    if (!mlirOperationIsNull(outer) && !mlirOperationEqual(outer, loop) &&
        index.term[t].factor == 1 && asIrConstantRange(outer, &range) &&
        range.step == rows)
      return outer;
  }
  return (MlirOperation){NULL};
}

/// The bytes of a row that all loops inside `blocks` read together.
static int64_t bytesWithin(MlirOperation op, const RowRead *read,
                           MlirOperation blocks) {
  int64_t bytes = read->bytes;
  AsIrLinear index;
  MlirValue column = mlirOperationGetOperand(op, read->rank);
  for (int t = 0; asIrLinearOf(column, &index) && t < index.numTerms; t++) {
    MlirOperation loop = asIrLoopOfCounter(index.term[t].value);
    AsIrRange range;
    if (!mlirOperationIsNull(loop) &&
        asIrIsInside(index.term[t].value, blocks) &&
        asIrConstantRange(loop, &range))
      bytes *= asIrRangeTrip(&range);
  }
  return bytes;
}

/// How many rows ahead the next block of rows is, of which the loop has so
/// many; 0 if there is none, or if prefetching it is not worth it.
static int64_t rowsToNextBlock(MlirOperation op, const RowRead *read,
                               const Body *body, int64_t rows) {
  MlirOperation blocks = blockLoopOf(op, read, body->loop, rows);
  return !mlirOperationIsNull(blocks) &&
                 asAreRowsPrefetched(rows, read->stride,
                                     rows * bytesWithin(op, read, blocks),
                                     body->products / body->bytes)
             ? rows
             : 0;
}

/// Whether the last byte that is read may lie in a line of its own, which
/// prefetches of every 64th byte miss. Parts of rows begin at multiples of
/// their length.
static bool endsBehind(const RowRead *read) {
  int64_t bits = read->stride | read->bytes | AS_PREFETCH_LINE;
  int64_t begin = bits & -bits; // At multiples of this.
  return (read->bytes - 1) % AS_PREFETCH_LINE + 1 > begin;
}

/// Inserts the prefetches of what the operation reads before `next`, the end of
/// the body: between loads they would keep LLVM from ordering these.
static void prefetch(MlirOperation op, const RowRead *read, int64_t ahead,
                     AsPrefetchCache cache, MlirOperation next) {
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {read->memory};
  for (intptr_t r = 0; r < read->rank; r++)
    operands[1 + r] = mlirOperationGetOperand(op, 1 + r);
  MlirValue rows = asIrInsertIndex(next, ahead);
  operands[1 + read->row] =
      asIrInsertBinary(next, "arith.addi", operands[1 + read->row], rows);
  for (int64_t byte = 0; byte < read->bytes; byte += AS_PREFETCH_LINE)
    asPrefetchInsert(next, cache, read->rank, operands, byte / read->element);
  if (endsBehind(read))
    asPrefetchInsert(next, cache, read->rank, operands,
                     read->bytes / read->element - 1);
}

static MlirWalkResult visit(MlirOperation loop, void *context) {
  const AsPrefetchCache *cache = context;
  if (!asIrIsNamed(loop, "scf.for"))
    return MlirWalkResultAdvance;
  Body body = {.loop = loop, .isInnermost = true};
  MlirBlock block = asIrBody(loop);
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    lookAt(op, &body);
  if (!body.isInnermost || body.reads == 0 || body.products == 0)
    return MlirWalkResultAdvance;
  AsIrRange range;
  int64_t ahead = rowsAhead(&body);
  bool isShort =
      asIrConstantRange(loop, &range) && range.upper - range.lower < 2 * ahead;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    RowRead read;
    if (!isRowRead(op, loop, &read))
      continue;
    int64_t rows =
        isShort ? rowsToNextBlock(op, &read, &body, range.upper - range.lower)
                : ahead;
    if (rows > 0)
      prefetch(op, &read, rows, isShort ? AS_PREFETCH_SECOND_CACHE : *cache,
               mlirBlockGetTerminator(block));
  }
  return MlirWalkResultAdvance;
}

void asPrefetchRows(MlirModule module, bool intoFirst) {
  AsPrefetchCache cache =
      intoFirst ? AS_PREFETCH_FIRST_CACHE : AS_PREFETCH_SECOND_CACHE;
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &cache,
                    MlirWalkPostOrder);
}
