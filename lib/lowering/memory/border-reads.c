//===- border-reads.c - Vectors read from an image with a border
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See border-reads.h. Three pixels of 16 channels, of which the first is in
// the border, are
//
//   %b = vector.broadcast %zero : f32 to vector<1x3x16xf32>
//   %v = vector.transfer_read %image[%n, %y, %c0, %c], %zero :
//   vector<1x2x16xf32> %r = vector.insert_strided_slice %v, %b {offsets = [0,
//   1, 0]}
//
// and a pixel that may be in the border is
//
//   %r = scf.if %isInside -> vector<1x1x16xf32> {
//     %v = vector.transfer_read %image[...]
//     scf.yield %v
//   } else {
//     scf.yield %b
//   }
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/border-reads.h"
#include "ir/def-use.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdio.h>

//===----------------------------------------------------------------------===//
// Finding them
//===----------------------------------------------------------------------===//

static int64_t numberOf(MlirOperation op, const char *name, intptr_t i) {
  return mlirDenseI64ArrayGetElement(asIrAttribute(op, name), i);
}

static bool isDynamic(int64_t number) {
  return number == mlirShapedTypeGetDynamicSize();
}

/// Whether it reads a vector of static sizes and nothing beside the tensor.
static bool isWholeRead(MlirOpOperand use, intptr_t rank) {
  MlirOperation op = mlirOpOperandGetOwner(use);
  if (!asIrIsNamed(op, "vector.transfer_read") ||
      mlirOpOperandGetOperandNumber(use) != 0 ||
      mlirOperationGetNumOperands(op) != rank + 2) // No mask.
    return false;
  MlirType vector = mlirValueGetType(mlirOperationGetResult(op, 0));
  intptr_t dims = mlirShapedTypeGetRank(vector);
  MlirAttribute inBounds = asIrAttribute(op, "in_bounds");
  for (intptr_t i = 0; i < dims; i++)
    if (!mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, i)) ||
        mlirVectorTypeIsDimScalable(vector, i))
      return false;
  return dims > 0 && mlirAffineMapIsMinorIdentity(mlirAffineMapAttrGetValue(
                         asIrAttribute(op, "permutation_map")));
}

/// The shapes of image and border. False where sizes are dynamic, or where the
/// lanes of vectors are padded.
static bool findShape(AsBordered *bordered) {
  MlirType image = mlirValueGetType(bordered->image),
           padded =
               mlirValueGetType(mlirOperationGetResult(bordered->insert, 0));
  bordered->rank = mlirShapedTypeGetRank(padded);
  if (mlirShapedTypeGetRank(image) != bordered->rank ||
      bordered->rank > asMaxBorderRank ||
      !mlirShapedTypeHasStaticShape(image) ||
      !mlirShapedTypeHasStaticShape(padded))
    return false;
  bool any = false;
  for (intptr_t r = 0; r < bordered->rank; r++) {
    bordered->low[r] = numberOf(bordered->insert, "static_offsets", r);
    bordered->size[r] = mlirShapedTypeGetDimSize(image, r);
    bordered->isPadded[r] =
        bordered->size[r] != mlirShapedTypeGetDimSize(padded, r);
    any |= bordered->isPadded[r];
    if (isDynamic(bordered->low[r]) ||
        numberOf(bordered->insert, "static_sizes", r) != bordered->size[r] ||
        numberOf(bordered->insert, "static_strides", r) != 1)
      return false;
  }
  return any && !bordered->isPadded[bordered->rank - 1];
}

bool asBorderFind(MlirOperation op, AsBordered *bordered) {
  if (!asIrIsNamed(op, "tensor.insert_slice"))
    return false;
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(op, 1), "linalg.fill");
  if (mlirOperationIsNull(fill))
    return false;
  *bordered = (AsBordered){.insert = op,
                           .image = mlirOperationGetOperand(op, 0),
                           .value = mlirOperationGetOperand(fill, 0)};
  MlirValue padded = mlirOperationGetResult(op, 0);
  if (!findShape(bordered))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(padded);
  bool isRead = !mlirOpOperandIsNull(use);
  for (; isRead && !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use))
    isRead = isWholeRead(use, bordered->rank);
  return isRead;
}

int asBorderCountReads(const AsBordered *bordered) {
  int count = 0;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(bordered->insert, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    count++;
  return count;
}

static void noteName(intptr_t dim, char name[32]) {
  snprintf(name, 32, "as.border%d", (int)dim);
}

void asBorderNote(MlirOperation read, intptr_t dim, AsBorderSide side) {
  char name[32];
  noteName(dim, name);
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(read), 64);
  mlirOperationSetDiscardableAttributeByName(read, asIrString(name),
                                             mlirIntegerAttrGet(i64, side));
}

