//===- padded-tile.c - A tile of a padded tensor
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See padded-tile.h. Along a dimension of n elements with `low` more in front,
// a tile of e elements from b on has of the n those from b - low up to
// b + e - low, as far as they are there.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/padded-tile.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static int64_t numberOf(MlirOperation pad, const char *name, intptr_t dim) {
  return mlirDenseI64ArrayGetElement(asIrAttribute(pad, name), dim);
}

static int64_t lowOf(MlirOperation pad, intptr_t dim) {
  return numberOf(pad, "static_low", dim);
}

static int64_t highOf(MlirOperation pad, intptr_t dim) {
  return numberOf(pad, "static_high", dim);
}

/// What the border has.
static MlirValue borderOf(MlirOperation pad) {
  return mlirOperationGetOperand(mlirBlockGetTerminator(asIrBody(pad)), 0);
}

bool asIsPaddedImage(MlirValue value) {
  MlirOperation pad = asIrMadeBy(value, "tensor.pad");
  // The borders that are values are operands as well.
  if (mlirOperationIsNull(pad) || mlirOperationGetNumOperands(pad) != 1 ||
      asIrIsInside(borderOf(pad), pad))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(pad, 0));
  bool isOpen = false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    if (lowOf(pad, d) < 0 || highOf(pad, d) < 0)
      return false;
    isOpen |= mlirShapedTypeIsDynamicDim(type, d) &&
              lowOf(pad, d) + highOf(pad, d) > 0;
  }
  return isOpen;
}

MlirValue asInsertPaddedSize(MlirOperation next, MlirValue padded,
                             intptr_t dim) {
  MlirOperation pad = mlirOpResultGetOwner(padded);
  return asIrInsertBinary(
      next, "arith.addi",
      asGraphInsertDim(next, mlirOperationGetOperand(pad, 0), dim),
      asIrInsertIndex(next, lowOf(pad, dim) + highOf(pad, dim)));
}

/// The number, but at least 0 and at most `most`.
static MlirValue insertWithin(MlirOperation next, MlirValue number,
                              MlirValue most) {
  MlirValue positive =
      asIrInsertBinary(next, "arith.maxsi", number, asIrInsertIndex(next, 0));
  return asIrInsertBinary(next, "arith.minsi", positive, most);
}

/// The part of a tile that is in the image, along one dimension.
typedef struct Part {
  MlirValue from, to; ///< Where it begins in the image and in the tile.
  MlirValue size;
} Part;

static Part partOf(MlirOperation next, MlirOperation pad, intptr_t dim,
                   MlirValue begin, int64_t extent) {
  MlirValue size = asGraphInsertDim(next, mlirOperationGetOperand(pad, 0), dim),
            low = asIrInsertIndex(next, lowOf(pad, dim)),
            whole = asIrInsertIndex(next, extent);
  if (mlirValueIsNull(begin))
    begin = asIrInsertIndex(next, 0);
  MlirValue first = asIrInsertBinary(next, "arith.subi", begin, low),
            end = asIrInsertBinary(next, "arith.addi", first, whole),
            from = insertWithin(next, first, size),
            behind = insertWithin(next, end, size);
  return (Part){
      .from = from,
      .to = insertWithin(next, asIrInsertBinary(next, "arith.subi", low, begin),
                         whole),
      .size = asIrInsertBinary(next, "arith.subi", behind, from)};
}

MlirValue asInsertBordered(MlirOperation next, MlirValue whole,
                           MlirValue scalar, MlirType type,
                           const AsIrSlice *from, const AsIrSlice *to) {
  MlirType open = mlirRankedTensorTypeGet(from->rank, from->sizes,
                                          mlirShapedTypeGetElementType(type),
                                          mlirAttributeGetNull());
  MlirValue part = asIrInsertExtractSlice(next, whole, open, from),
            border = asGraphInsertFill(next, scalar, type);
  return asIrInsertInsertSlice(next, part, border, to);
}

MlirValue asInsertPaddedTile(MlirOperation next, MlirValue padded,
                             const MlirValue *begin, MlirType type) {
  MlirOperation pad = mlirOpResultGetOwner(padded);
  AsIrSlice from = {0}, to = {0};
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    int64_t extent = mlirShapedTypeGetDimSize(type, d);
    if (lowOf(pad, d) + highOf(pad, d) == 0) {
      asIrSliceAdd(&from, extent, begin[d]);
      asIrSliceAdd(&to, extent, (MlirValue){NULL});
      continue;
    }
    Part part = partOf(next, pad, d, begin[d], extent);
    asIrSliceAddOpen(&from, part.size, part.from);
    asIrSliceAddOpen(&to, part.size, part.to);
  }
  return asInsertBordered(next, mlirOperationGetOperand(pad, 0), borderOf(pad),
                          type, &from, &to);
}
