//===- transpose-in-registers.c - Neighbouring vectors of elements that are
// apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns of a matrix that follow each other, read as vectors, as an unrolled
// loop along its rows leaves them: rows are what is contiguous. So a square of
// the matrix is read by rows and turned in registers, with a shuffle for two to
// four elements where strided-reads.c would take a load for each.
//
// Turning swaps blocks off the diagonal, the largest first (Eklundh, "A fast
// computer method for matrix transposing", 1972). The last two rounds of 32-bit
// elements are done as by _MM_TRANSPOSE4_PS: interleaving is one instruction,
// swapping neighbours would be two.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/strided-reads.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  mostColumns = 16,
  mostLanes = 2 * mostColumns,
  farthest = 1024, ///< Operations that are looked through for neighbours.
};

//===----------------------------------------------------------------------===//
// Finding neighbours
//===----------------------------------------------------------------------===//

/// An index as another value and a distance from it.
typedef struct Place {
  MlirValue base; ///< Null where the index is a constant.
  int64_t distance;
} Place;

static Place placeOf(MlirValue index) {
  Place place = {index, 0};
  if (asIrConstantInteger(index, &place.distance)) {
    place.base = (MlirValue){NULL};
  } else if (mlirValueIsAOpResult(index)) {
    MlirOperation op = mlirOpResultGetOwner(index);
    if (asIrIsNamed(op, "arith.addi") &&
        asIrConstantInteger(mlirOperationGetOperand(op, 1), &place.distance))
      place.base = mlirOperationGetOperand(op, 0);
  }
  return place;
}

static MlirValue lastIndex(const AsStridedRead *gather) {
  return mlirOperationGetOperand(gather->op, gather->rank);
}

/// Whether both read the same rows, each at its own place.
static bool areAlike(const AsStridedRead *a, const AsStridedRead *b) {
  bool alike = mlirValueEqual(a->memref, b->memref) &&
               mlirTypeEqual(a->type, b->type) && a->dim == b->dim;
  for (intptr_t r = 0; alike && r < a->rank - 1; r++)
    alike = mlirValueEqual(mlirOperationGetOperand(a->op, 1 + r),
                           mlirOperationGetOperand(b->op, 1 + r));
  return alike;
}

/// Whether what is in memory may be other after the operation.
static bool mayWrite(MlirOperation op) {
  static const char *const pure[] = {"arith.", "math.", "affine.apply"};
  if (asIrIsNamed(op, "vector.transfer_read") ||
      asIrIsNamed(op, "vector.load") || asIrIsNamed(op, "memref.load"))
    return false;
  for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
    if (asIrHasPrefix(op, pure[i]))
      return false;
  // What is left of the dialect writes if it has anything to write to.
  bool isPure =
      asIrHasPrefix(op, "vector.") && mlirOperationGetNumRegions(op) == 0;
  for (intptr_t i = 0; isPure && i < mlirOperationGetNumOperands(op); i++)
    isPure =
        !mlirTypeIsAMemRef(mlirValueGetType(mlirOperationGetOperand(op, i)));
  return !isPure;
}

/// The results of the columns that follow `first`, which is one of them;
/// returns how many there are without a gap.
static int findNeighbours(const AsStridedRead *first,
                          MlirValue column[mostColumns]) {
  Place start = placeOf(lastIndex(first));
  for (int c = 0; c < mostColumns; c++)
    column[c] = (MlirValue){NULL};
  MlirOperation op = first->op;
  for (int i = 0; i < farthest && !mlirOperationIsNull(op) && !mayWrite(op);
       i++, op = mlirOperationGetNextInBlock(op)) {
    AsStridedRead other;
    if (!asStridedReadFind(op, &other) || !areAlike(first, &other))
      continue;
    Place place = placeOf(lastIndex(&other));
    int64_t c = place.distance - start.distance;
    if (mlirValueEqual(place.base, start.base) && c >= 0 && c < mostColumns &&
        mlirValueIsNull(column[c]))
      column[c] = other.result;
  }
  int count = 0;
  while (count < mostColumns && !mlirValueIsNull(column[count]))
    count++;
  return count;
}

//===----------------------------------------------------------------------===//
// Turning
//===----------------------------------------------------------------------===//

static MlirValue shuffle(const AsArith *arith, MlirValue x, MlirValue y,
                         int lanes, const int64_t *mask) {
  int64_t shape = lanes;
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(x));
  return asArithEmit(arith, "vector.shuffle",
                     mlirVectorTypeGet(1, &shape, element), 2,
                     (MlirValue[]){x, y}, "mask",
                     mlirDenseI64ArrayGet(arith->context, lanes, mask));
}

