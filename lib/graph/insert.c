//===- graph/insert.c - Operations made anew
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/insert.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Linalg.h"

MlirValue asGraphInsert(MlirOperation next, const char *name, MlirType type,
                        intptr_t numOperands, const MlirValue *operands,
                        const AsGraphAttribute attributes[2],
                        MlirRegion region) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString(name), mlirOperationGetLocation(next));
  mlirOperationStateAddOperands(&state, numOperands, operands);
  mlirOperationStateAddResults(&state, 1, &type);
  for (int i = 0; attributes && i < 2 && attributes[i].key; i++) {
    MlirNamedAttribute named = {
        mlirIdentifierGet(mlirOperationGetContext(next),
                          asIrString(attributes[i].key)),
        attributes[i].value};
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  if (!mlirRegionIsNull(region))
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, op);
  return mlirOperationGetResult(op, 0);
}

MlirValue asGraphInsertEmpty(MlirOperation next, MlirType type) {
  return asGraphInsert(next, "tensor.empty", type, 0, NULL, NULL,
                       asGraphNoRegion);
}

MlirValue asGraphInsertFill(MlirOperation next, MlirValue scalar,
                            MlirType type) {
  MlirValue operands[] = {scalar, asGraphInsertEmpty(next, type)};
  AsGraphAttribute segments[2] = {
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(mlirOperationGetContext(next), 2,
                            (int32_t[]){1, 1})}};
  MlirValue filled = asGraphInsert(next, "linalg.fill", type, 2, operands,
                                   segments, mlirRegionCreate());
  mlirLinalgFillBuiltinNamedOpRegion(mlirOpResultGetOwner(filled));
  return filled;
}
