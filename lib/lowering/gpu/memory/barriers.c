//===- barriers.c - Barriers that are needed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There is a barrier behind each loop over threads, since another one may read
// what it has written, or write what it has read, and behind each loop around
// such, which may write what it had in registers. Most do not: their data stay
// in registers, or they fill different tiles. A barrier may go where no
// access on the ways to it, back to the barriers before, conflicts with one on
// the ways from it. What it held apart is held apart by nothing then, and seen
// together where the next one is looked at.
//
// Conditions are passed as if their body might be left out, and loops as if
// they might have no iterations: so some barrier may stay that need not.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "lowering/gpu/gpu-steps.h"
#include "mlir-c/BuiltinTypes.h"

enum { MAX_BUFFERS = 32 };

/// Which buffers are accessed, and how.
typedef struct Accesses {
  struct {
    MlirValue buffer;
    bool isRead, isWritten;
  } of[MAX_BUFFERS];
  int count;
  bool isUnknown; ///< There are too many.
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

/// Adds the buffers that a number is computed from the addresses of.
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

/// Assembly reads from the addresses that it is given.
static void addAssembly(Accesses *accesses, MlirOperation op) {
  MlirType i64 = mlirIntegerTypeGet(mlirOperationGetContext(op), 64);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (mlirTypeEqual(mlirValueGetType(operand), i64))
      addAddresses(accesses, operand, false);
  }
}

/// Instructions write what their first pointer is to, when they copy to it or
/// make something of it; what others are to, they read.
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
// The ways to and from a barrier
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

/// Adds what is accessed from `op` on, in the direction, within its block and
/// up to a barrier; whether there was one.
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

/// Adds what is accessed on all ways from the barrier to others.
static void addWays(MlirOperation barrier, bool isForward, Accesses *accesses) {
  MlirOperation op = barrier;
  while (!addUpTo(step(op, isForward), isForward, accesses)) {
    MlirOperation parent = mlirOperationGetParentOperation(op);
    if (!asIrHasPrefix(parent, "scf."))
      return;
    if (asIrIsNamed(parent, "scf.for")) { // On with the next iteration.
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

static MlirWalkResult removeIfIdle(MlirOperation op, void *context) {
  (void)context;
  if (!isBarrier(op))
    return MlirWalkResultAdvance;
  Accesses to = {.count = 0}, from = {.count = 0};
  addWays(op, false, &to);
  addWays(op, true, &from);
  if (conflict(&to, &from))
    return MlirWalkResultAdvance;
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGpuRemoveBarriers(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), removeIfIdle, NULL,
                    MlirWalkPostOrder);
}
