//===- elide-pad-fill.c - Of what is padded, only the border is filled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding an array fills a larger one, and copies the array into its middle. Of
// an image the border is a small part, but every element would be written
// twice. So where a copy follows on a fill, only what that leaves is filled:
// two slabs for each dimension.
//
// Where a loop pads a tile in each iteration, the fill is out of the loop, in
// an array that is copied whole; that copy stands for a fill. The tile's border
// depends on the iteration then, and so do the slabs.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"

#include <stdlib.h>
#include <string.h>

enum { maxRank = 8 };

/// An offset or a size.
typedef struct Number {
  int64_t constant;
  MlirValue value; ///< Of type index, where it is not constant; else null.
} Number;

/// What is copied over: the part of a buffer that starts at `offset`.
typedef struct Part {
  intptr_t rank;
  Number offset[maxRank], size[maxRank];
  int64_t whole[maxRank];
} Part;

//===----------------------------------------------------------------------===//
// Finding copies
//===----------------------------------------------------------------------===//

/// Number i of a list of the operation, which is constant or the operand that
/// `next` counts.
static Number numberOf(MlirOperation op, const char *name, intptr_t i,
                       intptr_t *next) {
  int64_t constant = mlirDenseI64ArrayGetElement(
      mlirOperationGetInherentAttributeByName(op, asIrString(name)), i);
  if (constant != mlirShapedTypeGetDynamicSize())
    return (Number){.constant = constant};
  return (Number){.value = mlirOperationGetOperand(op, (*next)++)};
}

/// Whether `view` is a part of `buffer`, without gaps.
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

/// Whether nothing is read or written by the operation.
static bool isView(MlirOperation op) {
  return asIrIsNamed(op, "memref.subview") || asIrIsNamed(op, "memref.alloc") ||
         asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "affine.m") ||
         asIrIsNamed(op, "affine.apply");
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
  return asIrIsMadeBy(memory, "memref.alloc");
}

/// What an operation of linalg writes to.
static intptr_t outputOf(MlirOperation op) {
  return mlirOperationGetNumOperands(op) - 1;
}

/// Whether `op` is behind `first`, in its block or inside of what is.
static bool isBehind(MlirOperation op, MlirOperation first) {
  for (MlirOperation next = mlirOperationGetNextInBlock(first);
       !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    for (MlirOperation outer = op; !mlirOperationIsNull(outer);
         outer = mlirOperationGetParentOperation(outer))
      if (mlirOperationEqual(outer, next))
        return true;
  return false;
}

/// The fill that a copy stands for: that of an array which is only copied from.
/// Null where it is another copy.
static MlirOperation fillCopied(MlirOperation copy) {
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
  bool isFilled = !mlirOperationIsNull(fill) && isBehind(copy, fill);
  return isFilled ? fill : (MlirOperation){NULL};
}

/// Whether the memory is one of its own, allocated or of the function's caller.
static bool isWhole(MlirValue memory) {
  return isAllocated(memory) ||
         (mlirValueIsABlockArgument(memory) &&
          asIrIsNamed(
              mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(memory)),
              "func.func"));
}

/// Whether what is copied is known to be no part of the buffer: two arguments
/// may be the same memory.
static bool isElsewhere(MlirValue from, MlirValue buffer) {
  while (asIrIsMadeBy(from, "memref.subview"))
    from = mlirOperationGetOperand(mlirOpResultGetOwner(from), 0);
  return !mlirValueEqual(from, buffer) && isWhole(from) && isWhole(buffer) &&
         (isAllocated(from) || isAllocated(buffer));
}

/// The copy into a part of a buffer, where that is the next thing that happens
/// after `op` has filled it; else null.
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
  return isElsewhere(mlirOperationGetOperand(next, 0), buffer) ? next : none;
}

//===----------------------------------------------------------------------===//
// Filling slabs
//===----------------------------------------------------------------------===//

/// The operands and the attributes of a subview.
typedef struct View {
  MlirValue operands[1 + 2 * maxRank];
  intptr_t numOperands;
  int64_t offset[maxRank], size[maxRank], one[maxRank];
  int32_t segments[4];
} View;

/// What stands in a list of constants; what is none becomes an operand.
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

/// The type of such a part of a buffer.
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

/// Fills a part of the buffer as `fill` does its own, before `next`.
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

/// arith.addi or arith.subi, computed before `next` unless it is known.
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

/// Before and behind the part in each dimension; in earlier ones where the part
/// is, in later ones throughout.
static void fillAround(MlirOperation fill, MlirValue buffer, const Part *inner,
                       MlirOperation next) {
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

/// An array that nobody copies any more need not be filled.
static void dropFill(MlirOperation fill) {
  MlirValue array = mlirOperationGetOperand(fill, outputOf(fill));
  MlirOpOperand use = mlirValueGetFirstUse(array);
  if (mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    mlirOperationDestroy(fill);
}

/// Copies of what can be made where it is copied to.
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
  MlirOperation fill = isCopy ? fillCopied(op) : op;
  if (mlirOperationIsNull(fill) || !isFill(fill))
    return MlirWalkResultAdvance;
  Part inner;
  MlirOperation next = findCopy(op, &inner);
  if (mlirOperationIsNull(next))
    return MlirWalkResultAdvance;
  if (asCanPadInPlace(op, next))
    note(context, next);
  fillAround(fill, mlirOperationGetOperand(op, outputOf(op)), &inner, next);
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
