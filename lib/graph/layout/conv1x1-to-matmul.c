//===- conv1x1-to-matmul.c - Turn 1x1 convolutions into matmuls
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites convolutions with a 1x1 filter and unit strides into a
// linalg.generic with the indexing maps of a matmul, on collapsed pixels.
//
// All rules for matmuls apply to it, and tiles need not end with a row of the
// image. Elementwise operations that read the result are rewritten to the
// collapsed shape too, so that they stay its epilogue. Only shapes change, no
// data moves.
//
// A result of more than 1 MiB that is only padded and read by a depthwise
// convolution keeps its image dimensions (`feedsTiles`): the two become one
// task (task/fusion-groups.c), which computes the image a few rows at a time.
//
// Requires:    linalg on tensors; sums start from a fill.
// Provides:    no convolution with a 1x1 filter and unit strides, apart from
//              those that do not start from a fill or have operands of two
//              types to swap.
// Invalidates: named convolutions and elementwise operations become
//              linalg.generic.
//
//   %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x7x7x512xf32>,
//       tensor<1x1x512x256xf32>) outs(%z : tensor<1x7x7x256xf32>) ...
// becomes
//   %a = tensor.collapse_shape %x [[0, 1, 2], [3]] ... into tensor<49x512xf32>
//   %b = tensor.collapse_shape %w [[0, 1, 2], [3]] ... into tensor<512x256xf32>
//   %1 = linalg.generic {indexing_maps = [(i,j,k) -> (i,k), (i,j,k) -> (k,j),
//       (i,j,k) -> (i,j)]} ins(%a, %b : ...) outs(%y : tensor<49x256xf32>) ...
//   %0 = tensor.expand_shape %1 [[0, 1, 2], [3]] ... into tensor<1x7x7x256xf32>
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { maxRank = 8, maxLoops = 16, maxInputs = 8 };

/// The loops of an operation, and which of them are collapsed or dropped.
typedef struct Loops {
  intptr_t count;
  int64_t extent[maxLoops];
  bool collapses[maxLoops]; ///< It is collapsed into the loop before.
  bool drops[maxLoops];     ///< It has one iteration and is dropped.
} Loops;

/// The index of an operand that is the loop, or -1.
static intptr_t indexOf(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsADim(index) &&
        mlirAffineDimExprGetPosition(index) == loop)
      return r;
  }
  return -1;
}

/// Whether the operand allows the loop to be collapsed into the loop before it.
static bool canCollapse(MlirAffineMap map, intptr_t loop) {
  intptr_t before = indexOf(map, loop - 1), here = indexOf(map, loop);
  return before < 0 ? here < 0 : here == before + 1;
}

/// Replaces the dropped loops in a map by 0.
static MlirAffineMap dropFrom(MlirAffineMap map, const Loops *loops) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr zero = mlirAffineConstantExprGet(context, 0);
  for (intptr_t l = 0; l < loops->count; l++)
    if (loops->drops[l])
      map = mlirAffineMapReplace(map, mlirAffineDimExprGet(context, l), zero,
                                 loops->count, 0);
  return map;
}

/// Whether the operand can be collapsed: each index is a loop over its whole
/// dimension, or the constant index of a unit dimension, and at least one is a
/// loop.
static bool hasPlainIndices(MlirAffineMap map, MlirType type,
                            const Loops *loops) {
  intptr_t rank = mlirAffineMapGetNumResults(map), numLoops = 0;
  if (rank == 0)
    return true;
  if (rank > maxRank || !mlirTypeIsARankedTensor(type) ||
      !mlirShapedTypeHasStaticShape(type))
    return false;
  for (intptr_t r = 0; r < rank; r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    int64_t extent = mlirShapedTypeGetDimSize(type, r);
    if (mlirAffineExprIsADim(index)) {
      numLoops++;
      if (loops->extent[mlirAffineDimExprGetPosition(index)] != extent)
        return false;
    } else if (!mlirAffineExprIsAConstant(index) || extent != 1) {
      return false;
    }
  }
  return numLoops > 0;
}

