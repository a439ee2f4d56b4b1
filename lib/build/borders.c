//===- build/borders.c - Of what is padded, only the border is filled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding an array fills a larger one, and copies the array into its middle. Of
// an image the border is a small part, but every element would be written
// twice. So where a copy follows on a fill, only what that leaves is filled:
// two slabs for each dimension.
//
//===----------------------------------------------------------------------===//

#include "build/steps.h"
#include "ir/insert.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 8 };

/// What is copied over: the part of a buffer that starts at `offset`.
typedef struct Part {
  intptr_t rank;
  int64_t offset[maxRank], size[maxRank], whole[maxRank];
} Part;

//===----------------------------------------------------------------------===//
// Finding copies
//===----------------------------------------------------------------------===//

static int64_t numberOf(MlirOperation op, const char *name, intptr_t i) {
  return mlirDenseI64ArrayGetElement(
      mlirOperationGetInherentAttributeByName(op, asIrString(name)), i);
}

/// Whether `view` is a part of `buffer` that is known, without gaps.
static bool readPart(MlirValue view, MlirValue buffer, Part *part) {
  if (!mlirValueIsAOpResult(view))
    return false;
  MlirOperation op = mlirOpResultGetOwner(view);
  MlirType type = mlirValueGetType(buffer);
  part->rank = mlirShapedTypeGetRank(type);
  if (!asIrIsNamed(op, "memref.subview") ||
      mlirOperationGetNumOperands(op) != 1 ||
      !mlirValueEqual(mlirOperationGetOperand(op, 0), buffer))
    return false;
  for (intptr_t r = 0; r < part->rank; r++) {
    part->offset[r] = numberOf(op, "static_offsets", r);
    part->size[r] = numberOf(op, "static_sizes", r);
    part->whole[r] = mlirShapedTypeGetDimSize(type, r);
    if (numberOf(op, "static_strides", r) != 1)
      return false;
  }
  return true;
}

/// Whether nothing is read or written by the operation.
static bool isView(MlirOperation op) {
  return asIrIsNamed(op, "memref.subview") || asIrIsNamed(op, "memref.alloc") ||
         asIrIsNamed(op, "arith.constant");
}

/// A fill, or what becomes of a padding that nobody has scheduled: each element
/// is the same value from outside.
static bool isFill(MlirOperation op) {
  if (asIrIsNamed(op, "linalg.fill"))
    return true;
  if (!asIrIsNamed(op, "linalg.map") || mlirOperationGetNumOperands(op) != 1)
    return false;
  MlirOperation yield = mlirBlockGetFirstOperation(asIrBody(op));
  return asIrIsNamed(yield, "linalg.yield") &&
         !asIrIsInside(mlirOperationGetOperand(yield, 0), op);
}

static bool isAllocated(MlirValue memory) {
  return mlirValueIsAOpResult(memory) &&
         asIrIsNamed(mlirOpResultGetOwner(memory), "memref.alloc");
}

/// What an operation of linalg writes to.
static intptr_t outputOf(MlirOperation op) {
  return mlirOperationGetNumOperands(op) - 1;
}

/// Whether the buffer is filled, and the next thing that happens is a copy into
/// a part of it.
static bool findCopy(MlirOperation fill, Part *part) {
  MlirValue buffer = mlirOperationGetOperand(fill, outputOf(fill));
  MlirType type = mlirValueGetType(buffer);
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > maxRank ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return false;
  MlirOperation next = mlirOperationGetNextInBlock(fill);
  while (!mlirOperationIsNull(next) && isView(next))
    next = mlirOperationGetNextInBlock(next);
  if (mlirOperationIsNull(next) || !asIrIsNamed(next, "linalg.copy") ||
      !readPart(mlirOperationGetOperand(next, 1), buffer, part))
    return false;
  // Nor may it be a part of the buffer that is copied: two arguments may be.
  MlirValue from = mlirOperationGetOperand(next, 0);
  return !mlirValueEqual(from, buffer) &&
         (!mlirValueIsAOpResult(from) || isAllocated(from)) &&
         (isAllocated(from) || isAllocated(buffer));
}

//===----------------------------------------------------------------------===//
// Filling slabs
//===----------------------------------------------------------------------===//

/// The type of such a part of a buffer.
static MlirType partType(MlirType buffer, const Part *part) {
  int64_t strides[maxRank], offset = 0, stride = 1;
  for (intptr_t r = part->rank - 1; r >= 0; r--) {
    strides[r] = stride;
    offset += stride * part->offset[r];
    stride *= part->whole[r];
  }
  return mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(buffer), part->rank, part->size,
      mlirStridedLayoutAttrGet(mlirTypeGetContext(buffer), offset, part->rank,
                               strides),
      mlirMemRefTypeGetMemorySpace(buffer));
}

static MlirAttribute numbers(MlirOperation op, const Part *part,
                             const int64_t *list) {
  return mlirDenseI64ArrayGet(mlirOperationGetContext(op), part->rank, list);
}

static void fillPart(MlirOperation fill, const Part *part) {
  MlirValue buffer = mlirOperationGetOperand(fill, outputOf(fill));
  MlirType type = partType(mlirValueGetType(buffer), part);
  int64_t ones[maxRank];
  for (intptr_t r = 0; r < part->rank; r++) {
    ones[r] = 1;
    if (part->size[r] == 0)
      return;
  }
  AsIrAttribute attributes[] = {
      {"static_offsets", numbers(fill, part, part->offset)},
      {"static_sizes", numbers(fill, part, part->size)},
      {"static_strides", numbers(fill, part, ones)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(mlirOperationGetContext(fill), 4,
                            (int32_t[]){1, 0, 0, 0})},
      {0}};
  MlirValue slab =
      asIrInsertValue(fill, &(AsIrParts){.name = "memref.subview",
                                         .numOperands = 1,
                                         .operands = &buffer,
                                         .numResults = 1,
                                         .results = &type,
                                         .attributes = attributes});
  MlirOperation own = mlirOperationClone(fill);
  mlirOperationSetOperand(own, outputOf(own), slab);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(fill), fill, own);
}

static MlirWalkResult fillBorder(MlirOperation op, void *context) {
  (void)context;
  Part inner;
  if (!isFill(op) || !findCopy(op, &inner))
    return MlirWalkResultAdvance;
  // Before and behind the part in each dimension; in earlier ones where the
  // part is, in later ones throughout.
  Part slab = {.rank = inner.rank};
  for (intptr_t r = 0; r < slab.rank; r++)
    slab.whole[r] = slab.size[r] = inner.whole[r];
  for (intptr_t r = 0; r < slab.rank; r++) {
    slab.size[r] = inner.offset[r];
    fillPart(op, &slab);
    slab.offset[r] = inner.offset[r] + inner.size[r];
    slab.size[r] = inner.whole[r] - slab.offset[r];
    fillPart(op, &slab);
    slab.offset[r] = inner.offset[r];
    slab.size[r] = inner.size[r];
  }
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asFillBorders(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), fillBorder, NULL,
                    MlirWalkPostOrder);
}
