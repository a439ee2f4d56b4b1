//===- strided-reads.c - Vectors of elements that are apart
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream reads a vector along anything but the contiguous dimension in a loop
// that puts element after element in its place, which nothing unrolls. A load
// for each lane is a few instructions.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/strided-reads.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { mostLanes = 64 };

/// The dimension of the memref that the vector lies along; -1 where it lies
/// along none, or several, or more than it may read.
static intptr_t dimensionOf(MlirOperation op) {
  MlirAffineMap map =
      mlirAffineMapAttrGetValue(asIrAttribute(op, "permutation_map"));
  MlirAttribute inBounds = asIrAttribute(op, "in_bounds");
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

bool asStridedReadFind(MlirOperation op, AsStridedRead *gather) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue memref = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t d = dimensionOf(op);
  if (d < 0 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > mostLanes ||
      !areApart(mlirValueGetType(memref), d))
    return false;
  *gather =
      (AsStridedRead){.op = op,
                      .result = result,
                      .memref = memref,
                      .type = type,
                      .rank = mlirShapedTypeGetRank(mlirValueGetType(memref)),
                      .dim = d,
                      .lanes = (int)mlirShapedTypeGetDimSize(type, 0)};
  return true;
}

MlirValue asStridedReadIndex(const AsArith *arith, const AsStridedRead *gather,
                             int lane) {
  MlirType index = mlirIndexTypeGet(arith->context);
  MlirValue distance = asArithEmit(arith, "arith.constant", index, 0, NULL,
                                   "value", mlirIntegerAttrGet(index, lane));
  return asArithBinary(arith, "arith.addi",
                       mlirOperationGetOperand(gather->op, 1 + gather->dim),
                       distance);
}

static MlirWalkResult expand(MlirOperation op, void *context) {
  AsStridedRead gather;
  if (!asStridedReadFind(op, &gather))
    return MlirWalkResultAdvance;
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(gather.result))) {
    mlirOperationDestroy(op); // Turned.
    return MlirWalkResultSkip;
  }
  AsArith a = asArithBefore(op);
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {gather.memref};
  MlirValue element[mostLanes];
  for (intptr_t r = 0; r < gather.rank; r++)
    operands[1 + r] = mlirOperationGetOperand(op, 1 + r);
  for (int l = 0; l < gather.lanes; l++) {
    operands[1 + gather.dim] = asStridedReadIndex(&a, &gather, l);
    element[l] = asArithEmit(
        &a, "memref.load", mlirShapedTypeGetElementType(gather.type),
        (int)gather.rank + 1, operands, NULL, (MlirAttribute){NULL});
  }
  MlirValue vector =
      asArithEmit(&a, "vector.from_elements", gather.type, gather.lanes,
                  element, NULL, (MlirAttribute){NULL});
  mlirValueReplaceAllUsesOfWith(gather.result, vector);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asExpandStridedReads(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
