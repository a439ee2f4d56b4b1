//===- move-zero-points.c - Take zero points out of sums
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites products and convolutions that subtract zero points from bytes into
// ones that multiply bytes, and corrects the sums afterwards:
//
//   sum (x - a) * (w - b) = sum x * w  -  a * sum (w - b)  -  b * sum x
//
// Models that were quantised by TensorFlow Lite, and came by TOSA, have a zero
// point in each image. With it a factor has nine bits, and dot products of
// bytes (lowering/vector/dot-products.c) multiply no such numbers. The sum over
// the weights is one for each channel, and is computed once if they are
// constant. That over an image would be one for each pixel, by a window of its
// own: where a convolution's weights have a zero point, it stays as it is.
//
// Integers wrap around, so the result is the same in each bit.
//
// Requires:    linalg on tensors.
// Provides:    no linalg operation on integers narrower than its sums with
//              constant zero points, but convolutions whose weights have one.
// Invalidates: nothing.
//
//   %0 = linalg.conv_2d_nhwc_fhwc_q ins(%x, %w, %c5, %c0
//       : tensor<1x8x8x4xi8>, tensor<16x3x3x4xi8>, i32, i32)
//       outs(%init : tensor<1x6x6x16xi32>) -> ...
//
// becomes
//
//   %1 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : ...) outs(%init : ...) -> ...
//   %2 = linalg.generic {... reduction} ins(%w : tensor<16x3x3x4xi8>)
//       outs(%zeros : tensor<16xi32>) {
//     %4 = arith.extsi %in : i8 to i32
//     %5 = arith.muli %4, %c5 : i32
//     %6 = arith.addi %out, %5 : i32
//   %0 = linalg.generic {... parallel} ins(%1, %2 : ..., tensor<16xi32>) {
//     %7 = arith.subi %in, %in_0 : i32
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { FACTORS = 2, MOST_RANK = 8 };

typedef struct Form {
  const char *name, *plain;
} Form;

static const Form forms[] = {
    {"linalg.quantized_matmul", "linalg.matmul"},
    {"linalg.quantized_batch_matmul", "linalg.batch_matmul"},
    {"linalg.conv_2d_nchw_fchw_q", "linalg.conv_2d_nchw_fchw"},
    {"linalg.conv_2d_ngchw_gfchw_q", "linalg.conv_2d_ngchw_gfchw"},
    {"linalg.conv_2d_nhwc_fhwc_q", "linalg.conv_2d_nhwc_fhwc"},
    {"linalg.conv_2d_nhwc_hwcf_q", "linalg.conv_2d_nhwc_hwcf"},
    {"linalg.conv_2d_nhwgc_gfhwc_q", "linalg.conv_2d_nhwgc_gfhwc"},
    {"linalg.conv_3d_ndhwc_dhwcf_q", "linalg.conv_3d_ndhwc_dhwcf"},
    {"linalg.depthwise_conv_2d_nhwc_hwc_q",
     "linalg.depthwise_conv_2d_nhwc_hwc"},
    {"linalg.depthwise_conv_2d_nhwc_hwcm_q",
     "linalg.depthwise_conv_2d_nhwc_hwcm"}};

/// What is multiplied.
typedef struct Product {
  MlirOperation op;
  const char *plain;     ///< The operation without zero points.
  int64_t zero[FACTORS]; ///< The zero points of both factors.
  MlirType element;      ///< Of the sums.
} Product;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The dimension of the result that the loop is, or -1.
static intptr_t resultDimension(MlirAffineMap result, MlirAffineExpr loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result); r++)
    if (mlirAffineExprEqual(mlirAffineMapGetResult(result, r), loop))
      return r;
  return -1;
}

/// Whether the factor is multiplied by a zero point that is not 0, which adds a
/// multiple of the sum over the factor.
static bool needsSum(const Product *product, int factor) {
  return product->zero[1 - factor] != 0;
}

/// Whether a number of the type is extended where it is multiplied, as those of
/// other types, such as floats, are not.
static bool isNarrower(MlirType shaped, MlirType sum) {
  MlirType element = mlirShapedTypeGetElementType(shaped);
  return mlirTypeIsAInteger(element) && mlirTypeIsAInteger(sum) &&
         mlirIntegerTypeGetWidth(element) < mlirIntegerTypeGetWidth(sum);
}

