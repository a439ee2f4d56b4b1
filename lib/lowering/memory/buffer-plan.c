//===- buffer-plan.c - Offsets of the buffers of a block in one array
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See buffer-plan.h. Offsets are assigned greedily, the largest buffer first,
// each to the lowest offset that is free during its whole life (Pisarchyk and
// Lee, "Efficient memory management for deep neural net inference", 2020,
// section 5). A life is an interval of operations of the block: from the first
// use to the deallocation, which upstream has moved behind the last use of any
// view.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/buffer-plan.h"
#include "ir/op-builder.h"
#include "lowering/memory/byte-views.h"
#include "support/arena.h"
#include <stdlib.h>

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
static bool findLife(MlirBlock block, MlirOperation alloc,
                     AsPlannedBuffer *buffer) {
  MlirValue value = mlirOperationGetResult(alloc, 0);
  int numDeallocs = 0;
  *buffer = (AsPlannedBuffer){.alloc = alloc, .first = INT32_MAX};
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

static void collect(AsBufferPlan *plan) {
  for (MlirOperation op = mlirBlockGetFirstOperation(plan->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    AsPlannedBuffer buffer;
    if (!asCanBeByteView(op) || !findLife(plan->block, op, &buffer))
      continue;
    if (plan->numBuffers == plan->capacity) {
      plan->capacity = plan->capacity ? 2 * plan->capacity : 16;
      plan->buffers = asRealloc(plan->buffers, sizeof(AsPlannedBuffer) *
                                                   (size_t)plan->capacity);
    }
    plan->buffers[plan->numBuffers++] = buffer;
  }
}

/// The largest first; among equals, the first to be used.
static int byBytes(const void *left, const void *right) {
  const AsPlannedBuffer *a = left, *b = right;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1;
  return a->first - b->first;
}

static bool liveTogether(const AsPlannedBuffer *a, const AsPlannedBuffer *b) {
  return a->first <= b->last && b->first <= a->last;
}

/// Assigns the offsets, and counts the bytes.
static void assignOffsets(AsBufferPlan *plan) {
  qsort(plan->buffers, (size_t)plan->numBuffers, sizeof(AsPlannedBuffer),
        byBytes);
  for (int i = 0; i < plan->numBuffers; i++) {
    AsPlannedBuffer *buffer = &plan->buffers[i];
    bool isFree = false;
    while (!isFree) {
      isFree = true;
      for (int j = 0; j < i && isFree; j++) {
        const AsPlannedBuffer *other = &plan->buffers[j];
        if (!liveTogether(buffer, other) ||
            buffer->offset >= other->offset + other->bytes ||
            other->offset >= buffer->offset + buffer->bytes)
          continue;
        buffer->offset = other->offset + other->bytes;
        isFree = false;
      }
    }
    if (buffer->offset + buffer->bytes > plan->bytes)
      plan->bytes = buffer->offset + buffer->bytes;
  }
}

AsBufferPlan asPlanBuffers(MlirBlock block) {
  AsBufferPlan plan = {.block = block};
  collect(&plan);
  if (plan.numBuffers)
    assignOffsets(&plan);
  return plan;
}

void asBufferPlanApply(const AsBufferPlan *plan, MlirValue bytes,
                       MlirValue begin, MlirOperation next) {
  for (int i = 0; i < plan->numBuffers; i++) {
    const AsPlannedBuffer *buffer = &plan->buffers[i];
    MlirValue old = mlirOperationGetResult(buffer->alloc, 0),
              at = asIrInsertIndex(next, buffer->offset);
    if (!mlirValueIsNull(begin))
      at = asIrInsertBinary(next, "arith.addi", begin, at);
    mlirOperationDestroy(buffer->dealloc);
    mlirValueReplaceAllUsesOfWith(
        old, asInsertByteViewAt(next, bytes, at, mlirValueGetType(old)));
  }
  for (int i = 0; i < plan->numBuffers; i++) // May be `next`.
    mlirOperationDestroy(plan->buffers[i].alloc);
}

void asBufferPlanDestroy(AsBufferPlan *plan) {
  free(plan->buffers);
  *plan = (AsBufferPlan){0};
}
