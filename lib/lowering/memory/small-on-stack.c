//===- small-on-stack.c - Put small buffers on the stack
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task that computes one row after the other has a buffer for a row. Of a
// tile of two rows of 512 elements, as one of a dynamic size is, allocating and
// freeing it took a tenth of the time. So buffers of at most 8 KiB in all that
// a function without calls allocates, and frees, in its first block are on the
// stack. Functions with calls have one workspace (memory-planning.c), and may
// call each other.
//
// Requires:    bufferised IR with deallocations after last uses (asAllocate).
// Provides:    memref.alloca at the begin of functions.
// Invalidates: allocations and deallocations of these buffers.
//
//   %a = memref.alloc() {alignment = 64 : i64} : memref<1x512xf32>
//   ...
//   memref.dealloc %a : memref<1x512xf32>
//
// becomes
//
//   %a = memref.alloca() {alignment = 64 : i64} : memref<1x512xf32>
//   ...
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/byte-views.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static const int64_t most = 8192;

/// What frees the buffer, if it is one operation in the same block.
static MlirOperation deallocOf(MlirOperation alloc) {
  MlirOperation found = {NULL};
  int count = 0;
  for (MlirOpOperand use =
           mlirValueGetFirstUse(mlirOperationGetResult(alloc, 0));
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!asIrIsNamed(user, "memref.dealloc"))
      continue;
    found = user;
    count++;
  }
  return count == 1 && mlirBlockEqual(mlirOperationGetBlock(found),
                                      mlirOperationGetBlock(alloc))
             ? found
             : (MlirOperation){NULL};
}

/// The bytes of the buffer; 0 if it cannot be on the stack.
static int64_t bytesOf(MlirOperation op) {
  if (!asIrIsNamed(op, "memref.alloc"))
    return 0;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirAttribute alignment =
      mlirOperationGetAttributeByName(op, asIrString("alignment"));
  int64_t bytes = asIrElementBytes(mlirShapedTypeGetElementType(type));
  if (!mlirShapedTypeHasStaticShape(type) || bytes <= 0 ||
      (!mlirAttributeIsNull(alignment) &&
       mlirIntegerAttrGetValueInt(alignment) > AS_BYTE_VIEW_ALIGNMENT) ||
      !mlirAttributeIsNull(mlirMemRefTypeGetMemorySpace(type)) ||
      !mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type)) ||
      mlirOperationIsNull(deallocOf(op)))
    return 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type) && bytes <= most; d++)
    bytes *= mlirShapedTypeGetDimSize(type, d);
  return bytes <= most ? bytes : 0;
}

static void moveToStack(MlirOperation alloc, MlirOperation first) {
  MlirValue old = mlirOperationGetResult(alloc, 0);
  MlirType type = mlirValueGetType(old);
  mlirOperationDestroy(deallocOf(alloc));
  MlirValue own = asIrInsertAlloca(first, type);
  MlirType i64 = mlirIntegerTypeGet(mlirTypeGetContext(type), 64);
  mlirOperationSetAttributeByName(
      mlirOpResultGetOwner(own), asIrString("alignment"),
      mlirIntegerAttrGet(i64, AS_BYTE_VIEW_ALIGNMENT));
  mlirValueReplaceAllUsesOfWith(old, own);
  mlirOperationDestroy(alloc);
}

static MlirWalkResult findCall(MlirOperation op, void *context) {
  *(bool *)context |=
      asIrIsNamed(op, "func.call") || asIrIsNamed(op, "func.call_indirect");
  return MlirWalkResultAdvance;
}

static void visit(MlirOperation function, void *context) {
  MlirBlock body = asIrBody(function);
  bool calls = false;
  int64_t left = most;
  if (mlirBlockIsNull(body))
    return;
  mlirOperationWalk(function, findCall, &calls, MlirWalkPreOrder);
  MlirOperation next, first = mlirBlockGetFirstOperation(body);
  for (MlirOperation op = first; !calls && !mlirOperationIsNull(op);
       op = next) {
    int64_t bytes = bytesOf(op);
    next = mlirOperationGetNextInBlock(op);
    if (bytes == 0 || bytes > left)
      continue;
    left -= bytes;
    if (mlirOperationEqual(next, deallocOf(op)))
      next = mlirOperationGetNextInBlock(next);
    moveToStack(op, mlirBlockGetFirstOperation(body));
  }
}

void asSmallOnStack(MlirModule module) {
  asIrVisitFunctions(module, visit, NULL);
}
