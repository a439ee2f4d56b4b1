//===- conv1x1-to-matmul.c - Convolutions of single pixels are products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolution whose window is one position, which moves on by one, is a
// matrix product in which all the pixels of an image are one dimension. As such
// it has all the rules for products, and tiles need not end with a row of the
// picture. Tensors are only seen in other shapes, nothing is moved. What is
// computed with the result element by element is done in the same shape, so
// that it remains its epilogue.
//
// Where the image that it makes is only padded for a depthwise convolution, and
// too large for the second cache, the dimensions stay apart: the two are one
// task then (task/fusion-groups.c), which has a few rows of the image at a
// time.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { maxRank = 8, maxLoops = 16, maxInputs = 8 };

/// The loops of an operation, and what becomes of each.
typedef struct Loops {
  intptr_t count;
  int64_t extent[maxLoops];
  bool joins[maxLoops]; ///< It is one with the loop before it.
  bool drops[maxLoops]; ///< It is of one iteration.
} Loops;

/// Which index of an operand is the loop, or -1.
static intptr_t indexOf(MlirAffineMap map, intptr_t loop) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    if (mlirAffineExprIsADim(index) &&
        mlirAffineDimExprGetPosition(index) == loop)
      return r;
  }
  return -1;
}

/// Whether the operand lets the loop be one with the loop before it.
static bool mayJoin(MlirAffineMap map, intptr_t loop) {
  intptr_t before = indexOf(map, loop - 1), here = indexOf(map, loop);
  return before < 0 ? here < 0 : here == before + 1;
}

/// Takes loops of one iteration out of a map: the index is zero.
static MlirAffineMap dropFrom(MlirAffineMap map, const Loops *loops) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr zero = mlirAffineConstantExprGet(context, 0);
  for (intptr_t l = 0; l < loops->count; l++)
    if (loops->drops[l])
      map = mlirAffineMapReplace(map, mlirAffineDimExprGet(context, l), zero,
                                 loops->count, 0);
  return map;
}

/// Whether each index is a loop that goes through its whole dimension, or the
/// zero of a dimension of extent one; and one of several is a loop.
static bool isPlain(MlirAffineMap map, MlirType type, const Loops *loops) {
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

/// How an operand is indexed when loops are one, and `starts`, how its
/// dimensions are grouped for that. Dimensions without a loop are of extent one
/// and go with their neighbours.
static MlirAffineMap joinedMap(MlirContext context, MlirAffineMap map,
                               const Loops *loops, bool *starts) {
  MlirAffineExpr indices[maxRank];
  intptr_t number[maxLoops], numLoops = 0, count = 0;
  for (intptr_t l = 0; l < loops->count; l++)
    number[l] = loops->joins[l] || loops->drops[l] ? numLoops - 1 : numLoops++;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    intptr_t loop =
        mlirAffineExprIsADim(index) ? mlirAffineDimExprGetPosition(index) : -1;
    bool isNew = loop >= 0 && !loops->joins[loop];
    starts[r] = r == 0 || (isNew && count > 0);
    if (isNew)
      indices[count++] = mlirAffineDimExprGet(context, number[loop]);
  }
  return mlirAffineMapGet(context, numLoops, 0, count, indices);
}

/// Puts the operation with joined loops in its place, and returns the result in
/// its former shape. `initial` is what the result starts from everywhere; null
/// where that does not matter. Changes `inputs`.
static MlirValue join(MlirOperation op, MlirValue *inputs,
                      const MlirAffineMap *maps, const Loops *loops,
                      MlirValue initial) {
  MlirContext context = mlirOperationGetContext(op);
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirAffineMap joined[maxInputs + 1];
  bool starts[maxRank];
  for (intptr_t i = 0; i < numInputs; i++) {
    joined[i] = joinedMap(context, maps[i], loops, starts);
    if (mlirTypeIsAShaped(mlirValueGetType(inputs[i])))
      inputs[i] = asCollapseDims(op, inputs[i], starts);
  }
  joined[numInputs] = joinedMap(context, maps[numInputs], loops, starts);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirType grouped = asCollapsedType(type, starts);
  MlirValue output = mlirValueIsNull(initial)
                         ? asGraphInsertEmpty(op, grouped)
                         : asGraphInsertFill(op, initial, grouped);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(op, 0));
  MlirOperation generic =
      asGenericCreate(op, numInputs, inputs, output, joined, body);
  MlirValue expanded =
      asExpandDims(op, mlirOperationGetResult(generic, 0), type, starts);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), expanded);
  mlirOperationDestroy(op);
  return expanded;
}

