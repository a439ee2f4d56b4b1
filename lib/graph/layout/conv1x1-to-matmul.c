//===- conv1x1-to-matmul.c - Turn 1x1 convolutions into matmuls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites convolutions with a 1x1 filter and unit strides into a
// linalg.generic with the indexing maps of a matmul, on collapsed pixels.
//
// Where the image has a single channel, each sum is a single product, and the
// linalg.generic is elementwise.
//
// All rules for matmuls apply to it, and tiles need not end with a row of the
// image. Only shapes change, no data moves. Elementwise operations that read
// the result get the collapsed shape by shape/move-reshapes.c, and so stay its
// epilogue.
//
// A result of more than 1 MiB that is only padded and read by a depthwise
// convolution keeps its image dimensions (`feedsTiles`): the two become one
// task (task/fusion-groups.c), which computes the image a few rows at a time.
//
// Requires:    linalg on tensors; sums start from a fill.
// Provides:    no convolution with a 1x1 filter and unit strides, apart from
//              those that do not start from a fill (or, of a single channel,
//              of a constant) or have operands of two types to swap.
// Invalidates: named convolutions become linalg.generic.
//
//   %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x7x7x512xf32>,
//       tensor<1x1x512x256xf32>) outs(%z : tensor<1x7x7x256xf32>) ...
// becomes
//   %a = tensor.collapse_shape %x [[0, 1, 2], [3]] ... into tensor<49x512xf32>
//   %b = tensor.collapse_shape %w [[0, 1, 2], [3]] ... into tensor<512x256xf32>
//   %1 = linalg.generic {indexing_maps = [(i,j,k) -> (i,k), (i,j,k) -> (k,j),
//       (i,j,k) -> (i,j)]} ins(%a, %b : ...) outs(%y : tensor<49x256xf32>) ...
//   %0 = tensor.expand_shape %1 [[0, 1, 2], [3]] ... into tensor<1x7x7x256xf32>
// and, of one channel,
//   %1 = linalg.generic {indexing_maps = [(i,j) -> (i), (i,j) -> (j),
//       (i,j) -> (i,j)]} ins(%a, %b : tensor<49xf32>, tensor<256xf32>)
//       outs(%empty : tensor<49x256xf32>) ... // %zero + %x * %w
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/shape/loop-groups.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

/// Chooses which loops to drop, those over the window among them, and which
/// loops of the result to collapse. With `staysImage`, the loops of the result
/// stay as they are. False if a window of several elements is left. `sums` gets
/// whether a reduction is.
static bool findLoops(MlirOperation op, MlirAffineMap *maps, bool staysImage,
                      AsLoopGroups *loops, bool *sums) {
  for (intptr_t l = 0; l < loops->count; l++) {
    bool stays = staysImage && asLoopIndex(maps[2], l) >= 0;
    loops->extent[l] = asLoopExtent(op, l);
    loops->drops[l] = loops->extent[l] == 1 && !stays;
  }
  for (int i = 0; i < 3; i++) {
    maps[i] = asLoopGroupsDrop(maps[i], loops);
    if (!asLoopGroupsIndexPlainly(
            maps[i], mlirValueGetType(mlirOperationGetOperand(op, i)), loops))
      return false;
  }
  *sums = false;
  for (intptr_t l = 0; l < loops->count; l++) {
    bool isWritten = asLoopIndex(maps[2], l) >= 0;
    loops->collapses[l] = l > 0 && isWritten && !staysImage;
    for (int i = 0; i < 3 && loops->collapses[l]; i++)
      loops->collapses[l] = asLoopGroupsCanJoin(maps[i], loops, l);
    *sums |= !isWritten && !loops->drops[l];
  }
  return true;
}

/// The scalar that the sums start from; null if the output is not a fill.
static MlirValue initialValue(MlirOperation op) {
  MlirValue initial = mlirOperationGetOperand(op, 2), none = {NULL};
  if (!mlirValueIsAOpResult(initial))
    return none;
  MlirOperation fill = mlirOpResultGetOwner(initial);
  return asIrIsNamed(fill, "linalg.fill") ? mlirOperationGetOperand(fill, 0)
                                          : none;
}

/// Lets the body start from the constant in place of what is in the output, so
/// that it is elementwise. False if it is no constant.
static bool startFrom(MlirOperation op, MlirValue initial) {
  if (!asIrIsMadeBy(initial, "arith.constant"))
    return false;
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(asIrBody(op), 2), initial);
  return true;
}

