//===- pad-panels.c - Write padded panels by whole rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last panel of a packed operand is padded where the lanes are no multiple
// of the tile: columns behind it are filled, and then it is copied. Numbers of
// 8 and 16 bits are widened or interleaved as they are packed
// (lowering/vector/widen-packed-operands.c), if whole rows are written. So the
// rows are read as vectors here, padded, and written, a few at a time. What
// copies the panel to its place among the others becomes a second write. The
// other operand of such a product, whose columns are read, may be padded along
// the sum, and is written the same way. Copies of a few whole rows to a panel
// become vectors, too: upstream's canonicalization takes a transfer from tensor
// to tensor for a slice that is inserted, which bufferises to a copy.
//
// Requires:    bufferised IR; fills of the border only
//              (lowering/memory/elide-pad-fill.c).
// Provides:    no fill of columns of such panels, and no copy of up to eight
//              rows of them.
// Invalidates: nothing.
//
//   %v = memref.subview %m[0, 24] [56, 8] [1, 1] : memref<56x32xi8> to ...
//   linalg.fill ins(%zero : i8) outs(%v : ...)
//   %w = memref.subview %m[0, 0] [56, 24] [1, 1] : memref<56x32xi8> to ...
//   linalg.copy ins(%b : memref<56x24xi8, ...>) outs(%w : ...)
//   linalg.copy ins(%m : memref<56x32xi8>) outs(%p : ...)
//
// becomes
//
//   scf.for %i = %c0 to %c56 step %c8 {
//     %x = vector.transfer_read %b[%i, %c0], ... : vector<8x24xi8>
//     %y = vector.insert_strided_slice %x, %zeros : vector<8x32xi8>
//     vector.transfer_write %y, %m[%i, %c0]
//     vector.transfer_write %y, %p[%i, %c0]
//   }
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "ir/vector-transfer.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/padded-rows.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { mostTogether = 8 };

/// Whether rows of `lanes` elements are read from the buffer as vectors, or
/// columns.
static bool readsVectors(MlirValue buffer, int64_t lanes) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(op, "vector.transfer_read"))
      continue;
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
    intptr_t rank = mlirShapedTypeGetRank(type);
    int64_t last = rank ? mlirShapedTypeGetDimSize(type, rank - 1) : 0;
    if (last == lanes || last == 1)
      return true;
  }
  return false;
}

/// The same, of the memory or of the buffer that it is a view of.
static bool isReadByVectors(MlirValue memory, int64_t lanes) {
  return readsVectors(memory, lanes) ||
         readsVectors(asIrMemoryRoot(memory), lanes);
}

/// How many rows are written at a time: a divisor of all.
static int64_t together(const AsPaddedRows *rows) {
  int64_t count = mostTogether;
  while (mlirShapedTypeGetDimSize(mlirValueGetType(rows->to), 0) % count)
    count /= 2;
  return count;
}

/// The copy of the panel, to other memory than its rows come from, behind that
/// of the rows, with nothing but views between the two; null if there is none.
static MlirOperation copyBehind(const AsPaddedRows *rows) {
  MlirOperation op = mlirOperationGetNextInBlock(rows->copy);
  while (!mlirOperationIsNull(op) &&
         (asIrIsNamed(op, "memref.subview") || asIrHasPrefix(op, "arith.")))
    op = mlirOperationGetNextInBlock(op);
  const MlirOperation none = {NULL};
  if (mlirOperationIsNull(op) || !asIrIsNamed(op, "linalg.copy") ||
      !mlirValueEqual(mlirOperationGetOperand(op, 0), rows->to))
    return none;
  MlirValue target = mlirOperationGetOperand(op, 1),
            root = asIrMemoryRoot(target);
  bool isOther =
      asIrIsMadeBy(root, "memref.alloc") &&
      !mlirValueEqual(root, asIrMemoryRoot(rows->from)) &&
      !mlirValueEqual(root, asIrMemoryRoot(rows->to)) &&
      mlirTypeEqual(mlirShapedTypeGetElementType(mlirValueGetType(target)),
                    rows->element);
  return isOther ? op : none;
}

