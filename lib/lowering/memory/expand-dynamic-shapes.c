//===- expand-dynamic-shapes.c - Dimensions split into several dynamic ones
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's expand-strided-metadata takes at most one size of a group of
// memref.expand_shape to be dynamic and crashes on more. Rows that are a batch
// of texts have two:
//
//   %r = memref.expand_shape %m [[0, 1], [2]] output_shape [%b, %s, 32]
//       : memref<?x32xf32> into memref<?x?x32xf32>
//
// becomes
//
//   %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
//   %step = arith.muli %strides#0, %s
//   %r = memref.reinterpret_cast %base to offset: [0], sizes: [%b, %s, 32],
//       strides: [%step, 32, 1]
//
// Requires:    memrefs; allocations are placed, as this hides what is a view.
// Provides:    no memref.expand_shape with two dynamic sizes in a group.
// Invalidates: nothing.
//
//===----------------------------------------------------------------------===//

#include "ir/tensor-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Dimensions [begin, end) of the result are dimension `from` of the operand.
typedef struct Group {
  intptr_t from, begin, end;
} Group;

static Group groupOf(MlirOperation op, intptr_t from) {
  MlirAttribute dims =
      mlirArrayAttrGetElement(asIrAttribute(op, "reassociation"), from);
  intptr_t count = mlirArrayAttrGetNumElements(dims);
  intptr_t begin =
      count ? mlirIntegerAttrGetValueInt(mlirArrayAttrGetElement(dims, 0)) : 0;
  return (Group){from, begin, begin + count};
}

static intptr_t countGroups(MlirOperation op) {
  return mlirArrayAttrGetNumElements(asIrAttribute(op, "reassociation"));
}

static bool hasTwoDynamicSizes(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  bool has = false;
  for (intptr_t g = 0; g < countGroups(op); g++) {
    Group group = groupOf(op, g);
    int count = 0;
    for (intptr_t d = group.begin; d < group.end; d++)
      count += mlirShapedTypeIsDynamicDim(type, d);
    has |= count > 1;
  }
  return has && mlirShapedTypeGetRank(type) <= AS_MOST_DIMENSIONS;
}

/// The offset, sizes and strides of a view: numbers, where its type says them,
/// and values.
typedef struct View {
  intptr_t rank;
  int64_t offset, sizes[AS_MOST_DIMENSIONS], strides[AS_MOST_DIMENSIONS];
  MlirValue offsetValue, sizeValues[AS_MOST_DIMENSIONS],
      strideValues[AS_MOST_DIMENSIONS];
} View;

/// Of the result of `op`; `metadata` is that of its operand.
static View viewOf(MlirOperation op, MlirOperation metadata) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  View view = {.rank = mlirShapedTypeGetRank(type),
               .offsetValue = mlirOperationGetResult(metadata, 1)};
  mlirMemRefTypeGetStridesAndOffset(type, view.strides, &view.offset);
  intptr_t rank = countGroups(op), operand = 1;
  for (intptr_t d = 0; d < view.rank; d++) {
    view.sizes[d] = mlirShapedTypeGetDimSize(type, d);
    view.sizeValues[d] = mlirShapedTypeIsDynamicDim(type, d)
                             ? mlirOperationGetOperand(op, operand++)
                             : asIrInsertIndex(op, view.sizes[d]);
  }
  for (intptr_t g = 0; g < rank; g++) {
    Group group = groupOf(op, g);
    MlirValue stride = mlirOperationGetResult(metadata, 2 + rank + g);
    for (intptr_t d = group.end - 1; d >= group.begin; d--) {
      view.strideValues[d] = stride;
      if (d > group.begin)
        stride = asIrInsertBinary(op, "arith.muli", stride, view.sizeValues[d]);
    }
  }
  return view;
}

static MlirOperation insertMetadata(MlirOperation op) {
  MlirContext context = mlirOperationGetContext(op);
  MlirValue operand = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(operand),
           results[2 + 2 * AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type);
  results[0] = mlirMemRefTypeGet(mlirShapedTypeGetElementType(type), 0, NULL,
                                 mlirAttributeGetNull(),
                                 mlirMemRefTypeGetMemorySpace(type));
  for (intptr_t r = 0; r < 1 + 2 * rank; r++)
    results[1 + r] = mlirIndexTypeGet(context);
  return asIrInsert(op, &(AsIrParts){.name = "memref.extract_strided_metadata",
                                     .numOperands = 1,
                                     .operands = &operand,
                                     .numResults = 2 + 2 * rank,
                                     .results = results});
}

static MlirValue insertView(MlirOperation next, MlirValue base,
                            const View *view, MlirType type) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[2 + 2 * AS_MOST_DIMENSIONS] = {base};
  int32_t segments[] = {1, 0, 0, 0};
  intptr_t count = 1;
  int64_t dynamic = mlirShapedTypeGetDynamicSize(),
          dynamicStride = mlirShapedTypeGetDynamicStrideOrOffset();
  if (view->offset == dynamicStride)
    operands[count++] = view->offsetValue, segments[1]++;
  for (intptr_t d = 0; d < view->rank; d++)
    if (view->sizes[d] == dynamic)
      operands[count++] = view->sizeValues[d], segments[2]++;
  for (intptr_t d = 0; d < view->rank; d++)
    if (view->strides[d] == dynamicStride)
      operands[count++] = view->strideValues[d], segments[3]++;
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "memref.reinterpret_cast",
                .numOperands = count,
                .operands = operands,
                .numResults = 1,
                .results = &type,
                .attributes = (AsIrAttribute[]){
                    {"static_offsets",
                     mlirDenseI64ArrayGet(context, 1, &view->offset)},
                    {"static_sizes",
                     mlirDenseI64ArrayGet(context, view->rank, view->sizes)},
                    {"static_strides",
                     mlirDenseI64ArrayGet(context, view->rank, view->strides)},
                    {"operandSegmentSizes",
                     mlirDenseI32ArrayGet(context, 4, segments)},
                    {0}}});
}

static MlirWalkResult expand(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "memref.expand_shape") || !hasTwoDynamicSizes(op))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirOperation metadata = insertMetadata(op);
  View view = viewOf(op, metadata);
  mlirValueReplaceAllUsesOfWith(
      result, insertView(op, mlirOperationGetResult(metadata, 0), &view,
                         mlirValueGetType(result)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asExpandDynamicShapes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
