//===- loop-builder.c - Build affine loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   affine.for %i = 4 to 12 {}                           asAffineLoopOver
//   affine.for %j = 0 to #map(%other) {}                 asAffineLoopLike
//   affine.for %i iter_args(%s = %x) { body }            asAffineLoopCarrying
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/loop-builder.h"
#include "affine/scop/scop.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

//===----------------------------------------------------------------------===//
// Empty loops
//===----------------------------------------------------------------------===//

/// Inserts a loop with an empty body and returns its terminator.
static MlirOperation insertLoop(MlirOperation loop, const MlirValue *operands,
                                intptr_t count, const AsIrAttribute *attributes,
                                MlirOperation next) {
  MlirLocation location = mlirOperationGetLocation(loop);
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  MlirBlock block = mlirBlockCreate(1, &index, &location);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("affine.yield"), location);
  MlirOperation end = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, end);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  asIrInsert(next, &(AsIrParts){.name = "affine.for",
                                .numOperands = count,
                                .operands = operands,
                                .attributes = attributes,
                                .region = region});
  return end;
}

MlirOperation asAffineLoopOver(MlirOperation loop, int64_t first,
                               int64_t extent, MlirOperation next) {
  MlirContext context = mlirOperationGetContext(next);
  AsIrAttribute attributes[] = {
      {"lowerBoundMap",
       mlirAffineMapAttrGet(mlirAffineMapConstantGet(context, first))},
      {"upperBoundMap",
       mlirAffineMapAttrGet(mlirAffineMapConstantGet(context, first + extent))},
      {"step", mlirIntegerAttrGet(mlirIndexTypeGet(context), 1)},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(context, 3, (int32_t[]){0, 0, 0})},
      {0}};
  return insertLoop(loop, NULL, 0, attributes, next);
}

MlirOperation asAffineLoopLike(MlirOperation loop, AsIrMap *map,
                               MlirOperation next) {
  static const char *const names[] = {"lowerBoundMap", "upperBoundMap", "step",
                                      "operandSegmentSizes"};
  AsIrAttribute attributes[5] = {{0}};
  for (int a = 0; a < 4; a++)
    attributes[a] = (AsIrAttribute){names[a], asIrAttribute(loop, names[a])};
  MlirValue operands[2 * AS_AFFINE_MAX_OPERANDS];
  intptr_t count = mlirOperationGetNumOperands(loop);
  for (intptr_t i = 0; i < count; i++) {
    MlirValue operand = mlirOperationGetOperand(loop, i);
    int at = asIrMapFind(map, operand);
    operands[i] = at < 0 ? operand : map->to[at];
  }
  MlirOperation end = insertLoop(loop, operands, count, attributes, next);
  asIrMapAdd(map, mlirBlockGetArgument(asIrBody(loop), 0),
             asAffineLoopVariable(end));
  return end;
}

MlirValue asAffineLoopVariable(MlirOperation end) {
  return mlirBlockGetArgument(mlirOperationGetBlock(end), 0);
}

//===----------------------------------------------------------------------===//
// Loops with other iter_args
//===----------------------------------------------------------------------===//

/// The sizes of the segments of operands, which affine.for has.
static MlirAttribute segmentsOf(MlirOperation loop, intptr_t count) {
  MlirAttribute old = asIrAttribute(loop, "operandSegmentSizes");
  int32_t sizes[] = {mlirDenseI32ArrayGetElement(old, 0),
                     mlirDenseI32ArrayGetElement(old, 1), (int32_t)count};
  return mlirDenseI32ArrayGet(mlirOperationGetContext(loop), 3, sizes);
}

MlirOperation asAffineLoopCarrying(MlirOperation loop, const MlirValue *starts,
                                   intptr_t count) {
  MlirOperationState state =
      mlirOperationStateGet(mlirIdentifierStr(mlirOperationGetName(loop)),
                            mlirOperationGetLocation(loop));
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
