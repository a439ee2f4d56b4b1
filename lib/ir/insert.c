//===- ir/insert.c - Making operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/insert.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

MlirOperation asIrInsert(MlirOperation next, const AsIrParts *parts) {
  MlirOperationState state = mlirOperationStateGet(
      asIrString(parts->name), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, parts->numOperands, parts->operands);
  mlirOperationStateAddResults(&state, parts->numResults, parts->results);
  MlirContext context = mlirOperationGetContext(next);
  for (const AsIrAttribute *a = parts->attributes; a && a->key; a++) {
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(context, asIrString(a->key)), a->value);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  MlirRegion region = parts->region;
  if (!mlirRegionIsNull(region))
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, op);
  return op;
}

MlirValue asIrInsertValue(MlirOperation next, const AsIrParts *parts) {
  return mlirOperationGetResult(asIrInsert(next, parts), 0);
}

MlirValue asIrInsertIndex(MlirOperation next, int64_t value) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = "arith.constant",
                   .numResults = 1,
                   .results = &index,
                   .attributes = (AsIrAttribute[]){
                       {"value", mlirIntegerAttrGet(index, value)}, {0}}});
}