//===----------------------------------------------------------------------===//
// What follows
//===----------------------------------------------------------------------===//

/// Whether the body asks where it is, or for what was in the result before.
static bool needsPlace(MlirOperation op) {
  MlirBlock body = asIrBody(op);
  MlirValue before =
      mlirBlockGetArgument(body, mlirBlockGetNumArguments(body) - 1);
  return mlirBlockGetNumArguments(body) != mlirOperationGetNumOperands(op) ||
         asIrContains(op, "linalg.index") ||
         !mlirOpOperandIsNull(mlirValueGetFirstUse(before));
}

/// Whether the operation computes element by element and can have these loops.
static bool canFollow(MlirOperation op, const Loops *loops,
                      MlirAffineMap *maps) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumResults(op) != 1 ||
      mlirOperationGetNumRegions(op) != 1 || numOperands > maxInputs + 1 ||
      asIrIsNamed(op, "linalg.fill") ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)) ||
      !asGenericIsParallel(op) || needsPlace(op))
    return false;
  for (intptr_t i = 0; i < numOperands; i++) {
    maps[i] = asGenericMap(op, i);
    if (mlirAffineMapGetNumDims(maps[i]) != loops->count ||
        (i == numOperands - 1 && !mlirAffineMapIsIdentity(maps[i])))
      return false;
    maps[i] = dropFrom(maps[i], loops);
    if (!isPlain(maps[i], mlirValueGetType(mlirOperationGetOperand(op, i)),
                 loops))
      return false;
    for (intptr_t l = 1; l < loops->count; l++)
      if (loops->joins[l] && !mayJoin(maps[i], l))
        return false;
  }
  return true;
}

