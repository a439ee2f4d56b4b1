//===- packed-copy-order.c - Interchange the loops of packing copies
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a loop over tiles around a loop over rows, which copies rows into
// packed tiles: the loop over rows becomes the outer one.
//
// A schedule packs an operand tile by tile. Each row of a tile is one or two
// cache lines in a page of its own, so the prefetcher does not help. With rows
// outside, a few rows are read along all tiles in memory order. No transform
// operation interchanges the two loops, since no structured operation spans
// both.
//
// Requires:    bufferised IR with scf.for, vector.transfer_read and
//              vector.transfer_write; destinations are allocations.
// Provides:    tiles that follow each other along a row of the source are
//              packed row by row.
// Invalidates: nothing.
//
//   scf.for %j = %c0 to %c96 step %c16 {        // tiles
//     scf.for %k = %c0 to %c40 step %c8 {       // rows
//       %v = vector.transfer_read %b[%k, %j], %z : ...
//       vector.transfer_write %v, %tile[%k, %c0] : ...
//
// becomes
//
//   scf.for %k = %c0 to %c40 step %c8 {
//     scf.for %j = %c0 to %c96 step %c16 {
//       %v = vector.transfer_read %b[%k, %j], %z : ...
//       vector.transfer_write %v, %tile[%k, %c0] : ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A loop over tiles around a loop that copies their rows.
typedef struct Copy {
  MlirOperation tiles, rows, read, write;
} Copy;

/// Whether the operation is an scf.for without iter_args.
static bool isLoop(MlirOperation op) {
  return asIrIsNamed(op, "scf.for") && mlirOperationGetNumOperands(op) == 3;
}

/// Whether the operation only computes an address.
static bool isAddress(MlirOperation op) {
  return asIrHasPrefix(op, "arith.") || asIrIsNamed(op, "affine.apply") ||
         asIrIsNamed(op, "memref.subview");
}

/// Whether the operation copies a buffer to itself, as bufferisation leaves it.
static bool isSelfCopy(MlirOperation op) {
  return asIrIsNamed(op, "linalg.copy") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1));
}

static MlirValue counterOf(MlirOperation loop) {
  return mlirBlockGetArgument(asIrBody(loop), 0);
}

/// The only loop in the body of `loop`. Null if the body has other operations
/// than address computations before it and copies onto themselves after it, or
/// if its bounds depend on `loop`.
static MlirOperation loopIn(MlirOperation loop) {
  MlirOperation found = {NULL}, none = {NULL};
  MlirBlock body = asIrBody(loop);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    bool isKnown = mlirOperationIsNull(found) ? isLoop(op) || isAddress(op)
                                              : isSelfCopy(op);
    if (!isKnown)
      return none;
    if (isLoop(op))
      found = op;
  }
  for (intptr_t i = 0; i < 3 && !mlirOperationIsNull(found); i++)
    if (asIrIsInside(mlirOperationGetOperand(found, i), loop))
      return none;
  return found;
}

/// Finds the one read, and the write of what it read. False if the loop does
/// more.
static bool findMoves(Copy *copy) {
  MlirBlock body = asIrBody(copy->rows);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    MlirOperation *move = asIrIsNamed(op, "vector.transfer_read") ? &copy->read
                          : asIrIsNamed(op, "vector.transfer_write")
                              ? &copy->write
                              : NULL;
    if (move ? !mlirOperationIsNull(*move) : !isAddress(op))
      return false;
    if (move)
      *move = op;
  }
  return !mlirOperationIsNull(copy->read) &&
         !mlirOperationIsNull(copy->write) &&
         mlirValueEqual(mlirOperationGetOperand(copy->write, 0),
                        mlirOperationGetResult(copy->read, 0));
}

/// Whether the view's offsets are dynamic only in dimensions of which it has
/// one element, so that different offsets give disjoint planes.
static bool selectsPlanes(MlirOperation view) {
  MlirAttribute offsets = asIrAttribute(view, "static_offsets"),
                sizes = asIrAttribute(view, "static_sizes"),
                strides = asIrAttribute(view, "static_strides");
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(sizes); i++) {
    bool isFixed = mlirDenseI64ArrayGetElement(offsets, i) !=
                       mlirShapedTypeGetDynamicStrideOrOffset() &&
                   mlirDenseI64ArrayGetElement(strides, i) == 1;
    if (!isFixed && mlirDenseI64ArrayGetElement(sizes, i) != 1)
      return false;
  }
  return true;
}

