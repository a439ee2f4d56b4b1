//===- nhwc-ops.c - Build NHWC versions of NCHW operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts one operation at a time: convolutions, pooling, tensor.pad,
// tensor.insert_slice, and elementwise linalg.generic.
//
//===----------------------------------------------------------------------===//

#include "graph/layout/nhwc-ops.h"
#include "graph/analysis/generic-op.h"
#include "graph/layout/fold-transposes.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Linalg.h"

enum { imageRank = 4, maxOperands = 16 };

/// The permutations from NCHW to NHWC and back.
static const int64_t toLast[] = {0, 2, 3, 1}, fromLast[] = {0, 3, 1, 2};

enum { channels = 1 }; ///< The dimension of NCHW.

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isImage(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) &&
         mlirShapedTypeGetRank(type) == imageRank &&
         !mlirShapedTypeIsDynamicDim(type, channels);
}

bool asImageNeedsNoTranspose(MlirType type) {
  int64_t height = mlirShapedTypeGetDimSize(type, 2),
          width = mlirShapedTypeGetDimSize(type, 3);
  bool isKnown = !mlirShapedTypeIsDynamicSize(height) &&
                 !mlirShapedTypeIsDynamicSize(width);
  return (mlirShapedTypeGetDimSize(type, channels) == 1 && isKnown) ||
         (height == 1 && width == 1);
}

/// Whether an operand with this map is read in NHWC, by an operation whose
/// loops are those of an NCHW image.
static bool readsNhwc(MlirAffineMap map) {
  bool is = mlirAffineMapGetNumDims(map) == imageRank &&
            mlirAffineMapGetNumResults(map) == imageRank;
  for (int r = 0; is && r < imageRank; r++)
    is = asGenericMapLoop(map, r) == toLast[r];
  return is;
}

/// The NHWC tensor of which the image is a transpose, or null. It may have a
/// dynamic size where the image has not, and is no image of this type then.
static MlirValue transposedFrom(MlirValue image) {
  MlirOperation op = asIrDefinition(image);
  bool is = !mlirOperationIsNull(op) && isImage(image) &&
            asIsTransposeOrBroadcast(op) &&
            mlirAffineMapIsIdentity(asGenericMap(op, 1)) &&
            readsNhwc(asGenericMap(op, 0)) &&
            mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                          asGraphPermuted(mlirValueGetType(image), toLast));
  return is ? mlirOperationGetOperand(op, 0) : (MlirValue){NULL};
}

bool asImageIsTransposed(MlirValue image) {
  return !mlirValueIsNull(transposedFrom(image));
}

/// Inserts a transpose, or, if `isReshape`, a collapse and an expansion.
static MlirValue reorder(MlirOperation next, MlirValue image, bool isReshape,
                         const int64_t *order) {
  if (!isReshape)
    return asGraphInsertTranspose(next, image, order);
  static const bool starts[] = {true, true, false, false};
  return asExpandDims(next, asCollapseDims(next, image, starts),
                      asGraphPermuted(mlirValueGetType(image), order), starts);
}

MlirValue asImageToNchw(MlirOperation next, MlirValue nhwc, MlirType type) {
  return reorder(next, nhwc, asImageNeedsNoTranspose(type), fromLast);
}

/// Inserts a tensor.empty with the sizes of the image.
static MlirValue insertEmpty(MlirOperation next, MlirValue image) {
  while (asIrIsMadeBy(image, "linalg.fill"))
    image = mlirOperationGetOperand(asIrDefinition(image), 1);
  MlirType type = mlirValueGetType(image);
  MlirValue own[imageRank], sizes[imageRank]; // In NCHW; dynamic ones in NHWC.
  intptr_t count = 0;
  for (int r = 0; r < imageRank; r++)
    if (mlirShapedTypeIsDynamicDim(type, r))
      own[r] = asIrIsMadeBy(image, "tensor.empty")
                   ? mlirOperationGetOperand(asIrDefinition(image), count++)
                   : asGraphInsertDim(next, image, r);
  count = 0;
  for (int r = 0; r < imageRank; r++)
    if (mlirShapedTypeIsDynamicDim(type, toLast[r]))
      sizes[count++] = own[toLast[r]];
  return asGraphInsertEmptyOf(next, asGraphPermuted(type, toLast), count,
                              sizes);
}