/// Whether these are rows of a matrix of numbers of 8 or 16 bits that is read
/// by vectors, there or where `second` copies it to.
static bool isPanel(const AsPaddedRows *rows, MlirOperation second) {
  MlirType type = mlirValueGetType(rows->to);
  return asIrElementBits(type) <= 16 && mlirShapedTypeGetRank(type) == 2 &&
         mlirShapedTypeGetDimSize(type, 0) ==
             mlirShapedTypeGetDimSize(mlirValueGetType(rows->from), 0) &&
         asIrIsMadeBy(asIrMemoryRoot(rows->to), "memref.alloc") &&
         (isReadByVectors(rows->to, rows->width) ||
          (!mlirOperationIsNull(second) &&
           isReadByVectors(mlirOperationGetOperand(second, 1), rows->width)));
}

static MlirAttribute numbers(MlirContext context, int64_t value) {
  MlirAttribute number =
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), value);
  return mlirArrayAttrGet(context, 2, (MlirAttribute[]){number, number});
}

static MlirValue readRows(MlirOperation next, MlirValue from, MlirValue row,
                          MlirValue column, int64_t count) {
  MlirType memory = mlirValueGetType(from);
  int64_t shape[] = {count, mlirShapedTypeGetDimSize(memory, 1)};
  MlirType type =
      mlirVectorTypeGet(2, shape, mlirShapedTypeGetElementType(memory));
  return asIrInsertVectorRead(next, from, (MlirValue[]){row, column}, type);
}

/// Rows with what is filled in behind them.
static MlirValue padRows(MlirOperation next, const AsPaddedRows *rows,
                         MlirValue x) {
  MlirContext context = mlirOperationGetContext(next);
  int64_t whole[] = {mlirShapedTypeGetDimSize(mlirValueGetType(x), 0),
                     rows->width};
  MlirType padded = mlirVectorTypeGet(2, whole, rows->element);
  MlirValue parts[] = {
      x, asIrInsertUnary(next, "vector.broadcast", rows->with, padded)};
  AsIrAttribute places[] = {
      {"offsets", numbers(context, 0)}, {"strides", numbers(context, 1)}, {0}};
  return asIrInsertValue(next,
                         &(AsIrParts){.name = "vector.insert_strided_slice",
                                      .numOperands = 2,
                                      .operands = parts,
                                      .numResults = 1,
                                      .results = &padded,
                                      .attributes = places});
}

/// Where a block of rows begins in an array.
typedef struct Place {
  MlirValue array;
  MlirValue index[AS_IR_MOST_INDICES];
} Place;

/// The place of the rows from `row` on in a matrix.
static Place rowsAt(MlirValue matrix, MlirValue row, MlirValue column) {
  return (Place){matrix, {row, column}};
}

/// The place of a block in what it is a subview of, where it goes along the
/// last two dimensions of that; else in itself.
static Place placeOf(MlirValue block, MlirOperation next) {
  MlirOperation view = asIrMadeBy(block, "memref.subview");
  MlirValue zero = asIrInsertIndex(next, 0);
  Place itself = rowsAt(block, zero, zero), place;
  if (mlirOperationIsNull(view))
    return itself;
  place.array = mlirOperationGetOperand(view, 0);
  MlirAttribute offsets = asIrAttribute(view, "static_offsets"),
                sizes = asIrAttribute(view, "static_sizes"),
                strides = asIrAttribute(view, "static_strides");
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(place.array)),
           operand = 1;
  if (rank < 2 || rank > AS_IR_MOST_INDICES)
    return itself;
  MlirType type = mlirValueGetType(block);
  for (intptr_t r = 0; r < rank; r++) {
    int64_t offset = mlirDenseI64ArrayGetElement(offsets, r),
            size =
                r < rank - 2 ? 1 : mlirShapedTypeGetDimSize(type, r + 2 - rank);
    if (mlirDenseI64ArrayGetElement(strides, r) != 1 ||
        mlirDenseI64ArrayGetElement(sizes, r) != size)
      return itself;
    place.index[r] = offset == mlirShapedTypeGetDynamicStrideOrOffset()
                         ? mlirOperationGetOperand(view, operand++)
                         : asIrInsertIndex(next, offset);
  }
  return place;
}

