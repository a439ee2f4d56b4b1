//===- in-place-concat.c - What is concatenated is made where it belongs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks write what they compute into buffers of the caller. One that is only
// copied, to a run of elements of another buffer, may as well be that run: both
// become places in an array of bytes. Upstream sees to it within a function,
// but not where the piece is handed to a call, as a part of a buffer has
// another type than a whole one.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxPieces = 16 };

/// A copy into a run of the whole.
typedef struct Piece {
  MlirOperation copy, slice;
  MlirOperation alloc, dealloc; ///< Of what is copied; null where it stays.
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

/// Whether some user of the value has that name.
static bool isUsedBy(MlirValue value, const char *name) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrIsNamed(mlirOpOperandGetOwner(use), name))
      return true;
  return false;
}

/// Where a slice of the empty tensor is taken, it is to be inserted into the
/// same again: what a schedule made of the pieces.
static MlirWalkResult separate(MlirOperation op, void *context) {
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
  mlirOperationWalk(mlirModuleGetOperation(module), separate, NULL,
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

/// Finds the run that the slice is; false where it is none.
static bool findRun(MlirOperation slice, Piece *piece) {
  MlirType whole = mlirValueGetType(mlirOperationGetOperand(slice, 0));
  intptr_t rank = mlirShapedTypeGetRank(whole);
  if (mlirOperationGetNumOperands(slice) != 1)
    return false; // Offsets or sizes that are not known.
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

static bool isShape(MlirOperation op) {
  return asIrIsNamed(op, "memref.expand_shape") ||
         asIrIsNamed(op, "memref.collapse_shape");
}

/// The allocation that the value shows, in another shape or not, if it is shown
/// to nobody else in that shape. `view` is what shows it; null if it is itself.
static MlirOperation shownBy(MlirValue value, MlirOperation *view) {
  MlirOperation none = {NULL};
  *view = none;
  while (mlirValueIsAOpResult(value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    if (!isShape(op))
      return asMayBePlace(op) ? op : none;
    if (!asIrHasOneUse(value))
      return none;
    *view = op;
    value = mlirOperationGetOperand(op, 0);
  }
  return none;
}

/// Whether the user is done with a buffer when it is over.
static bool keepsNothing(MlirOperation user) {
  return asIrHasPrefix(user, "linalg.") ||
         (asIrIsNamed(user, "func.call") &&
          mlirOperationGetNumResults(user) == 0);
}

/// Finds what is copied, if something makes it and nothing needs it after the
/// copy.
static void findSource(Piece *piece) {
  MlirOperation view;
  MlirOperation alloc = shownBy(mlirOperationGetOperand(piece->copy, 0), &view);
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
    // Who reads it in yet another shape may do so later.
    bool isView = !mlirOperationIsNull(view) && mlirOperationEqual(user, view);
    bool isAfter = asPositionOf(user) > position;
    if (isAfter && asIrIsNamed(user, "memref.dealloc") &&
        mlirOperationIsNull(dealloc))
      dealloc = user;
    else if (isAfter || !(isView || keepsNothing(user)))
      return;
    isMade |= !isAfter && !isView && !mlirOperationEqual(user, piece->copy);
  }
  if (mlirOperationIsNull(dealloc) || !isMade)
    return;
  piece->alloc = alloc;
  piece->dealloc = dealloc;
}

/// Whether the user of the whole is a slice that something is copied to.
static bool readPiece(MlirOperation user, Piece *piece) {
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

static bool areApart(const Piece *a, const Piece *b) {
  return a->offset + a->bytes <= b->offset || b->offset + b->bytes <= a->offset;
}

/// Whether all that is done to the buffer until it is complete are copies, each
/// to a run of its own.
static bool readWhole(MlirOperation alloc, Whole *whole) {
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
               whole->numPieces < maxPieces && readPiece(user, piece)) {
      position = asPositionOf(piece->copy);
      last = position > last ? position : last;
      for (int i = 0; i < whole->numPieces; i++)
        if (!areApart(&whole->pieces[i], piece))
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

/// The buffer becomes a place in `bytes`, from its first use on.
static void move(MlirOperation alloc, MlirValue bytes, int64_t offset) {
  MlirValue old = mlirOperationGetResult(alloc, 0);
  mlirValueReplaceAllUsesOfWith(
      old,
      asInsertPlace(firstUser(alloc), bytes, offset, mlirValueGetType(old)));
  mlirOperationDestroy(alloc);
}

/// The copy goes, with the shapes that only it looked at.
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
      asInsertBytes(first, asByteViewSize(mlirValueGetType(
                               mlirOperationGetResult(whole->alloc, 0))));
  mlirOperationSetOperand(whole->dealloc, 0, bytes);
  for (int i = 0; i < whole->numPieces; i++) {
    Piece *piece = &whole->pieces[i];
    if (mlirOperationIsNull(piece->alloc))
      continue;
    mlirOperationDestroy(piece->dealloc);
    removeCopy(piece);
    move(piece->alloc, bytes, piece->offset);
  }
  move(whole->alloc, bytes, 0);
}

/// Whether an allocation is copied by two pieces, or a piece of the whole.
static bool isPlacedTwice(const Whole *whole) {
  for (int i = 0; i < whole->numPieces; i++)
    for (int j = 0; j < i; j++)
      if (!mlirOperationIsNull(whole->pieces[i].alloc) &&
          mlirOperationEqual(whole->pieces[i].alloc, whole->pieces[j].alloc))
        return true;
  return false;
}

static void placeIn(MlirOperation function, void *context) {
  (void)context;
  MlirBlock body = asIrBody(function);
  MlirOperation next, op = {NULL};
  if (!mlirBlockIsNull(body))
    op = mlirBlockGetFirstOperation(body);
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    Whole whole;
    if (!asMayBePlace(op) || !readWhole(op, &whole) || isPlacedTwice(&whole))
      continue;
    bool any = false;
    for (int i = 0; i < whole.numPieces; i++)
      any |= !mlirOperationIsNull(whole.pieces[i].alloc);
    if (any) {
      placePieces(&whole);
      next = mlirBlockGetFirstOperation(body); // Allocations are gone.
    }
  }
}

void asConcatInPlace(MlirModule module) {
  asIrVisitFunctions(module, placeIn, NULL);
}