static bool findProduct(Product *product, MlirOperation op) {
  product->op = op;
  product->plain = NULL;
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
    if (asIrIsNamed(op, forms[f].name))
      product->plain = forms[f].plain;
  if (!product->plain || mlirOperationGetNumResults(op) != 1)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  product->element = mlirShapedTypeGetElementType(type);
  for (int f = 0; f < FACTORS; f++) {
    MlirValue zero = mlirOperationGetOperand(op, FACTORS + f);
    if (!asIrConstantInteger(zero, &product->zero[f]) ||
        !mlirTypeEqual(mlirValueGetType(zero), product->element) ||
        !isNarrower(mlirValueGetType(mlirOperationGetOperand(op, f)),
                    product->element))
      return false;
  }
  for (int f = 0; f < FACTORS; f++)
    if (needsSum(product, f) &&
        (!mlirAffineMapIsProjectedPermutation(asGenericMap(op, f)) ||
         mlirAffineMapGetNumResults(asGenericMap(op, f)) > MOST_RANK))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The operation that multiplies the factors as they are.
static MlirValue insertPlain(const Product *product) {
  static const char *const kept[] = {"strides", "dilations"};
  MlirOperation op = product->op;
  MlirValue operands[] = {mlirOperationGetOperand(op, 0),
                          mlirOperationGetOperand(op, 1),
                          mlirOperationGetOperand(op, 2 * FACTORS)};
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  AsIrAttribute attributes[4] = {
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(mlirOperationGetContext(op), 2,
                            (int32_t[]){FACTORS, 1})}};
  for (int i = 0, count = 1; i < 2; i++) {
    MlirAttribute own =
        mlirOperationGetInherentAttributeByName(op, asIrString(kept[i]));
    if (!mlirAttributeIsNull(own))
      attributes[count++] = (AsIrAttribute){kept[i], own};
  }
  MlirOperation plain =
      asIrInsert(op, &(AsIrParts){.name = product->plain,
                                  .numOperands = FACTORS + 1,
                                  .operands = operands,
                                  .numResults = 1,
                                  .results = &type,
                                  .attributes = attributes,
                                  .region = mlirRegionCreate()});
  mlirLinalgFillBuiltinNamedOpRegion(plain);
  return mlirOperationGetResult(plain, 0);
}

static MlirValue insertNumber(const Product *product, int64_t number) {
  return asIrInsertConstant(product->op,
                            mlirIntegerAttrGet(product->element, number));
}

