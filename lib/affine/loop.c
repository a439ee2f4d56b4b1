//===- affine/loop.c - A loop that carries other values
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/loop.h"
#include "mlir-c/BuiltinAttributes.h"

static MlirAttribute segmentsOf(MlirOperation loop, intptr_t count) {
  MlirAttribute old = asIrAttribute(loop, "operandSegmentSizes");
  int32_t sizes[] = {mlirDenseI32ArrayGetElement(old, 0),
                     mlirDenseI32ArrayGetElement(old, 1), (int32_t)count};
  return mlirDenseI32ArrayGet(mlirOperationGetContext(loop), 3, sizes);
}

MlirOperation asAffineLoopCarrying(MlirOperation loop, const MlirValue *starts,
                                   intptr_t count) {
  MlirOperationState state = mlirOperationStateGet(
      asIrString("affine.for"), mlirOperationGetLocation(loop));
  intptr_t numBounds =
      mlirOperationGetNumOperands(loop) - mlirOperationGetNumResults(loop);
  for (intptr_t i = 0; i < numBounds; i++) {
    MlirValue operand = mlirOperationGetOperand(loop, i);
    mlirOperationStateAddOperands(&state, 1, &operand);
  }
  mlirOperationStateAddOperands(&state, count, starts);
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(loop); i++) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(loop, i);
    if (mlirStringRefEqual(mlirIdentifierStr(attribute.name),
                           asIrString("operandSegmentSizes")))
      attribute.attribute = segmentsOf(loop, count);
    mlirOperationStateAddAttributes(&state, 1, &attribute);
  }
  for (intptr_t i = 0; i < count; i++) {
    MlirType type = mlirValueGetType(starts[i]);
    mlirOperationStateAddResults(&state, 1, &type);
  }
  MlirRegion region = mlirRegionCreate();
  mlirRegionTakeBody(region, mlirOperationGetRegion(loop, 0));
  mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation other = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(loop), loop, other);
  return other;
}