/// The allocation that is written, through views by planes; else null.
static MlirOperation ownBuffer(MlirOperation write) {
  MlirOperation op = asIrDefinition(mlirOperationGetOperand(write, 1));
  while (!mlirOperationIsNull(op) && asIrIsNamed(op, "memref.subview") &&
         selectsPlanes(op))
    op = asIrDefinition(mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && asIrIsNamed(op, "memref.alloc")
             ? op
             : (MlirOperation){NULL};
}

/// Whether the memory that is read does not overlap `buffer`.
static bool readsOtherMemory(MlirOperation read, MlirOperation buffer) {
  MlirValue from = mlirOperationGetOperand(read, 0);
  MlirOperation op = asIrDefinition(from);
  while (!mlirOperationIsNull(op) && asIrIsNamed(op, "memref.subview")) {
    from = mlirOperationGetOperand(op, 0);
    op = asIrDefinition(from);
  }
  return mlirOperationIsNull(op) || asIrIsNamed(op, "memref.get_global") ||
         (asIrIsNamed(op, "memref.alloc") && !mlirOperationEqual(op, buffer));
}

static bool isWholeTransfer(MlirOperation op) {
  MlirAttribute inBounds = asIrAttribute(op, "in_bounds");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(inBounds); i++)
    if (!mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, i)))
      return false;
  return mlirAffineMapIsMinorIdentity(
      mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map")));
}

/// Whether different iterations of the loop over rows write to different
/// places, in any tile. Then rows may come in any order if the tiles keep
/// theirs.
static bool rowsAreDisjoint(const Copy *copy) {
  MlirType vector = mlirValueGetType(mlirOperationGetOperand(copy->write, 0));
  MlirType buffer = mlirValueGetType(mlirOperationGetOperand(copy->write, 1));
  intptr_t rank = mlirShapedTypeGetRank(buffer),
           dims = mlirShapedTypeGetRank(vector);
  int64_t step = 0;
  asIrConstantInteger(mlirOperationGetOperand(copy->rows, 2), &step);
  for (intptr_t r = 0; r < rank; r++) {
    int64_t size =
        r < rank - dims ? 1 : mlirShapedTypeGetDimSize(vector, r - rank + dims);
    if (mlirValueEqual(mlirOperationGetOperand(copy->write, 2 + r),
                       counterOf(copy->rows)))
      return size <= step;
  }
  return false;
}

/// Whether tiles follow each other in memory in the source: the last index
/// depends on the tile and not on the row.
static bool isAlongRows(const Copy *copy) {
  MlirType from = mlirValueGetType(mlirOperationGetOperand(copy->read, 0));
  MlirValue last =
      mlirOperationGetOperand(copy->read, mlirShapedTypeGetRank(from));
  return asIrIsInside(last, copy->tiles) && !asIrIsInside(last, copy->rows);
}

static void interchange(const Copy *copy) {
  MlirBlock outer = asIrBody(copy->tiles), inner = asIrBody(copy->rows);
  MlirOperation first = mlirBlockGetFirstOperation(inner);
  for (MlirOperation op = mlirBlockGetFirstOperation(outer);
       !mlirOperationEqual(op, copy->rows);
       op = mlirBlockGetFirstOperation(outer))
    mlirOperationMoveBefore(op, first);
  for (MlirOperation op = mlirOperationGetNextInBlock(copy->rows);
       isSelfCopy(op); op = mlirOperationGetNextInBlock(copy->rows))
    mlirOperationDestroy(op);
  for (intptr_t i = 0; i < 3; i++) {
    MlirValue bound = mlirOperationGetOperand(copy->tiles, i);
    mlirOperationSetOperand(copy->tiles, i,
                            mlirOperationGetOperand(copy->rows, i));
    mlirOperationSetOperand(copy->rows, i, bound);
  }
  MlirValue tile = counterOf(copy->tiles), row = counterOf(copy->rows);
  AsArith arith = asArithBefore(copy->tiles);
  MlirValue other = asArithEmit(&arith, "ub.poison", mlirValueGetType(tile), 0,
                                NULL, NULL, (MlirAttribute){NULL});
  mlirValueReplaceAllUsesOfWith(tile, other);
  mlirValueReplaceAllUsesOfWith(row, tile);
  mlirValueReplaceAllUsesOfWith(other, row);
  mlirOperationDestroy(mlirOpResultGetOwner(other));
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  if (!isLoop(op))
    return MlirWalkResultAdvance;
  Copy copy = {.tiles = op, .rows = loopIn(op)};
  if (mlirOperationIsNull(copy.rows) || !findMoves(&copy))
    return MlirWalkResultAdvance;
  MlirOperation buffer = ownBuffer(copy.write);
  if (!mlirOperationIsNull(buffer) && readsOtherMemory(copy.read, buffer) &&
      isWholeTransfer(copy.read) && isWholeTransfer(copy.write) &&
      rowsAreDisjoint(&copy) && isAlongRows(&copy))
    interchange(&copy);
  return MlirWalkResultAdvance;
}

void asOrderPackedCopies(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