/// A body of which `count` arguments have the types, which yields the last one
/// so far.
static MlirRegion bodyOf(MlirLocation location, intptr_t count,
                         const MlirType *types) {
  MlirLocation locations[FACTORS + 2] = {location, location, location,
                                         location};
  MlirBlock block = mlirBlockCreate(count, types, locations);
  MlirValue last = mlirBlockGetArgument(block, count - 1);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  mlirOperationStateAddOperands(&yield, 1, &last);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// Sums up the factor, less its zero point where the other one's sum is not,
/// over the loops that the result does not have, times the zero point of the
/// other factor. `map` gets the dimensions of the result that it has.
static MlirValue insertSum(const Product *product, int factor,
                           MlirAffineMap *map) {
  MlirOperation op = product->op;
  MlirContext context = mlirOperationGetContext(op);
  MlirValue value = mlirOperationGetOperand(op, factor);
  MlirType type = mlirValueGetType(value);
  MlirAffineMap read = asGenericMap(op, factor),
                written = asGenericMap(op, 2 * FACTORS);
  intptr_t rank = mlirShapedTypeGetRank(type), kept = 0, numSizes = 0;
  int64_t shape[MOST_RANK];
  MlirAffineExpr own[MOST_RANK], inResult[MOST_RANK];
  MlirValue sizes[MOST_RANK];
  for (intptr_t r = 0; r < rank; r++) {
    intptr_t dim = resultDimension(written, mlirAffineMapGetResult(read, r));
    if (dim < 0)
      continue;
    if (mlirShapedTypeIsDynamicDim(type, r))
      sizes[numSizes++] = asGraphInsertDim(op, value, r);
    own[kept] = mlirAffineDimExprGet(context, r);
    inResult[kept] = mlirAffineDimExprGet(context, dim);
    shape[kept++] = mlirShapedTypeGetDimSize(type, r);
  }
  *map = mlirAffineMapGet(context, mlirAffineMapGetNumResults(written), 0, kept,
                          inResult);
  MlirValue empty = asGraphInsertEmptyOf(
      op,
      mlirRankedTensorTypeGet(kept, shape, product->element,
                              mlirAttributeGetNull()),
      numSizes, sizes);
  MlirValue zero = insertNumber(product, factor ? product->zero[factor] : 0),
            times = insertNumber(product, product->zero[1 - factor]);
  MlirRegion body = bodyOf(
      mlirOperationGetLocation(op), 2,
      (MlirType[]){mlirShapedTypeGetElementType(type), product->element});
  MlirBlock block = mlirRegionGetFirstBlock(body);
  MlirOperation yield = mlirBlockGetTerminator(block);
  MlirValue wide = asIrInsertUnary(
      yield, "arith.extsi", mlirBlockGetArgument(block, 0), product->element);
  MlirValue term = asIrInsertBinary(
      yield, "arith.muli", asIrInsertBinary(yield, "arith.subi", wide, zero),
      times);
  mlirOperationSetOperand(yield, 0,
                          asIrInsertBinary(yield, "arith.addi",
                                           mlirBlockGetArgument(block, 1),
                                           term));
  MlirAffineMap maps[] = {mlirAffineMapMultiDimIdentityGet(context, rank),
                          mlirAffineMapGet(context, rank, 0, kept, own)};
  return mlirOperationGetResult(asGenericCreate(op, 1, &value,
                                                asGraphInsertZerosIn(op, empty),
                                                maps, body),
                                0);
}

/// Subtracts the other inputs from the first one.
static MlirValue insertDifference(const Product *product, intptr_t count,
                                  const MlirValue *inputs,
                                  MlirAffineMap *maps) {
  MlirOperation op = product->op;
  MlirType types[FACTORS + 2] = {product->element, product->element,
                                 product->element, product->element};
  MlirRegion body = bodyOf(mlirOperationGetLocation(op), count + 1, types);
  MlirBlock block = mlirRegionGetFirstBlock(body);
  MlirOperation yield = mlirBlockGetTerminator(block);
  MlirValue rest = mlirBlockGetArgument(block, 0);
  for (intptr_t i = 1; i < count; i++)
    rest = asIrInsertBinary(yield, "arith.subi", rest,
                            mlirBlockGetArgument(block, i));
  mlirOperationSetOperand(yield, 0, rest);
  maps[count] = maps[0];
  MlirValue empty = asGraphInsertEmptyLike(
      op, mlirOperationGetOperand(op, 2 * FACTORS), product->element);
  return mlirOperationGetResult(
      asGenericCreate(op, count, inputs, empty, maps, body), 0);
}

static MlirWalkResult moveOut(MlirOperation op, void *context) {
  Product product;
  if (!findProduct(&product, op))
    return MlirWalkResultAdvance;
  MlirValue inputs[FACTORS + 1] = {insertPlain(&product)};
  MlirAffineMap maps[FACTORS + 2] = {mlirAffineMapMultiDimIdentityGet(
      mlirOperationGetContext(op),
      mlirAffineMapGetNumResults(asGenericMap(op, 2 * FACTORS)))};
  intptr_t count = 1;
  for (int f = FACTORS - 1; f >= 0; f--)
    if (needsSum(&product, f)) {
      inputs[count] = insertSum(&product, f, &maps[count]);
      count++;
    }
  mlirValueReplaceAllUsesOfWith(
      mlirOperationGetResult(op, 0),
      count == 1 ? inputs[0] : insertDifference(&product, count, inputs, maps));
  mlirOperationDestroy(op);
  *(bool *)context = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphMoveZeroPoints(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, moveOut, &changed, MlirWalkPostOrder);
  // Subtractions of 0 are folded.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