static MlirValue convertImage(MlirOperation next, MlirValue image,
                              AsIrMap *images) {
  int known = asIrMapFind(images, image);
  if (known >= 0)
    return images->to[known];
  MlirType type = mlirValueGetType(image);
  if (asIrIsMadeBy(image, "tensor.empty"))
    return insertEmpty(next, image);
  if (asIrIsMadeBy(image, "linalg.fill"))
    return asGraphInsertFillOf(
        next, mlirOperationGetOperand(asIrDefinition(image), 0),
        insertEmpty(next, image));
  MlirValue nhwc = transposedFrom(image);
  if (mlirValueIsNull(nhwc))
    nhwc = reorder(next, image, asImageNeedsNoTranspose(type), toLast);
  asIrMapAdd(images, image, nhwc);
  return nhwc;
}

/// A clone of the operation's region.
static MlirRegion cloneBody(MlirOperation op) {
  MlirOperation clone = mlirOperationClone(op);
  MlirRegion body = mlirRegionCreate();
  mlirRegionTakeBody(body, mlirOperationGetRegion(clone, 0));
  mlirOperationDestroy(clone);
  return body;
}

//===----------------------------------------------------------------------===//
// Convolutions and pooling
//===----------------------------------------------------------------------===//

typedef struct Window {
  const char *name, *nhwc;
  int64_t filter[imageRank]; ///< The permutation of the filter.
  bool hasFilter;
} Window;

static const Window windows[] = {
    {"linalg.conv_2d_nchw_fchw",
     "linalg.conv_2d_nhwc_hwcf",
     {2, 3, 1, 0},
     true},
    {"linalg.depthwise_conv_2d_nchw_chw",
     "linalg.depthwise_conv_2d_nhwc_hwc",
     {1, 2, 0},
     true},
    {"linalg.pooling_nchw_sum", "linalg.pooling_nhwc_sum", {0}, false},
    {"linalg.pooling_nchw_max", "linalg.pooling_nhwc_max", {0}, false},
};

static const Window *windowOf(MlirOperation op) {
  for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
    if (asIrIsNamed(op, windows[i].name))
      return &windows[i];
  return NULL;
}

bool asImageIsReadAsNhwc(MlirOpOperand use) {
  MlirOperation op = mlirOpOperandGetOwner(use);
  intptr_t i = mlirOpOperandGetOperandNumber(use);
  if (!asIrHasPrefix(op, "linalg.") || mlirOperationGetNumRegions(op) != 1 ||
      mlirOperationGetNumResults(op) != 1 || asIrIsNamed(op, "linalg.fill") ||
      i + 1 >= mlirOperationGetNumOperands(op) ||
      mlirAttributeIsNull(mlirLinalgGetIndexingMapsAttribute(op)))
    return false;
  MlirAffineMap map = asGenericMap(op, i);
  bool is = mlirAffineMapGetNumDims(map) == imageRank &&
            mlirAffineMapGetNumResults(map) == imageRank &&
            mlirOperationGetNumOperands(op) <= maxOperands;
  for (int r = 0; is && r < imageRank; r++)
    is = asGenericMapLoop(map, r) == fromLast[r];
  return is;
}

void asImageReadNhwc(MlirOpOperand use, MlirValue nhwc) {
  MlirOperation op = mlirOpOperandGetOwner(use);
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirValue inputs[maxOperands];
  MlirAffineMap maps[maxOperands];
  for (intptr_t i = 0; i <= numInputs; i++) {
    inputs[i] = mlirOperationGetOperand(op, i);
    maps[i] = asGenericMap(op, i);
  }
  intptr_t read = mlirOpOperandGetOperandNumber(use);
  inputs[read] = nhwc;
  maps[read] =
      mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(op), imageRank);
  asGenericReplace(op, numInputs, inputs, maps);
}

