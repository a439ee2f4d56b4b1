//===- nhwc-ops.c - Operations on images, with the channels last
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "graph/layout/nhwc-ops.h"
#include "graph/analysis/generic-op.h"
#include "graph/shape/collapse-dims.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { imageRank = 4, maxOperands = 16 };

/// Which dimension of an image each is of the turned one, and the reverse.
static const int64_t toLast[] = {0, 2, 3, 1}, fromLast[] = {0, 3, 1, 2};

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isImage(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) &&
         mlirShapedTypeGetRank(type) == imageRank &&
         mlirShapedTypeHasStaticShape(type);
}

bool asImageIsFlat(MlirType type) {
  return mlirShapedTypeGetDimSize(type, 1) == 1 ||
         (mlirShapedTypeGetDimSize(type, 2) == 1 &&
          mlirShapedTypeGetDimSize(type, 3) == 1);
}

/// The image with its dimensions in another order.
static MlirValue reorder(MlirOperation next, MlirValue image, bool isFlat,
                         const int64_t *order) {
  if (!isFlat)
    return asGraphInsertTranspose(next, image, order);
  static const bool starts[] = {true, true, false, false};
  return asExpandDims(next, asCollapseDims(next, image, starts),
                      asGraphPermuted(mlirValueGetType(image), order), starts);
}

MlirValue asImageToNchw(MlirOperation next, MlirValue turned, MlirType type) {
  return reorder(next, turned, asImageIsFlat(type), fromLast);
}

static MlirValue turnImage(MlirOperation next, MlirValue image,
                           AsIrMap *images) {
  int known = asIrMapFind(images, image);
  if (known >= 0)
    return images->to[known];
  MlirType type = mlirValueGetType(image);
  if (asIrIsMadeBy(image, "tensor.empty"))
    return asGraphInsertEmpty(next, asGraphPermuted(type, toLast));
  if (asIrIsMadeBy(image, "linalg.fill"))
    return asGraphInsertFill(next,
                             mlirOperationGetOperand(asIrDefinition(image), 0),
                             asGraphPermuted(type, toLast));
  MlirValue turned = reorder(next, image, asImageIsFlat(type), toLast);
  asIrMapAdd(images, image, turned);
  return turned;
}

/// The body of a copy, as that of another operation.
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
  const char *name, *turned;
  int64_t filter[imageRank]; ///< Which dimension of the filter each becomes.
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

bool asImageIsWindowed(MlirOperation op) {
  const Window *window = windowOf(op);
  return window && mlirOperationGetNumResults(op) == 1 &&
         isImage(mlirOperationGetOperand(op, 0)) &&
         isImage(mlirOperationGetOperand(op, 2)) &&
         (!window->hasFilter || asIrIsFixed(mlirOperationGetOperand(op, 1)));
}

static MlirValue turnWindowed(MlirOperation op, AsIrMap *images) {
  const Window *window = windowOf(op);
  MlirValue filter = mlirOperationGetOperand(op, 1);
  MlirValue operands[] = {
      turnImage(op, mlirOperationGetOperand(op, 0), images),
      window->hasFilter ? asGraphInsertTranspose(op, filter, window->filter)
                        : filter,
      turnImage(op, mlirOperationGetOperand(op, 2), images)};
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
  return asIrInsertValue(op, &(AsIrParts){.name = window->turned,
                                          .numOperands = 3,
                                          .operands = operands,
                                          .numResults = 1,
                                          .results = &type,
                                          .attributes = attributes,
                                          .region = cloneBody(op)});
}

//===----------------------------------------------------------------------===//
// Padding, and parts of images
//===----------------------------------------------------------------------===//

/// Numbers of an operation by dimension: none of them is known at run time
/// only.
static bool isStatic(MlirOperation op, const char *name) {
  MlirAttribute numbers =
      mlirOperationGetInherentAttributeByName(op, asIrString(name));
  for (intptr_t i = 0; i < mlirDenseArrayGetNumElements(numbers); i++)
    if (mlirShapedTypeIsDynamicSize(mlirDenseI64ArrayGetElement(numbers, i)))
      return false;
  return true;
}

static MlirAttribute turnNumbers(MlirOperation op, const char *name) {
  MlirAttribute numbers =
      mlirOperationGetInherentAttributeByName(op, asIrString(name));
  int64_t turned[imageRank];
  for (int r = 0; r < imageRank; r++)
    turned[r] = mlirDenseI64ArrayGetElement(numbers, toLast[r]);
  return mlirDenseI64ArrayGet(mlirOperationGetContext(op), imageRank, turned);
}

/// Whether the image grows by what is the same everywhere.
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
         isStatic(op, "static_offsets") && isStatic(op, "static_sizes") &&
         isStatic(op, "static_strides") &&
         isImage(mlirOperationGetOperand(op, 0)) &&
         isImage(mlirOperationGetOperand(op, 1));
}

