//===- whole-windows.c - Poolings of whole images as reductions of rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a pooling in NCHW whose window is as large as the image into a
// linalg.reduce of one row for each channel.
//
// Each channel has one result, which the rules for poolings compute an element
// at a time: there are no neighbours for the lanes. The pixels of a channel are
// next to each other, so that rules for reductions find their lanes there.
//
// Requires:    linalg on tensors.
// Provides:    no such pooling of static shape, apart from those with a mixed
//              type.
// Invalidates: nothing.
//
//   %0 = linalg.pooling_nchw_max
//       ins(%x, %window : tensor<2x16x7x7xf32>, tensor<7x7xf32>)
//       outs(%init : tensor<2x16x1x1xf32>) -> tensor<2x16x1x1xf32>
//
// becomes
//
//   %rows = tensor.collapse_shape %x [[0, 1], [2, 3]] ... into
//   tensor<32x49xf32> %1 = linalg.reduce ins(%rows : tensor<32x49xf32>)
//       outs(%first : tensor<32xf32>) dimensions = [1] ...
//   %0 = tensor.expand_shape %1 [[0, 1, 2, 3]] ... into tensor<2x16x1x1xf32>
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// All dimensions as one, and the pixels as one.
static const bool together[] = {true, false, false, false};
static const bool pixelsTogether[] = {true, false, true, false};

static bool isPooling(MlirOperation op) {
  return asIrIsNamed(op, "linalg.pooling_nchw_max") ||
         asIrIsNamed(op, "linalg.pooling_nchw_sum");
}

/// Whether the window is dense and as large as the image.
static bool isOfWholeImage(MlirOperation op) {
  MlirType image = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType window = mlirValueGetType(mlirOperationGetOperand(op, 1));
  MlirType result = mlirValueGetType(mlirOperationGetOperand(op, 2));
  if (mlirOperationGetNumResults(op) != 1 ||
      !mlirShapedTypeHasStaticShape(image) ||
      !mlirShapedTypeHasStaticShape(window) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(image),
                     mlirShapedTypeGetElementType(result)))
    return false;
  for (intptr_t d = 0; d < 2; d++)
    if (mlirShapedTypeGetDimSize(window, d) !=
            mlirShapedTypeGetDimSize(image, 2 + d) ||
        mlirShapedTypeGetDimSize(result, 2 + d) != 1)
      return false;
  return true;
}

/// What the reduction begins with.
static MlirValue collapseFirst(MlirOperation op, MlirValue first) {
  MlirType type = asCollapsedType(mlirValueGetType(first), together);
  if (asIrIsMadeBy(first, "linalg.fill"))
    return asGraphInsertFill(
        op, mlirOperationGetOperand(asIrDefinition(first), 0), type);
  return asCollapseDims(op, first, together);
}

static MlirWalkResult rewrite(MlirOperation op, void *context) {
  (void)context;
  if (!isPooling(op) || !isOfWholeImage(op))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue operands[] = {
      asCollapseDims(op, mlirOperationGetOperand(op, 0), pixelsTogether),
      collapseFirst(op, mlirOperationGetOperand(op, 2))};
  MlirType type = mlirValueGetType(operands[1]);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  // The window has no elements that matter.
  mlirBlockEraseArgument(mlirRegionGetFirstBlock(body), 1);
  int64_t pixels = 1;
  MlirValue reduced = asIrInsertValue(
      op, &(AsIrParts){.name = "linalg.reduce",
                       .numOperands = 2,
                       .operands = operands,
                       .numResults = 1,
                       .results = &type,
                       .attributes =
                           (AsIrAttribute[]){
                               {"dimensions",
                                mlirDenseI64ArrayGet(
                                    mlirOperationGetContext(op), 1, &pixels)},
                               {0}},
                       .region = body});
  mlirValueReplaceAllUsesOfWith(
      result, asExpandDims(op, reduced, mlirValueGetType(result), together));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphReduceWholeWindows(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), rewrite, NULL,
                    MlirWalkPostOrder);
}