/// Whether the type is a matrix in memory, of numbers of 8 or 16 bits.
static bool isNarrowMatrix(MlirType type) {
  if (!mlirTypeIsAMemRef(type) || mlirShapedTypeGetRank(type) != 2 ||
      !mlirShapedTypeHasStaticShape(type))
    return false;
  int bits = asIrElementBits(type);
  return (bits == 8 || bits == 16) && asIrHasUnitStride(type);
}

/// Whether it copies a few rows to a panel: whole rows of one that is read by
/// rows, or parts of rows of one that is read by columns.
static bool copiesRows(MlirOperation op) {
  enum { mostLanes = 64, column = 1 };
  if (!asIrIsNamed(op, "linalg.copy") || mlirOperationGetNumResults(op))
    return false;
  MlirValue from = mlirOperationGetOperand(op, 0),
            to = mlirOperationGetOperand(op, 1), root = asIrMemoryRoot(to);
  MlirType type = mlirValueGetType(from), panel = mlirValueGetType(root);
  if (!isNarrowMatrix(type) || !isNarrowMatrix(mlirValueGetType(to)) ||
      !asIrIsMadeBy(root, "memref.alloc") ||
      mlirValueEqual(root, asIrMemoryRoot(from)) ||
      mlirShapedTypeGetRank(panel) < 2 ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(type),
                     mlirShapedTypeGetElementType(panel)))
    return false;
  int64_t width = mlirShapedTypeGetDimSize(type, 1);
  bool isWhole = mlirShapedTypeGetDimSize(panel, mlirShapedTypeGetRank(panel) -
                                                     1) == width;
  return mlirShapedTypeGetDimSize(type, 0) <= mostTogether &&
         width <= mostLanes && readsVectors(root, isWhole ? width : column);
}

static void copyRows(MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0),
            to = mlirOperationGetOperand(op, 1), zero = asIrInsertIndex(op, 0);
  Place place = placeOf(to, op);
  int64_t count = mlirShapedTypeGetDimSize(mlirValueGetType(from), 0);
  asIrInsertVectorWrite(op, readRows(op, from, zero, zero, count), place.array,
                        place.index);
  mlirOperationDestroy(op);
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(to)))
    mlirOperationDestroy(asIrDefinition(to));
}

static void padPanel(MlirOperation op, const AsPaddedRows *rows,
                     MlirOperation second) {
  MlirOperation at = mlirOperationIsNull(second) ? op : second;
  int64_t count = together(rows),
          all = mlirShapedTypeGetDimSize(mlirValueGetType(rows->to), 0);
  MlirOperation loop =
      asIrInsertFor(at, (AsIrRange){0, all, count}, (MlirValue){NULL});
  MlirOperation next = mlirBlockGetTerminator(asIrBody(loop));
  MlirValue row = mlirBlockGetArgument(asIrBody(loop), 0),
            column = asIrInsertIndex(next, 0),
            values = padRows(next, rows,
                             readRows(next, rows->from, row, column, count));
  Place own = rowsAt(rows->to, row, column);
  asIrInsertVectorWrite(next, values, own.array, own.index);
  if (!mlirOperationIsNull(second)) {
    Place other = rowsAt(mlirOperationGetOperand(second, 1), row, column);
    asIrInsertVectorWrite(next, values, other.array, other.index);
  }
  // The copy of the panel may be what the walk visits next, so it stays, as
  // one onto itself.
  if (!mlirOperationIsNull(second))
    mlirOperationSetOperand(second, 0, mlirOperationGetOperand(second, 1));
  asPaddedRowsRemove(rows);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  AsPaddedRows rows;
  if (!asPaddedRowsFind(op, &rows)) {
    if (!copiesRows(op))
      return MlirWalkResultAdvance;
    copyRows(op);
    return MlirWalkResultSkip;
  }
  MlirOperation second = copyBehind(&rows);
  if (!isPanel(&rows, second))
    return MlirWalkResultAdvance;
  padPanel(op, &rows, second);
  return MlirWalkResultSkip;
}

void asPadPanels(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
