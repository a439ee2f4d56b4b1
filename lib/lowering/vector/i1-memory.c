//===- i1-memory.c - Truth values in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An i1 takes a byte of a memref, but LLVM loads and stores a vector of them by
// bits. So what goes between vectors and memory is made bytes.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool isTruths(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAVector(type) && !mlirVectorTypeIsScalable(type) &&
         mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)) &&
         mlirIntegerTypeGetWidth(mlirShapedTypeGetElementType(type)) == 1;
}

static MlirType bytesLike(MlirType truths) {
  int64_t size = mlirShapedTypeGetDimSize(truths, 0);
  return mlirVectorTypeGet(1, &size,
                           mlirIntegerTypeGet(mlirTypeGetContext(truths), 8));
}

static bool isOfVectors(MlirOperation op) {
  return mlirTypeIsAVector(mlirTypeAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("elem_type"))));
}

/// Whether the pointer is to a variable or an element that is a vector itself:
/// that is written and read by bits, and no larger.
static bool isWhole(MlirValue pointer) {
  MlirOperation step;
  while (step = asIrMadeBy(pointer, "llvm.getelementptr"),
         !mlirOperationIsNull(step)) {
    if (isOfVectors(step))
      return true;
    pointer = mlirOperationGetOperand(step, 0);
  }
  MlirOperation variable = asIrMadeBy(pointer, "llvm.alloca");
  return !mlirOperationIsNull(variable) && isOfVectors(variable);
}

static void widenOperand(MlirOperation op, intptr_t operand) {
  MlirValue truths = mlirOperationGetOperand(op, operand);
  MlirType bytes = bytesLike(mlirValueGetType(truths));
  mlirOperationSetOperand(op, operand,
                          asIrInsertUnary(op, "llvm.zext", truths, bytes));
}

/// The operation loads bytes, of which truths are made after it.
static void widenResult(MlirOperation op) {
  MlirValue loaded = mlirOperationGetResult(op, 0);
  MlirType truths = mlirValueGetType(loaded);
  mlirValueSetType(loaded, bytesLike(truths));
  MlirValue narrow = asIrInsertUnary(mlirOperationGetNextInBlock(op),
                                     "llvm.trunc", loaded, truths);
  mlirValueReplaceAllUsesOfWith(loaded, narrow);
  mlirOperationSetOperand(mlirOpResultGetOwner(narrow), 0, loaded);
}

static MlirWalkResult widen(MlirOperation op, void *context) {
  (void)context;
  enum { maskedValue = 2 }; // What is loaded where the mask is not set.
  bool isMasked = asIrIsNamed(op, "llvm.intr.masked.load");
  if (isMasked || asIrIsNamed(op, "llvm.load")) {
    if (!isTruths(mlirOperationGetResult(op, 0)) ||
        isWhole(mlirOperationGetOperand(op, 0)))
      return MlirWalkResultAdvance;
    if (isMasked && mlirOperationGetNumOperands(op) > maskedValue)
      widenOperand(op, maskedValue);
    widenResult(op);
  } else if (asIrIsNamed(op, "llvm.store") ||
             asIrIsNamed(op, "llvm.intr.masked.store")) {
    if (isTruths(mlirOperationGetOperand(op, 0)) &&
        !isWhole(mlirOperationGetOperand(op, 1)))
      widenOperand(op, 0);
  }
  return MlirWalkResultAdvance;
}

void asI1VectorsToBytes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), widen, NULL,
                    MlirWalkPostOrder);
}
