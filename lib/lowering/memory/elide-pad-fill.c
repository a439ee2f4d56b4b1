//===- elide-pad-fill.c - Fill only the border of padded buffers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a fill of a buffer that is followed by a copy into a part of the
// buffer: only the border around that part is filled, as two slabs for each
// dimension.
//
// A pad fills a buffer and copies an array into its middle, which writes all
// elements of the middle twice. The border of an image is a small part of it.
//
// If a loop pads a tile in each iteration, the fill is outside of the loop and
// fills an array that is copied as a whole; such a copy counts as a fill. The
// sizes of the slabs then depend on the iteration.
//
// Requires:    bufferised canonical IR; fills as linalg.fill or as linalg.map
//              of a constant, copies as linalg.copy.
// Provides:    no fill of the elements that the next copy overwrites.
// Invalidates: nothing.
//
//   linalg.fill ins(%zero : f32) outs(%m : memref<10x8xf32>)
//   %v = memref.subview %m[1, 0] [8, 8] [1, 1] : ...
//   linalg.copy ins(%x : memref<8x8xf32>) outs(%v : ...)
//
// becomes
//
//   %top = memref.subview %m[0, 0] [1, 8] [1, 1] : ...
//   linalg.fill ins(%zero : f32) outs(%top : ...)
//   %bottom = memref.subview %m[9, 0] [1, 8] [1, 1] : ...
//   linalg.fill ins(%zero : f32) outs(%bottom : ...)
//   %v = memref.subview %m[1, 0] [8, 8] [1, 1] : ...
//   linalg.copy ins(%x : memref<8x8xf32>) outs(%v : ...)
//
// Where possible, the copied array is then computed in the middle directly
// (lowering/memory/pad-in-place.c).
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-uses.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"

#include <stdlib.h>
#include <string.h>

enum { maxRank = 8 };

/// An offset or a size.
typedef struct Number {
  int64_t constant;
  MlirValue value; ///< An index; null if the number is constant.
} Number;

/// The part of a buffer that the copy overwrites.
typedef struct Part {
  intptr_t rank;
  Number offset[maxRank], size[maxRank];
  int64_t whole[maxRank];
} Part;

//===----------------------------------------------------------------------===//
// Finding copies
//===----------------------------------------------------------------------===//

/// Number i of an offset, size or stride list: a constant, or the operand
/// number *next, which is then incremented.
static Number numberOf(MlirOperation op, const char *name, intptr_t i,
                       intptr_t *next) {
  int64_t constant = mlirDenseI64ArrayGetElement(
      mlirOperationGetInherentAttributeByName(op, asIrString(name)), i);
  if (constant != mlirShapedTypeGetDynamicSize())
    return (Number){.constant = constant};
  return (Number){.value = mlirOperationGetOperand(op, (*next)++)};
}

/// Whether `view` is a subview of `buffer` with unit strides. Fills *part.
static bool readPart(MlirValue view, MlirValue buffer, Part *part) {
  if (!mlirValueIsAOpResult(view))
    return false;
  MlirOperation op = mlirOpResultGetOwner(view);
  MlirType type = mlirValueGetType(buffer);
  part->rank = mlirShapedTypeGetRank(type);
  if (!asIrIsNamed(op, "memref.subview") ||
      !mlirValueEqual(mlirOperationGetOperand(op, 0), buffer))
    return false;
  intptr_t next = 1;
  for (intptr_t r = 0; r < part->rank; r++)
    part->offset[r] = numberOf(op, "static_offsets", r, &next);
  for (intptr_t r = 0; r < part->rank; r++) {
    part->size[r] = numberOf(op, "static_sizes", r, &next);
    part->whole[r] = mlirShapedTypeGetDimSize(type, r);
    Number stride = numberOf(op, "static_strides", r, &(intptr_t){0});
    if (!mlirValueIsNull(stride.value) || stride.constant != 1)
      return false;
  }
  return true;
}

/// Whether the operation does not access the elements of memory.
static bool isView(MlirOperation op) {
  return asIrIsNamed(op, "memref.subview") || asIrIsNamed(op, "memref.alloc") ||
         asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "affine.m") ||
         asIrIsNamed(op, "affine.apply");
}

static bool isFill(MlirOperation op) {
  MlirValue memory;
  return !mlirValueIsNull(asFillValue(op, &memory));
}

static bool isAllocated(MlirValue memory) {
  return asIrIsMadeBy(memory, "memref.alloc");
}

/// The number of the operand that a linalg operation writes.
static intptr_t outputOf(MlirOperation op) {
  return mlirOperationGetNumOperands(op) - 1;
}

