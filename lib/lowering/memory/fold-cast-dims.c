//===- fold-cast-dims.c - Sizes of casts from their operands
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a memref.dim of a memref.reinterpret_cast by the size that the cast
// has there. Entry points for open sizes cast their arguments where they have
// tested the sizes, in an scf.if. A memref.dim of such a cast is no symbol of
// affine loops, and an argument of the function is one.
//
//   %m = memref.reinterpret_cast %p to offset: [0], sizes: [%n, 4], ...
//   %d = memref.dim %m, %c0
//   affine.for %i = 0 to %d
// becomes
//   affine.for %i = 0 to %n
//
// Requires:    nothing.
// Provides:    no memref.dim of a memref.reinterpret_cast at a known dimension.
// Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// The size of a dimension of the cast, before `next`.
static MlirValue sizeOf(MlirOperation cast, int64_t dim, MlirOperation next) {
  MlirAttribute sizes = asIrAttribute(cast, "static_sizes");
  int64_t given = mlirDenseI64ArrayGetElement(sizes, dim);
  if (given != mlirShapedTypeGetDynamicSize())
    return asIrInsertIndex(next, given);
  intptr_t at = 1 + mlirDenseI32ArrayGetElement(
                        asIrAttribute(cast, "operandSegmentSizes"), 1);
  for (int64_t d = 0; d < dim; d++)
    at +=
        mlirDenseI64ArrayGetElement(sizes, d) == mlirShapedTypeGetDynamicSize();
  return mlirOperationGetOperand(cast, at);
}

static MlirWalkResult fold(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "memref.dim"))
    return MlirWalkResultAdvance;
  int64_t dim;
  MlirOperation cast =
      asIrMadeBy(mlirOperationGetOperand(op, 0), "memref.reinterpret_cast");
  if (mlirOperationIsNull(cast) ||
      !asIrConstantInteger(mlirOperationGetOperand(op, 1), &dim) || dim < 0 ||
      dim >= mlirShapedTypeGetRank(
                 mlirValueGetType(mlirOperationGetResult(cast, 0))))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                sizeOf(cast, dim, op));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asFoldCastDims(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), fold, NULL,
                    MlirWalkPostOrder);
}
