//===- pad-in-place.c - Compute a padded tile in its padded buffer
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces an allocated tile that is copied into the middle of a padded buffer
// by a subview of that buffer.
//
// A schedule may compute a tile of an image and then pad it. In place, nothing
// is copied, the cache holds one array less, and there is no allocation whose
// size depends on the iteration.
//
// Requires:    the border is filled apart from the middle
//              (lowering/memory/elide-pad-fill.c, which calls this step); tile,
//              padded buffer and copy are in one block.
// Provides:    no such copy where asCanPadInPlace holds.
// Invalidates: the layout of the tile: its users must take any layout.
//
//   %t = memref.alloc(%n) : memref<?x8xf32>
//   ...                                         // computes %t
//   %m = memref.alloc() : memref<10x8xf32>
//   %v = memref.subview %m[%o, 0] [%n, 8] [1, 1] : ...
//   linalg.copy ins(%t : memref<?x8xf32>) outs(%v : ...)
//
// becomes
//
//   %m = memref.alloc() : memref<10x8xf32>
//   %v = memref.subview %m[%o, 0] [%n, 8] [1, 1] : ...
//   ...                                         // computes %v
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"

/// Whether `op` comes before `other` in its block, or before an operation that
/// `other` is nested in.
static bool isBefore(MlirOperation op, MlirOperation other) {
  MlirOperation next = mlirOperationGetNextInBlock(op);
  for (; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    for (MlirOperation outer = other; !mlirOperationIsNull(outer);
         outer = mlirOperationGetParentOperation(outer))
      if (mlirOperationEqual(next, outer))
        return true;
  return false;
}

/// Whether the operation could move before `place` in the same block: whether
/// its operands from number `first` on are defined before that.
static bool canMove(MlirOperation op, MlirOperation place, intptr_t first) {
  for (intptr_t i = first; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (mlirValueIsAOpResult(value) &&
        !isBefore(mlirOpResultGetOwner(value), place))
      return false;
  }
  return true;
}

/// Whether the operation accepts a memref of any layout.
static bool takesAnyLayout(MlirOperation op) {
  return asIrIsNamed(op, "vector.transfer_read") ||
         asIrIsNamed(op, "vector.transfer_write") ||
         asIrIsNamed(op, "memref.load") || asIrIsNamed(op, "memref.store") ||
         asIrHasPrefix(op, "linalg.");
}

/// Whether all other uses of the array come before the copy and accept any
/// layout.
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

/// Whether the padded buffer has no uses before the copy except the fill and
/// the view.
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
