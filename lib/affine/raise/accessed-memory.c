//===- accessed-memory.c - The part of an array that a SCoP accesses
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the type of an array does not say how large it is, its tensor has the
// elements from the first to the last one that is accessed, along each
// dimension:
//
//   affine.for %i = 0 to %n { affine.store ..., %A[%i] : memref<?xf32> }
// makes of %A, which may be longer,
//   memref.reinterpret_cast %A to offset: [0], sizes: [%n], strides: [1]
//
//===----------------------------------------------------------------------===//

#include "affine/raise/memref-to-tensor.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Sizes and strides of a reinterpret_cast: numbers, or values where these are
/// dynamic.
typedef struct Cast {
  int rank, numSizes, numStrides;
  int64_t sizes[AS_AFFINE_MAX_RANK], strides[AS_AFFINE_MAX_RANK];
  MlirValue sizeValues[AS_AFFINE_MAX_RANK], strideValues[AS_AFFINE_MAX_RANK];
} Cast;

static void addSizes(const AsAffineTensors *tensors, int number, Cast *cast,
                     MlirOperation next) {
  const AsAffineTensor *tensor = &tensors->arrays[number];
  const AsAffineArray *array = &tensors->scop->arrays[number];
  for (int r = 0; r < cast->rank; r++) {
    const AsOpenSize *open = &tensor->open[array->numExpanded + r];
    cast->sizes[r] = tensor->shape[array->numExpanded + r];
    if (cast->sizes[r] == mlirShapedTypeGetDynamicSize())
      cast->sizeValues[cast->numSizes++] =
          open->numTerms ? asOpenSizeInsert(tensors->scop, open, next)
                         : asIrInsertMemoryDim(next, array->memref, r);
  }
}

/// A row is as far from the next one as in the array. Rows of open length have
/// a stride that is a value: the product of the lengths of the dimensions
/// inside, the outermost stride last.
static void addStrides(const AsAffineArray *array, Cast *cast,
                       MlirOperation next) {
  MlirType type = mlirValueGetType(array->memref);
  MlirValue product = {NULL}, found[AS_AFFINE_MAX_RANK];
  int64_t stride = 1;
  for (int r = cast->rank - 1; r >= 0; r--) {
    cast->strides[r] =
        mlirValueIsNull(product) ? stride : mlirShapedTypeGetDynamicSize();
    found[r] = product;
    bool isOpen = mlirShapedTypeIsDynamicDim(type, r);
    if (r > 0 && (isOpen || !mlirValueIsNull(product))) {
      MlirValue size =
          isOpen ? asIrInsertMemoryDim(next, array->memref, r)
                 : asIrInsertIndex(next, mlirShapedTypeGetDimSize(type, r));
      if (mlirValueIsNull(product))
        product = asIrInsertIndex(next, stride);
      product = asIrInsertBinary(next, "arith.muli", product, size);
    } else if (!isOpen) {
      stride *= mlirShapedTypeGetDimSize(type, r);
    }
  }
  for (int r = 0; r < cast->rank; r++)
    if (!mlirValueIsNull(found[r]))
      cast->strideValues[cast->numStrides++] = found[r];
}

/// The type of the cast: without a layout where rows follow each other.
static MlirType castType(const AsAffineTensor *tensor,
                         const AsAffineArray *array, const Cast *cast) {
  MlirType from = mlirValueGetType(array->memref),
           element = mlirShapedTypeGetElementType(from);
  bool isDense = true;
  for (int r = 1; r < cast->rank; r++)
    isDense &= tensor->open[array->numExpanded + r].numTerms == 0;
  if (isDense)
    return mlirMemRefTypeContiguousGet(element, cast->rank, cast->sizes,
                                       mlirAttributeGetNull());
  MlirAttribute layout = mlirStridedLayoutAttrGet(mlirTypeGetContext(from), 0,
                                                  cast->rank, cast->strides);
  return mlirMemRefTypeGet(element, cast->rank, cast->sizes, layout,
                           mlirAttributeGetNull());
}

static MlirValue insertCast(MlirValue memref, const Cast *cast, MlirType type,
                            MlirOperation next) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[1 + 2 * AS_AFFINE_MAX_RANK] = {memref};
  for (int s = 0; s < cast->numSizes; s++)
    operands[1 + s] = cast->sizeValues[s];
  for (int s = 0; s < cast->numStrides; s++)
    operands[1 + cast->numSizes + s] = cast->strideValues[s];
  int64_t zero = 0;
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "memref.reinterpret_cast",
                .numOperands = 1 + cast->numSizes + cast->numStrides,
                .operands = operands,
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"static_offsets", mlirDenseI64ArrayGet(context, 1, &zero)},
                    {"static_sizes",
                     mlirDenseI64ArrayGet(context, cast->rank, cast->sizes)},
                    {"static_strides",
                     mlirDenseI64ArrayGet(context, cast->rank, cast->strides)},
                    {"operandSegmentSizes",
                     mlirDenseI32ArrayGet(
                         context, 4,
                         (int32_t[]){1, 0, cast->numSizes, cast->numStrides})},
                    {0}}});
}

/// Whether the tensor is all of the array.
static bool isAll(const AsAffineTensor *tensor) {
  bool isAll = tensor->isOpen;
  for (int r = 0; r < tensor->rank && isAll; r++)
    isAll = tensor->open[r].numTerms == 0;
  return isAll;
}

MlirValue asAffineTensorMemory(const AsAffineTensors *tensors, int number,
                               MlirOperation next) {
  const AsAffineTensor *tensor = &tensors->arrays[number];
  const AsAffineArray *array = &tensors->scop->arrays[number];
  if (mlirShapedTypeHasStaticShape(mlirValueGetType(array->memref)) ||
      isAll(tensor))
    return array->memref;
  while (!mlirBlockIsNull(tensors->block) &&
         !mlirBlockEqual(mlirOperationGetBlock(next), tensors->block))
    next = mlirOperationGetParentOperation(next);
  Cast cast = {.rank = tensor->rank - array->numExpanded};
  addSizes(tensors, number, &cast, next);
  addStrides(array, &cast, next);
  return insertCast(array->memref, &cast, castType(tensor, array, &cast), next);
}