static AsBorderSide notedSide(MlirOperation read, intptr_t dim) {
  char name[32];
  noteName(dim, name);
  MlirAttribute side =
      mlirOperationGetDiscardableAttributeByName(read, asIrString(name));
  return mlirAttributeIsNull(side)
             ? AS_BORDER_UNKNOWN
             : (AsBorderSide)mlirIntegerAttrGetValueInt(side);
}

/// Whether the bounds of loops say that all of it is in the image.
static AsBorderSide sideOf(const AsBordered *bordered, const AsBorderRead *read,
                           intptr_t r) {
  int64_t least, most;
  AsBorderSide noted = notedSide(read->op, r);
  if (noted != AS_BORDER_UNKNOWN || !bordered->isPadded[r])
    return noted != AS_BORDER_UNKNOWN ? noted : AS_BORDER_INSIDE;
  if (!asIrLinearRange(&read->index[r], &least, &most))
    return AS_BORDER_UNKNOWN;
  int64_t end = bordered->low[r] + bordered->size[r];
  if (least >= bordered->low[r] && most + read->extent[r] <= end)
    return AS_BORDER_INSIDE;
  return most + read->extent[r] <= bordered->low[r] || least >= end
             ? AS_BORDER_OUTSIDE
             : AS_BORDER_UNKNOWN;
}

int asBorderReads(const AsBordered *bordered, AsBorderRead *reads, int most) {
  int count = 0;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(bordered->insert, 0));
       !mlirOpOperandIsNull(use) && count < most;
       use = mlirOpOperandGetNextUse(use)) {
    AsBorderRead *read = &reads[count++];
    read->op = mlirOpOperandGetOwner(use);
    MlirType vector = mlirValueGetType(mlirOperationGetResult(read->op, 0));
    read->rank = mlirShapedTypeGetRank(vector);
    for (intptr_t r = 0; r < bordered->rank; r++) {
      intptr_t own = r - (bordered->rank - read->rank);
      read->extent[r] = own < 0 ? 1 : mlirShapedTypeGetDimSize(vector, own);
      MlirValue index = mlirOperationGetOperand(read->op, 1 + r);
      if (!asIrLinearOf(index, &read->index[r])) {
        read->index[r] = (AsIrLinear){.numTerms = 1};
        read->index[r].term[0].value = index;
        read->index[r].term[0].factor = 1;
      }
      read->side[r] = sideOf(bordered, read, r);
    }
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Replacing them
//===----------------------------------------------------------------------===//

/// The index plus `more`.
static MlirValue indexOf(MlirOperation next, const AsIrLinear *linear,
                         int64_t more) {
  MlirValue sum = asIrInsertIndex(next, linear->constant + more);
  for (int t = 0; t < linear->numTerms; t++) {
    MlirValue term = linear->term[t].value;
    if (linear->term[t].factor != 1)
      term = asIrInsertBinary(next, "arith.muli", term,
                              asIrInsertIndex(next, linear->term[t].factor));
    sum = asIrInsertBinary(next, "arith.addi", term, sum);
  }
  return sum;
}

MlirValue asBorderIsInside(MlirOperation next, const AsBordered *bordered,
                           intptr_t dim, const AsIrLinear *index,
                           int64_t extent) {
  MlirValue first = indexOf(next, index, -bordered->low[dim]);
  // Unsigned: what is negative is too large.
  return asIrInsertComparison(
      next, AS_IR_LESS_OR_EQUAL, first,
      asIrInsertIndex(next, bordered->size[dim] - extent));
}

/// The part of a vector that is read.
typedef struct Part {
  int64_t from[asMaxBorderRank], extent[asMaxBorderRank];
} Part;

static MlirType typeOf(const AsBordered *bordered, const AsBorderRead *read,
                       const Part *part) {
  return mlirVectorTypeGet(read->rank,
                           &part->extent[bordered->rank - read->rank],
                           mlirShapedTypeGetElementType(mlirValueGetType(
                               mlirOperationGetResult(read->op, 0))));
}

/// Reads a part, which is in the image.
static MlirValue readPart(MlirOperation next, const AsBordered *bordered,
                          const AsBorderRead *read, const Part *part) {
  intptr_t rank = bordered->rank;
  MlirValue operands[asMaxBorderRank + 2] = {bordered->image};
  for (intptr_t r = 0; r < rank; r++)
    operands[1 + r] =
        bordered->isPadded[r] || part->from[r]
            ? indexOf(next, &read->index[r], part->from[r] - bordered->low[r])
            : mlirOperationGetOperand(read->op, 1 + r);
  operands[1 + rank] = mlirOperationGetOperand(read->op, 1 + rank);
  MlirType type = typeOf(bordered, read, part);
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "vector.transfer_read",
          .numOperands = rank + 2,
          .operands = operands,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"permutation_map", asIrAttribute(read->op, "permutation_map")},
              {"in_bounds", asIrAttribute(read->op, "in_bounds")},
              {"operandSegmentSizes",
               asIrAttribute(read->op, "operandSegmentSizes")},
              {0}}});
}