bool asImageIsWindowed(MlirOperation op) {
  const Window *window = windowOf(op);
  return window && mlirOperationGetNumResults(op) == 1 &&
         isImage(mlirOperationGetOperand(op, 0)) &&
         isImage(mlirOperationGetOperand(op, 2)) &&
         (!window->hasFilter || asIrIsFixed(mlirOperationGetOperand(op, 1)));
}

static MlirValue convertWindowed(MlirOperation op, AsIrMap *images) {
  const Window *window = windowOf(op);
  MlirValue filter = mlirOperationGetOperand(op, 1);
  MlirValue operands[] = {
      convertImage(op, mlirOperationGetOperand(op, 0), images),
      window->hasFilter ? asGraphInsertTranspose(op, filter, window->filter)
                        : filter,
      convertImage(op, mlirOperationGetOperand(op, 2), images)};
  MlirType type = mlirValueGetType(operands[2]);
  AsIrAttribute attributes[4] = {
      {"operandSegmentSizes", mlirDenseI32ArrayGet(mlirOperationGetContext(op),
                                                   2, (int32_t[]){2, 1})}};
  static const char *const kept[] = {"strides", "dilations"};
  for (int i = 0, count = 1; i < 2; i++) {
    MlirAttribute own =
        mlirOperationGetInherentAttributeByName(op, asIrString(kept[i]));
    if (!mlirAttributeIsNull(own))
      attributes[count++] = (AsIrAttribute){kept[i], own};
  }
  return asIrInsertValue(op, &(AsIrParts){.name = window->nhwc,
                                          .numOperands = 3,
                                          .operands = operands,
                                          .numResults = 1,
                                          .results = &type,
                                          .attributes = attributes,
                                          .region = cloneBody(op)});
}

//===----------------------------------------------------------------------===//
// Padding and insert_slice
//===----------------------------------------------------------------------===//

/// Whether all elements of a static_... attribute are known at compile time.
static bool isStatic(MlirOperation op, const char *name) {
  MlirAttribute numbers =
      mlirOperationGetInherentAttributeByName(op, asIrString(name));
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(numbers); i++)
    if (mlirShapedTypeIsDynamicSize(mlirDenseI64ArrayGetElement(numbers, i)))
      return false;
  return true;
}

static MlirAttribute permuteNumbers(MlirOperation op, const char *name) {
  MlirAttribute numbers =
      mlirOperationGetInherentAttributeByName(op, asIrString(name));
  int64_t nhwc[imageRank];
  for (int r = 0; r < imageRank; r++)
    nhwc[r] = mlirDenseI64ArrayGetElement(numbers, toLast[r]);
  return mlirDenseI64ArrayGet(mlirOperationGetContext(op), imageRank, nhwc);
}

/// Sets `values` to the operands from `from` that an attribute's dynamic
/// elements are for, in the order of NHWC. Returns how many there are.
static intptr_t permuteValues(MlirOperation op, const char *name, intptr_t from,
                              MlirValue *values) {
  MlirAttribute numbers =
      mlirOperationGetInherentAttributeByName(op, asIrString(name));
  MlirValue own[imageRank] = {{NULL}};
  for (int r = 0; r < imageRank; r++)
    if (mlirShapedTypeIsDynamicSize(mlirDenseI64ArrayGetElement(numbers, r)))
      own[r] = mlirOperationGetOperand(op, from++);
  intptr_t count = 0;
  for (int r = 0; r < imageRank; r++)
    if (!mlirValueIsNull(own[toLast[r]]))
      values[count++] = own[toLast[r]];
  return count;
}

