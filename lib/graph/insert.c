//===- graph/insert.c - Tensors made anew
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/insert.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

MlirValue asGraphInsertEmpty(MlirOperation next, MlirType type) {
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = "tensor.empty", .numResults = 1, .results = &type});
}

MlirValue asGraphInsertFill(MlirOperation next, MlirValue scalar,
                            MlirType type) {
  MlirOperation fill = asIrInsert(
      next,
      &(AsIrParts){
          .name = "linalg.fill",
          .numOperands = 2,
          .operands = (MlirValue[]){scalar, asGraphInsertEmpty(next, type)},
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){{"operandSegmentSizes",
                                           mlirDenseI32ArrayGet(
                                               mlirOperationGetContext(next), 2,
                                               (int32_t[]){1, 1})},
                                          {0}},
          .region = mlirRegionCreate()});
  mlirLinalgFillBuiltinNamedOpRegion(fill);
  return mlirOperationGetResult(fill, 0);
}

MlirValue asGraphInsertZeros(MlirOperation next, MlirType type) {
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirAttribute zero =
      mlirTypeIsAFloat(element)
          ? mlirFloatAttrDoubleGet(mlirOperationGetContext(next), element, 0)
          : mlirIntegerAttrGet(element, 0);
  return asGraphInsertFill(next, asIrInsertConstant(next, zero), type);
}
