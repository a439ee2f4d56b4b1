//===- i1-memory.c - Load and store vectors of i1 as bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites llvm.load, llvm.store and their masked forms on vectors of i1 into
// accesses to vectors of i8, with llvm.trunc or llvm.zext on the value.
//
// An i1 element of a memref takes a byte, but LLVM loads and stores a vector of
// i1 as packed bits.
//
// Requires:    the LLVM dialect.
// Provides:    no access to a vector of i1, except to memory whose elements are
//              vectors.
// Invalidates: nothing.
//
//   %0 = llvm.load %p : !llvm.ptr -> vector<8xi1>
//
// becomes
//
//   %1 = llvm.load %p : !llvm.ptr -> vector<8xi8>
//   %0 = llvm.trunc %1 : vector<8xi8> to vector<8xi1>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static bool isI1Vector(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAVector(type) && !mlirVectorTypeIsScalable(type) &&
         mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)) &&
         mlirIntegerTypeGetWidth(mlirShapedTypeGetElementType(type)) == 1;
}

static MlirType byteVectorLike(MlirType bits) {
  int64_t size = mlirShapedTypeGetDimSize(bits, 0);
  return mlirVectorTypeGet(1, &size,
                           mlirIntegerTypeGet(mlirTypeGetContext(bits), 8));
}

static bool hasVectorElements(MlirOperation op) {
  return mlirTypeIsAVector(mlirTypeAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString("elem_type"))));
}

/// Whether the pointer leads to an element or a variable that is itself a
/// vector. LLVM packs the bits of such a vector in memory, and it has room for
/// no more.
static bool pointsToVector(MlirValue pointer) {
  MlirOperation step;
  while (step = asIrMadeBy(pointer, "llvm.getelementptr"),
         !mlirOperationIsNull(step)) {
    if (hasVectorElements(step))
      return true;
    pointer = mlirOperationGetOperand(step, 0);
  }
  MlirOperation variable = asIrMadeBy(pointer, "llvm.alloca");
  return !mlirOperationIsNull(variable) && hasVectorElements(variable);
}

static void widenOperand(MlirOperation op, intptr_t operand) {
  MlirValue bits = mlirOperationGetOperand(op, operand);
  MlirType bytes = byteVectorLike(mlirValueGetType(bits));
  mlirOperationSetOperand(op, operand,
                          asIrInsertUnary(op, "llvm.zext", bits, bytes));
}

/// Makes the operation load bytes and truncates them to i1 after it.
static void widenResult(MlirOperation op) {
  MlirValue loaded = mlirOperationGetResult(op, 0);
  MlirType bits = mlirValueGetType(loaded);
  mlirValueSetType(loaded, byteVectorLike(bits));
  MlirValue narrow = asIrInsertUnary(mlirOperationGetNextInBlock(op),
                                     "llvm.trunc", loaded, bits);
  mlirValueReplaceAllUsesOfWith(loaded, narrow);
  mlirOperationSetOperand(mlirOpResultGetOwner(narrow), 0, loaded);
}

static MlirWalkResult widen(MlirOperation op, void *context) {
  (void)context;
  enum { passThrough = 2 }; // The operand with the values of masked-off lanes.
  bool isMasked = asIrIsNamed(op, "llvm.intr.masked.load");
  if (isMasked || asIrIsNamed(op, "llvm.load")) {
    if (!isI1Vector(mlirOperationGetResult(op, 0)) ||
        pointsToVector(mlirOperationGetOperand(op, 0)))
      return MlirWalkResultAdvance;
    if (isMasked && mlirOperationGetNumOperands(op) > passThrough)
      widenOperand(op, passThrough);
    widenResult(op);
  } else if (asIrIsNamed(op, "llvm.store") ||
             asIrIsNamed(op, "llvm.intr.masked.store")) {
    if (isI1Vector(mlirOperationGetOperand(op, 0)) &&
        !pointsToVector(mlirOperationGetOperand(op, 1)))
      widenOperand(op, 0);
  }
  return MlirWalkResultAdvance;
}

void asI1VectorsToBytes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), widen, NULL,
                    MlirWalkPostOrder);
}
