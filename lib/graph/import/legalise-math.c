//===- legalise-math.c - Math operations that LLVM has not, by arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites math operations that upstream lowers to nothing valid: math.fpowi
// with a constant exponent to multiplications, math.isinf and math.isnormal to
// comparisons, math.clampf to what MLIR says that it is. Extends f16 and bf16
// to f32 before any math.fpowi.
//
// Programs square numbers by math.fpowi (the mean square of an RMS norm).
// Upstream makes an llvm.intr.powi of it, which is invalid for vectors of
// exponents, and which LLVM refuses for exponents that are not as wide as an
// int of C. The products are those of the C compiler's run-time library
// (__powisf2), in its order, so that nothing is rounded otherwise.
//
// Requires:    asGraphElementwiseToLinalg, so that no operand is a tensor.
// Provides:    none of these operations but math.fpowi with other exponents on
//              f32 and f64, which becomes a function in the end
//              (lowering/lower.c).
// Invalidates: nothing.
//
//   %y = math.fpowi %x, %three : f32, i32
// becomes
//   %0 = arith.mulf %x, %x : f32
//   %y = arith.mulf %x, %0 : f32
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <assert.h>
#include <math.h>

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// The operand of the linalg operation whose elements a block argument takes;
/// other values are their own source.
static MlirValue sourceOf(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return value;
  MlirOperation owner =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  intptr_t i = mlirBlockArgumentGetArgNumber(value);
  bool isInput = asIrHasPrefix(owner, "linalg.") &&
                 i < mlirOperationGetNumOperands(owner) -
                         mlirOperationGetNumResults(owner);
  return isInput ? mlirOperationGetOperand(owner, i) : value;
}

/// Whether the exponent is one constant integer, the same for all elements.
static bool isConstant(MlirValue exponent, int64_t *number) {
  MlirOperation op = asIrDefinition(sourceOf(exponent));
  if (mlirOperationIsNull(op))
    return false;
  if (asIrIsNamed(op, "vector.broadcast"))
    return isConstant(mlirOperationGetOperand(op, 0), number);
  if (!asIrIsNamed(op, "arith.constant"))
    return false;
  MlirAttribute value = asIrAttribute(op, "value");
  if (mlirAttributeIsADenseElements(value) &&
      mlirDenseElementsAttrIsSplat(value))
    value = mlirDenseElementsAttrGetSplatValue(value);
  if (!mlirAttributeIsAInteger(value))
    return false;
  *number = mlirIntegerAttrGetValueInt(value);
  return true;
}

static MlirType elementOf(MlirType type) {
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

static bool isHalf(MlirType element) {
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
}

/// `element`, in the shape of `type`.
static MlirType withElement(MlirType type, MlirType element) {
  enum { maxRank = 16 };
  if (!mlirTypeIsAVector(type))
    return element;
  int64_t shape[maxRank];
  bool scalable[maxRank];
  intptr_t rank = mlirShapedTypeGetRank(type);
  assert(rank <= maxRank);
  for (intptr_t r = 0; r < rank; r++) {
    shape[r] = mlirShapedTypeGetDimSize(type, r);
    scalable[r] = mlirVectorTypeIsDimScalable(type, r);
  }
  return mlirVectorTypeGetScalable(rank, shape, scalable, element);
}

static MlirValue insertNumber(MlirOperation next, MlirType type,
                              double number) {
  MlirAttribute value = mlirFloatAttrDoubleGet(mlirOperationGetContext(next),
                                               elementOf(type), number);
  if (mlirTypeIsAVector(type))
    value = mlirDenseElementsAttrSplatGet(type, value);
  return asIrInsertConstant(next, value);
}

/// `name` of two operands, with the flags of the power.
static MlirValue combine(MlirOperation power, const char *name, MlirValue x,
                         MlirValue y) {
  MlirType type = mlirValueGetType(x);
  return asIrInsertValue(
      power,
      &(AsIrParts){.name = name,
                   .numOperands = 2,
                   .operands = (MlirValue[]){x, y},
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"fastmath", asIrAttribute(power, "fastmath")}, {0}}});
}

