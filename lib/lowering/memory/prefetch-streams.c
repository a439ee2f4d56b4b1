//===- prefetch-streams.c - Prefetch rows that are read side by side
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds memref.prefetch to innermost loops of what reads several rows of a large
// matrix at a time, each element once, as a matrix times a vector does.
//
// Hardware prefetchers follow each row, but not beyond the end of a page, where
// they have to find the row again. Two things help:
//
// - Of long rows, what lies 2 KiB ahead in each is prefetched.
// - Rows of less than two pages, as those of quantised weights are, end before
//   that. So parts of the rows that come after these are prefetched, in the
//   order in which they lie there: of four rows the first quarter of the loop
//   prefetches the first one, and so on. Lines are prefetched once, and at the
//   end of the loop the second cache has them all.
//
// Rows of just two pages come as fast without. docs/results.md says what all
// that is worth.
//
// Where hardware follows rows into the next page, all that only takes time: the
// step is left out (asTargetFollowsRows).
//
// What is prefetched behind the last row is not used. An address that is not
// mapped does no harm.
//
// Requires:    bufferised IR with scf.for and vector.transfer_read.
// Provides:    memref.prefetch at the end of such loops.
// Invalidates: nothing.
//
//   scf.for %n = %c0 to %c4096 step %c8 {
//     scf.for %k = %c0 to %c4096 step %c32 iter_args(...) {
//       %v = vector.transfer_read %w[%n, %k], %z
//           : memref<4096x4096xi8>, vector<8x32xi8>
//
// becomes, for each of the four lines that 8 x 32 bytes are,
//
//       %v = vector.transfer_read %w[%n, %k], %z ...
//       ...
//       %next = arith.addi %n, %c8 : index
//       %begin = arith.muli %k, %c8 : index      // of 8 rows, not of one
//       memref.prefetch %w[%next, %begin], read, locality<2>, data
//       scf.yield ...
//
// and with f32 in place of i8, for each row and each line of its 32 floats,
//
//       %row = arith.addi %n, %c1 : index        // of the second row
//       %ahead = arith.addi %k, %c512 : index
//       memref.prefetch %w[%row, %ahead], read, locality<2>, data
//
// Instead of being a dimension of the vector, rows may be a loop inside that
// along them, as in a vector times a matrix: %m + %i and %k are the indices of
//
//   scf.for %m = %c0 to %c4096 step %c8 {
//     scf.for %k = %c0 to %c4096 step %c128 {
//       scf.for %i = %c0 to %c8 step %c1 iter_args(...) {
//         %v = vector.transfer_read %w[%row, %k], %z
//             : memref<4096x4096xf32>, vector<1x128xf32>
//
// That loop prefetches ahead in each row.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/prefetch.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A matrix of more bytes may not fit into the second cache. Rows of fewer
/// bytes are short, and so far ahead longer ones are prefetched.
static const int64_t farBytes = 1 << 20, shortBytes = 2 * 4096,
                     aheadBytes = 2048;

/// A read of a part of several rows.
typedef struct StreamRead {
  MlirOperation op;
  MlirValue memory;
  MlirType vector;
  intptr_t rank;       ///< Of the memory: rows are its first dimension.
  int64_t rows;        ///< That are read at a time.
  int64_t rowBytes;    ///< Of a whole row.
  int64_t bytes;       ///< That the operation reads.
  int64_t element;     ///< Bytes of one.
  MlirOperation inner; ///< The loop over the rows; null if the vector has them.
} StreamRead;

/// Whether the vector has contiguous elements of each of the rows.
static bool isContiguous(const StreamRead *read) {
  MlirType memory = mlirValueGetType(read->memory);
  bool isWhole = true;
  for (intptr_t r = read->rank - 1; r > 0; r--) {
    // Only the last dimension that has several elements may be a part.
    int64_t size = mlirShapedTypeGetDimSize(read->vector, r);
    if (!isWhole && size > 1)
      return false;
    isWhole &= size == mlirShapedTypeGetDimSize(memory, r);
  }
  return true;
}

/// Whether it reads contiguous elements of one or several rows of a dense
/// matrix that the second cache may not hold.
static bool isMatrixRead(MlirOperation op, StreamRead *read) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return false;
  MlirValue memory = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(memory),
           vector = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"));
  intptr_t rank = mlirShapedTypeGetRank(vector);
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) ||
      asIrShapedBytes(type) <= farBytes || rank < 2 ||
      rank > AS_ARITH_MAX_RANK || rank != mlirShapedTypeGetRank(type) ||
      !mlirAffineMapIsIdentity(map))
    return false;
  *read = (StreamRead){.op = op,
                       .memory = memory,
                       .vector = vector,
                       .rank = rank,
                       .rows = mlirShapedTypeGetDimSize(vector, 0),
                       .rowBytes = asIrShapedBytes(type) /
                                   mlirShapedTypeGetDimSize(type, 0),
                       .bytes = asIrShapedBytes(vector),
                       .element = asIrElementBits(type) / 8};
  return read->element > 0 && isContiguous(read);
}

/// Whether the counter of the loop, and no multiple of it, is in the index.
static bool isCounted(MlirValue index, MlirOperation loop) {
  AsIrLinear linear;
  if (!asIrLinearOf(index, &linear))
    return false;
  for (int t = 0; t < linear.numTerms; t++)
    if (mlirOperationEqual(asIrLoopOfCounter(linear.term[t].value), loop))
      return linear.term[t].factor == 1;
  return false;
}

