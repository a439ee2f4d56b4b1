//===- strided-reads.c - Expand strided vector reads to loads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a vector.transfer_read along a strided dimension into one
// memref.load for each lane and a vector.from_elements.
//
// Upstream lowers such a read to a loop over the elements that nothing unrolls.
//
// Requires:    bufferised IR in the vector and memref dialects.
// Provides:    no unmasked in-bounds vector.transfer_read of at most 64 lanes
//              along a strided dimension.
// Invalidates: nothing.
//
//   %v = vector.transfer_read %m[%i, %j], %z {in_bounds = [true],
//       permutation_map = affine_map<(i, j) -> (i)>}
//       : memref<64x64xf32>, vector<2xf32>
//
// becomes
//
//   %i1 = arith.addi %i, %c1 : index
//   %0 = memref.load %m[%i, %j] : memref<64x64xf32>
//   %1 = memref.load %m[%i1, %j] : memref<64x64xf32>
//   %v = vector.from_elements %0, %1 : vector<2xf32>
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/strided-reads.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxLanes = 64 };

/// The dimension of the memref that the vector lies along. -1 if it is a
/// broadcast, or may be out of bounds, or is masked, or spans several
/// dimensions.
static intptr_t readDimension(MlirOperation op) {
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

/// Whether elements along dimension `d` are not contiguous in memory.
static bool isStrided(MlirType memref, intptr_t d) {
  int64_t strides[AS_ARITH_MAX_RANK], offset;
  return mlirTypeIsAMemRef(memref) &&
         mlirShapedTypeGetRank(memref) <= AS_ARITH_MAX_RANK &&
         mlirLogicalResultIsSuccess(
             mlirMemRefTypeGetStridesAndOffset(memref, strides, &offset)) &&
         strides[d] != 1;
}

bool asStridedReadFind(MlirOperation op, AsStridedRead *read) {
  if (!asIrIsNamed(op, "vector.transfer_read"))
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue memref = mlirOperationGetOperand(op, 0);
  MlirType type = mlirValueGetType(result);
  intptr_t d = readDimension(op);
  if (d < 0 || mlirVectorTypeIsScalable(type) ||
      mlirShapedTypeGetDimSize(type, 0) > maxLanes ||
      !isStrided(mlirValueGetType(memref), d))
    return false;
  *read =
      (AsStridedRead){.op = op,
                      .result = result,
                      .memref = memref,
                      .type = type,
                      .rank = mlirShapedTypeGetRank(mlirValueGetType(memref)),
                      .dim = d,
                      .lanes = (int)mlirShapedTypeGetDimSize(type, 0)};
  return true;
}

MlirValue asStridedReadIndex(const AsArith *arith, const AsStridedRead *read,
                             int lane) {
  MlirType index = mlirIndexTypeGet(arith->context);
  MlirValue offset = asArithEmit(arith, "arith.constant", index, 0, NULL,
                                 "value", mlirIntegerAttrGet(index, lane));
  return asArithBinary(arith, "arith.addi",
                       mlirOperationGetOperand(read->op, 1 + read->dim),
                       offset);
}

static MlirWalkResult expand(MlirOperation op, void *context) {
  AsStridedRead read;
  if (!asStridedReadFind(op, &read))
    return MlirWalkResultAdvance;
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(read.result))) {
    mlirOperationDestroy(op); // Replaced by asTransposeStridedReads.
    return MlirWalkResultSkip;
  }
  AsArith a = asArithBefore(op);
  MlirValue operands[AS_ARITH_MAX_RANK + 1] = {read.memref};
  MlirValue element[maxLanes];
  for (intptr_t r = 0; r < read.rank; r++)
    operands[1 + r] = mlirOperationGetOperand(op, 1 + r);
  for (int l = 0; l < read.lanes; l++) {
    operands[1 + read.dim] = asStridedReadIndex(&a, &read, l);
    element[l] =
        asArithEmit(&a, "memref.load", mlirShapedTypeGetElementType(read.type),
                    (int)read.rank + 1, operands, NULL, (MlirAttribute){NULL});
  }
  MlirValue vector =
      asArithEmit(&a, "vector.from_elements", read.type, read.lanes, element,
                  NULL, (MlirAttribute){NULL});
  mlirValueReplaceAllUsesOfWith(read.result, vector);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asExpandStridedReads(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
