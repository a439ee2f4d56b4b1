//===- barriers.c - Remove barriers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes gpu.barrier operations that separate no conflicting accesses to
// shared or global memory.
//
// asGpuMapLoops inserts a barrier after each loop over threads, and after each
// loop around such a loop. Most separate nothing: data stay in registers, or
// loops fill different tiles. A barrier is removed if no access on the paths to
// it, back to the barriers before, conflicts with an access on the paths from
// it. After removal, the accesses it separated are merged and considered at the
// next barrier. The analysis assumes that the body of a condition or a loop may
// be skipped, so it may keep a barrier that is not needed.
//
// Requires:    asGpuMapLoops; accumulators in registers, for the best result.
// Provides:    fewer barriers.
// Invalidates: nothing.
//
//   memref.store %v, %a[%i] : memref<64xf32, #gpu.address_space<workgroup>>
//   gpu.barrier
//   memref.store %v, %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
//   gpu.barrier
//   %x = memref.load %a[%j] : memref<64xf32, #gpu.address_space<workgroup>>
// becomes
//   memref.store %v, %a[%i] : memref<64xf32, #gpu.address_space<workgroup>>
//   memref.store %v, %b[%i] : memref<64xf32, #gpu.address_space<workgroup>>
//   gpu.barrier
//   %x = memref.load %a[%j] : memref<64xf32, #gpu.address_space<workgroup>>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/gpu/gpu-steps.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_BUFFERS = 32 };

/// The buffers that are accessed, and whether they are read or written.
typedef struct Accesses {
  struct {
    MlirValue buffer;
    bool isRead, isWritten;
  } of[MAX_BUFFERS];
  int count;
  bool isUnknown; ///< There are more than MAX_BUFFERS.
} Accesses;

static bool isOnStack(MlirValue buffer) {
  return mlirValueIsAOpResult(buffer) &&
         asIrIsNamed(mlirOpResultGetOwner(buffer), "memref.alloca");
}

static void add(Accesses *accesses, MlirValue value, bool isWrite) {
  MlirValue buffer = asIrMemoryRoot(value);
  if (isOnStack(buffer))
    return;
  int i = 0;
  while (i < accesses->count && !mlirValueEqual(accesses->of[i].buffer, buffer))
    i++;
  if (i == MAX_BUFFERS) {
    accesses->isUnknown = true;
    return;
  }
  if (i == accesses->count) {
    accesses->count++;
    accesses->of[i].buffer = buffer;
    accesses->of[i].isRead = accesses->of[i].isWritten = false;
  }
  accesses->of[i].isRead |= !isWrite;
  accesses->of[i].isWritten |= isWrite;
}

/// Adds the buffers whose addresses a value is computed from.
static void addAddresses(Accesses *accesses, MlirValue value, bool isWrite) {
  if (mlirTypeIsAMemRef(mlirValueGetType(value))) {
    add(accesses, value, isWrite);
    return;
  }
  if (!mlirValueIsAOpResult(value))
    return;
  MlirOperation op = mlirOpResultGetOwner(value);
  bool isNumber = asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "affine.") ||
                  asIrIsNamed(op, "llvm.inttoptr") ||
                  asIrIsNamed(op, "memref.extract_aligned_pointer_as_index");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && isNumber; i++)
    addAddresses(accesses, mlirOperationGetOperand(op, i), isWrite);
}

/// Inline assembly reads from the addresses that it is given.
static void addAssembly(Accesses *accesses, MlirOperation op) {
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeEqual(mlirValueGetType(operand), i64))
      addAddresses(accesses, operand, false);
  }
}

/// Copies and mbarrier.init write to their first pointer; other pointers are
/// read.
static void addInstruction(Accesses *accesses, MlirOperation op) {
  bool isWrite = asIrHasPrefix(op, "nvvm.cp.async.bulk.") ||
                 asIrIsNamed(op, "nvvm.mbarrier.init");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!mlirOperationIsNull(asIrMadeBy(operand, "llvm.inttoptr")))
      addAddresses(accesses, operand, isWrite && i == 0);
  }
}

