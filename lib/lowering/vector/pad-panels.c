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
// the sum, and is written the same way.
//
// Requires:    bufferised IR; fills of the border only
//              (lowering/memory/elide-pad-fill.c).
// Provides:    no fill of columns of such panels.
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
#include "lowering/arith-builder.h"
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

/// Whether these are rows of a matrix of numbers of 8 or 16 bits that is read
/// by vectors.
static bool isPanel(const AsPaddedRows *rows) {
  MlirType type = mlirValueGetType(rows->to);
  return asIrElementBits(type) <= 16 && mlirShapedTypeGetRank(type) == 2 &&
         mlirShapedTypeGetDimSize(type, 0) ==
             mlirShapedTypeGetDimSize(mlirValueGetType(rows->from), 0) &&
         asIrIsMadeBy(asIrMemoryRoot(rows->to), "memref.alloc") &&
         readsVectors(rows->to, rows->width);
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

static MlirAttribute inBounds(MlirContext context) {
  MlirAttribute yes = mlirBoolAttrGet(context, true);
  return mlirArrayAttrGet(context, 2, (MlirAttribute[]){yes, yes});
}

static MlirAttribute identity(MlirContext context) {
  return mlirAffineMapAttrGet(mlirAffineMapMultiDimIdentityGet(context, 2));
}

static MlirAttribute numbers(MlirContext context, int64_t value) {
  MlirAttribute number =
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), value);
  return mlirArrayAttrGet(context, 2, (MlirAttribute[]){number, number});
}

static MlirValue readRows(MlirOperation next, const AsPaddedRows *rows,
                          MlirValue row, MlirValue column, int64_t count) {
  MlirContext context = mlirOperationGetContext(next);
  int64_t shape[] = {count, rows->size}, whole[] = {count, rows->width};
  MlirType type = mlirVectorTypeGet(2, shape, rows->element),
           padded = mlirVectorTypeGet(2, whole, rows->element);
  MlirValue operands[] = {rows->from, row, column, rows->with};
  AsIrAttribute attributes[] = {
      {"permutation_map", identity(context)},
      {"in_bounds", inBounds(context)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 4, (int32_t[]){1, 2, 1, 0})},
      {0}};
  MlirValue x =
      asIrInsertValue(next, &(AsIrParts){.name = "vector.transfer_read",
                                         .numOperands = 4,
                                         .operands = operands,
                                         .numResults = 1,
                                         .results = &type,
                                         .attributes = attributes});
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

static void writeRows(MlirOperation next, MlirValue rows, MlirValue to,
                      MlirValue row, MlirValue column) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[] = {rows, to, row, column};
  AsIrAttribute attributes[] = {
      {"permutation_map", identity(context)},
      {"in_bounds", inBounds(context)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 4, (int32_t[]){1, 1, 2, 0})},
      {0}};
  asIrInsert(next, &(AsIrParts){.name = "vector.transfer_write",
                                .numOperands = 4,
                                .operands = operands,
                                .attributes = attributes});
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  AsPaddedRows rows;
  if (!asPaddedRowsFind(op, &rows) || !isPanel(&rows))
    return MlirWalkResultAdvance;
  MlirOperation second = copyBehind(&rows),
                at = mlirOperationIsNull(second) ? op : second;
  int64_t count = together(&rows),
          all = mlirShapedTypeGetDimSize(mlirValueGetType(rows.to), 0);
  MlirOperation loop =
      asIrInsertFor(at, (AsIrRange){0, all, count}, (MlirValue){NULL});
  MlirOperation next = mlirBlockGetTerminator(asIrBody(loop));
  MlirValue row = mlirBlockGetArgument(asIrBody(loop), 0),
            column = asIrInsertIndex(next, 0),
            values = readRows(next, &rows, row, column, count);
  writeRows(next, values, rows.to, row, column);
  if (!mlirOperationIsNull(second))
    writeRows(next, values, mlirOperationGetOperand(second, 1), row, column);
  // The copy of the panel may be what the walk visits next, so it stays, as
  // one onto itself.
  if (!mlirOperationIsNull(second))
    mlirOperationSetOperand(second, 0, mlirOperationGetOperand(second, 1));
  asPaddedRowsRemove(&rows);
  return MlirWalkResultSkip;
}

void asPadPanels(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