/// Lets operations that compute with the elements of an expanded result, and
/// those that compute with theirs, do so before it is expanded. `loops` are
/// those over the expanded result.
static void joinUsers(MlirValue expanded, const Loops *loops) {
  MlirAffineMap maps[maxInputs + 1];
  MlirValue inputs[maxInputs];
  MlirOpOperand use = mlirValueGetFirstUse(expanded);
  while (!mlirOpOperandIsNull(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (!canFollow(user, loops, maps)) {
      use = mlirOpOperandGetNextUse(use);
      continue;
    }
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(user) - 1; i++)
      inputs[i] = mlirOperationGetOperand(user, i);
    joinUsers(join(user, inputs, maps, loops, (MlirValue){NULL}), loops);
    use = mlirValueGetFirstUse(expanded); // The uses are others now.
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

/// Finds loops of one iteration, those over the window among them, and loops of
/// the result that go together everywhere, unless those stay as they are. False
/// where a window is left, or nothing to sum over.
static bool findLoops(MlirOperation op, MlirAffineMap *maps, bool staysImage,
                      Loops *loops) {
  for (intptr_t l = 0; l < loops->count; l++) {
    bool stays = staysImage && indexOf(maps[2], l) >= 0;
    loops->extent[l] = extentOf(op, maps, l);
    loops->drops[l] = loops->extent[l] == 1 && !stays;
  }
  for (int i = 0; i < 3; i++) {
    maps[i] = dropFrom(maps[i], loops);
    if (!isPlain(maps[i], mlirValueGetType(mlirOperationGetOperand(op, i)),
                 loops))
      return false;
  }
  bool sums = false;
  for (intptr_t l = 0; l < loops->count; l++) {
    bool isWritten = indexOf(maps[2], l) >= 0;
    loops->joins[l] = l > 0 && isWritten && !staysImage;
    for (int i = 0; i < 3 && loops->joins[l]; i++)
      loops->joins[l] = mayJoin(maps[i], l);
    sums |= !isWritten && !loops->drops[l];
  }
  return sums;
}

/// What the sums start from, if that is the same for all; else null.
static MlirValue initialValue(MlirOperation op) {
  MlirValue initial = mlirOperationGetOperand(op, 2), none = {NULL};
  if (!mlirValueIsAOpResult(initial))
    return none;
  MlirOperation fill = mlirOpResultGetOwner(initial);
  return asIrIsNamed(fill, "linalg.fill") ? mlirOperationGetOperand(fill, 0)
                                          : none;
}

/// Has the operand second that the innermost loop of the result indexes, as a
/// matrix product has it. Factors may change places, if they are of one type.
static bool orderFactors(MlirValue *inputs, MlirAffineMap *maps) {
  intptr_t r = mlirAffineMapGetNumResults(maps[2]) - 1;
  while (!mlirAffineExprIsADim(mlirAffineMapGetResult(maps[2], r)))
    r--; // Past what is of extent one.
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

/// The only user of the value; null where there are none or several.
static MlirOperation onlyUser(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  bool isOne = !mlirOpOperandIsNull(use) &&
               mlirOpOperandIsNull(mlirOpOperandGetNextUse(use));
  return isOne ? mlirOpOperandGetOwner(use) : (MlirOperation){NULL};
}

/// Whether the value, or what is computed from it element by element, is padded
/// and read by a depthwise convolution, and by nobody else.
static bool feedsDepthwise(MlirValue value) {
  MlirOperation user = onlyUser(value);
  if (mlirOperationIsNull(user) || mlirOperationGetNumResults(user) != 1)
    return false;
  MlirValue result = mlirOperationGetResult(user, 0);
  if (asIrIsNamed(user, "tensor.pad")) {
    MlirOperation reader = onlyUser(result);
    return !mlirOperationIsNull(reader) &&
           asIrIsNamed(reader, "linalg.depthwise_conv_2d_nhwc_hwc");
  }
  return asIrIsNamed(user, "linalg.generic") && asGenericIsParallel(user) &&
         mlirTypeEqual(mlirValueGetType(result), mlirValueGetType(value)) &&
         feedsDepthwise(result);
}

/// Whether it is an image of floats of more than so many bytes.
static bool isLarge(MlirType type) {
  // What the second cache does not keep. The same for all targets: what is a
  // task must not depend on where a schedule is applied.
  const int64_t largest = (int64_t)1 << 20;
  MlirType element = mlirShapedTypeGetElementType(type);
  if (!mlirShapedTypeHasStaticShape(type) || !mlirTypeIsAF32(element))
    return false;
  int64_t bytes = sizeof(float);
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    bytes *= mlirShapedTypeGetDimSize(type, r);
  return bytes > largest;
}

/// Zero of the other sign: what this one starts from and what the convolution
/// does must not be taken for one and the same. It changes no sum but that of
/// zeros, and of that the sign alone.
static MlirValue otherZero(MlirOperation op) {
  MlirType type = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetResult(op, 0)));
  return asIrInsertConstant(
      op, mlirFloatAttrDoubleGet(mlirOperationGetContext(op), type, -0.0));
}

//===----------------------------------------------------------------------===//
// All of a module
//===----------------------------------------------------------------------===//

typedef struct Flattening {
  bool feedsTiles; ///< As in asGraphConv1x1ToMatmul.
  bool found;
} Flattening;

static MlirWalkResult flatten(MlirOperation op, void *context) {
  Flattening *flattening = context;
  if (!asIrHasPrefix(op, "linalg.conv_") ||
      mlirOperationGetNumOperands(op) != 3 ||
      mlirOperationGetNumResults(op) != 1 ||
      !mlirTypeIsARankedTensor(mlirValueGetType(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  MlirValue image = mlirOperationGetResult(op, 0);
  bool staysImage = asIrIsNamed(op, "linalg.conv_2d_nhwc_hwcf") &&
                    flattening->feedsTiles &&
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
  flattening->found = true;
  if (staysImage) {
    join(op, inputs, maps, &loops, otherZero(op));
    return MlirWalkResultInterrupt;
  }
  // Those who follow know the result alone.
  MlirAffineMap result = asGenericMap(op, 2);
  Loops written = {.count = mlirAffineMapGetNumResults(result)};
  for (intptr_t r = 0; r < written.count; r++) {
    intptr_t loop =
        mlirAffineDimExprGetPosition(mlirAffineMapGetResult(result, r));
    written.joins[r] = loops.joins[loop];
    written.drops[r] = loops.drops[loop];
    written.extent[r] = loops.extent[loop];
  }
  joinUsers(join(op, inputs, maps, &loops, initial), &written);
  return MlirWalkResultInterrupt;
}

AsStatus asGraphConv1x1ToMatmul(MlirModule module, bool feedsTiles,
                                AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  Flattening flattening = {.feedsTiles = feedsTiles, .found = true};
  bool changed = false;
  // A walk does not outlive the operation that is next to it.
  while (flattening.found) {
    flattening.found = false;
    mlirOperationWalk(op, flatten, &flattening, MlirWalkPostOrder);
    changed |= flattening.found;
  }
  return changed
             ? asIrRunPipeline(op, "builtin.module(canonicalize)", true, error)
             : AS_OK;
}