/// Whether it is a tensor.pad of an image by static amounts with one value.
static bool isPadding(MlirOperation op) {
  if (!asIrIsNamed(op, "tensor.pad") || !isStatic(op, "static_low") ||
      !isStatic(op, "static_high") || !isImage(mlirOperationGetOperand(op, 0)))
    return false;
  for (intptr_t i = 0; i < imageRank; i++)
    if (!mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirBlockGetArgument(asIrBody(op), i))))
      return false;
  return true;
}

static bool isInsertion(MlirOperation op) {
  return asIrIsNamed(op, "tensor.insert_slice") &&
         isImage(mlirOperationGetOperand(op, 0)) &&
         isImage(mlirOperationGetOperand(op, 1));
}

static MlirValue convertPadding(MlirOperation op, AsIrMap *images) {
  MlirValue image = convertImage(op, mlirOperationGetOperand(op, 0), images);
  MlirType type =
      asGraphPermuted(mlirValueGetType(mlirOperationGetResult(op, 0)), toLast);
  AsIrAttribute attributes[] = {
      {"static_low", permuteNumbers(op, "static_low")},
      {"static_high", permuteNumbers(op, "static_high")},
      {"operandSegmentSizes", mlirDenseI32ArrayGet(mlirOperationGetContext(op),
                                                   3, (int32_t[]){1, 0, 0})},
      {0}};
  return asIrInsertValue(op, &(AsIrParts){.name = "tensor.pad",
                                          .numOperands = 1,
                                          .operands = &image,
                                          .numResults = 1,
                                          .results = &type,
                                          .attributes = attributes,
                                          .region = cloneBody(op)});
}

static MlirValue convertInsertion(MlirOperation op, AsIrMap *images) {
  static const char *const numbers[] = {"static_offsets", "static_sizes",
                                        "static_strides"};
  enum { numKinds = sizeof numbers / sizeof *numbers };
  MlirValue operands[2 + numKinds * imageRank];
  int32_t segments[2 + numKinds] = {1, 1};
  intptr_t count = 2, from = 2;
  for (int i = 0; i < 2; i++)
    operands[i] = convertImage(op, mlirOperationGetOperand(op, i), images);
  AsIrAttribute attributes[numKinds + 2] = {0};
  for (int i = 0; i < numKinds; i++) {
    intptr_t added = permuteValues(op, numbers[i], from, operands + count);
    attributes[i] = (AsIrAttribute){numbers[i], permuteNumbers(op, numbers[i])};
    segments[2 + i] = (int32_t)added;
    from += added;
    count += added;
  }
  attributes[numKinds] = (AsIrAttribute){
      "operandSegmentSizes", mlirDenseI32ArrayGet(mlirOperationGetContext(op),
                                                  2 + numKinds, segments)};
  MlirType type = mlirValueGetType(operands[1]);
  return asIrInsertValue(op, &(AsIrParts){.name = "tensor.insert_slice",
                                          .numOperands = count,
                                          .operands = operands,
                                          .numResults = 1,
                                          .results = &type,
                                          .attributes = attributes});
}

//===----------------------------------------------------------------------===//
// Elementwise operations
//===----------------------------------------------------------------------===//

/// Whether each index is a loop or a constant.
static bool hasPlainIndices(MlirAffineMap map) {
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
    MlirAffineExpr index = mlirAffineMapGetResult(map, r);
    if (!mlirAffineExprIsADim(index) && !mlirAffineExprIsAConstant(index))
      return false;
  }
  return true;
}

static bool isElementwise(MlirOperation op) {
  intptr_t numOperands = mlirOperationGetNumOperands(op);
  if (!asIrIsNamed(op, "linalg.generic") ||
      mlirOperationGetNumResults(op) != 1 || numOperands > maxOperands ||
      !isImage(mlirOperationGetResult(op, 0)) ||
      !mlirAffineMapIsIdentity(asGenericMap(op, numOperands - 1)))
    return false;
  for (intptr_t i = 0; i < numOperands; i++)
    if (!hasPlainIndices(asGenericMap(op, i)))
      return false;
  return !asIrContains(op, "linalg.index");
}

