//===- memory-planning.c - Buffers share memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tasks hand to each other would be an allocation a tensor. As sizes are
// known, one array does, in which tensors that are not alive together have the
// same place: less memory is touched. It is kept between calls (workspace.h),
// so that no page is asked of the system or given back in every call.
//
// Places are given greedily, the largest buffer first, each the lowest one that
// is free throughout its life (Pisarchyk and Lee, "Efficient memory management
// for deep neural net inference", 2020, section 5). A life is counted in
// operations of the function's entry block: from the first use to the
// deallocation, which upstream has moved behind the last use of any view.
//
//===----------------------------------------------------------------------===//

#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "lowering/memory/workspace.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include <inttypes.h>
#include <stdlib.h>

/// Code reaches what is at most 2 GiB away, and there are weights as well.
static const int64_t mostKept = (int64_t)1 << 29;

typedef struct Buffer {
  MlirOperation alloc, dealloc;
  int64_t bytes, offset;
  int first, last; ///< Operations of the block.
} Buffer;

typedef struct Storage {
  MlirBlock block;
  Buffer *buffers;
  int numBuffers, capacity;
} Storage;

static int64_t roundUp(int64_t bytes) {
  return (bytes + AS_PLACE_ALIGNMENT - 1) / AS_PLACE_ALIGNMENT *
         AS_PLACE_ALIGNMENT;
}

/// The operation of the block that `op` is or is in.
static MlirOperation ancestorIn(MlirBlock block, MlirOperation op) {
  while (!mlirOperationIsNull(op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), block))
    op = mlirOperationGetParentOperation(op);
  return op;
}

/// Whether the life of the allocation is known.
static bool findLife(MlirBlock block, MlirOperation alloc, Buffer *buffer) {
  MlirValue value = mlirOperationGetResult(alloc, 0);
  int numDeallocs = 0;
  *buffer = (Buffer){.alloc = alloc, .first = INT32_MAX};
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    MlirOperation ancestor = ancestorIn(block, user);
    if (mlirOperationIsNull(ancestor))
      return false; // In another block of the function.
    int position = asPositionOf(ancestor);
    if (!asIrIsNamed(user, "memref.dealloc")) {
      buffer->first = position < buffer->first ? position : buffer->first;
      continue;
    }
    numDeallocs++;
    buffer->dealloc = user;
    buffer->last = position;
    if (!mlirOperationEqual(user, ancestor))
      return false; // Only on some ways.
  }
  buffer->bytes = roundUp(asByteViewSize(mlirValueGetType(value)));
  return numDeallocs == 1 && buffer->first < buffer->last && buffer->bytes;
}

static void collect(Storage *storage) {
  for (MlirOperation op = mlirBlockGetFirstOperation(storage->block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    Buffer buffer;
    if (!asMayBePlace(op) || !findLife(storage->block, op, &buffer))
      continue;
    if (storage->numBuffers == storage->capacity) {
      storage->capacity = storage->capacity ? 2 * storage->capacity : 16;
      storage->buffers = asRealloc(storage->buffers,
                                   sizeof(Buffer) * (size_t)storage->capacity);
    }
    storage->buffers[storage->numBuffers++] = buffer;
  }
}

/// The largest first; of equals that which lives first.
static int byBytes(const void *left, const void *right) {
  const Buffer *a = left, *b = right;
  if (a->bytes != b->bytes)
    return a->bytes < b->bytes ? 1 : -1;
  return a->first - b->first;
}

static bool liveTogether(const Buffer *a, const Buffer *b) {
  return a->first <= b->last && b->first <= a->last;
}

/// Gives each buffer its place; returns the bytes that all take.
static int64_t place(Storage *storage) {
  int64_t whole = 0;
  qsort(storage->buffers, (size_t)storage->numBuffers, sizeof(Buffer), byBytes);
  for (int i = 0; i < storage->numBuffers; i++) {
    Buffer *buffer = &storage->buffers[i];
    bool isFree = false;
    while (!isFree) {
      isFree = true;
      for (int j = 0; j < i && isFree; j++) {
        const Buffer *other = &storage->buffers[j];
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

typedef struct Sharing {
  bool mayKeep;
  int64_t kept; ///< Bytes that are kept between calls, of all functions.
  AsStatus status;
  AsError *error;
} Sharing;

static AsStatus share(MlirOperation function, Storage *storage,
                      Sharing *sharing) {
  int64_t bytes = place(storage);
  bool isKept = sharing->mayKeep && bytes <= mostKept - sharing->kept;
  sharing->kept += isKept ? bytes : 0;
  MlirOperation first = mlirBlockGetFirstOperation(storage->block);
  MlirOperation last = storage->buffers[0].dealloc;
  for (int i = 1; i < storage->numBuffers; i++)
    if (asPositionOf(storage->buffers[i].dealloc) > asPositionOf(last))
      last = storage->buffers[i].dealloc;
  MlirValue whole;
  AsStatus status = asWorkspaceInsert(function, bytes, isKept, first, last,
                                      &whole, sharing->error);
  for (int i = 0; i < storage->numBuffers && !status; i++) {
    Buffer *buffer = &storage->buffers[i];
    MlirValue old = mlirOperationGetResult(buffer->alloc, 0);
    mlirOperationDestroy(buffer->dealloc);
    mlirValueReplaceAllUsesOfWith(
        old,
        asInsertPlace(first, whole, buffer->offset, mlirValueGetType(old)));
  }
  for (int i = 0; i < storage->numBuffers && !status;
       i++) // `first` may be one.
    mlirOperationDestroy(storage->buffers[i].alloc);
  return status;
}

/// Only where tasks are called: within a task, LLVM should know that one buffer
/// is not the other.
static void shareIn(MlirOperation function, void *context) {
  Sharing *sharing = context;
  Storage storage = {.block = asIrBody(function)};
  if (!asIrContains(function, "func.call") || mlirBlockIsNull(storage.block) ||
      sharing->status)
    return;
  collect(&storage);
  if (storage.numBuffers)
    sharing->status = share(function, &storage, sharing);
  free(storage.buffers);
}

AsStatus asPlanMemory(MlirModule module, bool mayKeep, AsError *error) {
  Sharing sharing = {.mayKeep = mayKeep, .error = error};
  asIrVisitFunctions(module, shareIn, &sharing);
  return sharing.status;
}
