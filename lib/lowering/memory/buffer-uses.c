//===- buffer-uses.c - What operations do with buffers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows a buffer through views of it. Any use that is not known to read may
// write.
//
//===----------------------------------------------------------------------===//

#include "lowering/memory/buffer-uses.h"
#include "mlir-c/BuiltinAttributes.h"

bool asIsBufferView(MlirOperation op) {
  static const char *const names[] = {"memref.subview", "memref.cast",
                                      "memref.expand_shape",
                                      "memref.collapse_shape"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

bool asMayWriteBuffer(MlirOperation op, intptr_t i) {
  static const char *const readers[] = {"memref.load", "vector.load",
                                        "vector.transfer_read", "memref.dim"};
  if (asIsBufferView(op) ||
      asIrIsOneOf(op, readers, sizeof readers / sizeof *readers))
    return false;
  if (asIrIsNamed(op, "memref.copy"))
    return i == 1;
  MlirAttribute segments = asIrAttribute(op, "operandSegmentSizes");
  return !asIrHasPrefix(op, "linalg.") || mlirAttributeIsNull(segments) ||
         i >= mlirDenseI32ArrayGetElement(segments, 0);
}

static bool isOnlyRead(MlirValue buffer) {
  for (MlirOpOperand use = mlirValueGetFirstUse(buffer);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (asMayWriteBuffer(user, mlirOpOperandGetOperandNumber(use)) ||
        (asIsBufferView(user) && !isOnlyRead(mlirOperationGetResult(user, 0))))
      return false;
  }
  return true;
}

bool asCallReads(MlirModule module, MlirOperation call, intptr_t i) {
  MlirOperation function = asIrReferenced(module, call, "callee");
  return !mlirOperationIsNull(function) &&
         !mlirBlockIsNull(asIrBody(function)) &&
         isOnlyRead(mlirBlockGetArgument(asIrBody(function), i));
}

MlirValue asFillValue(MlirOperation op, MlirValue *memory) {
  const MlirValue none = {NULL};
  bool isFill = asIrIsNamed(op, "linalg.fill");
  if (!isFill &&
      (!asIrIsNamed(op, "linalg.map") || mlirOperationGetNumOperands(op) != 1))
    return none;
  *memory = mlirOperationGetOperand(op, isFill ? 1 : 0);
  if (isFill)
    return mlirOperationGetOperand(op, 0);
  MlirOperation yield = mlirBlockGetFirstOperation(asIrBody(op));
  bool isOutside = asIrIsNamed(yield, "linalg.yield") &&
                   !asIrIsInside(mlirOperationGetOperand(yield, 0), op);
  return isOutside ? mlirOperationGetOperand(yield, 0) : none;
}
