//===- dense-pixels.c - Copy the pixels that 1x1 convolutions read
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites convolutions with a 1x1 filter that leave out pixels into a copy of
// the others and a convolution with unit strides.
//
// Such a convolution is a matrix product then (conv1x1-to-matmul.c), whose
// tiles need not end with a row of the image, and vectors along the pixels read
// them without gaps. Each pixel is read for each channel of the result, and
// copied once; not for a few channels.
//
// Requires:    linalg on tensors.
// Provides:    no convolution of two dimensions and static shape with a 1x1
//              filter and a stride, in the layouts that front ends emit, but
//              for those of fewer than 16 channels.
// Invalidates: nothing. asGraphConv1x1ToMatmul comes later.
//
//   %0 = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
//       ins(%x, %w : tensor<1x64x13x13xf32>, tensor<32x64x1x1xf32>)
//       outs(%z : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
//
// becomes
//
//   %d = linalg.generic {indexing_maps = [
//       (n, c, h, w) -> (n, c, h * 2, w * 2), (n, c, h, w) -> (n, c, h, w)]}
//       ins(%x : ...) outs(%e : tensor<1x64x7x7xf32>) { linalg.yield %in }
//   %0 = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>}
//       ins(%d, %w : tensor<1x64x7x7xf32>, tensor<32x64x1x1xf32>)
//       outs(%z : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { RANK = 4, WINDOW_DIMS = 2 };

/// A layout of convolutions in two dimensions.
typedef struct Layout {
  const char *name;
  intptr_t image; ///< The first of the two image dimensions of the operand, and
                  ///< of the result.
  intptr_t window;   ///< The same of the filter.
  intptr_t channels; ///< Of the result.
} Layout;

static const Layout layouts[] = {{"linalg.conv_2d_nchw_fchw", 2, 2, 1},
                                 {"linalg.conv_2d_nhwc_hwcf", 1, 0, 3},
                                 {"linalg.conv_2d_nhwc_fhwc", 1, 1, 3}};

static const Layout *layoutOf(MlirOperation op) {
  for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++)
    if (asIrIsNamed(op, layouts[l].name))
      return &layouts[l];
  return NULL;
}

/// Whether the convolution reads single pixels, and not all of them, for enough
/// channels that a copy is worth it. `strides` gets how far they are apart.
static bool leavesOutPixels(MlirOperation op, const Layout *layout,
                            int64_t strides[WINDOW_DIMS]) {
  enum { fewestChannels = 16 };
  MlirType image = mlirValueGetType(mlirOperationGetOperand(op, 0)),
           result = mlirValueGetType(mlirOperationGetOperand(op, 2)),
           filter = mlirValueGetType(mlirOperationGetOperand(op, 1));
  MlirAttribute all = asIrAttribute(op, "strides");
  if (mlirOperationGetNumResults(op) != 1 || mlirAttributeIsNull(all) ||
      !mlirShapedTypeHasStaticShape(image) ||
      !mlirShapedTypeHasStaticShape(result) ||
      mlirShapedTypeGetDimSize(result, layout->channels) < fewestChannels)
    return false;
  bool leavesOut = false, isSingle = true;
  for (intptr_t d = 0; d < WINDOW_DIMS; d++) {
    strides[d] = mlirDenseElementsAttrIsSplat(all)
                     ? mlirDenseElementsAttrGetInt64SplatValue(all)
                     : mlirDenseElementsAttrGetInt64Value(all, d);
    leavesOut |= strides[d] > 1;
    isSingle &= mlirShapedTypeGetDimSize(filter, layout->window + d) == 1;
  }
  return leavesOut && isSingle;
}

/// A body that yields its first argument.
static MlirRegion copying(MlirLocation location, MlirType element) {
  MlirBlock block = mlirBlockCreate(2, (MlirType[]){element, element},
                                    (MlirLocation[]){location, location});
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  MlirValue value = mlirBlockGetArgument(block, 0);
  mlirOperationStateAddOperands(&yield, 1, &value);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// Inserts the copy of the pixels that the convolution reads.
static MlirValue densePixels(MlirOperation op, const Layout *layout,
                             const int64_t strides[WINDOW_DIMS]) {
  MlirContext context = mlirOperationGetContext(op);
  MlirValue image = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(image),
           result = mlirValueGetType(mlirOperationGetResult(op, 0)),
           element = mlirShapedTypeGetElementType(type);
  int64_t shape[RANK];
  MlirAffineExpr indices[RANK];
  for (intptr_t d = 0; d < RANK; d++) {
    intptr_t w = d - layout->image;
    bool isOfImage = w >= 0 && w < WINDOW_DIMS;
    shape[d] = mlirShapedTypeGetDimSize(isOfImage ? result : type, d);
    indices[d] = mlirAffineDimExprGet(context, d);
    if (isOfImage && strides[w] > 1)
      indices[d] = mlirAffineMulExprGet(
          indices[d], mlirAffineConstantExprGet(context, strides[w]));
  }
  MlirType dense =
      mlirRankedTensorTypeGet(RANK, shape, element, mlirAttributeGetNull());
  MlirAffineMap maps[] = {mlirAffineMapGet(context, RANK, 0, RANK, indices),
                          mlirAffineMapMultiDimIdentityGet(context, RANK)};
  MlirOperation copy =
      asGenericCreate(op, 1, &image, asGraphInsertEmpty(op, dense), maps,
                      copying(mlirOperationGetLocation(op), element));
  return mlirOperationGetResult(copy, 0);
}

static MlirWalkResult rewrite(MlirOperation op, void *context) {
  (void)context;
  const Layout *layout = layoutOf(op);
  int64_t strides[WINDOW_DIMS];
  if (!layout || !leavesOutPixels(op, layout, strides))
    return MlirWalkResultAdvance;
  mlirOperationSetOperand(op, 0, densePixels(op, layout, strides));
  mlirOperationSetInherentAttributeByName(
      op, asIrString("strides"),
      mlirDenseElementsAttrInt64SplatGet(
          mlirAttributeGetType(asIrAttribute(op, "strides")), 1));
  // What upstream has written down of the former strides.
  mlirOperationRemoveDiscardableAttributeByName(
      op, asIrString("linalg.memoized_indexing_maps"));
  return MlirWalkResultAdvance;
}

void asGraphDensePixels(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), rewrite, NULL,
                    MlirWalkPostOrder);
}