/// Swaps the operands if necessary, so that the second one is indexed by the
/// innermost loop of the result, as in a matmul. False if they have different
/// element types and would have to be swapped.
static bool orderFactors(MlirValue *inputs, MlirAffineMap *maps) {
  intptr_t r = mlirAffineMapGetNumResults(maps[2]) - 1;
  while (!mlirAffineExprIsADim(mlirAffineMapGetResult(maps[2], r)))
    r--; // Skips unit dimensions.
  intptr_t lane =
      mlirAffineDimExprGetPosition(mlirAffineMapGetResult(maps[2], r));
  if (asLoopIndex(maps[1], lane) >= 0)
    return true;
  MlirValue input = inputs[0];
  MlirAffineMap map = maps[0];
  inputs[0] = inputs[1];
  inputs[1] = input;
  maps[0] = maps[1];
  maps[1] = map;
  return mlirTypeEqual(
      mlirShapedTypeGetElementType(mlirValueGetType(inputs[0])),
      mlirShapedTypeGetElementType(mlirValueGetType(inputs[1])));
}

//===----------------------------------------------------------------------===//
// Images for depthwise convolutions
//===----------------------------------------------------------------------===//

/// Whether the value is padded and read by a depthwise convolution, possibly
/// after elementwise operations, and by nothing else.
static bool feedsDepthwise(MlirValue value) {
  MlirOperation user = asIrOnlyUser(value);
  if (mlirOperationIsNull(user) || mlirOperationGetNumResults(user) != 1)
    return false;
  MlirValue result = mlirOperationGetResult(user, 0);
  if (asIrIsNamed(user, "tensor.pad")) {
    MlirOperation reader = asIrOnlyUser(result);
    return !mlirOperationIsNull(reader) &&
           asIrIsNamed(reader, "linalg.depthwise_conv_2d_nhwc_hwc");
  }
  return asIrIsNamed(user, "linalg.generic") && asGenericIsParallel(user) &&
         mlirTypeEqual(mlirValueGetType(result), mlirValueGetType(value)) &&
         feedsDepthwise(result);
}

/// Whether it is an f32 image of more than 1 MiB.
static bool isLarge(MlirType type) {
  // More than a second-level cache keeps. The limit does not depend on the
  // target, since tasks must not depend on where a schedule is applied.
  const int64_t largest = (int64_t)1 << 20;
  MlirType element = mlirShapedTypeGetElementType(type);
  if (!mlirShapedTypeHasStaticShape(type) || !mlirTypeIsAF32(element))
    return false;
  int64_t bytes = sizeof(float);
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    bytes *= mlirShapedTypeGetDimSize(type, r);
  return bytes > largest;
}

/// Negative zero, so that cse does not merge the fill with that of the
/// depthwise convolution. It changes only the sign of sums that are zero.
static MlirValue otherZero(MlirOperation op) {
  MlirType type = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(op, 0)));
  return asIrInsertConstant(
      op, mlirFloatAttrDoubleGet(mlirOperationGetContext(op), type, -0.0));
}

//===----------------------------------------------------------------------===//
// Convolutions of a module
//===----------------------------------------------------------------------===//

typedef struct Conversion {
  bool feedsTiles; ///< As in asGraphConv1x1ToMatmul.
  bool found;
} Conversion;

static MlirWalkResult convert(MlirOperation op, void *context) {
  Conversion *conversion = context;
  if (!asIrHasPrefix(op, "linalg.conv_") ||
      mlirOperationGetNumOperands(op) != 3 ||
      mlirOperationGetNumResults(op) != 1 ||
      !mlirTypeIsARankedTensor(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  MlirValue image = mlirOperationGetResult(op, 0);
  bool staysImage = asIrIsNamed(op, "linalg.conv_2d_nhwc_hwcf") &&
                    conversion->feedsTiles &&
                    isLarge(mlirValueGetType(image)) &&
                    asIrIsZero(initialValue(op)) && feedsDepthwise(image);
  MlirAffineMap maps[3];
  for (int i = 0; i < 3; i++)
    maps[i] = asGenericMap(op, i);
  MlirValue inputs[] = {mlirOperationGetOperand(op, 0),
                        mlirOperationGetOperand(op, 1)};
  MlirValue initial = initialValue(op);
  AsLoopGroups loops = {.count = mlirAffineMapGetNumDims(maps[0])};
  bool sums;
  if (mlirValueIsNull(initial) || loops.count > AS_MOST_GROUPED_LOOPS ||
      !findLoops(op, maps, staysImage, &loops, &sums) ||
      !orderFactors(inputs, maps))
    return MlirWalkResultAdvance;
  if (!sums && (staysImage || !startFrom(op, initial)))
    return MlirWalkResultAdvance;
  conversion->found = true;
  if (staysImage)
    mlirOperationSetOperand(
        op, 2, asGraphInsertFill(op, otherZero(op), mlirValueGetType(image)));
  asLoopGroupsCollapse(op, inputs, maps, &loops);
  return MlirWalkResultInterrupt;
}

AsStatus asGraphConv1x1ToMatmul(MlirModule module, bool feedsTiles,
                                AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  Conversion conversion = {.feedsTiles = feedsTiles, .found = true};
  bool changed = false;
  // Rewriting may destroy the operation that the walk would visit next, so each
  // walk ends after one convolution.
  while (conversion.found) {
    conversion.found = false;
    mlirOperationWalk(op, convert, &conversion, MlirWalkPostOrder);
    changed |= conversion.found;
  }
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
