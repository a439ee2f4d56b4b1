//===- in-place-concat.c - Compute concatenated pieces in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites buffers that are only computed to be copied into a contiguous run of
// another buffer: both become memref.views of one array of bytes, and the
// copies go.
//
// Upstream does this within a function. But it cannot pass a subview to a task,
// since the type of a subview is not the dense type of the task's argument. A
// view of bytes has the dense type.
//
// asConcatSeparate first gives each concatenation, still on tensors, a
// tensor.empty of its own, so that bufferisation gives it a buffer of its own.
//
// Requires:    asConcatSeparate: tensors. asConcatInPlace: bufferised IR, with
//              deallocations after last uses (asAllocate).
// Provides:    no copy of a buffer that can be computed in its run.
// Invalidates: allocations and deallocations of the pieces.
//
//   %a = memref.alloc() : memref<4x8xf32>
//   func.call @task(%x, %a) : ...
//   %w = memref.alloc() : memref<8x8xf32>
//   %v = memref.subview %w[4, 0] [4, 8] [1, 1] : ...
//   linalg.copy ins(%a : memref<4x8xf32>) outs(%v : ...)
//   memref.dealloc %a : memref<4x8xf32>
//
// becomes
//
//   %bytes = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
//   %a = memref.view %bytes[%c128][] : memref<256xi8> to memref<4x8xf32>
//   func.call @task(%x, %a) : ...
//   %w = memref.view %bytes[%c0][] : memref<256xi8> to memref<8x8xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxPieces = 16 };

/// A copy into a contiguous run of the whole.
typedef struct Piece {
  MlirOperation copy, slice;
  MlirOperation alloc, dealloc; ///< Null if the copy has to stay.
  int64_t offset, bytes;
} Piece;

typedef struct Whole {
  MlirOperation alloc, dealloc;
  Piece pieces[maxPieces];
  int numPieces;
} Whole;

//===----------------------------------------------------------------------===//
// On tensors
//===----------------------------------------------------------------------===//

/// Whether the value has a user of that name.
static bool isUsedBy(MlirValue value, const char *name) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrIsNamed(mlirOpOperandGetOwner(use), name))
      return true;
  return false;
}

/// Gives the tensor.insert_slice a clone of the shared tensor.empty. Skips
/// empty tensors with a tensor.extract_slice, whose result will be inserted at
/// the same place again: schedules leave that.
static MlirWalkResult separateEmpty(MlirOperation op, void *context) {
  (void)context;
  enum { target = 1 };
  if (!asIrIsNamed(op, "tensor.insert_slice"))
    return MlirWalkResultAdvance;
  MlirValue whole = mlirOperationGetOperand(op, target);
  if (!mlirValueIsAOpResult(whole) || asIrHasOneUse(whole) ||
      !asIrIsNamed(mlirOpResultGetOwner(whole), "tensor.empty") ||
      isUsedBy(whole, "tensor.extract_slice"))
    return MlirWalkResultAdvance;
  MlirOperation own = mlirOperationClone(mlirOpResultGetOwner(whole));
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, own);
  mlirOperationSetOperand(op, target, mlirOperationGetResult(own, 0));
  return MlirWalkResultAdvance;
}

void asConcatSeparate(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), separateEmpty, NULL,
                    MlirWalkPreOrder);
}

//===----------------------------------------------------------------------===//
// On buffers
//===----------------------------------------------------------------------===//

static bool areInOneBlock(MlirOperation a, MlirOperation b) {
  return mlirBlockEqual(mlirOperationGetBlock(a), mlirOperationGetBlock(b));
}

static int64_t number(MlirOperation slice, const char *name, intptr_t r) {
  return mlirDenseI64ArrayGetElement(
      mlirOperationGetInherentAttributeByName(slice, asIrString(name)), r);
}