/// Of each group of 2 `block` lanes the first or, where `half` is 1, the second
/// half, x's and then y's.
static MlirValue pickBlocks(const AsArith *arith, MlirValue x, MlirValue y,
                            int side, int block, int half) {
  int64_t mask[mostColumns];
  for (int l = 0; l < side; l++) {
    int group = l / (2 * block) * 2 * block, within = l % block;
    mask[l] = group + half * block + within + (l - group >= block ? side : 0);
  }
  return shuffle(arith, x, y, side, mask);
}

/// Of each group of four lanes the first or the second two, x's and y's by
/// turns.
static MlirValue interleave(const AsArith *arith, MlirValue x, MlirValue y,
                            int side, int half) {
  int64_t mask[mostColumns];
  for (int l = 0; l < side; l++)
    mask[l] = l / 4 * 4 + 2 * half + l % 4 / 2 + (l % 2 ? side : 0);
  return shuffle(arith, x, y, side, mask);
}

static void swapBlocks(const AsArith *arith, MlirValue *row, int side,
                       int block) {
  for (int r = 0; r < side; r++)
    if (!(r & block)) {
      MlirValue x = row[r], y = row[r + block];
      row[r] = pickBlocks(arith, x, y, side, block, 0);
      row[r + block] = pickBlocks(arith, x, y, side, block, 1);
    }
}

/// Turns every 4 x 4 in the four rows.
static void turnFours(const AsArith *arith, MlirValue *row, int side) {
  MlirValue pair[4];
  for (int half = 0; half < 2; half++)
    for (int r = 0; r < 2; r++)
      pair[2 * half + r] =
          interleave(arith, row[2 * r], row[2 * r + 1], side, half);
  for (int c = 0; c < 4; c++)
    row[c] =
        pickBlocks(arith, pair[c / 2 * 2], pair[c / 2 * 2 + 1], side, 2, c % 2);
}

static void turn(const AsArith *arith, MlirValue *row, int side, int bits) {
  int least = bits == 32 ? 4 : 1;
  for (int block = side / 2; block >= least; block /= 2)
    swapBlocks(arith, row, side, block);
  for (int r = 0; bits == 32 && r < side; r += 4)
    turnFours(arith, row + r, side);
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

static int bitsOf(MlirType element) {
  return mlirTypeIsAF32(element)       ? 32
         : mlirTypeIsAF64(element)     ? 64
         : mlirTypeIsAInteger(element) ? (int)mlirIntegerTypeGetWidth(element)
                                       : 0;
}

/// Whether neighbours along the last dimension are so in memory.
static bool isContiguous(const AsStridedRead *gather) {
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  return gather->dim != gather->rank - 1 &&
         mlirLogicalResultIsSuccess(mlirMemRefTypeGetStridesAndOffset(
             mlirValueGetType(gather->memref), strides, &offset)) &&
         strides[gather->rank - 1] == 1;
}

static MlirValue loadRow(const AsArith *arith, const AsStridedRead *gather,
                         int lane, int side) {
  int64_t shape = side;
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {gather->memref};
  for (intptr_t r = 0; r < gather->rank; r++)
    operands[1 + r] = mlirOperationGetOperand(gather->op, 1 + r);
  operands[1 + gather->dim] = asStridedReadIndex(arith, gather, lane);
  return asArithEmit(
      arith, "vector.load",
      mlirVectorTypeGet(1, &shape, mlirShapedTypeGetElementType(gather->type)),
      (int)gather->rank + 1, operands, NULL, (MlirAttribute){NULL});
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  AsStridedRead gather;
  MlirValue column[mostColumns], row[mostLanes];
  if (!asStridedReadFind(op, &gather) ||
      mlirOpOperandIsNull(mlirValueGetFirstUse(gather.result)) ||
      !isContiguous(&gather))
    return MlirWalkResultAdvance;
  int bits = bitsOf(mlirShapedTypeGetElementType(gather.type));
  int found = findNeighbours(&gather, column), side = mostColumns;
  while (side > found || side > gather.lanes)
    side /= 2;
  if ((bits != 32 && bits != 64) || side < 4 ||
      (gather.lanes != side && gather.lanes != 2 * side))
    return MlirWalkResultAdvance;
  AsArith a = asArithBefore(op);
  for (int l = 0; l < gather.lanes; l++)
    row[l] = loadRow(&a, &gather, l, side);
  for (int l = 0; l < gather.lanes; l += side)
    turn(&a, row + l, side, bits);
  int64_t all[mostLanes];
  for (int l = 0; l < gather.lanes; l++)
    all[l] = l;
  for (int c = 0; c < side; c++)
    mlirValueReplaceAllUsesOfWith(
        column[c], gather.lanes == side
                       ? row[c]
                       : shuffle(&a, row[c], row[side + c], 2 * side, all));
  return MlirWalkResultAdvance; // What is not used any more is removed later.
}

void asTransposeStridedReads(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
