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
  return asGraphInsertEmptyOf(next, type, 0, NULL);
}

MlirValue asGraphInsertEmptyOf(MlirOperation next, MlirType type,
                               intptr_t numSizes, const MlirValue *sizes) {
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.empty",
                                            .numOperands = numSizes,
                                            .operands = sizes,
                                            .numResults = 1,
                                            .results = &type});
}

MlirValue asGraphInsertDim(MlirOperation next, MlirValue tensor, intptr_t dim) {
  MlirType type = mlirValueGetType(tensor),
           index = mlirIndexTypeGet(mlirOperationGetContext(next));
  if (!mlirShapedTypeIsDynamicDim(type, dim))
    return asIrInsertIndex(next, mlirShapedTypeGetDimSize(type, dim));
  MlirValue operands[] = {tensor, asIrInsertIndex(next, dim)};
  return asIrInsertValue(next, &(AsIrParts){.name = "tensor.dim",
                                            .numOperands = 2,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &index});
}

MlirValue asGraphInsertEmptyLike(MlirOperation next, MlirValue value,
                                 MlirType element) {
  MlirType type = mlirValueGetType(value);
  int64_t shape[AS_MOST_DIMENSIONS];
  MlirValue sizes[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type), numSizes = 0;
  assert(rank <= AS_MOST_DIMENSIONS);
  for (intptr_t r = 0; r < rank; r++) {
    shape[r] = mlirShapedTypeGetDimSize(type, r);
    if (mlirShapedTypeIsDynamicDim(type, r))
      sizes[numSizes++] = asGraphInsertDim(next, value, r);
  }
  MlirType wanted = mlirRankedTensorTypeGet(
      rank, shape, element, mlirRankedTensorTypeGetEncoding(type));
  return asGraphInsertEmptyOf(next, wanted, numSizes, sizes);
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

MlirValue asGraphInsertZerosIn(MlirOperation next, MlirValue tensor) {
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(tensor));
  MlirAttribute zero =
      mlirTypeIsAFloat(element)
          ? mlirFloatAttrDoubleGet(mlirOperationGetContext(next), element, 0)
          : mlirIntegerAttrGet(element, 0);
  return asGraphInsertFillOf(next, asIrInsertConstant(next, zero), tensor);
}

MlirValue asGraphInsertZeros(MlirOperation next, MlirType type) {
  return asGraphInsertZerosIn(next, asGraphInsertEmpty(next, type));
}

MlirType asGraphPermuted(MlirType type, const int64_t *order) {
  int64_t shape[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type);
  assert(rank <= AS_MOST_DIMENSIONS);
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
  MlirValue sizes[AS_MOST_DIMENSIONS];
  intptr_t numSizes = 0;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(to); r++)
    if (mlirShapedTypeIsDynamicDim(to, r))
      sizes[numSizes++] = asGraphInsertDim(next, value, order[r]);
  MlirValue operands[] = {value,
                          asGraphInsertEmptyOf(next, to, numSizes, sizes)};
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

void asIrSliceAdd(AsIrSlice *slice, int64_t size, MlirValue place) {
  bool isValue = !mlirValueIsNull(place);
  assert(slice->rank < AS_MOST_DIMENSIONS);
  slice->offsets[slice->rank] =
      isValue ? mlirShapedTypeGetDynamicStrideOrOffset() : 0;
  slice->sizes[slice->rank] = size;
  slice->strides[slice->rank++] = 1;
  if (isValue)
    slice->places[slice->numPlaces++] = place;
}

void asIrSliceAddOpen(AsIrSlice *slice, MlirValue size, MlirValue place) {
  asIrSliceAdd(slice, mlirShapedTypeGetDynamicSize(), place);
  slice->extents[slice->numExtents++] = size;
}

/// Inserts tensor.extract_slice of one tensor or tensor.insert_slice of two.
static MlirValue insertSliceOp(MlirOperation next, const char *name,
                               intptr_t numTensors, const MlirValue *tensors,
                               MlirType type, const AsIrSlice *slice) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[2 + 2 * AS_MOST_DIMENSIONS];
  for (intptr_t i = 0; i < numTensors; i++)
    operands[i] = tensors[i];
  for (intptr_t i = 0; i < slice->numPlaces; i++)
    operands[numTensors + i] = slice->places[i];
  for (intptr_t i = 0; i < slice->numExtents; i++)
    operands[numTensors + slice->numPlaces + i] = slice->extents[i];
  int32_t segments[5] = {1, 1};
  segments[numTensors] = (int32_t)slice->numPlaces;
  segments[numTensors + 1] = (int32_t)slice->numExtents;
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = name,
          .numOperands = numTensors + slice->numPlaces + slice->numExtents,
          .operands = operands,
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"static_offsets",
               mlirDenseI64ArrayGet(context, slice->rank, slice->offsets)},
              {"static_sizes",
               mlirDenseI64ArrayGet(context, slice->rank, slice->sizes)},
              {"static_strides",
               mlirDenseI64ArrayGet(context, slice->rank, slice->strides)},
              {"operandSegmentSizes",
               mlirDenseI32ArrayGet(context, 3 + numTensors, segments)},
              {0}}});
}

MlirValue asIrInsertExtractSlice(MlirOperation next, MlirValue tensor,
                                 MlirType type, const AsIrSlice *slice) {
  return insertSliceOp(next, "tensor.extract_slice", 1, &tensor, type, slice);
}

MlirValue asIrInsertInsertSlice(MlirOperation next, MlirValue piece,
                                MlirValue whole, const AsIrSlice *slice) {
  return insertSliceOp(next, "tensor.insert_slice", 2,
                       (MlirValue[]){piece, whole}, mlirValueGetType(whole),
                       slice);
}
