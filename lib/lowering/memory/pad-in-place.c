//===- pad-in-place.c - What is padded is made where it is padded
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a schedule computes a tile of an image and pads it, the tile is an
// array of its own that is copied into the middle of a larger one. It may as
// well be that middle: nothing is copied then, a cache has one array less to
// keep, and no memory is asked for whose size depends on the iteration.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"

/// Whether `op` is before `other` in its block, or around that block.
static bool isBefore(MlirOperation op, MlirOperation other) {
  MlirOperation next = mlirOperationGetNextInBlock(op);
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    for (MlirOperation outer = other; !mlirOperationIsNull(outer);
         outer = mlirOperationGetParentOperation(outer))
      if (mlirOperationEqual(next, outer))
        return true;
  return false;
}

/// Whether the operation, of the same block, could as well be where `place` is,
/// as far as its operands from `first` on go.
static bool canMove(MlirOperation op, MlirOperation place, intptr_t first) {
  for (intptr_t i = first; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(value) &&
        !isBefore(mlirOpResultGetOwner(value), place))
      return false;
  }
  return true;
}

/// Whether the operation takes memory of any layout.
static bool takesAnyLayout(MlirOperation op) {
  return asIrIsNamed(op, "vector.transfer_read") ||
         asIrIsNamed(op, "vector.transfer_write") ||
         asIrIsNamed(op, "memref.load") || asIrIsNamed(op, "memref.store") ||
         asIrHasPrefix(op, "linalg.");
}

/// Whether the copy is the last that is done with the array.
static bool isMadeForCopy(MlirValue array, MlirOperation copy) {
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, copy) &&
        (!takesAnyLayout(user) || isBefore(copy, user)))
      return false;
  }
  return true;
}

/// Whether `fill` is the first that is done with the padded array, and then
/// comes the copy.
static bool isFilledFirst(MlirValue padded, MlirOperation fill,
                          MlirOperation view, MlirOperation copy) {
  for (MlirOpOperand use = mlirValueGetFirstUse(padded);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!mlirOperationEqual(user, fill) && !mlirOperationEqual(user, view) &&
        !isBefore(copy, user))
      return false;
  }
  return true;
}

bool asCanPadInPlace(MlirOperation fill, MlirOperation copy) {
  MlirValue array = mlirOperationGetOperand(copy, 0);
  MlirValue middle = mlirOperationGetOperand(copy, 1);
  MlirOperation view = mlirOpResultGetOwner(middle);
  MlirValue padded = mlirOperationGetOperand(view, 0);
  if (!asIrIsMadeBy(array, "memref.alloc") ||
      !asIrIsMadeBy(padded, "memref.alloc") || !asIrHasOneUse(middle))
    return false;
  MlirOperation place = mlirOpResultGetOwner(array);
  MlirOperation alloc = mlirOpResultGetOwner(padded);
  MlirBlock block = mlirOperationGetBlock(place);
  return mlirBlockEqual(block, mlirOperationGetBlock(alloc)) &&
         mlirBlockEqual(block, mlirOperationGetBlock(view)) &&
         mlirBlockEqual(block, mlirOperationGetBlock(copy)) &&
         isBefore(place, alloc) && isBefore(alloc, copy) &&
         canMove(alloc, place, 0) && canMove(view, place, 1) &&
         isMadeForCopy(array, copy) && isFilledFirst(padded, fill, view, copy);
}

void asPadInPlace(MlirOperation copy) {
  MlirValue array = mlirOperationGetOperand(copy, 0);
  MlirValue middle = mlirOperationGetOperand(copy, 1);
  MlirOperation view = mlirOpResultGetOwner(middle);
  MlirOperation place = mlirOpResultGetOwner(array);
  mlirOperationMoveBefore(
      mlirOpResultGetOwner(mlirOperationGetOperand(view, 0)), place);
  mlirOperationMoveBefore(view, place);
  mlirOperationDestroy(copy);
  mlirValueReplaceAllUsesOfWith(array, middle);
  mlirOperationDestroy(place);
}