/// Puts a part into the vector.
static MlirValue insertPart(MlirOperation next, const AsBordered *bordered,
                            const AsBorderRead *read, const Part *part,
                            MlirValue vector, MlirValue value) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType type = mlirValueGetType(vector);
  if (mlirTypeEqual(type, mlirValueGetType(value)))
    return value;
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  MlirAttribute offsets[asMaxBorderRank], strides[asMaxBorderRank];
  intptr_t before = bordered->rank - read->rank;
  for (intptr_t i = 0; i < read->rank; i++) {
    offsets[i] = mlirIntegerAttrGet(i64, part->from[before + i]);
    strides[i] = mlirIntegerAttrGet(i64, 1);
  }
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "vector.insert_strided_slice",
                .numOperands = 2,
                .operands = (MlirValue[]){value, vector},
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"offsets", mlirArrayAttrGet(context, read->rank, offsets)},
                    {"strides", mlirArrayAttrGet(context, read->rank, strides)},
                    {0}}});
}

/// Puts the part into the vector if it is in the image, which dimensions whose
/// side is EITHER have to be asked for; they have one element here.
static MlirValue putPart(MlirOperation next, const AsBordered *bordered,
                         const AsBorderRead *read, const Part *part,
                         MlirValue vector) {
  MlirValue isInside = {NULL};
  for (intptr_t r = 0; r < bordered->rank; r++) {
    if (read->side[r] != AS_BORDER_EITHER)
      continue;
    AsIrLinear index = read->index[r];
    index.constant += part->from[r];
    MlirValue own = asBorderIsInside(next, bordered, r, &index, 1);
    isInside = mlirValueIsNull(isInside)
                   ? own
                   : asIrInsertBinary(next, "arith.andi", isInside, own);
  }
  if (mlirValueIsNull(isInside))
    return insertPart(next, bordered, read, part, vector,
                      readPart(next, bordered, read, part));
  MlirOperation branch = asIrInsertIf(next, isInside, 1, &vector);
  MlirOperation end = mlirBlockGetTerminator(asIrBody(branch));
  mlirOperationSetOperand(end, 0,
                          insertPart(end, bordered, read, part, vector,
                                     readPart(end, bordered, read, part)));
  return mlirOperationGetResult(branch, 0);
}

/// Dimension `r` and those after it of the part, element by element where these
/// have to be asked for.
static MlirValue putParts(MlirOperation next, const AsBordered *bordered,
                          const AsBorderRead *read, intptr_t r, Part *part,
                          MlirValue vector) {
  while (r < bordered->rank && read->side[r] != AS_BORDER_EITHER)
    r++;
  if (r == bordered->rank)
    return putPart(next, bordered, read, part, vector);
  Part whole = *part;
  part->extent[r] = 1;
  for (int64_t i = 0; i < whole.extent[r]; i++) {
    part->from[r] = whole.from[r] + i;
    vector = putParts(next, bordered, read, r + 1, part, vector);
  }
  *part = whole;
  return vector;
}

/// The part that is in the image where an index is a constant; false if there
/// is none.
static bool clip(const AsBordered *bordered, AsBorderRead *read, Part *part) {
  for (intptr_t r = 0; r < bordered->rank; r++) {
    part->from[r] = 0;
    part->extent[r] = read->extent[r];
    if (read->side[r] == AS_BORDER_OUTSIDE)
      return false;
    if (read->side[r] == AS_BORDER_INSIDE)
      continue;
    if (read->index[r].numTerms) {
      read->side[r] = AS_BORDER_EITHER;
      continue;
    }
    int64_t first = bordered->low[r] - read->index[r].constant,
            end = first + bordered->size[r];
    part->from[r] = first > 0 ? first : 0;
    part->extent[r] =
        (end < read->extent[r] ? end : read->extent[r]) - part->from[r];
    read->side[r] = AS_BORDER_INSIDE;
    if (part->extent[r] <= 0)
      return false;
  }
  return true;
}

void asBorderReplace(const AsBordered *bordered, const AsBorderRead *read) {
  AsBorderRead own = *read;
  Part part;
  MlirValue old = mlirOperationGetResult(own.op, 0);
  MlirValue border = asIrInsertUnary(own.op, "vector.broadcast",
                                     bordered->value, mlirValueGetType(old));
  MlirValue vector = clip(bordered, &own, &part)
                         ? putParts(own.op, bordered, &own, 0, &part, border)
                         : border;
  mlirValueReplaceAllUsesOfWith(old, vector);
  mlirOperationDestroy(own.op);
}
