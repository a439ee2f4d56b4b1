//===- in-place-tiles.c - Let tasks work on runs of arrays in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that calls a task for a slice of an array copies the slice to a dense
// buffer, or such a buffer to the slice, as the type of a slice has an offset,
// which the type of the task's argument has not. Where the elements of the
// slice are one behind the other, a descriptor whose pointer has moved by the
// offset is a dense buffer, and the copies go. The loops over tiles of dynamic
// shapes (task/dynamic/split-dynamic.h) consist of such calls.
//
// Where they are not, the argument of a task that writes a slice gets the type
// of slices (open-argument.h). Those that are only read have it already
// (strided-slices.c).
//
// The array has to come from outside of the loop, so that it lives as long as
// the loop runs whatever upstream knows about pointers. A slice is read in
// place if the task only reads it, and nothing writes to its array until the
// last use of the copy; it is written in place if the array is an allocation,
// or what a caller gives for a result, that nothing else reads or writes
// meanwhile, and that nothing writes until the last read of the buffer. The
// last panel of a packed operand is such a slice where it is padded.
//
// Requires:    bufferised IR in which results are arguments
//              (asConventionApply), without deallocations.
// Provides:    no such copy of a slice of static sizes, of rows of elements.
// Invalidates: allocations of the copies, and types of tasks.
//
//   %s = memref.subview %x[%i, 0] [8, 4] [1, 1] : memref<?x4xf32>
//       to memref<8x4xf32, strided<[4, 1], offset: ?>>
//   %a = memref.alloc() : memref<8x4xf32>
//   linalg.copy ins(%s) outs(%a)
//   func.call @task(%a, ...)
//
// becomes
//
//   %d = builtin.unrealized_conversion_cast %s : ... to !llvm.struct<...>
//   ...  // The descriptor, with the pointer at the offset, and no offset.
//   %a = builtin.unrealized_conversion_cast %e : !llvm.struct<...>
//       to memref<8x4xf32>
//   func.call @task(%a, ...)
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/nest-schedule.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/buffer-uses.h"
#include "lowering/memory/open-argument.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

#define CAST "builtin.unrealized_conversion_cast"

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The memory that a buffer is a part of, also through the casts made here.
static MlirValue rootOf(MlirValue buffer) {
  for (;;) {
    buffer = asIrMemoryRoot(buffer);
    MlirOperation op = asIrDefinition(buffer);
    if (mlirOperationIsNull(op) ||
        (!asIrIsNamed(op, CAST) && !asIrIsNamed(op, "llvm.insertvalue")))
      return buffer;
    buffer = mlirOperationGetOperand(op, 0);
  }
}

static bool isMemref(MlirValue value) {
  return mlirTypeIsAMemRef(mlirValueGetType(value));
}

/// Whether LLVM has the type, in whole bytes.
static bool isPlainElement(MlirType type) {
  return mlirTypeIsAFloat(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) >= 8);
}

enum { maxRank = 32 };

/// Reads the strides of a slice of static sizes.
static bool readStrides(MlirOperation slice, int64_t strides[maxRank]) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(slice, 0));
  int64_t offset;
  intptr_t rank = mlirShapedTypeGetRank(type);
  return rank > 0 && rank <= maxRank &&
         isPlainElement(mlirShapedTypeGetElementType(type)) &&
         mlirShapedTypeHasStaticShape(type) &&
         !mlirLogicalResultIsFailure(
             mlirMemRefTypeGetStridesAndOffset(type, strides, &offset));
}

/// Whether the elements of a row of the slice follow each other.
static bool hasRows(MlirOperation slice) {
  int64_t strides[maxRank];
  MlirType type = mlirValueGetType(mlirOperationGetResult(slice, 0));
  return readStrides(slice, strides) &&
         strides[mlirShapedTypeGetRank(type) - 1] == 1;
}

/// Whether an element of the slice follows the other: its strides are those of
/// a dense buffer. Only the offset is dynamic.
static bool isRun(MlirOperation slice) {
  int64_t strides[maxRank], dense = 1;
  MlirType type = mlirValueGetType(mlirOperationGetResult(slice, 0));
  if (!readStrides(slice, strides))
    return false;
  for (intptr_t r = mlirShapedTypeGetRank(type) - 1; r >= 0; r--) {
    int64_t size = mlirShapedTypeGetDimSize(type, r);
    if (size != 1 && strides[r] != dense)
      return false;
    dense *= size;
  }
  return true;
}

