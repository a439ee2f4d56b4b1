//===- padded-rows.c - Find rows that are padded at their end
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See padded-rows.h.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/padded-rows.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/memory/buffer-uses.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  most = 128, ///< Elements of a row with what is behind it.
  mostBits = 64,
};

/// A part of an array from its first element on, or a later column on.
typedef struct Slice {
  MlirOperation op;
  MlirValue whole;
  int64_t column; ///< Where it begins in each row.
} Slice;

static int64_t number(MlirOperation slice, const char *name, intptr_t r) {
  return mlirDenseI64ArrayGetElement(
      mlirOperationGetInherentAttributeByName(slice, asIrString(name)), r);
}

/// Whether the value is a part of an array, of static size, which begins with
/// its first row.
static bool findSlice(MlirValue value, Slice *slice) {
  slice->op = asIrMadeBy(value, "memref.subview");
  if (mlirOperationIsNull(slice->op) ||
      mlirOperationGetNumOperands(slice->op) != 1)
    return false;
  slice->whole = mlirOperationGetOperand(slice->op, 0);
  MlirType type = mlirValueGetType(slice->whole);
  intptr_t rank = mlirShapedTypeGetRank(type);
  if (rank < 2 || !asIrHasUnitStride(type) ||
      mlirShapedTypeGetRank(mlirValueGetType(value)) != rank)
    return false;
  for (intptr_t r = 0; r < rank; r++)
    if (number(slice->op, "static_strides", r) != 1 ||
        (r + 1 < rank && number(slice->op, "static_offsets", r) != 0))
      return false;
  slice->column = number(slice->op, "static_offsets", rank - 1);
  return true;
}

static int64_t lastSize(MlirValue memory) {
  MlirType type = mlirValueGetType(memory);
  return mlirShapedTypeGetDimSize(type, mlirShapedTypeGetRank(type) - 1);
}

static bool accessesNothing(MlirOperation op) {
  return asIrIsNamed(op, "memref.subview") || asIrHasPrefix(op, "arith.");
}

/// The last operation before `op` in its block that may access memory; null if
/// there is none.
static MlirOperation accessBefore(MlirOperation op) {
  MlirOperation found = {NULL},
                at = mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
  for (; !mlirOperationEqual(at, op); at = mlirOperationGetNextInBlock(at))
    if (!accessesNothing(at))
      found = at;
  return found;
}

/// Whether the slice has all rows of its array.
static bool coversRows(const Slice *slice) {
  MlirType type = mlirValueGetType(slice->whole);
  bool covers = true;
  for (intptr_t r = 0; r + 1 < mlirShapedTypeGetRank(type); r++)
    covers &= number(slice->op, "static_sizes", r) ==
              mlirShapedTypeGetDimSize(type, r);
  return covers;
}

/// Whether the two cannot overlap: parts of different arrays, of which one is
/// an allocation.
static bool areApart(MlirValue x, MlirValue y) {
  x = asIrMemoryRoot(x);
  y = asIrMemoryRoot(y);
  return !mlirValueEqual(x, y) &&
         (asIrIsMadeBy(x, "memref.alloc") || asIrIsMadeBy(y, "memref.alloc"));
}

/// The fill of the columns behind the slice, or of all that the slice is a part
/// of, which ends before `copy`, with nothing but views between the two; null
/// if there is none.
static MlirOperation fillBehind(MlirOperation copy, const Slice *rows,
                                MlirValue *with) {
  MlirOperation op = accessBefore(copy);
  const MlirOperation none = {NULL};
  MlirValue memory;
  if (mlirOperationIsNull(op))
    return none;
  *with = asFillValue(op, &memory);
  Slice behind;
  if (mlirValueIsNull(*with) ||
      !areApart(mlirOperationGetOperand(copy, 0), rows->whole))
    return none;
  if (mlirValueEqual(memory, rows->whole))
    return coversRows(rows) ? op : none;
  if (!findSlice(memory, &behind) || !mlirValueEqual(behind.whole, rows->whole))
    return none;
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(rows->whole));
  for (intptr_t r = 0; r + 1 < rank; r++)
    if (number(behind.op, "static_sizes", r) !=
        number(rows->op, "static_sizes", r))
      return none;
  int64_t width = lastSize(rows->whole);
  bool fits =
      behind.column == number(rows->op, "static_sizes", rank - 1) &&
      behind.column + number(behind.op, "static_sizes", rank - 1) == width;
  return fits ? op : none;
}

bool asPaddedRowsFind(MlirOperation op, AsPaddedRows *rows) {
  if (!asIrIsNamed(op, "linalg.copy"))
    return false;
  Slice slice;
  *rows = (AsPaddedRows){.copy = op, .from = mlirOperationGetOperand(op, 0)};
  MlirType type = mlirValueGetType(rows->from);
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      asIrHasNoElements(type) ||
      !findSlice(mlirOperationGetOperand(op, 1), &slice) || slice.column ||
      !mlirShapedTypeHasStaticShape(mlirValueGetType(slice.whole)) ||
      !asIrHasUnitStride(type))
    return false;
  rows->to = slice.whole;
  rows->element = mlirShapedTypeGetElementType(type);
  rows->size = lastSize(rows->from);
  rows->width = lastSize(rows->to);
  int bits = asIrElementBits(type);
  if (bits < 8 || bits > mostBits || (bits & (bits - 1)) != 0 ||
      rows->width > most ||
      !mlirTypeEqual(rows->element,
                     mlirShapedTypeGetElementType(mlirValueGetType(rows->to))))
    return false;
  rows->fill = fillBehind(op, &slice, &rows->with);
  return !mlirOperationIsNull(rows->fill);
}

static void destroyUnused(MlirOperation slice) {
  if (mlirOpOperandIsNull(
          mlirValueGetFirstUse(mlirOperationGetResult(slice, 0))))
    mlirOperationDestroy(slice);
}

void asPaddedRowsRemove(const AsPaddedRows *rows) {
  Slice copied, filled = {0};
  MlirValue memory;
  asFillValue(rows->fill, &memory);
  if (!mlirValueEqual(memory, rows->to))
    findSlice(memory, &filled);
  findSlice(mlirOperationGetOperand(rows->copy, 1), &copied);
  mlirOperationDestroy(rows->copy);
  mlirOperationDestroy(rows->fill);
  destroyUnused(copied.op);
  if (!mlirOperationIsNull(filled.op))
    destroyUnused(filled.op);
}