static MlirValue rowOf(const StreamRead *read) {
  return mlirOperationGetOperand(read->op, 1);
}

/// Whether the loop goes along the rows.
static bool isAlong(const StreamRead *read, MlirOperation loop) {
  bool moves = false;
  for (intptr_t r = 1; r < read->rank; r++)
    moves |= isCounted(mlirOperationGetOperand(read->op, 1 + r), loop);
  return moves;
}

/// Whether a vector of one row is read in a loop over several of them, inside
/// one from vector to vector.
static bool hasLoopOverRows(StreamRead *read) {
  MlirOperation inner = mlirOperationGetParentOperation(read->op),
                outer = mlirOperationGetParentOperation(inner);
  AsIrRange rows, columns;
  if (read->rows != 1 || read->rank != 2 || !asIrIsNamed(outer, "scf.for") ||
      !isCounted(rowOf(read), inner) || isAlong(read, inner) ||
      !isAlong(read, outer) || !asIrConstantRange(inner, &rows) ||
      !asIrConstantRange(outer, &columns) || rows.lower != 0 ||
      rows.step != 1 || columns.step * read->element != read->bytes)
    return false;
  read->rows = rows.upper;
  read->inner = inner;
  return true;
}

/// Whether each element is read once: all loops up to that over the next rows
/// go along the rows.
static bool readsOnce(const StreamRead *read) {
  MlirOperation loop = mlirOperationGetParentOperation(
      mlirOperationIsNull(read->inner) ? read->op : read->inner);
  bool goesAlong = false;
  for (;; loop = mlirOperationGetParentOperation(loop)) {
    if (asIrIsNamed(loop, "scf.parallel"))
      return goesAlong;
    if (!asIrIsNamed(loop, "scf.for"))
      return false;
    AsIrRange range;
    if (isCounted(rowOf(read), loop))
      return goesAlong && asIrConstantRange(loop, &range) &&
             range.step == read->rows;
    if (!isAlong(read, loop))
      return false;
    goesAlong = true;
  }
}

/// Whether it reads several rows at a time, for sums that its loop carries.
static bool isStreamRead(MlirOperation op, StreamRead *read) {
  if (!isMatrixRead(op, read))
    return false;
  MlirOperation loop = mlirOperationGetParentOperation(op);
  if (!asIrIsNamed(loop, "scf.for") || mlirOperationGetNumResults(loop) == 0)
    return false;
  return (read->rows > 1 || hasLoopOverRows(read)) &&
         read->bytes >= AS_PREFETCH_LINE / 2 && readsOnce(read);
}

static bool hasPrefetches(MlirBlock body) {
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, "memref.prefetch"))
    op = mlirOperationGetNextInBlock(op);
  return !mlirOperationIsNull(op);
}

/// Prefetches as many bytes of the next rows.
static void prefetchNext(const StreamRead *read, MlirOperation next) {
  MlirValue rows = asIrInsertIndex(next, read->rows);
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {read->memory};
  for (intptr_t r = 0; r < read->rank; r++)
    operands[1 + r] =
        asIrInsertBinary(next, r == 0 ? "arith.addi" : "arith.muli",
                         mlirOperationGetOperand(read->op, 1 + r), rows);
  for (int64_t byte = 0; byte < read->bytes; byte += AS_PREFETCH_LINE)
    asPrefetchInsert(next, AS_PREFETCH_SECOND_CACHE, read->rank, operands,
                     byte / read->element);
}

/// Prefetches further elements of each row of the vector.
static void prefetchAhead(const StreamRead *read, MlirOperation next) {
  int64_t rows = mlirShapedTypeGetDimSize(read->vector, 0);
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {read->memory};
  for (intptr_t r = 0; r < read->rank; r++)
    operands[1 + r] = mlirOperationGetOperand(read->op, 1 + r);
  for (int64_t row = 0; row < rows; row++) {
    if (row > 0)
      operands[1] = asIrInsertBinary(next, "arith.addi", rowOf(read),
                                     asIrInsertIndex(next, row));
    for (int64_t byte = 0; byte < read->bytes / rows; byte += AS_PREFETCH_LINE)
      asPrefetchInsert(next, AS_PREFETCH_SECOND_CACHE, read->rank, operands,
                       (aheadBytes + byte) / read->element);
  }
}

/// Inserts the prefetches before `next`, the end of the body: between loads
/// they would keep LLVM from ordering these.
static void prefetch(const StreamRead *read, MlirOperation next) {
  if (!mlirOperationIsNull(read->inner) || read->rowBytes > shortBytes)
    prefetchAhead(read, next);
  else if (read->rowBytes < shortBytes)
    prefetchNext(read, next);
}

static MlirWalkResult visit(MlirOperation loop, void *context) {
  enum { mostReads = 8 };
  (void)context;
  if (!asIrIsNamed(loop, "scf.for") || hasPrefetches(asIrBody(loop)))
    return MlirWalkResultAdvance;
  StreamRead reads[mostReads];
  int numReads = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(asIrBody(loop));
       !mlirOperationIsNull(op) && numReads < mostReads;
       op = mlirOperationGetNextInBlock(op))
    numReads += isStreamRead(op, &reads[numReads]);
  for (int r = 0; r < numReads; r++)
    prefetch(&reads[r], mlirBlockGetTerminator(asIrBody(loop)));
  return MlirWalkResultAdvance;
}

void asPrefetchStreams(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
