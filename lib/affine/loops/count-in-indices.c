//===- count-in-indices.c - Let loops count in indices
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Front ends of Fortran count in the integers of the source and cast them
// wherever they index an array.
//
// Requires:    nothing.
// Provides:    scf.for that count in indices.
// Invalidates: nothing.
//
//   scf.for %i = %c1 to %c9 step %c1 : i64 {
//     %j = arith.index_cast %i : i64 to index
//     memref.store %x, %A[%j]
//   }
// becomes
//   scf.for %i = %c1 to %c9 step %c1 { memref.store %x, %A[%i] }
//
//===----------------------------------------------------------------------===//

#include "affine/loops/count-in-indices.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinTypes.h"

/// The value as an index, before `next`.
static MlirValue asIndex(MlirOperation next, MlirValue value) {
  enum { indexBits = 64 };
  MlirOperation cast = asIrMadeBy(value, "arith.index_cast");
  bool isWhole = mlirIntegerTypeGetWidth(mlirValueGetType(value)) == indexBits;
  int64_t number;
  if (asIrConstantInteger(value, &number))
    return asIrInsertIndex(next, number);
  if (!mlirOperationIsNull(cast) && isWhole)
    return mlirOperationGetOperand(cast, 0);
  return asIrInsertUnary(next, "arith.index_cast", value,
                         mlirIndexTypeGet(mlirOperationGetContext(next)));
}

/// Gives the users of the variable what it was, and those that need an index
/// what it is.
static void castUses(MlirBlock body, MlirType type) {
  MlirValue variable = mlirBlockGetArgument(body, 0);
  MlirValue old = asIrInsertUnary(mlirBlockGetFirstOperation(body),
                                  "arith.index_cast", variable, type);
  MlirOperation cast = asIrDefinition(old);
  mlirValueReplaceAllUsesExcept(variable, old, 1, &cast);
  MlirOpOperand use = mlirValueGetFirstUse(old);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (asIrIsNamed(user, "arith.index_cast"))
      mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(user, 0), variable);
  }
}

static MlirWalkResult visit(MlirOperation loop, void *context) {
  (void)context;
  if (!asIrIsNamed(loop, "scf.for") ||
      !mlirAttributeIsNull(asIrAttribute(loop, "unsignedCmp")))
    return MlirWalkResultAdvance;
  MlirValue variable = mlirBlockGetArgument(asIrBody(loop), 0);
  MlirType type = mlirValueGetType(variable);
  if (mlirTypeIsAIndex(type))
    return MlirWalkResultAdvance;
  for (intptr_t b = 0; b < 3; b++)
    mlirOperationSetOperand(loop, b,
                            asIndex(loop, mlirOperationGetOperand(loop, b)));
  mlirValueSetType(variable, mlirIndexTypeGet(mlirOperationGetContext(loop)));
  castUses(asIrBody(loop), type);
  return MlirWalkResultAdvance;
}

void asLoopsCountInIndices(MlirOperation function) {
  mlirOperationWalk(function, visit, NULL, MlirWalkPreOrder);
}