/// Finds the contiguous run that the slice covers; false if it is not
/// contiguous.
static bool findRun(MlirOperation slice, Piece *piece) {
  MlirType whole = mlirValueGetType(mlirOperationGetOperand(slice, 0));
  intptr_t rank = mlirShapedTypeGetRank(whole);
  if (mlirOperationGetNumOperands(slice) != 1)
    return false; // Dynamic offsets or sizes.
  int64_t first = 0, count = 1, all = 1;
  bool isCut = false;
  for (intptr_t r = 0; r < rank; r++) {
    int64_t extent = mlirShapedTypeGetDimSize(whole, r);
    int64_t size = number(slice, "static_sizes", r);
    if (number(slice, "static_strides", r) != 1 || (isCut && size != extent))
      return false;
    first = first * extent + number(slice, "static_offsets", r);
    isCut |= size != 1;
    count *= size;
    all *= extent;
  }
  int64_t element = all ? asByteViewSize(whole) / all : 0;
  piece->offset = first * element;
  piece->bytes = count * element;
  return element != 0;
}

static bool isReshape(MlirOperation op) {
  return asIrIsNamed(op, "memref.expand_shape") ||
         asIrIsNamed(op, "memref.collapse_shape");
}

/// The allocation behind the value, through reshapes that have no other use.
/// *view is the reshape of the allocation itself, or null.
static MlirOperation allocationBehind(MlirValue value, MlirOperation *view) {
  MlirOperation none = {NULL};
  *view = none;
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!isReshape(op))
      return asCanBeByteView(op) ? op : none;
    if (!asIrHasOneUse(value))
      return none;
    *view = op;
    value = mlirOperationGetOperand(op, 0);
  }
  return none;
}

/// Whether the user does not keep a pointer to the buffer after it returns.
static bool retainsNoPointer(MlirOperation user) {
  return asIrHasPrefix(user, "linalg.") ||
         (asIrIsNamed(user, "func.call") &&
          mlirOperationGetNumResults(user) == 0);
}

/// Finds the copied allocation, if something writes it and nothing needs it
/// after the copy.
static void findSource(Piece *piece) {
  MlirOperation view;
  MlirOperation alloc =
      allocationBehind(mlirOperationGetOperand(piece->copy, 0), &view);
  if (mlirOperationIsNull(alloc) || !areInOneBlock(alloc, piece->copy) ||
      asByteViewSize(mlirValueGetType(mlirOperationGetResult(alloc, 0))) !=
          piece->bytes)
    return;
  MlirOperation dealloc = {NULL};
  bool isMade = false;
  int position = asPositionOf(piece->copy);
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!areInOneBlock(user, piece->copy))
      return;
    // A use through another reshape may come after the copy.
    bool isView = !mlirOperationIsNull(view) && mlirOperationEqual(user, view);
    bool isAfter = asPositionOf(user) > position;
    if (isAfter && asIrIsNamed(user, "memref.dealloc") &&
        mlirOperationIsNull(dealloc))
      dealloc = user;
    else if (isAfter || !(isView || retainsNoPointer(user)))
      return;
    isMade |= !isAfter && !isView && !mlirOperationEqual(user, piece->copy);
  }
  if (mlirOperationIsNull(dealloc) || !isMade)
    return;
  piece->alloc = alloc;
  piece->dealloc = dealloc;
}

/// Whether `user`, of the whole, is a subview that is only written by a copy.
/// Fills *piece.
static bool matchPiece(MlirOperation user, Piece *piece) {
  *piece = (Piece){.slice = user};
  MlirValue slice = mlirOperationGetResult(user, 0);
  if (!asIrHasOneUse(slice) || !findRun(user, piece))
    return false;
  MlirOpOperand use = mlirValueGetFirstUse(slice);
  piece->copy = mlirOpOperandGetOwner(use);
  if (!asIrIsNamed(piece->copy, "linalg.copy") ||
      mlirOpOperandGetOperandNumber(use) != 1 ||
      !areInOneBlock(piece->copy, user))
    return false;
  findSource(piece);
  return true;
}

static bool areDisjoint(const Piece *a, const Piece *b) {
  return a->offset + a->bytes <= b->offset || b->offset + b->bytes <= a->offset;
}