/// Whether `op` comes after `first` in its block, or is nested in an operation
/// that does.
static bool isAfter(MlirOperation op, MlirOperation first) {
  for (MlirOperation next = mlirOperationGetNextInBlock(first);
       !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    for (MlirOperation outer = op; !mlirOperationIsNull(outer);
         outer = mlirOperationGetParentOperation(outer))
      if (mlirOperationEqual(outer, next))
        return true;
  return false;
}

/// The fill of the array that is copied, if the array is an allocation that is
/// only filled and copied; else null.
static MlirOperation fillOfSource(MlirOperation copy) {
  MlirValue array = mlirOperationGetOperand(copy, 0);
  MlirOperation fill = {NULL};
  if (!mlirValueIsAOpResult(array) ||
      !asIrIsNamed(mlirOpResultGetOwner(array), "memref.alloc"))
    return fill;
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    bool isRead = asIrIsNamed(user, "linalg.copy") &&
                  mlirOpOperandGetOperandNumber(use) == 0;
    if (isRead)
      continue;
    if (!isFill(user) || !mlirOperationIsNull(fill))
      return (MlirOperation){NULL};
    fill = user;
  }
  bool isFilled = !mlirOperationIsNull(fill) && isAfter(copy, fill);
  return isFilled ? fill : (MlirOperation){NULL};
}

/// Whether the value is a whole buffer rather than a view: an allocation or an
/// argument of a function.
static bool isBuffer(MlirValue memory) {
  return isAllocated(memory) ||
         (mlirValueIsABlockArgument(memory) &&
          asIrIsNamed(
              mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(memory)),
              "func.func"));
}

/// Whether the copied memory cannot overlap the buffer. Two arguments may
/// overlap.
static bool cannotOverlap(MlirValue from, MlirValue buffer) {
  while (asIrIsMadeBy(from, "memref.subview"))
    from = mlirOperationGetOperand(mlirOpResultGetOwner(from), 0);
  return !mlirValueEqual(from, buffer) && isBuffer(from) && isBuffer(buffer) &&
         (isAllocated(from) || isAllocated(buffer));
}

/// The linalg.copy into a part of the buffer that `op` fills, if only
/// operations without memory accesses are between the two; else null.
static MlirOperation findCopy(MlirOperation op, Part *part) {
  const MlirOperation none = {NULL};
  MlirValue buffer = mlirOperationGetOperand(op, outputOf(op));
  MlirType type = mlirValueGetType(buffer);
  if (!mlirTypeIsAMemRef(type) || !mlirShapedTypeHasStaticShape(type) ||
      mlirShapedTypeGetRank(type) > maxRank ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)))
    return none;
  MlirOperation next = mlirOperationGetNextInBlock(op);
  while (!mlirOperationIsNull(next) && isView(next))
    next = mlirOperationGetNextInBlock(next);
  if (mlirOperationIsNull(next) || !asIrIsNamed(next, "linalg.copy") ||
      !readPart(mlirOperationGetOperand(next, 1), buffer, part))
    return none;
  return cannotOverlap(mlirOperationGetOperand(next, 0), buffer) ? next : none;
}

//===----------------------------------------------------------------------===//
// Filling slabs
//===----------------------------------------------------------------------===//

/// Operands and attributes of a memref.subview.
typedef struct View {
  MlirValue operands[1 + 2 * maxRank];
  intptr_t numOperands;
  int64_t offset[maxRank], size[maxRank], one[maxRank];
  int32_t segments[4];
} View;

/// The entry of a static list: the constant, or the marker of a dynamic entry,
/// whose value becomes an operand.
static int64_t listNumber(View *view, const Number *number, int segment) {
  if (mlirValueIsNull(number->value))
    return number->constant;
  view->operands[view->numOperands++] = number->value;
  view->segments[segment]++;
  return mlirShapedTypeGetDynamicSize();
}

static View viewOf(MlirValue buffer, const Part *part) {
  View view = {
      .operands = {buffer}, .numOperands = 1, .segments = {1, 0, 0, 0}};
  for (intptr_t r = 0; r < part->rank; r++)
    view.offset[r] = listNumber(&view, &part->offset[r], 1);
  for (intptr_t r = 0; r < part->rank; r++) {
    view.size[r] = listNumber(&view, &part->size[r], 2);
    view.one[r] = 1;
  }
  return view;
}

/// The type of a subview of the buffer.
static MlirType partType(MlirType buffer, const Part *part, const View *view) {
  int64_t strides[maxRank], offset = 0, stride = 1;
  for (intptr_t r = part->rank - 1; r >= 0; r--) {
    strides[r] = stride;
    offset += stride * part->offset[r].constant;
    stride *= part->whole[r];
  }
  if (view->segments[1])
    offset = mlirShapedTypeGetDynamicStrideOrOffset();
  return mlirMemRefTypeGet(
      mlirShapedTypeGetElementType(buffer), part->rank, view->size,
      mlirStridedLayoutAttrGet(mlirTypeGetContext(buffer), offset, part->rank,
                               strides),
      mlirMemRefTypeGetMemorySpace(buffer));
}

static MlirAttribute numbers(MlirOperation op, const Part *part,
                             const int64_t *list) {
  return mlirDenseI64ArrayGet(mlirOperationGetContext(op), part->rank, list);
}