/// Whether the value is defined outside of the loop that the operation is in.
static bool isFromOutside(MlirValue value, MlirOperation op) {
  MlirOperation loop = mlirOperationGetParentOperation(op);
  return (asIrIsNamed(loop, "scf.for") || asIrIsNamed(loop, "scf.forall")) &&
         !asIrIsInside(value, loop);
}

//===----------------------------------------------------------------------===//
// What happens to an array
//===----------------------------------------------------------------------===//

/// What is looked for between two operations.
typedef struct Touch {
  MlirValue root;
  MlirOperation except; ///< Is not looked at.
  bool reads;           ///< Look for reads as well.
  bool found;
} Touch;

static MlirWalkResult findTouch(MlirOperation op, void *context) {
  Touch *touch = context;
  if (mlirOperationEqual(op, touch->except))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (isMemref(value) && mlirValueEqual(rootOf(value), touch->root))
      touch->found |= touch->reads || asMayWriteBuffer(op, i);
  }
  return touch->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether an operation behind `first` and before `last` touches the array.
static bool isTouched(MlirOperation first, MlirOperation last, Touch touch) {
  for (MlirOperation op = mlirOperationGetNextInBlock(first);
       !touch.found && !mlirOperationEqual(op, last);
       op = mlirOperationGetNextInBlock(op))
    mlirOperationWalk(op, findTouch, &touch, MlirWalkPreOrder);
  return touch.found;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// A copy between a slice and a dense buffer.
typedef struct Copy {
  MlirModule module;
  MlirOperation op, alloc, slice;
} Copy;

/// Finds the buffer as operand `dense` of the copy. False if the copy is none
/// of a slice, or the buffer is not of this iteration alone.
static bool matchCopy(MlirOperation op, intptr_t dense, Copy *copy) {
  copy->op = op;
  copy->alloc = asIrMadeBy(mlirOperationGetOperand(op, dense), "memref.alloc");
  copy->slice =
      asIrMadeBy(mlirOperationGetOperand(op, 1 - dense), "memref.subview");
  return !mlirOperationIsNull(copy->alloc) &&
         !mlirOperationIsNull(copy->slice) &&
         mlirOperationGetNumOperands(copy->alloc) == 0 &&
         mlirBlockEqual(mlirOperationGetBlock(copy->alloc),
                        mlirOperationGetBlock(op)) &&
         mlirBlockEqual(mlirOperationGetBlock(copy->slice),
                        mlirOperationGetBlock(op)) &&
         isFromOutside(rootOf(mlirOperationGetOperand(copy->slice, 0)), op);
}

/// The operation of the block that is or contains `op`; null if there is none.
static MlirOperation inBlock(MlirOperation op, MlirBlock block) {
  while (!mlirOperationIsNull(op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Whether calls behind the copy that only read are all uses of the buffer,
/// and its source is the same until the last one.
static bool canReadInPlace(const Copy *copy) {
  MlirBlock block = mlirOperationGetBlock(copy->op);
  MlirOperation last = copy->op;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(copy->alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(user, copy->op))
      continue;
    if (!asIrIsNamed(user, "func.call") ||
        !mlirBlockEqual(mlirOperationGetBlock(user), block) ||
        mlirOperationIsBeforeInBlock(user, copy->op) ||
        !asCallReads(copy->module, user, mlirOpOperandGetOperandNumber(use)))
      return false;
    if (mlirOperationIsBeforeInBlock(last, user))
      last = user;
  }
  Touch touch = {.root = rootOf(mlirOperationGetOperand(copy->slice, 0)),
                 .except = copy->slice};
  return !mlirOperationEqual(last, copy->op) &&
         !isTouched(copy->op, mlirOperationGetNextInBlock(last), touch);
}

/// Whether no other value is the array, which a function may write: it has
/// allocated it, or its caller has given it for a result, or made it for loops
/// over tiles (loops/outline-equal-loops.c).
static bool isOwn(MlirValue root) {
  if (!mlirValueIsABlockArgument(root))
    return asIrIsMadeBy(root, "memref.alloc");
  MlirOperation function =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(root));
  MlirAttribute results = mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_RESULTS_ATTRIBUTE));
  intptr_t number = mlirBlockArgumentGetArgNumber(root);
  bool isMade = !mlirShapedTypeHasStaticShape(mlirValueGetType(root)) &&
                asIrArgumentHas(function, number, AS_NOALIAS_ATTRIBUTE);
  return isMade || (!mlirAttributeIsNull(results) &&
                    number >= mlirDenseI64ArrayGetElement(results, 0) &&
                    number < mlirDenseI64ArrayGetElement(results, 1));
}

