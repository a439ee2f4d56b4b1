//===- packed-copy-order.c - Copies to packed buffers row by row
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule packs an operand tile by tile: a loop over tiles, and in it one
// over the rows of a tile, each a line or two of memory in a page of its own.
// Nothing fetches ahead there. The other way round, a few rows are read along
// all tiles, in the order of memory, and written to as many places side by
// side. No Transform operation interchanges such loops, since no structured
// operation spans both of them.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A loop over tiles around one over their rows, which copies them.
typedef struct Copy {
  MlirOperation tiles, rows, read, write;
} Copy;

/// Whether it is a loop that carries nothing.
static bool isLoop(MlirOperation op) {
  return asIrIsNamed(op, "scf.for") && mlirOperationGetNumOperands(op) == 3;
}

/// Whether it only says where something is.
static bool isAddress(MlirOperation op) {
  return asIrHasPrefix(op, "arith.") || asIrIsNamed(op, "affine.apply") ||
         asIrIsNamed(op, "memref.subview");
}

/// Bufferisation leaves copies of tiles to where they are already.
static bool isNothing(MlirOperation op) {
  return asIrIsNamed(op, "linalg.copy") &&
         mlirValueEqual(mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1));
}

static MlirValue counterOf(MlirOperation loop) {
  return mlirBlockGetArgument(asIrBody(loop), 0);
}

/// The only loop in the body of `loop`, or null where there is more than that,
/// addresses before it and nothing after it.
static MlirOperation loopIn(MlirOperation loop) {
  MlirOperation found = {NULL}, none = {NULL};
  MlirBlock body = asIrBody(loop);
  MlirOperation end = mlirBlockGetTerminator(body);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationEqual(op, end); op = mlirOperationGetNextInBlock(op)) {
    bool isKnown = mlirOperationIsNull(found) ? isLoop(op) || isAddress(op)
                                              : isNothing(op);
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

/// The one read and the write of what was read; false where there is more.
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

/// Whether views of that kind differ in where they are along dimensions that
/// they have one element of, and in nothing else.
static bool movesByPlanes(MlirOperation view) {
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

/// The memory that is written: a buffer of its own, seen by planes; or null.
static MlirOperation ownBuffer(MlirOperation write) {
  MlirOperation op = asIrDefinition(mlirOperationGetOperand(write, 1));
  while (!mlirOperationIsNull(op) && asIrIsNamed(op, "memref.subview") &&
         movesByPlanes(op))
    op = asIrDefinition(mlirOperationGetOperand(op, 0));
  return !mlirOperationIsNull(op) && asIrIsNamed(op, "memref.alloc")
             ? op
             : (MlirOperation){NULL};
}

/// Whether what is read lies in other memory than `buffer`.
static bool readsOther(MlirOperation read, MlirOperation buffer) {
  MlirValue from = mlirOperationGetOperand(read, 0);
  MlirOperation op = asIrDefinition(from);
  while (!mlirOperationIsNull(op) && asIrIsNamed(op, "memref.subview")) {
    from = mlirOperationGetOperand(op, 0);
    op = asIrDefinition(from);
  }
  return mlirOperationIsNull(op) || asIrIsNamed(op, "memref.get_global") ||
         (asIrIsNamed(op, "memref.alloc") && !mlirOperationEqual(op, buffer));
}

static bool isWhole(MlirOperation op) {
  MlirAttribute inBounds = asIrAttribute(op, "in_bounds");
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(inBounds); i++)
    if (!mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, i)))
      return false;
  return mlirAffineMapIsMinorIdentity(
      mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map")));
}

/// Whether no two iterations of the loop over rows write to the same place,
/// whatever the tile: then rows may come in any order, as long as the tiles
/// keep theirs.
static bool rowsAreApart(const Copy *copy) {
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

/// Whether tiles follow each other in memory where they are read from: the last
/// index depends on the tile, and on no row.
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
       isNothing(op); op = mlirOperationGetNextInBlock(copy->rows))
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
  if (!mlirOperationIsNull(buffer) && readsOther(copy.read, buffer) &&
      isWhole(copy.read) && isWhole(copy.write) && rowsAreApart(&copy) &&
      isAlongRows(&copy))
    interchange(&copy);
  return MlirWalkResultAdvance;
}

void asOrderPackedCopies(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
