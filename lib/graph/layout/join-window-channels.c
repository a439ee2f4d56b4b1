//===- join-window-channels.c - Sum up few channels together with a row
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites convolutions of bytes with few channels, the first layers of
// networks: a row of the window and its channels become one loop.
//
// Products of bytes are added in fours (lowering/vector/dot-products.c), where
// four steps of the innermost sum follow each other. Three channels are none,
// but with channels last a row of a window of three pixels is nine bytes side
// by side, in the image and in the filter, which are two fours and one.
//
// Requires:    linalg on tensors; biases in epilogues.
// Provides:    no convolution of bytes by a window of undilated rows has from
//              one to seven channels, other than four.
// Invalidates: convolutions that are rewritten become linalg.generic.
//
//   %p = tensor.pad %x low[0, 1, 1, 0] ... : tensor<1x6x6x3xi8> to ...
//   %0 = linalg.conv_2d_nhwc_fhwc ins(%p, %w : tensor<1x8x8x3xi8>,
//       tensor<16x3x3x3xi8>) outs(%init : tensor<1x6x6x16xi32>) -> ...
// becomes
//   %c = tensor.collapse_shape %x [[0], [1], [2, 3]] ... into
//       tensor<1x6x18xi8>
//   %p = tensor.pad %c low[0, 1, 3] ... : tensor<1x6x18xi8> to ...
//   %f = tensor.collapse_shape %w [[0], [1], [2, 3]] ... into
//       tensor<16x3x9xi8>
//   %0 = linalg.generic {(n, h, w, f, r, k) -> (n, h + r, 3 * w + k),
//       (n, h, w, f, r, k) -> (f, r, k), (n, h, w, f, r, k) -> (n, h, w, f)}
//       ins(%p, %f : tensor<1x8x24xi8>, tensor<16x3x9xi8>)
//       outs(%init : tensor<1x6x6x16xi32>) ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum {
  TOGETHER = 4, ///< Bytes that are multiplied together.
  MOST_CHANNELS = 7,
  RANK = 4,
  LOOPS = 6
};

/// The dimensions of an image, and the loops of the convolution that is made.
enum { ROW = 1, COLUMN = 2, CHANNEL = 3 };
enum { FILTERS = 3, WINDOW_ROW = 4, WINDOW = 5 };

/// A convolution with channels last.
typedef struct Form {
  const char *name;
  bool starts[RANK];   ///< Which dimensions of the filter begin a group.
  int column;          ///< That of a row of the window.
  int loops[RANK - 1]; ///< That index the filter after it was collapsed.
} Form;

static const Form forms[] = {{.name = "linalg.conv_2d_nhwc_fhwc",
                              .starts = {true, true, true, false},
                              .column = 2,
                              .loops = {FILTERS, WINDOW_ROW, WINDOW}},
                             {.name = "linalg.conv_2d_nhwc_hwcf",
                              .starts = {true, true, false, true},
                              .column = 1,
                              .loops = {WINDOW_ROW, WINDOW, FILTERS}}};

/// The last two dimensions of an image become one.
static const bool imageStarts[RANK] = {true, true, true, false};

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static MlirType operandType(MlirOperation op, intptr_t i) {
  return mlirValueGetType(mlirOperationGetOperand(op, i));
}

static bool isOfBytes(MlirType type) {
  MlirType element = mlirShapedTypeGetElementType(type);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeHasStaticShape(type) &&
         mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 8;
}

/// Element `i` of the attribute; 1 where there is none.
static int64_t stepOf(MlirOperation op, const char *name, intptr_t i) {
  MlirAttribute steps =
      mlirOperationGetInherentAttributeByName(op, asIrString(name));
  return mlirAttributeIsNull(steps)
             ? 1
             : mlirDenseElementsAttrGetInt64Value(steps, i);
}

static const Form *formOf(MlirOperation op) {
  const Form *form = NULL;
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
    if (asIrIsNamed(op, forms[f].name))
      form = &forms[f];
  if (!form || mlirOperationGetNumResults(op) != 1 ||
      !isOfBytes(operandType(op, 0)) || !isOfBytes(operandType(op, 1)))
    return NULL;
  int64_t channels = mlirShapedTypeGetDimSize(operandType(op, 0), CHANNEL),
          window = channels *
                   mlirShapedTypeGetDimSize(operandType(op, 1), form->column);
  return channels <= MOST_CHANNELS && channels % TOGETHER &&
                 window >= TOGETHER && window > channels &&
                 stepOf(op, "dilations", 1) == 1
             ? form
             : NULL;
}