/// Sets *last, which is the copy at first, to the last operation of the block
/// that uses the buffer or a view of it. False if one behind the copy may write
/// them.
static bool findLastUse(const Copy *copy, MlirValue buffer,
                        MlirOperation *last) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use),
                  own = inBlock(user, mlirOperationGetBlock(copy->op));
    if (asIsBufferView(user)) {
      if (!findLastUse(copy, mlirOperationGetResult(user, 0), last))
        return false;
      continue;
    }
    if (mlirOperationEqual(own, copy->op) ||
        mlirOperationIsBeforeInBlock(own, copy->op))
      continue;
    if (asMayWriteBuffer(user, mlirOpOperandGetOperandNumber(use)))
      return false;
    if (mlirOperationIsBeforeInBlock(*last, own))
      *last = own;
  }
  return true;
}

/// Whether nothing touches the array while the buffer is computed, which the
/// copy ends, and nothing writes it while the buffer is read behind that.
static bool canWriteInPlace(const Copy *copy) {
  MlirBlock block = mlirOperationGetBlock(copy->op);
  MlirValue root = rootOf(mlirOperationGetOperand(copy->slice, 0));
  MlirOperation last = copy->op;
  if (!findLastUse(copy, mlirOperationGetResult(copy->alloc, 0), &last))
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(copy->slice); i++) {
    MlirOperation made =
        asIrDefinition(mlirOperationGetOperand(copy->slice, i));
    if (!mlirOperationIsNull(made) &&
        mlirBlockEqual(mlirOperationGetBlock(made), block) &&
        !mlirOperationIsBeforeInBlock(made, copy->alloc))
      return false;
  }
  Touch meanwhile = {.root = root, .except = copy->slice, .reads = true},
        behind = {.root = root, .except = copy->slice};
  return isOwn(root) && mlirOperationIsBeforeInBlock(copy->alloc, copy->op) &&
         !isTouched(copy->alloc, copy->op, meanwhile) &&
         !isTouched(copy->op, mlirOperationGetNextInBlock(last), behind);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static MlirType descriptorType(MlirContext context, intptr_t rank) {
  MlirType pointer = mlirLLVMPointerTypeGet(context, 0),
           i64 = mlirIntegerTypeGet(context, 64),
           array = mlirLLVMArrayTypeGet(i64, (unsigned)rank);
  MlirType members[] = {pointer, pointer, i64, array, array};
  return mlirLLVMStructTypeLiteralGet(context, 5, members, false);
}

static MlirAttribute position(MlirContext context, int64_t at) {
  return mlirDenseI64ArrayGet(context, 1, &at);
}

static MlirValue insertMember(MlirOperation next, MlirValue descriptor,
                              MlirValue value, int64_t at) {
  MlirType type = mlirValueGetType(descriptor);
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "llvm.insertvalue",
          .numOperands = 2,
          .operands = (MlirValue[]){descriptor, value},
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"position", position(mlirTypeGetContext(type), at)}, {0}}});
}

static MlirValue extractMember(MlirOperation next, MlirValue descriptor,
                               int64_t at) {
  MlirType type =
      mlirLLVMStructTypeGetElementType(mlirValueGetType(descriptor), at);
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "llvm.extractvalue",
          .numOperands = 1,
          .operands = &descriptor,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"position", position(mlirTypeGetContext(type), at)}, {0}}});
}

/// `pointer` moved by `offset` elements.
static MlirValue insertMoved(MlirOperation next, MlirValue pointer,
                             MlirValue offset, MlirType element) {
  MlirType type = mlirValueGetType(pointer);
  int32_t dynamic = INT32_MIN;
  return asIrInsertValue(
      next, &(AsIrParts){.name = "llvm.getelementptr",
                         .numOperands = 2,
                         .operands = (MlirValue[]){pointer, offset},
                         .numResults = 1,
                         .results = &type,
                         .attributes = (AsIrAttribute[]){
                             {"rawConstantIndices",
                              mlirDenseI32ArrayGet(mlirTypeGetContext(type), 1,
                                                   &dynamic)},
                             {"elem_type", mlirTypeAttrGet(element)},
                             {0}}});
}

