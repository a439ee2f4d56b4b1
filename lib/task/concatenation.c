//===- concatenation.c - Concatenations of tensors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/concatenation.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/saturate.h"
#include "task/program.h"

enum { source, target }; // Operands of tensor.insert_slice.

/// The place of a piece in the whole.
typedef struct Piece {
  intptr_t rank; ///< Of the whole.
  int64_t offset[AS_MAX_RANK], size[AS_MAX_RANK];
} Piece;

static MlirAttribute numbers(MlirOperation insert, const char *name) {
  return mlirOperationGetInherentAttributeByName(insert, asIrString(name));
}

/// False if offsets or strides are not static or strides are not 1.
static bool readPiece(MlirOperation insert, Piece *piece) {
  MlirType whole = mlirValueGetType(mlirOperationGetResult(insert, 0));
  piece->rank = mlirShapedTypeGetRank(whole);
  if (mlirOperationGetNumOperands(insert) != 2 || piece->rank > AS_MAX_RANK ||
      !mlirShapedTypeHasStaticShape(whole))
    return false;
  for (intptr_t r = 0; r < piece->rank; r++) {
    piece->offset[r] =
        mlirDenseI64ArrayGetElement(numbers(insert, "static_offsets"), r);
    piece->size[r] =
        mlirDenseI64ArrayGetElement(numbers(insert, "static_sizes"), r);
    if (mlirDenseI64ArrayGetElement(numbers(insert, "static_strides"), r) != 1)
      return false;
  }
  return true;
}

static bool areApart(const Piece *a, const Piece *b) {
  for (intptr_t r = 0; r < a->rank; r++)
    if (a->offset[r] + a->size[r] <= b->offset[r] ||
        b->offset[r] + b->size[r] <= a->offset[r])
      return true;
  return false;
}

static int64_t volume(const Piece *piece) {
  int64_t elements = 1;
  for (intptr_t r = 0; r < piece->rank; r++)
    elements = asTimes(elements, piece->size[r]);
  return elements;
}

static int64_t numElements(MlirType type) {
  int64_t elements = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    elements = asTimes(elements, mlirShapedTypeGetDimSize(type, r));
  return elements;
}

/// Whether the piece has the rank of the whole. Slices that drop dimensions
/// would not be folded into vector transfers.
static bool hasAllDimensions(MlirOperation insert, const Piece *piece) {
  MlirValue from = mlirOperationGetOperand(insert, source);
  return mlirShapedTypeGetRank(mlirValueGetType(from)) == piece->rank;
}

bool asIsConcatenation(MlirOperation last) {
  Piece pieces[AS_MAX_ACCESSES];
  int count = 0;
  int64_t written = 0;
  MlirOperation op = last;
  for (; asIrIsNamed(op, "tensor.insert_slice");
       op = asIrDefinition(mlirOperationGetOperand(op, target))) {
    bool isInside = count > 0;
    if (count == AS_MAX_ACCESSES || !readPiece(op, &pieces[count]) ||
        !hasAllDimensions(op, &pieces[count]) ||
        (isInside && !asIrHasOneUse(mlirOperationGetResult(op, 0))))
      return false;
    for (int i = 0; i < count; i++)
      if (!areApart(&pieces[i], &pieces[count]))
        return false;
    written += volume(&pieces[count++]);
    if (mlirOperationIsNull(
            asIrDefinition(mlirOperationGetOperand(op, target))))
      return false;
  }
  return count > 0 && asIrIsNamed(op, "tensor.empty") &&
         written ==
             numElements(mlirValueGetType(mlirOperationGetResult(last, 0)));
}

/// Whether the elements of the piece are contiguous in `whole`.
static bool isOneRun(const Piece *piece, MlirType whole) {
  bool isCut = false;
  for (intptr_t r = 0; r < piece->rank; r++) {
    if (isCut && piece->size[r] != mlirShapedTypeGetDimSize(whole, r))
      return false;
    isCut |= piece->size[r] != 1;
  }
  return true;
}

/// Whether a task in the block computes the value, possibly reshaped, and
/// nothing else uses it.
static bool isMadeForOne(MlirValue value, MlirBlock block) {
  MlirOperation maker = asIrDefinition(value);
  while (!mlirOperationIsNull(maker) && asIrHasOneUse(value) &&
         (asIrIsNamed(maker, "tensor.expand_shape") ||
          asIrIsNamed(maker, "tensor.collapse_shape"))) {
    value = mlirOperationGetOperand(maker, 0);
    maker = asIrDefinition(value);
  }
  return !mlirOperationIsNull(maker) && asIrHasOneUse(value) &&
         mlirBlockEqual(mlirOperationGetBlock(maker), block) &&
         (asIrHasPrefix(maker, "linalg.") || asIrIsNamed(maker, "func.call"));
}

/// A result of the function is made in the buffer of the caller.
static bool isReturned(MlirOperation op) {
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrIsNamed(mlirOpOperandGetOwner(use), "func.return"))
      return true;
  return false;
}

bool asIsMadeInPlace(MlirOperation last) {
  MlirType whole = mlirValueGetType(mlirOperationGetResult(last, 0));
  for (MlirOperation op = last; asIrIsNamed(op, "tensor.insert_slice");
       op = asIrDefinition(mlirOperationGetOperand(op, target))) {
    Piece piece;
    if (!readPiece(op, &piece) || !isOneRun(&piece, whole) ||
        !isMadeForOne(mlirOperationGetOperand(op, source),
                      mlirOperationGetBlock(last)))
      return false;
  }
  return !isReturned(last);
}
