//===- gpu-intrinsics.c - Lower math to GPU instructions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites math operations, and f32 divisions that need not be exact, into
// calls of LLVM's intrinsics, which it selects as instructions.
//
// Upstream lowers math to calls of libdevice, which a machine without CUDA's
// toolkit does not have. Functions without an instruction were expanded to
// arithmetic before (lowering/vector/expand-math.h). math.exp2 of f32 and
// division have instructions for a single float, so vectors are taken apart for
// them.
//
// Requires:    asExpandMath; asGpuRelaxDivisions, for divisions.
// Provides:    no math operation that has an intrinsic.
// Invalidates: nothing.
//
//   %0 = math.sqrt %x : vector<4xf32>
//   %1 = arith.divf %a, %b fastmath<afn> : f32
// becomes
//   %0 = llvm.call_intrinsic "llvm.sqrt"(%x) : (vector<4xf32>) -> vector<4xf32>
//   %1 = llvm.call_intrinsic "llvm.nvvm.div.full"(%a, %b) : (f32, f32) -> f32
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/gpu-intrinsics.h"
#include "lowering/gpu/gpu-steps.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

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

/// The LLVM form of `type`: a vector of one dimension.
static MlirType flatten(MlirType type) {
  if (!mlirTypeIsAVector(type) || mlirShapedTypeGetRank(type) == 1)
    return type;
  int64_t count = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count *= mlirShapedTypeGetDimSize(type, d);
  return mlirVectorTypeGet(1, &count, mlirShapedTypeGetElementType(type));
}

/// Inserts a cast of `value` to `type`, which has as many elements, before
/// `op`.
static MlirValue reshape(MlirOperation op, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  return asIrInsertUnary(op, "vector.shape_cast", value, type);
}

static void replaceBy(MlirOperation op, MlirValue called) {
  MlirValue old = mlirOperationGetResult(op, 0);
  mlirValueReplaceAllUsesOfWith(old,
                                reshape(op, called, mlirValueGetType(old)));
  mlirOperationDestroy(op);
}

/// Calls an intrinsic on whole vectors, which LLVM scalarises.
static void callWhole(MlirOperation op, const char *name) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirType type = flatten(mlirValueGetType(mlirOperationGetResult(op, 0)));
  MlirValue operands[2];
  for (intptr_t o = 0; o < count; o++)
    operands[o] = reshape(op, mlirOperationGetOperand(op, o), type);
  replaceBy(op, asGpuInsertIntrinsic(op, name, count, operands, type));
}

static MlirValue elementOf(MlirOperation next, MlirValue vector, int64_t at) {
  MlirContext context = mlirOperationGetContext(next);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(vector));
  return asIrInsertValue(
      next, &(AsIrParts){
                .name = "vector.extract",
                .numOperands = 1,
                .operands = &vector,
                .numResults = 1,
                .results = &element,
                .attributes = (AsIrAttribute[]){
                    {"static_position", mlirDenseI64ArrayGet(context, 1, &at)},
                    {0}}});
}

/// Calls a scalar intrinsic for each element.
static void callEach(MlirOperation op, const char *name) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirType type = flatten(mlirValueGetType(mlirOperationGetResult(op, 0)));
  if (!mlirTypeIsAVector(type)) {
    callWhole(op, name);
    return;
  }
  int64_t size = mlirShapedTypeGetDimSize(type, 0);
  MlirType element = mlirShapedTypeGetElementType(type);
  MlirValue *elements = asAlloc(sizeof *elements * (size_t)size);
  for (int64_t i = 0; i < size; i++) {
    MlirValue operands[2];
    for (intptr_t o = 0; o < count; o++)
      operands[o] =
          elementOf(op, reshape(op, mlirOperationGetOperand(op, o), type), i);
    elements[i] = asGpuInsertIntrinsic(op, name, count, operands, element);
  }
  replaceBy(op, asIrInsertValue(op, &(AsIrParts){.name = "vector.from_elements",
                                                 .numOperands = size,
                                                 .operands = elements,
                                                 .numResults = 1,
                                                 .results = &type}));
  free(elements);
}

static bool isOfF32(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  return mlirTypeIsAF32(
      mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type);
}

/// Whether the division may be inexact (afn), and LLVM may not turn it into a
/// multiplication by a reciprocal (arcp).
static bool isRelaxed(MlirOperation op) {
  AsText flags = {0};
  asIrPrintAttribute(asIrAttribute(op, "fastmath"), &flags);
  bool isRelaxed = flags.data && strstr(flags.data, "afn") &&
                   !strstr(flags.data, "arcp") && !strstr(flags.data, "fast>");
  asTextFree(&flags);
  return isRelaxed;
}

static MlirWalkResult call(MlirOperation op, void *context) {
  (void)context;
  for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
    if (asIrIsNamed(op, intrinsics[i][0])) {
      callWhole(op, intrinsics[i][1]);
      return MlirWalkResultSkip;
    }
  if (asIrIsNamed(op, "math.exp2") && isOfF32(op))
    callEach(op, "llvm.nvvm.ex2.approx.ftz.f");
  else if (asIrIsNamed(op, "arith.divf") && isOfF32(op) && isRelaxed(op))
    callEach(op, "llvm.nvvm.div.full");
  else
    return MlirWalkResultAdvance;
  return MlirWalkResultSkip;
}

static MlirWalkResult relax(MlirOperation op, void *context) {
  (void)context;
  if (asIrIsNamed(op, "arith.divf"))
    asAddFlags(op, "afn");
  return MlirWalkResultAdvance;
}

void asGpuRelaxDivisions(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), relax, NULL,
                    MlirWalkPostOrder);
}

void asGpuCallIntrinsics(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), call, NULL,
                    MlirWalkPostOrder);
}