/// What a tensor.pad pads with, if that is the same everywhere, and how much is
/// known and nothing of the channels; null otherwise.
static MlirValue paddingOf(MlirOperation pad) {
  static const char *const sides[] = {"static_low", "static_high"};
  MlirValue none = {NULL};
  for (int s = 0; s < 2; s++) {
    MlirAttribute numbers =
        mlirOperationGetInherentAttributeByName(pad, asIrString(sides[s]));
    for (intptr_t r = 0; r < RANK; r++)
      if (mlirShapedTypeIsDynamicSize(mlirDenseI64ArrayGetElement(numbers, r)))
        return none;
    if (mlirDenseI64ArrayGetElement(numbers, CHANNEL) != 0)
      return none;
  }
  MlirValue value =
      mlirOperationGetOperand(mlirBlockGetTerminator(asIrBody(pad)), 0);
  return asIrIsInside(value, pad) ? none : value;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// How much is padded on one side of a collapsed image.
static MlirAttribute collapsedPadding(MlirOperation pad, const char *side,
                                      int64_t channels) {
  MlirAttribute numbers =
      mlirOperationGetInherentAttributeByName(pad, asIrString(side));
  int64_t own[RANK - 1];
  for (intptr_t r = 0; r < RANK - 1; r++)
    own[r] =
        mlirDenseI64ArrayGetElement(numbers, r) * (r == COLUMN ? channels : 1);
  return mlirDenseI64ArrayGet(mlirOperationGetContext(pad), RANK - 1, own);
}

static MlirRegion paddingBody(MlirLocation location, MlirValue value) {
  MlirContext context = mlirLocationGetContext(location);
  MlirType index = mlirIndexTypeGet(context);
  MlirBlock block =
      mlirBlockCreate(RANK - 1, (MlirType[]){index, index, index},
                      (MlirLocation[]){location, location, location});
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("tensor.yield"), location);
  mlirOperationStateAddOperands(&yield, 1, &value);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// The image with columns and channels as one dimension. It is padded after
/// that, so that the pad stays next to the convolution.
static MlirValue collapsedImage(MlirOperation next, MlirValue image) {
  MlirOperation pad = asIrMadeBy(image, "tensor.pad");
  MlirValue value = {NULL};
  if (!mlirOperationIsNull(pad))
    value = paddingOf(pad);
  if (mlirValueIsNull(value))
    return asCollapseDims(next, image, imageStarts);
  MlirValue inside =
      asCollapseDims(next, mlirOperationGetOperand(pad, 0), imageStarts);
  MlirType whole = mlirValueGetType(image),
           type = asCollapsedType(whole, imageStarts);
  int64_t channels = mlirShapedTypeGetDimSize(whole, CHANNEL);
  AsIrAttribute attributes[] = {
      {"static_low", collapsedPadding(pad, "static_low", channels)},
      {"static_high", collapsedPadding(pad, "static_high", channels)},
      {"operandSegmentSizes", mlirDenseI32ArrayGet(mlirOperationGetContext(pad),
                                                   3, (int32_t[]){1, 0, 0})},
      {0}};
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "tensor.pad",
                .numOperands = 1,
                .operands = &inside,
                .numResults = 1,
                .results = &type,
                .attributes = attributes,
                .region = paddingBody(mlirOperationGetLocation(pad), value)});
}

static MlirAffineExpr times(MlirAffineExpr loop, int64_t factor) {
  MlirContext context = mlirAffineExprGetContext(loop);
  return factor == 1 ? loop
                     : mlirAffineMulExprGet(
                           loop, mlirAffineConstantExprGet(context, factor));
}

static MlirWalkResult join(MlirOperation op, void *changed) {
  const Form *form = formOf(op);
  if (!form)
    return MlirWalkResultAdvance;
  MlirContext context = mlirOperationGetContext(op);
  int64_t channels = mlirShapedTypeGetDimSize(operandType(op, 0), CHANNEL);
  MlirAffineExpr loop[LOOPS], filter[RANK - 1];
  for (int l = 0; l < LOOPS; l++)
    loop[l] = mlirAffineDimExprGet(context, l);
  MlirAffineExpr image[] = {
      loop[0],
      mlirAffineAddExprGet(times(loop[ROW], stepOf(op, "strides", 0)),
                           times(loop[WINDOW_ROW], stepOf(op, "dilations", 0))),
      mlirAffineAddExprGet(
          times(loop[COLUMN], channels * stepOf(op, "strides", 1)),
          loop[WINDOW])};
  for (int r = 0; r < RANK - 1; r++)
    filter[r] = loop[form->loops[r]];
  MlirAffineMap maps[] = {mlirAffineMapGet(context, LOOPS, 0, RANK - 1, image),
                          mlirAffineMapGet(context, LOOPS, 0, RANK - 1, filter),
                          mlirAffineMapGet(context, LOOPS, 0, RANK, loop)};
  MlirValue inputs[] = {
      collapsedImage(op, mlirOperationGetOperand(op, 0)),
      asCollapseDims(op, mlirOperationGetOperand(op, 1), form->starts)};
  asGenericReplace(op, 2, inputs, maps);
  *(bool *)changed = true;
  return MlirWalkResultSkip;
}

AsStatus asGraphJoinWindowChannels(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, join, &changed, MlirWalkPostOrder);
  // Erases pads that were replaced.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
