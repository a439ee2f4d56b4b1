//===- carry-by-turns.c - Two buffers for what a loop carries
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that carries an array from iteration to iteration allocates one in
// each, and frees the one before: a sum along a dynamic size, for example, of
// which each tile is a call. Instead there are two slots of one allocation, and
// the loop carries which of them is read. The other one is written.
//
// Loops that follow each other, as those over tiles of several sizes, share
// slots. What the first loop starts from is computed in a slot, or copied to it
// where others have that array as well.
//
// Requires:    bufferised IR in which results are arguments
//              (asConventionApply), without deallocations.
// Provides:    no allocation in a loop for an array of static size that the
//              loop carries, if nothing else happens to that array.
// Invalidates: nothing.
//
//   %r = scf.for ... iter_args(%old = %init) -> (memref<24x32xf32>) {
//     %new = memref.alloc() : memref<24x32xf32>
//     func.call @task(%x, %old, %new)
//     scf.yield %new : memref<24x32xf32>
//   }
//
// becomes
//
//   %slots = memref.alloc() {alignment = 64 : i64} : memref<6144xi8>
//   %init = memref.view %slots[%c0][] : memref<6144xi8> to memref<24x32xf32>
//   %at = scf.for ... iter_args(%here = %c0) -> (index) {
//     %old = memref.view %slots[%here][] : ...
//     %there = arith.subi %c3072, %here : index
//     %new = memref.view %slots[%there][] : ...
//     func.call @task(%x, %old, %new)
//     scf.yield %there : index
//   }
//   %r = memref.view %slots[%at][] : ...
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "mlir-c/BuiltinTypes.h"

/// An array that a loop carries.
typedef struct Carried {
  MlirOperation loop;
  intptr_t number; ///< Of the result.
  MlirType type;
  int64_t bytes; ///< Of a slot.
  MlirValue old; ///< The argument of the body.
  MlirOperation made, yield;
} Carried;

/// The bounds and the step come first.
enum { BOUNDS = 3 };

static int countUsesIn(MlirValue value, MlirOperation op) {
  int count = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    count += mlirOperationEqual(mlirOpOperandGetOwner(use), op);
  return count;
}

/// Whether the operation passes its operand on as a value that is not followed.
static bool handsOn(MlirOperation op) {
  return asIrIsNamed(op, "builtin.unrealized_conversion_cast") ||
         mlirOperationEqual(mlirBlockGetTerminator(mlirOperationGetBlock(op)),
                            op);
}

/// Whether no loop, branch or cast passes on the array or a view of it: whoever
/// frees it there tells allocations apart by where their views begin. Only
/// `yield` has the array itself, exactly so many times.
static bool staysInside(MlirValue array, MlirOperation yield, int times) {
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (mlirOperationEqual(user, yield)) {
      times--;
      continue;
    }
    if (handsOn(user))
      return false;
    for (intptr_t r = 0; r < mlirOperationGetNumResults(user); r++) {
      MlirValue view = mlirOperationGetResult(user, r);
      if (mlirTypeIsAMemRef(mlirValueGetType(view)) &&
          !staysInside(view, (MlirOperation){NULL}, 0))
        return false;
    }
  }
  return times == 0;
}