/// x^exponent by repeated squaring.
static MlirValue product(MlirOperation power, MlirValue x, int64_t exponent) {
  MlirType type = mlirValueGetType(x);
  uint64_t left = exponent < 0 ? -(uint64_t)exponent : (uint64_t)exponent;
  MlirValue y = {NULL};
  for (; left; left >>= 1) {
    if (left & 1)
      y = mlirValueIsNull(y) ? x : combine(power, "arith.mulf", y, x);
    if (left > 1)
      x = combine(power, "arith.mulf", x, x);
  }
  if (mlirValueIsNull(y))
    return insertNumber(power, type, 1);
  return exponent < 0
             ? combine(power, "arith.divf", insertNumber(power, type, 1), y)
             : y;
}

static MlirValue expandPower(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue exponent = mlirOperationGetOperand(op, 1), y;
  bool widens = isHalf(elementOf(type));
  int64_t number;
  if (widens)
    x = asIrInsertUnary(
        op, "arith.extf", x,
        withElement(type, mlirF32TypeGet(mlirOperationGetContext(op))));
  if (isConstant(exponent, &number))
    y = product(op, x, number);
  else if (widens)
    y = combine(op, "math.fpowi", x, exponent);
  else
    return mlirOperationGetResult(op, 0);
  return widens ? asIrInsertUnary(op, "arith.truncf", y, type) : y;
}

//===----------------------------------------------------------------------===//
// Classes of numbers
//===----------------------------------------------------------------------===//

/// By their numbers in arith.cmpf; false for NaN.
enum { EQUAL = 1, AT_LEAST = 3, LESS = 4 };

static MlirValue compareSize(MlirOperation op, int predicate, double bound) {
  MlirContext context = mlirOperationGetContext(op);
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirType i1 = withElement(type, mlirIntegerTypeGet(context, 1));
  MlirValue size =
      asIrInsertUnary(op, "math.absf", mlirOperationGetOperand(op, 0), type);
  MlirAttribute number =
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), predicate);
  return asIrInsertValue(
      op, &(AsIrParts){
              .name = "arith.cmpf",
              .numOperands = 2,
              .operands = (MlirValue[]){size, insertNumber(op, type, bound)},
              .numResults = 1,
              .results = &i1,
              .attributes = (AsIrAttribute[]){{"predicate", number}, {0}}});
}

static MlirValue expandIsInf(MlirOperation op) {
  return compareSize(op, EQUAL, INFINITY);
}

/// The smallest normal number of a type of 16 to 64 bits.
static double smallestNormal(MlirType element) {
  return mlirTypeIsAF64(element)   ? 0x1p-1022
         : mlirTypeIsAF16(element) ? 0x1p-14
                                   : 0x1p-126;
}

static MlirValue expandIsNormal(MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  MlirValue isLarge =
      compareSize(op, AT_LEAST, smallestNormal(elementOf(type)));
  return asIrInsertBinary(op, "arith.andi", isLarge,
                          compareSize(op, LESS, INFINITY));
}

/// MLIR defines max(min(x, lower), upper), and expands it so, although that is
/// `upper` where the bounds are in order.
static MlirValue expandClampf(MlirOperation op) {
  MlirValue least =
      combine(op, "arith.minimumf", mlirOperationGetOperand(op, 0),
              mlirOperationGetOperand(op, 1));
  return combine(op, "arith.maximumf", least, mlirOperationGetOperand(op, 2));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

typedef struct Function {
  const char *name;
  MlirValue (*expand)(MlirOperation op); ///< May return the result itself.
} Function;

static const Function functions[] = {{"math.clampf", expandClampf},
                                     {"math.fpowi", expandPower},
                                     {"math.isinf", expandIsInf},
                                     {"math.isnormal", expandIsNormal}};

static MlirWalkResult expand(MlirOperation op, void *context) {
  (void)context;
  size_t f = 0, count = sizeof functions / sizeof *functions;
  while (f < count && !asIrIsNamed(op, functions[f].name))
    f++;
  if (f == count)
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirValue y = functions[f].expand(op);
  if (mlirValueEqual(y, result))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(result, y);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphLegaliseMath(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