/// Whether the operand is an image that the body reads, with an element for
/// each of the result's. It should have the layout of the result, and has it
/// where it is NHWC already.
static bool isReadAsImage(MlirOperation op, intptr_t i) {
  return isImage(mlirOperationGetOperand(op, i)) &&
         mlirAffineMapIsPermutation(asGenericMap(op, i)) &&
         !readsNhwc(asGenericMap(op, i)) &&
         !mlirOpOperandIsNull(
             mlirValueGetFirstUse(mlirBlockGetArgument(asIrBody(op), i)));
}

/// The map in terms of the NHWC result's loops. With `isNhwc`, the operand is
/// converted too.
static MlirAffineMap convertMap(MlirAffineMap map, bool isNhwc) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[maxOperands];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++) {
    indices[r] = mlirAffineMapGetResult(map, isNhwc ? toLast[r] : r);
    if (mlirAffineExprIsADim(indices[r]))
      indices[r] = mlirAffineDimExprGet(
          context, fromLast[mlirAffineDimExprGetPosition(indices[r])]);
  }
  return mlirAffineMapGet(context, imageRank, 0, rank, indices);
}

static MlirValue convertElementwise(MlirOperation op, AsIrMap *images) {
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirValue operands[maxOperands];
  MlirAffineMap maps[maxOperands];
  for (intptr_t i = 0; i < numInputs; i++) {
    operands[i] = mlirOperationGetOperand(op, i);
    bool isNhwc = isReadAsImage(op, i) || asIrMapFind(images, operands[i]) >= 0;
    maps[i] = convertMap(asGenericMap(op, i), isNhwc);
    if (isNhwc)
      operands[i] = convertImage(op, operands[i], images);
  }
  MlirValue output = mlirOperationGetOperand(op, numInputs);
  maps[numInputs] = convertMap(asGenericMap(op, numInputs), true);
  operands[numInputs] = isReadAsImage(op, numInputs)
                            ? convertImage(op, output, images)
                            : insertEmpty(op, output);
  return mlirOperationGetResult(asGenericCreate(op, numInputs, operands,
                                                operands[numInputs], maps,
                                                cloneBody(op)),
                                0);
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

/// Whether a convolution or pooling that can be converted reads the result.
static bool feedsWindowed(MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asImageIsWindowed(mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

/// Whether an elementwise operation reads some of the images in another order
/// than that of its result: a transpose does.
static bool reorders(MlirOperation op, const AsIrMap *images) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirAffineMap map = asGenericMap(op, i);
    if (mlirAffineMapIsPermutation(map) && !mlirAffineMapIsIdentity(map) &&
        asIrMapFind(images, mlirOperationGetOperand(op, i)) >= 0)
      return true;
  }
  return false;
}

bool asImageCanFollow(MlirOperation op, const AsIrMap *images) {
  bool reads = isPadding(op) && feedsWindowed(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    reads |= asIrMapFind(images, mlirOperationGetOperand(op, i)) >= 0;
  return reads && (isPadding(op) || isInsertion(op) ||
                   (isElementwise(op) && !reorders(op, images)));
}

void asImageVisitOperands(MlirOperation op, AsImageVisitor visit,
                          void *context) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    bool isRead = windowOf(op)                        ? i != 1
                  : asIrIsNamed(op, "linalg.generic") ? isReadAsImage(op, i)
                                                      : isImage(operand);
    if (isRead && !asIrIsMadeBy(operand, "tensor.empty") &&
        !asIrIsMadeBy(operand, "linalg.fill"))
      visit(operand, context);
  }
}

MlirValue asImageToNhwc(MlirOperation op, AsIrMap *images) {
  if (windowOf(op))
    return convertWindowed(op, images);
  if (asIrIsNamed(op, "tensor.pad"))
    return convertPadding(op, images);
  if (asIrIsNamed(op, "tensor.insert_slice"))
    return convertInsertion(op, images);
  return convertElementwise(op, images);
}