/// Clones `fill` before `next` so that it fills a part of the buffer.
static void fillPart(MlirOperation fill, MlirValue buffer, const Part *part,
                     MlirOperation next) {
  for (intptr_t r = 0; r < part->rank; r++)
    if (mlirValueIsNull(part->size[r].value) && part->size[r].constant == 0)
      return;
  View view = viewOf(buffer, part);
  MlirType type = partType(mlirValueGetType(buffer), part, &view);
  AsIrAttribute attributes[] = {
      {"static_offsets", numbers(next, part, view.offset)},
      {"static_sizes", numbers(next, part, view.size)},
      {"static_strides", numbers(next, part, view.one)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(mlirOperationGetContext(next), 4, view.segments)},
      {0}};
  MlirValue slab =
      asIrInsertValue(next, &(AsIrParts){.name = "memref.subview",
                                         .numOperands = view.numOperands,
                                         .operands = view.operands,
                                         .numResults = 1,
                                         .results = &type,
                                         .attributes = attributes});
  MlirOperation own = mlirOperationClone(fill);
  mlirOperationSetOperand(own, outputOf(own), slab);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, own);
}

static MlirValue valueOf(const Number *number, MlirOperation next) {
  return mlirValueIsNull(number->value)
             ? asIrInsertIndex(next, number->constant)
             : number->value;
}

/// Inserts an arith.addi or arith.subi before `next`, or folds it if both
/// numbers are constant.
static Number combine(const char *name, Number a, Number b,
                      MlirOperation next) {
  bool adds = strcmp(name, "arith.addi") == 0;
  if (mlirValueIsNull(a.value) && mlirValueIsNull(b.value))
    return (Number){.constant = adds ? a.constant + b.constant
                                     : a.constant - b.constant};
  MlirValue operands[] = {valueOf(&a, next), valueOf(&b, next)};
  MlirType type = mlirValueGetType(operands[0]);
  return (Number){.value =
                      asIrInsertValue(next, &(AsIrParts){.name = name,
                                                         .numOperands = 2,
                                                         .operands = operands,
                                                         .numResults = 1,
                                                         .results = &type})};
}

/// Fills the slabs before and after the inner part in each dimension. A slab
/// spans the inner part in earlier dimensions and the whole buffer in later
/// ones.
static void fillBorderSlabs(MlirOperation fill, MlirValue buffer,
                            const Part *inner, MlirOperation next) {
  Part slab = {.rank = inner->rank};
  for (intptr_t r = 0; r < slab.rank; r++)
    slab.size[r].constant = slab.whole[r] = inner->whole[r];
  for (intptr_t r = 0; r < slab.rank; r++) {
    slab.size[r] = inner->offset[r];
    fillPart(fill, buffer, &slab, next);
    slab.offset[r] =
        combine("arith.addi", inner->offset[r], inner->size[r], next);
    slab.size[r] = combine("arith.subi", (Number){.constant = slab.whole[r]},
                           slab.offset[r], next);
    fillPart(fill, buffer, &slab, next);
    slab.offset[r] = inner->offset[r];
    slab.size[r] = inner->size[r];
  }
}

/// Deletes the fill of an array that is not copied any more.
static void dropFill(MlirOperation fill) {
  MlirValue array = mlirOperationGetOperand(fill, outputOf(fill));
  MlirOpOperand use = mlirValueGetFirstUse(array);
  if (mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    mlirOperationDestroy(fill);
}

/// Copies whose source can be computed in place
/// (lowering/memory/pad-in-place.c).
typedef struct Copies {
  MlirOperation *items;
  size_t size;
} Copies;

static void note(Copies *copies, MlirOperation copy) {
  copies->items =
      asRealloc(copies->items, sizeof *copies->items * (copies->size + 1));
  copies->items[copies->size++] = copy;
}

static MlirWalkResult fillBorder(MlirOperation op, void *context) {
  bool isCopy = asIrIsNamed(op, "linalg.copy");
  MlirOperation fill = isCopy ? fillOfSource(op) : op;
  if (mlirOperationIsNull(fill) || !isFill(fill))
    return MlirWalkResultAdvance;
  Part inner;
  MlirOperation next = findCopy(op, &inner);
  if (mlirOperationIsNull(next))
    return MlirWalkResultAdvance;
  if (asCanPadInPlace(op, next))
    note(context, next);
  fillBorderSlabs(fill, mlirOperationGetOperand(op, outputOf(op)), &inner,
                  next);
  mlirOperationDestroy(op);
  if (isCopy)
    dropFill(fill);
  return MlirWalkResultSkip;
}

void asElidePadFills(MlirModule module) {
  Copies copies = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), fillBorder, &copies,
                    MlirWalkPostOrder);
  for (size_t i = 0; i < copies.size; i++)
    asPadInPlace(copies.items[i]);
  free(copies.items);
}
