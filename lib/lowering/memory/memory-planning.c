//===- memory-planning.c - Place buffers in one workspace
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the buffers that a function allocates between its calls by
// memref.views of one workspace. Buffers whose lives do not overlap share their
// bytes. The workspace may be kept between calls (lowering/memory/workspace.h).
//
// The tensors that tasks hand to each other would be one allocation each. One
// array touches less memory, and kept between calls it needs no pages from the
// system.
//
// Offsets are assigned greedily, the largest buffer first, each to the lowest
// offset that is free during its whole life (Pisarchyk and Lee, "Efficient
// memory management for deep neural net inference", 2020, section 5). A life is
// an interval of operations of the function's entry block: from the first use
// to the deallocation, which upstream has moved behind the last use of any
// view.
//
// In the body of a loop with calls, as one over images is, lives are intervals
// of its operations. Its buffers become one array of bytes in front of the
// loop, which is a buffer like any other there. So asAllocate does not move
// them there one by one, where all would live as long as the loop runs.
//
// Requires:    bufferised IR with deallocations after last uses (asAllocate).
// Provides:    functions with calls have one workspace for all buffers of
//              static size with a known life.
// Invalidates: allocations and deallocations of these buffers.
//
//   %0 = memref.alloc() : memref<64xf32>
//   func.call @f(%x, %0) : ...
//   memref.dealloc %0 : memref<64xf32>
//
// becomes
//
//   %w = memref.alloc() {alignment = 64 : i64} : memref<256xi8>
//   %0 = memref.view %w[%c0][] : memref<256xi8> to memref<64xf32>
//   func.call @f(%x, %0) : ...
//   memref.dealloc %w : memref<256xi8>
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "lowering/memory/workspace.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <inttypes.h>
#include <stdlib.h>

/// Upper limit of all kept workspaces: code can address data at most 2 GiB
/// away, which includes the weights.
static const int64_t maxKept = (int64_t)1 << 29;

typedef struct Buffer {
  MlirOperation alloc, dealloc;
  int64_t bytes, offset;
  int first, last; ///< The life: positions of operations in the block.
} Buffer;

typedef struct Plan {
  MlirBlock block;
  Buffer *buffers;
  int numBuffers, capacity;
} Plan;

static int64_t roundUp(int64_t bytes) {
  return (bytes + AS_BYTE_VIEW_ALIGNMENT - 1) / AS_BYTE_VIEW_ALIGNMENT *
         AS_BYTE_VIEW_ALIGNMENT;
}

/// The operation of `block` that is or contains `op`; null if there is none.
static MlirOperation ancestorIn(MlirBlock block, MlirOperation op) {
  while (!mlirOperationIsNull(op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Fills *buffer; false if the life of the allocation is not known.
static bool findLife(MlirBlock block, MlirOperation alloc, Buffer *buffer) {
  MlirValue value = mlirOperationGetResult(alloc, 0);
  int numDeallocs = 0;
  *buffer = (Buffer){.alloc = alloc, .first = INT32_MAX};
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation ancestor = ancestorIn(block, user);
    if (mlirOperationIsNull(ancestor))
      return false; // Used in another block of the function.
    int position = asPositionOf(ancestor);
    if (!asIrIsNamed(user, "memref.dealloc")) {
      buffer->first = position < buffer->first ? position : buffer->first;
      continue;
    }
    numDeallocs++;
    buffer->dealloc = user;
    buffer->last = position;
    if (!mlirOperationEqual(user, ancestor))
      return false; // Freed conditionally.
  }
  buffer->bytes = roundUp(asByteViewSize(mlirValueGetType(value)));
  return numDeallocs == 1 && buffer->first < buffer->last && buffer->bytes;
}

static void collect(Plan *plan) {
  for (MlirOperation op = mlirBlockGetFirstOperation(plan->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    Buffer buffer;
    if (!asCanBeByteView(op) || !findLife(plan->block, op, &buffer))
      continue;
    if (plan->numBuffers == plan->capacity) {
      plan->capacity = plan->capacity ? 2 * plan->capacity : 16;
      plan->buffers =
          asRealloc(plan->buffers, sizeof(Buffer) * (size_t)plan->capacity);
    }
    plan->buffers[plan->numBuffers++] = buffer;
  }
}

/// The largest first; among equals, the first to be used.
static int byBytes(const void *left, const void *right) {
  const Buffer *a = left, *b = right;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1;
  return a->first - b->first;
}

static bool liveTogether(const Buffer *a, const Buffer *b) {
  return a->first <= b->last && b->first <= a->last;
}

/// Assigns the offsets; returns the size of the workspace.
static int64_t assignOffsets(Plan *plan) {
  int64_t whole = 0;
  qsort(plan->buffers, (size_t)plan->numBuffers, sizeof(Buffer), byBytes);
  for (int i = 0; i < plan->numBuffers; i++) {
    Buffer *buffer = &plan->buffers[i];
    bool isFree = false;
    while (!isFree) {
      isFree = true;
      for (int j = 0; j < i && isFree; j++) {
        const Buffer *other = &plan->buffers[j];
        if (!liveTogether(buffer, other) ||
            buffer->offset >= other->offset + other->bytes ||
            other->offset >= buffer->offset + buffer->bytes)
          continue;
        buffer->offset = other->offset + other->bytes;
        isFree = false;
      }
    }
    if (buffer->offset + buffer->bytes > whole)
      whole = buffer->offset + buffer->bytes;
  }
  return whole;
}

/// Has the buffers read and write their places in `whole`.
static void useBytes(const Plan *plan, MlirValue whole, MlirOperation first) {
  for (int i = 0; i < plan->numBuffers; i++) {
    const Buffer *buffer = &plan->buffers[i];
    MlirValue old = mlirOperationGetResult(buffer->alloc, 0);
    mlirOperationDestroy(buffer->dealloc);
    mlirValueReplaceAllUsesOfWith(
        old,
        asInsertByteView(first, whole, buffer->offset, mlirValueGetType(old)));
  }
  for (int i = 0; i < plan->numBuffers; i++) // May be `first`.
    mlirOperationDestroy(plan->buffers[i].alloc);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The only deallocation of the buffer, if it is in the same block; else null.
static MlirOperation deallocBeside(MlirOperation alloc) {
  MlirOperation dealloc = {NULL};
  int count = 0;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asIrIsNamed(mlirOpOperandGetOwner(use), "memref.dealloc"))
      dealloc = mlirOpOperandGetOwner(use), count++;
  return count == 1 && mlirBlockEqual(mlirOperationGetBlock(dealloc),
                                      mlirOperationGetBlock(alloc))
             ? dealloc
             : (MlirOperation){NULL};
}

static bool isOutside(MlirOperation alloc, MlirOperation loop) {
  bool is = true;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(alloc); i++)
    is &= !asIrIsInside(mlirOperationGetOperand(alloc, i), loop);
  return is;
}

/// Moves the buffers that are left out of the loop, one by one.
static void hoist(MlirOperation loop) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(loop)), next;
  for (; !mlirOperationIsNull(op); op = next) {
    next = mlirOperationGetNextInBlock(op);
    MlirOperation dealloc =
        asIrIsNamed(op, "memref.alloc") && isOutside(op, loop)
            ? deallocBeside(op)
            : (MlirOperation){NULL};
    if (mlirOperationIsNull(dealloc))
      continue;
    if (mlirOperationEqual(next, dealloc))
      next = mlirOperationGetNextInBlock(next);
    mlirOperationMoveBefore(op, loop);
    mlirOperationMoveAfter(dealloc, loop);
  }
}

