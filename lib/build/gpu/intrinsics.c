//===- build/gpu/intrinsics.c - Functions that GPUs have instructions for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream makes calls of libdevice of all functions of math, of which a
// machine without CUDA's toolkit has none. LLVM itself selects instructions for
// these. The other functions were written out as arithmetic (build/math.h).
//
//===----------------------------------------------------------------------===//

#include "build/gpu/intrinsics.h"
#include "build/gpu/steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

static const char *const intrinsics[][2] = {
    {"math.sqrt", "llvm.sqrt"},           {"math.absf", "llvm.fabs"},
    {"math.ceil", "llvm.ceil"},           {"math.floor", "llvm.floor"},
    {"math.roundeven", "llvm.roundeven"}, {"math.trunc", "llvm.trunc"},
    {"math.copysign", "llvm.copysign"},   {"arith.maxnumf", "llvm.maxnum"},
    {"arith.minnumf", "llvm.minnum"},
};

MlirValue asGpuInsertIntrinsic(MlirOperation next, const char *name,
                               intptr_t count, const MlirValue *operands,
                               MlirType result) {
  MlirContext context = mlirOperationGetContext(next);
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "llvm.call_intrinsic",
                .numOperands = count,
                .operands = operands,
                .numResults = 1,
                .results = &result,
                .attributes = (AsIrAttribute[]){
                    {"intrin", mlirStringAttrGet(context, asIrString(name))},
                    {"op_bundle_sizes", mlirDenseI32ArrayGet(context, 0, NULL)},
                    {"operandSegmentSizes",
                     mlirDenseI32ArrayGet(context, 2,
                                          (int32_t[]){(int32_t)count, 0})},
                    {0}}});
}

/// What LLVM has of `type`: vectors of one dimension.
static MlirType flatten(MlirType type) {
  if (!mlirTypeIsAVector(type) || mlirShapedTypeGetRank(type) < 2)
    return type;
  int64_t count = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count *= mlirShapedTypeGetDimSize(type, d);
  return mlirVectorTypeGet(1, &count, mlirShapedTypeGetElementType(type));
}

/// `value` as `type`, which has as many elements, before `op`.
static MlirValue reshape(MlirOperation op, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  return asIrInsertUnary(op, "vector.shape_cast", value, type);
}

static MlirWalkResult call(MlirOperation op, void *context) {
  (void)context;
  for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
    if (!asIrIsNamed(op, intrinsics[i][0]))
      continue;
    intptr_t count = mlirOperationGetNumOperands(op);
    MlirValue old = mlirOperationGetResult(op, 0);
    MlirType type = flatten(mlirValueGetType(old));
    MlirValue operands[2];
    for (intptr_t o = 0; o < count; o++)
      operands[o] = reshape(op, mlirOperationGetOperand(op, o), type);
    MlirValue called =
        asGpuInsertIntrinsic(op, intrinsics[i][1], count, operands, type);
    mlirValueReplaceAllUsesOfWith(old,
                                  reshape(op, called, mlirValueGetType(old)));
    mlirOperationDestroy(op);
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

void asGpuCallIntrinsics(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), call, NULL,
                    MlirWalkPostOrder);
}