/// Whether, up to the last copy, the buffer is only written by copies to
/// disjoint runs. Fills *whole.
static bool matchWhole(MlirOperation alloc, Whole *whole) {
  int last = 0, firstOther = INT32_MAX;
  *whole = (Whole){.alloc = alloc};
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    Piece *piece = &whole->pieces[whole->numPieces];
    if (!areInOneBlock(user, alloc))
      return false;
    int position = asPositionOf(user);
    if (asIrIsNamed(user, "memref.dealloc")) {
      if (!mlirOperationIsNull(whole->dealloc))
        return false;
      whole->dealloc = user;
    } else if (asIrIsNamed(user, "memref.subview") &&
               whole->numPieces < maxPieces && matchPiece(user, piece)) {
      position = asPositionOf(piece->copy);
      last = position > last ? position : last;
      for (int i = 0; i < whole->numPieces; i++)
        if (!areDisjoint(&whole->pieces[i], piece))
          return false;
      whole->numPieces++;
    } else {
      firstOther = position < firstOther ? position : firstOther;
    }
  }
  return last < firstOther && !mlirOperationIsNull(whole->dealloc);
}

static MlirOperation firstUser(MlirOperation alloc) {
  MlirOperation first = {NULL};
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOperationIsNull(first) || asPositionOf(user) < asPositionOf(first))
      first = user;
  }
  return first;
}

/// Replaces the buffer by a view of `bytes`, inserted before its first use.
static void replaceByView(MlirOperation alloc, MlirValue bytes,
                          int64_t offset) {
  MlirValue old = mlirOperationGetResult(alloc, 0);
  mlirValueReplaceAllUsesOfWith(
      old,
      asInsertByteView(firstUser(alloc), bytes, offset, mlirValueGetType(old)));
  mlirOperationDestroy(alloc);
}

/// Deletes the copy, and the reshapes that only it used.
static void removeCopy(const Piece *piece) {
  MlirValue source = mlirOperationGetOperand(piece->copy, 0);
  mlirOperationDestroy(piece->copy);
  mlirOperationDestroy(piece->slice);
  while (mlirOpOperandIsNull(mlirValueGetFirstUse(source))) {
    MlirOperation shape = mlirOpResultGetOwner(source);
    source = mlirOperationGetOperand(shape, 0);
    mlirOperationDestroy(shape);
  }
}

static void placePieces(Whole *whole) {
  MlirOperation first = whole->alloc;
  for (int i = 0; i < whole->numPieces; i++) {
    MlirOperation alloc = whole->pieces[i].alloc;
    if (!mlirOperationIsNull(alloc) &&
        asPositionOf(alloc) < asPositionOf(first))
      first = alloc;
  }
  MlirValue bytes =
      asInsertByteArray(first, asByteViewSize(mlirValueGetType(
                                   mlirOperationGetResult(whole->alloc, 0))));
  mlirOperationSetOperand(whole->dealloc, 0, bytes);
  for (int i = 0; i < whole->numPieces; i++) {
    Piece *piece = &whole->pieces[i];
    if (mlirOperationIsNull(piece->alloc))
      continue;
    mlirOperationDestroy(piece->dealloc);
    removeCopy(piece);
    replaceByView(piece->alloc, bytes, piece->offset);
  }
  replaceByView(whole->alloc, bytes, 0);
}

/// Whether two pieces copy the same allocation.
static bool sharesAllocation(const Whole *whole) {
  for (int i = 0; i < whole->numPieces; i++)
    for (int j = 0; j < i; j++)
      if (!mlirOperationIsNull(whole->pieces[i].alloc) &&
          mlirOperationEqual(whole->pieces[i].alloc, whole->pieces[j].alloc))
        return true;
  return false;
}

static void placeInFunction(MlirOperation function, void *context) {
  (void)context;
  MlirBlock body = asIrBody(function);
  MlirOperation next, op = {NULL};
  if (!mlirBlockIsNull(body))
    op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    Whole whole;
    if (!asCanBeByteView(op) || !matchWhole(op, &whole) ||
        sharesAllocation(&whole))
      continue;
    bool any = false;
    for (int i = 0; i < whole.numPieces; i++)
      any |= !mlirOperationIsNull(whole.pieces[i].alloc);
    if (any) {
      placePieces(&whole);
      next = mlirBlockGetFirstOperation(body); // Operations were deleted.
    }
  }
}

void asConcatInPlace(MlirModule module) {
  asIrVisitFunctions(module, placeInFunction, NULL);
}
