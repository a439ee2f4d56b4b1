//===- build/gather.c - Vectors of elements that are apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream reads a vector along anything but the contiguous dimension in a loop
// that puts element after element in its place, which nothing unrolls. A load
// for each lane is a few instructions.
//
//===----------------------------------------------------------------------===//

#include "build/arith.h"
#include "build/steps.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { mostLanes = 64 };

static MlirAttribute attributeOf(MlirOperation op, const char *name) {
  return mlirOperationGetInherentAttributeByName(op, asIrString(name));
}

/// The dimension of the memref that the vector lies along; -1 where it lies
/// along none, or several, or more than it may read.
static intptr_t dimensionOf(MlirOperation op) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(attributeOf(op, "permutation_map"));
  MlirAttribute inBounds = attributeOf(op, "in_bounds");
  intptr_t rank = mlirAffineMapGetNumDims(map);
  bool isMasked = mlirOperationGetNumOperands(op) != rank + 2;
  if (isMasked || mlirAffineMapGetNumResults(map) != 1 ||
      mlirAttributeIsNull(inBounds) ||
      !mlirBoolAttrGetValue(mlirArrayAttrGetElement(inBounds, 0)))
    return -1;
  MlirAffineExpr expr = mlirAffineMapGetResult(map, 0);
  return mlirAffineExprIsADim(expr) ? mlirAffineDimExprGetPosition(expr) : -1;
}

/// Whether neighbours along dimension `d` are apart in memory.
static bool areApart(MlirType memref, intptr_t d) {
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  return mlirTypeIsAMemRef(memref) &&
         mlirShapedTypeGetRank(memref) <= AS_ARITH_MAX_RANK &&
         mlirLogicalResultIsSuccess(
             mlirMemRefTypeGetStridesAndOffset(memref, strides, &offset)) &&
         strides[d] != 1;
}

static MlirWalkResult expand(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue memref = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t d = dimensionOf(op);
  if (d < 0 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > mostLanes ||
      !areApart(mlirValueGetType(memref), d))
    return MlirWalkResultAdvance;
  AsArith a = asArithBefore(op);
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(memref));
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {memref}, element[mostLanes];
  for (intptr_t r = 0; r < rank; r++)
    operands[1 + r] = mlirOperationGetOperand(op, 1 + r);
  MlirValue first = operands[1 + d];
  int lanes = (int)mlirShapedTypeGetDimSize(type, 0);
  for (int l = 0; l < lanes; l++) {
    MlirValue distance = asArithEmit(
        &a, "arith.constant", mlirIndexTypeGet(a.context), 0, NULL, "value",
        mlirIntegerAttrGet(mlirIndexTypeGet(a.context), l));
    operands[1 + d] = asArithBinary(&a, "arith.addi", first, distance);
    element[l] =
        asArithEmit(&a, "memref.load", mlirShapedTypeGetElementType(type),
                    (int)rank + 1, operands, NULL, (MlirAttribute){NULL});
  }
  MlirValue vector = asArithEmit(&a, "vector.from_elements", type, lanes,
                                 element, NULL, (MlirAttribute){NULL});
  mlirValueReplaceAllUsesOfWith(result, vector);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGathersExpand(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