static bool match(MlirOperation loop, intptr_t number, Carried *carried) {
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirValue result = mlirOperationGetResult(loop, number),
            next = mlirOperationGetOperand(yield, number);
  *carried = (Carried){.loop = loop,
                       .number = number,
                       .type = mlirValueGetType(result),
                       .old = mlirBlockGetArgument(body, 1 + number),
                       .yield = yield};
  if (!asByteViewSize(carried->type) || !mlirValueIsAOpResult(next))
    return false;
  carried->bytes =
      (asByteViewSize(carried->type) + AS_BYTE_VIEW_ALIGNMENT - 1) /
      AS_BYTE_VIEW_ALIGNMENT * AS_BYTE_VIEW_ALIGNMENT;
  carried->made = mlirOpResultGetOwner(next);
  return asCanBeByteView(carried->made) &&
         mlirBlockEqual(mlirOperationGetBlock(carried->made), body) &&
         mlirTypeEqual(mlirValueGetType(next), carried->type) &&
         staysInside(next, yield, 1) && staysInside(carried->old, yield, 0) &&
         staysInside(result, (MlirOperation){NULL}, 0);
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

typedef struct Slots {
  MlirValue bytes;
  MlirValue at; ///< Where the array begins that the loop starts from.
} Slots;

/// The operation of the block that is or contains `op`; null if there is none.
static MlirOperation inBlock(MlirOperation op, MlirBlock block) {
  while (!mlirOperationIsNull(op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Whether all that uses the array or a view of it comes before the loop.
static bool endsBefore(MlirValue array, MlirOperation loop) {
  for (MlirOpOperand use = mlirValueGetFirstUse(array);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use),
                  top = inBlock(user, mlirOperationGetBlock(loop));
    if (mlirOperationEqual(user, loop))
      continue;
    if (mlirOperationIsNull(top) || !mlirOperationIsBeforeInBlock(top, loop) ||
        handsOn(user))
      return false;
    for (intptr_t r = 0; r < mlirOperationGetNumResults(user); r++)
      if (mlirTypeIsAMemRef(
              mlirValueGetType(mlirOperationGetResult(user, r))) &&
          (!endsBefore(mlirOperationGetResult(user, r), loop) ||
           countUsesIn(mlirOperationGetResult(user, r), loop)))
        return false;
  }
  return true;
}

/// The slots of the loop before, if its result is all that this one starts
/// from.
static bool takeSlots(const Carried *carried, MlirValue init, Slots *slots) {
  MlirOperation view = asIrMadeBy(init, "memref.view");
  if (mlirOperationIsNull(view) || !asIrHasOneUse(init))
    return false;
  *slots = (Slots){mlirOperationGetOperand(view, 0),
                   mlirOperationGetOperand(view, 1)};
  MlirOperation before = asIrMadeBy(slots->at, "scf.for");
  bool are = !mlirOperationIsNull(before) &&
             mlirBlockEqual(mlirOperationGetBlock(before),
                            mlirOperationGetBlock(carried->loop));
  if (are) {
    mlirOperationSetOperand(carried->loop, BOUNDS + carried->number, slots->at);
    mlirOperationDestroy(view);
  }
  return are;
}

/// New slots, the first of which has what the loop starts from.
static Slots makeSlots(const Carried *carried, MlirValue init) {
  MlirOperation loop = carried->loop, alloc = asIrDefinition(init);
  bool isOwn = !mlirOperationIsNull(alloc) && asCanBeByteView(alloc) &&
               mlirBlockEqual(mlirOperationGetBlock(alloc),
                              mlirOperationGetBlock(loop)) &&
               countUsesIn(init, loop) == 1 && endsBefore(init, loop);
  MlirOperation next = isOwn ? alloc : loop;
  MlirValue zero = asIrInsertIndex(next, 0);
  Slots slots = {asInsertByteArray(next, 2 * carried->bytes), zero};
  MlirValue first = asInsertByteViewAt(next, slots.bytes, zero, carried->type);
  mlirOperationSetOperand(loop, BOUNDS + carried->number, zero);
  if (isOwn) {
    mlirValueReplaceAllUsesOfWith(init, first);
    mlirOperationDestroy(alloc);
  } else {
    asIrInsert(loop, &(AsIrParts){.name = "memref.copy",
                                  .numOperands = 2,
                                  .operands = (MlirValue[]){init, first}});
  }
  return slots;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Makes the value an index, and what it was a view at that index.
static void viewAt(MlirValue value, const Slots *slots, MlirType type,
                   MlirOperation next) {
  mlirValueSetType(value, mlirIndexTypeGet(mlirTypeGetContext(type)));
  MlirValue view = asInsertByteViewAt(next, slots->bytes, value, type);
  MlirOperation maker = mlirOpResultGetOwner(view);
  mlirValueReplaceAllUsesExcept(value, view, 1, &maker);
}

static void carryByTurns(const Carried *carried) {
  MlirOperation loop = carried->loop, made = carried->made;
  MlirValue init = mlirOperationGetOperand(loop, BOUNDS + carried->number);
  Slots slots;
  if (!takeSlots(carried, init, &slots))
    slots = makeSlots(carried, init);
  viewAt(mlirOperationGetResult(loop, carried->number), &slots, carried->type,
         mlirOperationGetNextInBlock(loop));
  viewAt(carried->old, &slots, carried->type,
         mlirBlockGetFirstOperation(asIrBody(loop)));
  MlirValue there = asIrInsertBinary(
      made, "arith.subi", asIrInsertIndex(made, carried->bytes), carried->old);
  mlirOperationSetOperand(carried->yield, carried->number, there);
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(made, 0),
      asInsertByteViewAt(made, slots.bytes, there, carried->type));
  mlirOperationDestroy(made);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  Carried carried;
  for (intptr_t r = 0;
       asIrIsNamed(op, "scf.for") && r < mlirOperationGetNumResults(op); r++)
    if (match(op, r, &carried))
      carryByTurns(&carried);
  return MlirWalkResultAdvance;
}

void asCarryByTurns(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPreOrder);
}
