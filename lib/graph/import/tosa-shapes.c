//===- tosa-shapes.c - Evaluate arithmetic on shapes of TOSA
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces arithmetic on constant shapes, and tosa.dim of a dimension that is
// known, by tosa.const_shape. Upstream folds and lowers none of it.
//
// Requires:    nothing.
// Provides:    no arithmetic on shapes but what depends on dimensions that are
//              known at run time only.
// Invalidates: nothing.
//
//   %a = tosa.const_shape {values = dense<[4, 8]> : tensor<2xindex>}
//   %b = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>}
//   %c = tosa.mul_shape %a, %b
// becomes
//   %c = tosa.const_shape {values = dense<[8, 8]> : tensor<2xindex>}
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxRank = 16 };

typedef struct Shape {
  intptr_t rank;
  int64_t sizes[maxRank];
} Shape;

static int64_t add(int64_t x, int64_t y) { return x + y; }
static int64_t subtract(int64_t x, int64_t y) { return x - y; }
static int64_t multiply(int64_t x, int64_t y) { return x * y; }
static int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }
static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t divideDown(int64_t x, int64_t y) { return x / y; }
static int64_t divideUp(int64_t x, int64_t y) { return x / y + (x % y != 0); }
static int64_t rest(int64_t x, int64_t y) { return x % y; }

typedef struct Arithmetic {
  const char *op;
  int64_t (*compute)(int64_t x, int64_t y);
  bool divides; ///< Only sizes that are not negative, by positive ones.
} Arithmetic;

static const Arithmetic arithmetics[] = {
    {"tosa.add_shape", add, false},
    {"tosa.sub_shape", subtract, false},
    {"tosa.mul_shape", multiply, false},
    {"tosa.max_shape", larger, false},
    {"tosa.min_shape", smaller, false},
    {"tosa.div_floor_shape", divideDown, true},
    {"tosa.div_ceil_shape", divideUp, true},
    {"tosa.mod_shape", rest, true},
};

/// Sizes are 32 bits at most, so that nothing overflows.
static bool readShape(MlirValue value, Shape *shape) {
  MlirOperation op = asIrMadeBy(value, "tosa.const_shape");
  if (mlirOperationIsNull(op))
    return false;
  MlirAttribute values = asIrAttribute(op, "values");
  shape->rank = (intptr_t)mlirElementsAttrGetNumElements(values);
  bool isSmall = shape->rank <= maxRank;
  for (intptr_t r = 0; r < shape->rank && isSmall; r++) {
    shape->sizes[r] = mlirDenseElementsAttrGetInt64Value(values, r);
    isSmall = shape->sizes[r] == (int32_t)shape->sizes[r];
  }
  return isSmall;
}

static bool computeArithmetic(MlirOperation op, Shape *result) {
  Shape y;
  size_t a = 0, count = sizeof arithmetics / sizeof *arithmetics;
  while (a < count && !asIrIsNamed(op, arithmetics[a].op))
    a++;
  if (a == count || !readShape(mlirOperationGetOperand(op, 0), result) ||
      !readShape(mlirOperationGetOperand(op, 1), &y) || y.rank != result->rank)
    return false;
  for (intptr_t r = 0; r < y.rank; r++) {
    if (arithmetics[a].divides && (y.sizes[r] <= 0 || result->sizes[r] < 0))
      return false;
    result->sizes[r] = arithmetics[a].compute(result->sizes[r], y.sizes[r]);
  }
  return true;
}

static bool computeDim(MlirOperation op, Shape *result) {
  if (!asIrIsNamed(op, "tosa.dim"))
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  intptr_t axis = mlirIntegerAttrGetValueInt(asIrAttribute(op, "axis"));
  if (!mlirTypeIsARankedTensor(type) || mlirShapedTypeIsDynamicDim(type, axis))
    return false;
  *result = (Shape){1, {mlirShapedTypeGetDimSize(type, axis)}};
  return true;
}

static MlirValue insertShape(MlirOperation next, const Shape *shape,
                             MlirType type) {
  MlirType index = mlirIndexTypeGet(mlirOperationGetContext(next));
  MlirAttribute sizes[maxRank];
  for (intptr_t r = 0; r < shape->rank; r++)
    sizes[r] = mlirIntegerAttrGet(index, shape->sizes[r]);
  int64_t length = shape->rank;
  MlirType list =
      mlirRankedTensorTypeGet(1, &length, index, mlirAttributeGetNull());
  return asIrInsertValue(
      next,
      &(AsIrParts){
          .name = "tosa.const_shape",
          .numResults = 1,
          .results = &type,
          .attributes = (AsIrAttribute[]){
              {"values", mlirDenseElementsAttrGet(list, length, sizes)}, {0}}});
}

static MlirWalkResult evaluate(MlirOperation op, void *context) {
  (void)context;
  Shape shape;
  if (!computeArithmetic(op, &shape) && !computeDim(op, &shape))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  mlirValueReplaceAllUsesOfWith(
      result, insertShape(op, &shape, mlirValueGetType(result)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphTosaShapes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), evaluate, NULL,
                    MlirWalkPostOrder);
}