/// The operand's map after loops are collapsed. `starts` gets the groups in
/// which its dimensions are collapsed (collapse-dims.h). Dimensions without a
/// loop are unit dimensions, and belong to the group of a neighbour.
static MlirAffineMap collapsedMap(MlirContext context, MlirAffineMap map,
                                  const Loops *loops, bool *starts) {
  MlirAffineExpr indices[maxRank];
  intptr_t number[maxLoops], numLoops = 0, count = 0;
  for (intptr_t l = 0; l < loops->count; l++)
    number[l] =
        loops->collapses[l] || loops->drops[l] ? numLoops - 1 : numLoops++;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    intptr_t loop = asGenericMapLoop(map, r);
    bool isNew = loop >= 0 && !loops->collapses[loop];
    starts[r] = r == 0 || (isNew && count > 0);
    if (isNew)
      indices[count++] = mlirAffineDimExprGet(context, number[loop]);
  }
  return mlirAffineMapGet(context, numLoops, 0, count, indices);
}

/// Replaces the operation by one with collapsed loops, and returns its result
/// expanded to the former shape. `initial` is the scalar that the output is
/// filled with; null if the body does not read the output. Changes `inputs`.
static MlirValue collapse(MlirOperation op, MlirValue *inputs,
                          const MlirAffineMap *maps, const Loops *loops,
                          MlirValue initial) {
  MlirContext context = mlirOperationGetContext(op);
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirAffineMap collapsed[maxInputs + 1];
  bool starts[maxRank];
  for (intptr_t i = 0; i < numInputs; i++) {
    collapsed[i] = collapsedMap(context, maps[i], loops, starts);
    if (mlirTypeIsAShaped(mlirValueGetType(inputs[i])))
      inputs[i] = asCollapseDims(op, inputs[i], starts);
  }
  collapsed[numInputs] = collapsedMap(context, maps[numInputs], loops, starts);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType grouped = asCollapsedType(type, starts);
  MlirValue output = mlirValueIsNull(initial)
                         ? asGraphInsertEmpty(op, grouped)
                         : asGraphInsertFill(op, initial, grouped);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation generic =
      asGenericCreate(op, numInputs, inputs, output, collapsed, body);
  MlirValue expanded =
      asExpandDims(op, mlirOperationGetResult(generic, 0), type, starts);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), expanded);
  mlirOperationDestroy(op);
  return expanded;
}

//===----------------------------------------------------------------------===//
// Elementwise readers
//===----------------------------------------------------------------------===//

/// Whether the body depends on the position of an element (linalg.index), or
/// reads the output.
static bool needsPosition(MlirOperation op) {
  MlirBlock body = asIrBody(op);
  MlirValue before =
      mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  return mlirBlockGetNumArguments(body) != mlirOperationGetNumOperands(op) ||
         asIrContains(op, "linalg.index") ||
         !mlirOpOperandIsNull(mlirValueGetFirstUse(before));
}

/// Whether the operation is elementwise and its loops can be collapsed
/// likewise.
static bool canCollapseUser(MlirOperation op, const Loops *loops,
                            MlirAffineMap *maps) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumRegions(op) != 1 || numOperands > maxInputs + 1 ||
      asIrIsNamed(op, "linalg.fill") ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      !asGenericIsParallel(op) || needsPosition(op))
    return false;
  for (intptr_t i = 0; i < numOperands; i++) {
    maps[i] = asGenericMap(op, i);
    if (mlirAffineMapGetNumDims(maps[i]) != loops->count ||
        (i == numOperands - 1 && !mlirAffineMapIsIdentity(maps[i])))
      return false;
    maps[i] = dropFrom(maps[i], loops);
    if (!hasPlainIndices(
            maps[i], mlirValueGetType(mlirOperationGetOperand(op, i)), loops))
      return false;
    for (intptr_t l = 1; l < loops->count; l++)
      if (loops->collapses[l] && !canCollapse(maps[i], l))
        return false;
  }
  return true;
}