static MlirValue turnPadding(MlirOperation op, AsIrMap *images) {
  MlirValue image = turnImage(op, mlirOperationGetOperand(op, 0), images);
  MlirType type =
      asGraphPermuted(mlirValueGetType(mlirOperationGetResult(op, 0)), toLast);
  AsIrAttribute attributes[] = {
      {"static_low", turnNumbers(op, "static_low")},
      {"static_high", turnNumbers(op, "static_high")},
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

static MlirValue turnInsertion(MlirOperation op, AsIrMap *images) {
  MlirValue operands[2];
  for (int i = 0; i < 2; i++)
    operands[i] = turnImage(op, mlirOperationGetOperand(op, i), images);
  MlirType type = mlirValueGetType(operands[1]);
  AsIrAttribute attributes[] = {
      {"static_offsets", turnNumbers(op, "static_offsets")},
      {"static_sizes", turnNumbers(op, "static_sizes")},
      {"static_strides", turnNumbers(op, "static_strides")},
      {"operandSegmentSizes",
       mlirDenseI32ArrayGet(mlirOperationGetContext(op), 5,
                            (int32_t[]){1, 1, 0, 0, 0})},
      {0}};
  return asIrInsertValue(op, &(AsIrParts){.name = "tensor.insert_slice",
                                          .numOperands = 2,
                                          .operands = operands,
                                          .numResults = 1,
                                          .results = &type,
                                          .attributes = attributes});
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

/// Whether each index is a loop or a constant.
static bool isPlain(MlirAffineMap map) {
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
    if (!isPlain(asGenericMap(op, i)))
      return false;
  return !asIrContains(op, "linalg.index");
}

/// Whether the operand has an element for each of the result's that is read, so
/// that it should lie as that does.
static bool isReadAsImage(MlirOperation op, intptr_t i) {
  return isImage(mlirOperationGetOperand(op, i)) &&
         mlirAffineMapIsPermutation(asGenericMap(op, i)) &&
         !mlirOpOperandIsNull(
             mlirValueGetFirstUse(mlirBlockGetArgument(asIrBody(op), i)));
}

/// The map in which loops are those of the turned result; with `isTurned`, the
/// operand is turned too.
static MlirAffineMap turnMap(MlirAffineMap map, bool isTurned) {
  MlirContext context = mlirAffineMapGetContext(map);
  MlirAffineExpr indices[maxOperands];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < rank; r++) {
    indices[r] = mlirAffineMapGetResult(map, isTurned ? toLast[r] : r);
    if (mlirAffineExprIsADim(indices[r]))
      indices[r] = mlirAffineDimExprGet(
          context, fromLast[mlirAffineDimExprGetPosition(indices[r])]);
  }
  return mlirAffineMapGet(context, imageRank, 0, rank, indices);
}

static MlirValue turnElementwise(MlirOperation op, AsIrMap *images) {
  intptr_t numInputs = mlirOperationGetNumOperands(op) - 1;
  MlirValue operands[maxOperands];
  MlirAffineMap maps[maxOperands];
  for (intptr_t i = 0; i < numInputs; i++) {
    operands[i] = mlirOperationGetOperand(op, i);
    bool isTurned =
        isReadAsImage(op, i) || asIrMapFind(images, operands[i]) >= 0;
    maps[i] = turnMap(asGenericMap(op, i), isTurned);
    if (isTurned)
      operands[i] = turnImage(op, operands[i], images);
  }
  MlirValue output = mlirOperationGetOperand(op, numInputs);
  maps[numInputs] = turnMap(asGenericMap(op, numInputs), true);
  MlirType type = asGraphPermuted(mlirValueGetType(output), toLast);
  operands[numInputs] = isReadAsImage(op, numInputs)
                            ? turnImage(op, output, images)
                            : asGraphInsertEmpty(op, type);
  return mlirOperationGetResult(asGenericCreate(op, numInputs, operands,
                                                operands[numInputs], maps,
                                                cloneBody(op)),
                                0);
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// Whether a window moves over the result.
static bool feedsWindowed(MlirOperation op) {
  MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (asImageIsWindowed(mlirOpOperandGetOwner(use)))
      return true;
  return false;
}

bool asImageCanFollow(MlirOperation op, const AsIrMap *images) {
  bool reads = isPadding(op) && feedsWindowed(op);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    reads |= asIrMapFind(images, mlirOperationGetOperand(op, i)) >= 0;
  return reads && (isPadding(op) || isInsertion(op) || isElementwise(op));
}

void asImageVisitOperands(MlirOperation op, AsImageVisitor visit,
                          void *context) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    bool isRead = windowOf(op)                        ? i != 1
                  : asIrIsNamed(op, "linalg.generic") ? isReadAsImage(op, i)
                                                      : true;
    if (isRead && !asIrIsMadeBy(operand, "tensor.empty") &&
        !asIrIsMadeBy(operand, "linalg.fill"))
      visit(operand, context);
  }
}

MlirValue asImageToNhwc(MlirOperation op, AsIrMap *images) {
  if (windowOf(op))
    return turnWindowed(op, images);
  if (asIrIsNamed(op, "tensor.pad"))
    return turnPadding(op, images);
  if (asIrIsNamed(op, "tensor.insert_slice"))
    return turnInsertion(op, images);
  return turnElementwise(op, images);
}