/// Gives the buffers of the loop's body one array in front of the loop.
static void planLoop(MlirOperation loop) {
  Plan plan = {.block = asIrBody(loop)};
  collect(&plan);
  if (plan.numBuffers) {
    MlirValue whole = asInsertByteArray(loop, assignOffsets(&plan));
    MlirOperation dealloc =
        asIrInsert(loop, &(AsIrParts){.name = "memref.dealloc",
                                      .numOperands = 1,
                                      .operands = &whole});
    mlirOperationMoveAfter(dealloc, loop);
    useBytes(&plan, whole, loop);
  }
  free(plan.buffers);
  hoist(loop);
}

static MlirWalkResult visitLoop(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsNamed(op, "scf.for") && asIrContains(op, "func.call"))
    planLoop(op);
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static MlirWalkResult findCalls(MlirOperation op, void *context) {
  bool *calls = context;
  *calls |= asIrIsNamed(op, "scf.for") && asIrContains(op, "func.call");
  return *calls ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool asCallsInLoops(MlirOperation function) {
  bool calls = false;
  mlirOperationWalk(function, findCalls, &calls, MlirWalkPreOrder);
  return calls;
}

typedef struct Planning {
  bool mayKeep;
  int64_t kept; ///< Bytes that all functions keep between calls.
  AsStatus status;
  AsError *error;
} Planning;

static AsStatus useWorkspace(MlirOperation function, Plan *plan,
                             Planning *planning) {
  int64_t bytes = assignOffsets(plan);
  bool isKept = planning->mayKeep && bytes <= maxKept - planning->kept;
  planning->kept += isKept ? bytes : 0;
  MlirOperation first = mlirBlockGetFirstOperation(plan->block);
  MlirOperation last = plan->buffers[0].dealloc;
  for (int i = 1; i < plan->numBuffers; i++)
    if (asPositionOf(plan->buffers[i].dealloc) > asPositionOf(last))
      last = plan->buffers[i].dealloc;
  MlirValue whole;
  AsStatus status = asWorkspaceInsert(function, bytes, isKept, first, last,
                                      &whole, planning->error);
  if (!status)
    useBytes(plan, whole, first);
  return status;
}

/// Plans functions that call others. Within a task, separate allocations tell
/// LLVM that buffers do not overlap.
static void planFunction(MlirOperation function, void *context) {
  Planning *planning = context;
  Plan plan = {.block = asIrBody(function)};
  if (!asIrContains(function, "func.call") || mlirBlockIsNull(plan.block) ||
      planning->status)
    return;
  mlirOperationWalk(function, visitLoop, NULL, MlirWalkPostOrder);
  collect(&plan);
  if (plan.numBuffers)
    planning->status = useWorkspace(function, &plan, planning);
  free(plan.buffers);
}

AsStatus asPlanMemory(MlirModule module, bool mayKeep, AsError *error) {
  Planning planning = {.mayKeep = mayKeep, .error = error};
  asIrVisitFunctions(module, planFunction, &planning);
  return planning.status;
}