/// Rewrites elementwise readers of an expanded result, and in turn their
/// readers, to the collapsed shape. `loops` are the loops over the expanded
/// result.
static void collapseUsers(MlirValue expanded, const Loops *loops) {
  MlirAffineMap maps[maxInputs + 1];
  MlirValue inputs[maxInputs];
  MlirOpOperand use = mlirValueGetFirstUse(expanded);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!canCollapseUser(user, loops, maps)) {
      use = mlirOpOperandGetNextUse(use);
      continue;
    }
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(user) - 1; i++)
      inputs[i] = mlirOperationGetOperand(user, i);
    collapseUsers(collapse(user, inputs, maps, loops, (MlirValue){NULL}),
                  loops);
    use = mlirValueGetFirstUse(expanded); // Rewriting changed the uses.
  }
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static int64_t extentOf(MlirOperation op, const MlirAffineMap *maps,
                        intptr_t loop) {
  for (int i = 0; i < 3; i++) {
    intptr_t r = indexOf(maps[i], loop);
    if (r >= 0)
      return mlirShapedTypeGetDimSize(
          mlirValueGetType(mlirOperationGetOperand(op, i)), r);
  }
  return -1;
}

/// Chooses which loops to drop, those over the window among them, and which
/// loops of the result to collapse. With `staysImage`, the loops of the result
/// stay as they are. False if a window of several elements is left, or no
/// reduction.
static bool findLoops(MlirOperation op, MlirAffineMap *maps, bool staysImage,
                      Loops *loops) {
  for (intptr_t l = 0; l < loops->count; l++) {
    bool stays = staysImage && indexOf(maps[2], l) >= 0;
    loops->extent[l] = extentOf(op, maps, l);
    loops->drops[l] = loops->extent[l] == 1 && !stays;
  }
  for (int i = 0; i < 3; i++) {
    maps[i] = dropFrom(maps[i], loops);
    if (!hasPlainIndices(
            maps[i], mlirValueGetType(mlirOperationGetOperand(op, i)), loops))
      return false;
  }
  bool sums = false;
  for (intptr_t l = 0; l < loops->count; l++) {
    bool isWritten = indexOf(maps[2], l) >= 0;
    loops->collapses[l] = l > 0 && isWritten && !staysImage;
    for (int i = 0; i < 3 && loops->collapses[l]; i++)
      loops->collapses[l] = canCollapse(maps[i], l);
    sums |= !isWritten && !loops->drops[l];
  }
  return sums;
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

/// Swaps the operands if necessary, so that the second one is indexed by the
/// innermost loop of the result, as in a matmul. False if they have different
/// element types and would have to be swapped.
static bool orderFactors(MlirValue *inputs, MlirAffineMap *maps) {
  intptr_t r = mlirAffineMapGetNumResults(maps[2]) - 1;
  while (!mlirAffineExprIsADim(mlirAffineMapGetResult(maps[2], r)))
    r--; // Skips unit dimensions.
  intptr_t lane =
      mlirAffineDimExprGetPosition(mlirAffineMapGetResult(maps[2], r));
  if (indexOf(maps[1], lane) >= 0)
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
  MlirValue inputs[maxInputs] = {mlirOperationGetOperand(op, 0),
                                 mlirOperationGetOperand(op, 1)};
  MlirValue initial = initialValue(op);
  Loops loops = {.count = mlirAffineMapGetNumDims(maps[0])};
  if (mlirValueIsNull(initial) || loops.count > maxLoops ||
      !findLoops(op, maps, staysImage, &loops) || !orderFactors(inputs, maps))
    return MlirWalkResultAdvance;
  conversion->found = true;
  if (staysImage) {
    collapse(op, inputs, maps, &loops, otherZero(op));
    return MlirWalkResultInterrupt;
  }
  // Readers index the result alone.
  MlirAffineMap result = asGenericMap(op, 2);
  Loops written = {.count = mlirAffineMapGetNumResults(result)};
  bool changes = false;
  for (intptr_t r = 0; r < written.count; r++) {
    intptr_t loop =
        mlirAffineDimExprGetPosition(mlirAffineMapGetResult(result, r));
    written.collapses[r] = loops.collapses[loop];
    written.drops[r] = loops.drops[loop];
    written.extent[r] = loops.extent[loop];
    changes |= written.collapses[r] || written.drops[r];
  }
  MlirValue expanded = collapse(op, inputs, maps, &loops, initial);
  if (changes) // Else a rewritten reader would be a reader like before.
    collapseUsers(expanded, &written);
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
