//===- drop-depthwise-multiplier.c - Drop channel multipliers of 1
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites linalg.depthwise_conv_2d_nhwc_hwcm with a channel multiplier of one
// into linalg.depthwise_conv_2d_nhwc_hwc, and those with zero points alike.
//
// TOSA's depthwise convolution has a dimension for the multiplier, which is
// mostly one. Without it the innermost dimension is the channels, which
// vectorise, and no reshape separates the convolution from its activation.
//
// Requires:    linalg on tensors.
// Provides:    no linalg.depthwise_conv_2d_nhwc_hwcm or ..._hwcm_q has a
//              multiplier of one.
// Invalidates: nothing.
//
//   %0 = linalg.depthwise_conv_2d_nhwc_hwcm
//       ins(%x, %w : tensor<1x10x10x16xf32>, tensor<3x3x16x1xf32>)
//       outs(%zeros : tensor<1x8x8x16x1xf32>) -> tensor<1x8x8x16x1xf32>
// becomes
//   %f = tensor.collapse_shape %w [[0], [1], [2, 3]] ...
//   %1 = linalg.depthwise_conv_2d_nhwc_hwc
//       ins(%x, %f : tensor<1x10x10x16xf32>, tensor<3x3x16xf32>)
//       outs(%z : tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
//   %0 = tensor.expand_shape %1 [[0], [1], [2], [3, 4]] ...
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinTypes.h"

/// Replaces the collapse of a tensor.empty, which upstream's pass leaves, by a
/// tensor.empty of the collapsed type.
static MlirWalkResult foldEmpty(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "tensor.collapse_shape"))
    return MlirWalkResultAdvance;
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirValue to = mlirOperationGetResult(op, 0);
  if (!asIrIsMadeBy(from, "tensor.empty") ||
      !mlirShapedTypeHasStaticShape(mlirValueGetType(to)))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(to,
                                asGraphInsertEmpty(op, mlirValueGetType(to)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

AsStatus asGraphDropDepthwiseMultipliers(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  if (!asIrContains(op, "linalg.depthwise_conv_2d_nhwc_hwcm") &&
      !asIrContains(op, "linalg.depthwise_conv_2d_nhwc_hwcm_q"))
    return AS_OK;
  AsStatus status = asIrRunPipeline(
      op, "builtin.module(simplify-depthwise-conv,canonicalize)", true, error);
  if (!status)
    mlirOperationWalk(op, foldEmpty, NULL, MlirWalkPostOrder);
  return status;
}
