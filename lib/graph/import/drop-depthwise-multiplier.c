//===- drop-depthwise-multiplier.c - Depthwise convolutions without a multiplier
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TOSA's depthwise convolution becomes one whose result has a dimension more,
// of as many results as each channel has. Mostly that is one; then upstream
// has an operation without it, whose lanes are the channels, and what follows
// is not kept apart from it by a reshape.
//
//===----------------------------------------------------------------------===//

#include "graph/prepare-module.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinTypes.h"

/// What the pass leaves of the tensor that the results go into.
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
  if (!asIrContains(op, "linalg.depthwise_conv_2d_nhwc_hwcm"))
    return AS_OK;
  AsStatus status = asIrRunPipeline(
      op, "builtin.module(simplify-depthwise-conv,canonicalize)", true, error);
  if (!status)
    mlirOperationWalk(op, foldEmpty, NULL, MlirWalkPostOrder);
  return status;
}
