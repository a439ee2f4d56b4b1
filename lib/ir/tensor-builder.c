//===- tensor-builder.c - Build tensor operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See tensor-builder.h.
//
//===----------------------------------------------------------------------===//

#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"
#include <assert.h>

MlirValue asGraphInsertEmpty(MlirOperation next, MlirType type) {
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = "tensor.empty", .numResults = 1, .results = &type});
}

MlirValue asGraphInsertEmptyLike(MlirOperation next, MlirValue value,
                                 MlirType element) {
  MlirType type = mlirValueGetType(value);
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  int64_t shape[AS_MOST_DIMENSIONS];
  MlirValue sizes[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type), numSizes = 0;
  assert(rank <= AS_MOST_DIMENSIONS);
  for (intptr_t r = 0; r < rank; r++) {
    shape[r] = mlirShapedTypeGetDimSize(type, r);
    if (mlirShapedTypeIsDynamicDim(type, r))
      sizes[numSizes++] = asIrInsertValue(
          next, &(AsIrParts){.name = "tensor.dim",
                             .numOperands = 2,
                             .operands =
                                 (MlirValue[]){value, asIrInsertIndex(next, r)},
                             .numResults = 1,
                             .results = &index});
  }
  MlirType wanted = mlirRankedTensorTypeGet(
      rank, shape, element, mlirRankedTensorTypeGetEncoding(type));
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.empty",
                                            .numOperands = numSizes,
                                            .operands = sizes,
                                            .numResults = 1,
                                            .results = &wanted});
}

MlirValue asGraphInsertFillOf(MlirOperation next, MlirValue scalar,
                              MlirValue tensor) {
  MlirType type = mlirValueGetType(tensor);
  MlirOperation fill = asIrInsert(
      next,
      &(AsIrParts){.name = "linalg.fill",
                   .numOperands = 2,
                   .operands = (MlirValue[]){scalar, tensor},
                   .numResults = 1,
                   .results = &type,
                   .attributes =
                       (AsIrAttribute[]){
                           {"operandSegmentSizes",
                            mlirDenseI32ArrayGet(mlirOperationGetContext(next),
                                                 2, (int32_t[]){1, 1})},
                           {0}},
                   .region = mlirRegionCreate()});
  mlirLinalgFillBuiltinNamedOpRegion(fill);
  return mlirOperationGetResult(fill, 0);
}

MlirValue asGraphInsertFill(MlirOperation next, MlirValue scalar,
                            MlirType type) {
  return asGraphInsertFillOf(next, scalar, asGraphInsertEmpty(next, type));
}

MlirValue asGraphInsertZeros(MlirOperation next, MlirType type) {
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirAttribute zero =
      mlirTypeIsAFloat(element)
          ? mlirFloatAttrDoubleGet(mlirOperationGetContext(next), element, 0)
          : mlirIntegerAttrGet(element, 0);
  return asGraphInsertFill(next, asIrInsertConstant(next, zero), type);
}

MlirType asGraphPermuted(MlirType type, const int64_t *order) {
  enum { maxRank = 8 };
  int64_t shape[maxRank];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(type, order[r]);
  return mlirRankedTensorTypeGet(rank, shape,
                                 mlirShapedTypeGetElementType(type),
                                 mlirRankedTensorTypeGetEncoding(type));
}

/// A region that yields its first argument.
static MlirRegion copyBody(MlirLocation location, MlirType element) {
  MlirType types[] = {element, element};
  MlirLocation locations[] = {location, location};
  MlirBlock block = mlirBlockCreate(2, types, locations);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirValue input = mlirBlockGetArgument(block, 0);
  mlirOperationStateAddOperands(&yield, 1, &input);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

MlirValue asGraphInsertTranspose(MlirOperation next, MlirValue value,
                                 const int64_t *order) {
  MlirType type = mlirValueGetType(value), to = asGraphPermuted(type, order);
  MlirValue operands[] = {value, asGraphInsertEmpty(next, to)};
  AsIrAttribute attributes[] = {
      {"permutation", mlirDenseI64ArrayGet(mlirTypeGetContext(type),
                                           mlirShapedTypeGetRank(type), order)},
      {0}};
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = "linalg.transpose",
                   .numOperands = 2,
                   .operands = operands,
                   .numResults = 1,
                   .results = &to,
                   .attributes = attributes,
                   .region = copyBody(mlirOperationGetLocation(next),
                                      mlirShapedTypeGetElementType(type))});
}