/// Inserts the slice as a dense buffer of the type.
static MlirValue insertView(MlirOperation next, MlirOperation slice,
                            MlirType type) {
  enum { aligned = 1, offset = 2 };
  MlirContext context = mlirTypeGetContext(type);
  MlirValue descriptor =
      asIrInsertUnary(next, CAST, mlirOperationGetResult(slice, 0),
                      descriptorType(context, mlirShapedTypeGetRank(type)));
  MlirValue place = insertMoved(next, extractMember(next, descriptor, aligned),
                                extractMember(next, descriptor, offset),
                                mlirShapedTypeGetElementType(type));
  MlirAttribute zero = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), 0);
  descriptor = insertMember(next, descriptor, place, aligned);
  descriptor =
      insertMember(next, descriptor, asIrInsertConstant(next, zero), offset);
  return asIrInsertUnary(next, CAST, descriptor, type);
}

/// Moves the slice before the buffer whose place it takes, unless it is there:
/// another copy may read it.
static void moveSlice(const Copy *copy) {
  if (mlirBlockEqual(mlirOperationGetBlock(copy->slice),
                     mlirOperationGetBlock(copy->alloc)) &&
      !mlirOperationIsBeforeInBlock(copy->slice, copy->alloc))
    mlirOperationMoveBefore(copy->slice, copy->alloc);
}

static void replace(const Copy *copy, MlirOperation next) {
  MlirValue buffer = mlirOperationGetResult(copy->alloc, 0);
  MlirValue view = insertView(next, copy->slice, mlirValueGetType(buffer));
  mlirOperationDestroy(copy->op);
  mlirValueReplaceAllUsesOfWith(buffer, view);
  mlirOperationDestroy(copy->alloc);
}

//===----------------------------------------------------------------------===//
// Slices that are no runs
//===----------------------------------------------------------------------===//

/// What uses the buffer beside the copy, if that is one operation; else null.
static MlirOperation otherUser(const Copy *copy) {
  MlirOperation other = {NULL};
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(copy->alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(user, copy->op))
      continue;
    if (!mlirOperationIsNull(other))
      return (MlirOperation){NULL};
    other = user;
  }
  return other;
}

/// Lets the only call that computes the buffer take the slice. The cast by
/// which it does; null if it cannot.
static MlirOperation openCall(const Copy *copy) {
  MlirValue buffer = mlirOperationGetResult(copy->alloc, 0);
  MlirOperation user = otherUser(copy);
  if (mlirOperationIsNull(user))
    return user;
  if (asIrIsNamed(user, "func.call")) {
    MlirOperation function = asIrReferenced(copy->module, user, "callee");
    intptr_t i = 0;
    while (!mlirValueEqual(mlirOperationGetOperand(user, i), buffer))
      i++;
    if (mlirOperationIsNull(function) ||
        !asCanOpenArgument(copy->module, function, i))
      return (MlirOperation){NULL};
    asOpenArgument(copy->module, function, i);
    user = otherUser(copy);
  }
  // Of a function that has been opened before.
  bool isPassed =
      asIrIsNamed(user, "memref.cast") &&
      asIrHasOneUse(mlirOperationGetResult(user, 0)) &&
      asIrIsNamed(asIrOnlyUser(mlirOperationGetResult(user, 0)), "func.call");
  return isPassed ? user : (MlirOperation){NULL};
}

/// Lets the call write the slice. False if it cannot.
static bool writeRows(const Copy *copy) {
  MlirOperation cast = openCall(copy);
  if (mlirOperationIsNull(cast))
    return false;
  moveSlice(copy);
  mlirOperationSetOperand(cast, 0, mlirOperationGetResult(copy->slice, 0));
  mlirOperationDestroy(copy->op);
  mlirOperationDestroy(copy->alloc);
  return true;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static MlirWalkResult visit(MlirOperation op, void *context) {
  Copy copy = {.module = *(MlirModule *)context};
  if (!asIrIsNamed(op, "linalg.copy") && !asIrIsNamed(op, "memref.copy"))
    return MlirWalkResultAdvance;
  if (matchCopy(op, 1, &copy) && isRun(copy.slice) && canReadInPlace(&copy)) {
    replace(&copy, op);
    return MlirWalkResultSkip;
  }
  if (!matchCopy(op, 0, &copy) || !hasRows(copy.slice) ||
      !canWriteInPlace(&copy))
    return MlirWalkResultAdvance;
  if (!isRun(copy.slice))
    return writeRows(&copy) ? MlirWalkResultSkip : MlirWalkResultAdvance;
  moveSlice(&copy);
  replace(&copy, copy.alloc);
  return MlirWalkResultSkip;
}

void asTilesInPlace(MlirModule module) {
  mlirContextGetOrLoadDialect(
      mlirOperationGetContext(mlirModuleGetOperation(module)),
      asIrString("llvm"));
  mlirOperationWalk(mlirModuleGetOperation(module), visit, &module,
                    MlirWalkPostOrder);
}
