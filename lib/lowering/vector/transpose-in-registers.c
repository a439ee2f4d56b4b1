//===- transpose-in-registers.c - Transpose strided reads in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites adjacent columns of a matrix that are read as vectors, as an
// unrolled loop along its rows leaves them: reads the rows of a square block
// with contiguous loads and transposes the block with shuffles.
//
// N columns of N elements cost N * N scalar loads (strided-reads.c). Reading
// and transposing the block (square-transpose.h) costs 2 N vector loads at most
// and N log2 N shuffles.
//
// Requires:    bufferised IR in the vector, arith and memref dialects.
// Provides:    square blocks of 4, 8 or 16 columns are read by rows. The reads
//              that they replace have no uses; asExpandStridedReads deletes
//              them.
// Invalidates: nothing.
//
//   %c0 = vector.transfer_read %m[%i, %j], %z {in_bounds = [true],
//       permutation_map = affine_map<(i, j) -> (i)>}
//       : memref<64x64xf32>, vector<4xf32>
//   ...                          // and %c1 to %c3, at %j + 1 to %j + 3
//
// becomes
//
//   %r0 = vector.load %m[%i, %j] : memref<64x64xf32>, vector<4xf32>
//   %r1 = vector.load %m[%i1, %j] : memref<64x64xf32>, vector<4xf32>
//   ...
//   %a = vector.shuffle %r0, %r1 [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
//   ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/square-transpose.h"
#include "lowering/vector/strided-reads.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  maxColumns = AS_MAX_SQUARE,
  maxLanes = 2 * maxColumns,
  maxOperations = 1024, ///< Number of operations to search for other columns.
};

//===----------------------------------------------------------------------===//
// Finding adjacent columns
//===----------------------------------------------------------------------===//

/// An index, split into a base value and a constant offset.
typedef struct IndexOffset {
  MlirValue base; ///< Null if the index is a constant.
  int64_t offset;
} IndexOffset;

static IndexOffset splitIndex(MlirValue index) {
  IndexOffset split = {index, 0};
  if (asIrConstantInteger(index, &split.offset)) {
    split.base = (MlirValue){NULL};
  } else if (mlirValueIsAOpResult(index)) {
    MlirOperation op = mlirOpResultGetOwner(index);
    if (asIrIsNamed(op, "arith.addi") &&
        asIrConstantInteger(mlirOperationGetOperand(op, 1), &split.offset))
      split.base = mlirOperationGetOperand(op, 0);
  }
  return split;
}

static MlirValue lastIndex(const AsStridedRead *read) {
  return mlirOperationGetOperand(read->op, read->rank);
}

/// Whether both reads differ only in their index along the last dimension.
static bool readSameRows(const AsStridedRead *a, const AsStridedRead *b) {
  bool alike = mlirValueEqual(a->memref, b->memref) &&
               mlirTypeEqual(a->type, b->type) && a->dim == b->dim;
  for (intptr_t r = 0; alike && r < a->rank - 1; r++)
    alike = mlirValueEqual(mlirOperationGetOperand(a->op, 1 + r),
                           mlirOperationGetOperand(b->op, 1 + r));
  return alike;
}

/// Whether the operation may write to memory.
static bool mayWrite(MlirOperation op) {
  static const char *const pure[] = {"arith.", "math.", "affine.apply"};
  if (asIrIsNamed(op, "vector.transfer_read") ||
      asIrIsNamed(op, "vector.load") || asIrIsNamed(op, "memref.load"))
    return false;
  for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
    if (asIrHasPrefix(op, pure[i]))
      return false;
  // Other vector operations are pure unless they have a memref operand or a
  // region.
  bool isPure =
      asIrHasPrefix(op, "vector.") && mlirOperationGetNumRegions(op) == 0;
  for (intptr_t i = 0; isPure && i < mlirOperationGetNumOperands(op); i++)
    isPure =
        !mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, i)));
  return !isPure;
}

/// Collects in `column` the results of `first` and of the reads of the columns
/// after it, up to an operation that may write to memory. Returns how many
/// columns follow each other without a gap.
static int findNeighbours(const AsStridedRead *first,
                          MlirValue column[maxColumns]) {
  IndexOffset start = splitIndex(lastIndex(first));
  for (int c = 0; c < maxColumns; c++)
    column[c] = (MlirValue){NULL};
  MlirOperation op = first->op;
  for (int i = 0;
       i < maxOperations && !mlirOperationIsNull(op) && !mayWrite(op);
       i++, op = mlirOperationGetNextInBlock(op)) {
    AsStridedRead other;
    if (!asStridedReadFind(op, &other) || !readSameRows(first, &other))
      continue;
    IndexOffset split = splitIndex(lastIndex(&other));
    int64_t c = split.offset - start.offset;
    if (mlirValueEqual(split.base, start.base) && c >= 0 && c < maxColumns &&
        mlirValueIsNull(column[c]))
      column[c] = other.result;
  }
  int count = 0;
  while (count < maxColumns && !mlirValueIsNull(column[count]))
    count++;
  return count;
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

/// Whether the read is strided but the memref's last dimension is contiguous,
/// so that rows can be loaded as vectors.
static bool hasContiguousRows(const AsStridedRead *read) {
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  return read->dim != read->rank - 1 &&
         mlirLogicalResultIsSuccess(mlirMemRefTypeGetStridesAndOffset(
             mlirValueGetType(read->memref), strides, &offset)) &&
         strides[read->rank - 1] == 1;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  AsStridedRead read;
  MlirValue column[maxColumns], row[maxLanes];
  if (!asStridedReadFind(op, &read) ||
      mlirOpOperandIsNull(mlirValueGetFirstUse(read.result)) ||
      !hasContiguousRows(&read))
    return MlirWalkResultAdvance;
  int bits = asIrElementBits(read.type);
  int found = findNeighbours(&read, column), side = maxColumns;
  while (side > found || side > read.lanes)
    side /= 2;
  if ((bits != 32 && bits != 64) || side < 4 ||
      (read.lanes != side && read.lanes != 2 * side))
    return MlirWalkResultAdvance;
  AsArith a = asArithBefore(op);
  AsRows rows = {.memref = read.memref, .rank = read.rank, .dim = read.dim};
  for (intptr_t r = 0; r < read.rank; r++)
    rows.index[r] = mlirOperationGetOperand(op, 1 + r);
  for (int l = 0; l < read.lanes; l += side)
    asTransposeSquare(&a, &rows, l, 0, side, row + l);
  for (int c = 0; c < side; c++)
    mlirValueReplaceAllUsesOfWith(
        column[c],
        read.lanes == side ? row[c] : asJoinVectors(&a, row[c], row[side + c]));
  return MlirWalkResultAdvance; // asExpandStridedReads deletes the dead reads.
}

void asTransposeStridedReads(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