static MlirWalkResult addOperands(MlirOperation op, void *accesses) {
  if (asIrIsNamed(op, "llvm.inline_asm"))
    addAssembly(accesses, op);
  if (asIrHasPrefix(op, "nvvm."))
    addInstruction(accesses, op);
  bool isAddress = asIrIsNamed(op, "memref.subview") ||
                   asIrIsNamed(op, "memref.extract_aligned_pointer_as_index") ||
                   asIrIsNamed(op, "memref.view") ||
                   asIrIsNamed(op, "memref.cast") ||
                   asIrIsNamed(op, "memref.expand_shape") ||
                   asIrIsNamed(op, "memref.collapse_shape") ||
                   asIrIsNamed(op, "memref.reinterpret_cast");
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && !isAddress; i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeIsAMemRef(mlirValueGetType(operand)))
      add(accesses, operand, asIrWrites(op, i));
  }
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Paths to and from a barrier
//===----------------------------------------------------------------------===//

static bool isBarrier(MlirOperation op) {
  return asIrIsNamed(op, "gpu.barrier");
}

/// The operation before `op` in its block; null for the first.
static MlirOperation before(MlirOperation op) {
  MlirOperation found = {NULL};
  MlirOperation next = mlirBlockGetFirstOperation(mlirOperationGetBlock(op));
  for (; !mlirOperationEqual(next, op);
       next = mlirOperationGetNextInBlock(next))
    found = next;
  return found;
}

static MlirOperation step(MlirOperation op, bool isForward) {
  return isForward ? mlirOperationGetNextInBlock(op) : before(op);
}

/// Adds the accesses from `op` on, in one direction, within its block and up to
/// a barrier. Returns whether there was a barrier.
static bool addUpTo(MlirOperation op, bool isForward, Accesses *accesses) {
  for (; !mlirOperationIsNull(op); op = step(op, isForward)) {
    if (isBarrier(op))
      return true;
    if (!asIrContains(op, "gpu.barrier")) {
      mlirOperationWalk(op, addOperands, accesses, MlirWalkPreOrder);
      continue;
    }
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
      MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
      if (!mlirBlockIsNull(body))
        addUpTo(isForward ? mlirBlockGetFirstOperation(body)
                          : mlirBlockGetTerminator(body),
                isForward, accesses);
    }
  }
  return false;
}

/// Adds the accesses on all paths from the barrier to others.
static void addPaths(MlirOperation barrier, bool isForward,
                     Accesses *accesses) {
  MlirOperation op = barrier;
  while (!addUpTo(step(op, isForward), isForward, accesses)) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    if (!asIrHasPrefix(parent, "scf."))
      return;
    if (asIrIsNamed(parent, "scf.for")) { // Continue in the next iteration.
      MlirBlock body = asIrBody(parent);
      addUpTo(isForward ? mlirBlockGetFirstOperation(body)
                        : mlirBlockGetTerminator(body),
              isForward, accesses);
    }
    op = parent;
  }
}

static bool conflict(const Accesses *a, const Accesses *b) {
  if (a->isUnknown || b->isUnknown)
    return true;
  for (int i = 0; i < a->count; i++)
    for (int j = 0; j < b->count; j++)
      if (mlirValueEqual(a->of[i].buffer, b->of[j].buffer) &&
          (a->of[i].isWritten || b->of[j].isWritten))
        return true;
  return false;
}

static MlirWalkResult removeIfUnneeded(MlirOperation op, void *context) {
  (void)context;
  if (!isBarrier(op))
    return MlirWalkResultAdvance;
  Accesses to = {.count = 0}, from = {.count = 0};
  addPaths(op, false, &to);
  addPaths(op, true, &from);
  if (conflict(&to, &from))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGpuRemoveBarriers(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), removeIfUnneeded, NULL,
                    MlirWalkPostOrder);
}
