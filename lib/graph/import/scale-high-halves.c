//===- scale-high-halves.c - Rescale by the upper halves of products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites tosa.apply_scale, which sums of bytes are rescaled by. Upstream
// rounds and shifts in 64 bits:
//
//   r = (v * m + (1 << (s - 1)) + (v < 0 ? -(1 << 30) : 1 << 30)) >> s
//
// Where s is 33 or more, the lower 32 bits of 1 << (s - 1) are zero. So only
// the small summand, which TOSA's double rounding has, can carry into the upper
// half, and the rest is done with the upper halves, in 32 bits:
//
//   h = (v * m + (v < 0 ? -(1 << 30) : 1 << 30)) >> 32
//   r = (h + (1 << (s - 33))) >> (s - 32)
//
// The results are the same in each bit. Where what comes out is limited from
// below by what a zero makes of it, as behind an activation, all negative
// numbers become that limit, and need no rounding of their own.
//
// Requires:    tosa.apply_scale in bodies, with constants for m and s; runs
//              before tosa-to-arith.
// Provides:    no tosa.apply_scale of i32 by constants of 33 to 62.
// Invalidates: nothing.
//
//   %r = tosa.apply_scale %v, %m, %s {rounding_mode = SINGLE_ROUND}
// becomes
//   %0 = arith.extsi %v : i32 to i64
//   %1 = arith.extsi %m : i32 to i64
//   %2 = arith.muli %0, %1 : i64
//   %3 = arith.shrui %2, %c32 : i64
//   %h = arith.trunci %3 : i64 to i32
//   %w = arith.extui %s : i8 to i32
//   %4 = arith.subi %w, %c33 : i32
//   %5 = arith.shli %c1, %4 : i32
//   %6 = arith.addi %h, %5 : i32
//   %7 = arith.subi %w, %c32 : i32
//   %r = arith.shrsi %6, %7 : i32
//
//===----------------------------------------------------------------------===//

#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { HALF = 32, LEAST_SHIFT = HALF + 1, MOST_SHIFT = 62 };

/// What the double rounding adds to the product, with its sign.
static const int64_t smallRounding = (int64_t)1 << 30;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The array that an argument of the body of a linalg.generic is read from, or
/// the value itself.
static MlirValue sourceOf(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return value;
  MlirOperation generic =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
  return asIrIsNamed(generic, "linalg.generic")
             ? mlirOperationGetOperand(generic,
                                       mlirBlockArgumentGetArgNumber(value))
             : value;
}

/// The least and the most of the numbers that the value may be; false if they
/// are not known.
static bool findRange(MlirValue value, int64_t *least, int64_t *most) {
  MlirValue source = sourceOf(value);
  if (asIrConstantInteger(source, least)) {
    *most = *least;
    return true;
  }
  MlirOperation constant = asIrMadeBy(source, "arith.constant");
  if (mlirOperationIsNull(constant))
    return false;
  MlirAttribute all = asIrAttribute(constant, "value");
  int bits = asIrElementBits(mlirValueGetType(source));
  if (!mlirAttributeIsADenseElements(all) || (bits != 8 && bits != HALF))
    return false;
  bool isSplat = mlirDenseElementsAttrIsSplat(all);
  int64_t count = isSplat ? 1 : mlirElementsAttrGetNumElements(all);
  *least = INT64_MAX;
  *most = INT64_MIN;
  for (int64_t i = 0; i < count; i++) {
    int64_t number = bits == 8 ? mlirDenseElementsAttrGetInt8Value(all, i)
                               : mlirDenseElementsAttrGetInt32Value(all, i);
    *least = number < *least ? number : *least;
    *most = number > *most ? number : *most;
  }
  return count > 0;
}

/// Whether the value is only used by `name` with a constant, which *number
/// gets; *user gets what comes out.
static bool isUsedWith(MlirValue value, const char *name, MlirValue *user,
                       int64_t *number) {
  MlirOperation op = asIrOnlyUser(value);
  if (mlirOperationIsNull(op) || !asIrIsNamed(op, name))
    return false;
  bool isFirst = mlirValueEqual(mlirOperationGetOperand(op, 0), value);
  *user = mlirOperationGetResult(op, 0);
  return asIrConstantInteger(mlirOperationGetOperand(op, isFirst), number);
}

/// Whether all that is not positive becomes the same number.
static bool hidesNegatives(MlirValue scaled) {
  int64_t zero = 0, least;
  MlirValue shifted = scaled, limited;
  if (isUsedWith(scaled, "arith.addi", &limited, &zero))
    shifted = limited;
  else
    zero = 0;
  return isUsedWith(shifted, "arith.maxsi", &limited, &least) && least >= zero;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static MlirValue constant(MlirOperation next, int bits, int64_t number) {
  return asIrInsertConstant(
      next,
      mlirIntegerAttrGet(
          mlirIntegerTypeGet(mlirOperationGetContext(next), bits), number));
}

static MlirValue extend(MlirOperation next, const char *how, MlirValue value,
                        int bits) {
  return asIrInsertUnary(
      next, how, value,
      mlirIntegerTypeGet(mlirOperationGetContext(next), bits));
}

/// What is added to the product.
static MlirValue roundingOf(MlirOperation next, MlirValue value,
                            bool isPositive) {
  enum { wide = 2 * HALF };
  MlirValue more = constant(next, wide, smallRounding);
  if (isPositive)
    return more;
  // Below 2^31 without a sign.
  MlirValue isLess = asIrInsertComparison(next, AS_IR_LESS_OR_EQUAL, value,
                                          constant(next, HALF, INT32_MAX));
  return asIrInsertSelect(next, isLess, more,
                          constant(next, wide, -smallRounding));
}

static bool isOfHalves(MlirOperation op) {
  int64_t least, most;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(op, 0));
  return mlirTypeIsAInteger(type) && asIrElementBits(type) == HALF &&
         findRange(mlirOperationGetOperand(op, 2), &least, &most) &&
         least >= LEAST_SHIFT && most <= MOST_SHIFT;
}

static MlirValue scale(MlirOperation op, bool isDouble) {
  MlirValue value = mlirOperationGetOperand(op, 0),
            multiplier = mlirOperationGetOperand(op, 1);
  int64_t least, most;
  bool isPositive = findRange(multiplier, &least, &most) && least >= 0 &&
                    hidesNegatives(mlirOperationGetResult(op, 0));
  MlirValue product =
      asIrInsertBinary(op, "arith.muli", extend(op, "arith.extsi", value, 64),
                       extend(op, "arith.extsi", multiplier, 64));
  if (isDouble)
    product = asIrInsertBinary(op, "arith.addi", product,
                               roundingOf(op, value, isPositive));
  MlirValue high = extend(
      op, "arith.trunci",
      asIrInsertBinary(op, "arith.shrui", product, constant(op, 64, HALF)),
      HALF);
  MlirValue shift =
      extend(op, "arith.extui", mlirOperationGetOperand(op, 2), HALF);
  MlirValue rounding =
      asIrInsertBinary(op, "arith.shli", constant(op, HALF, 1),
                       asIrInsertBinary(op, "arith.subi", shift,
                                        constant(op, HALF, LEAST_SHIFT)));
  return asIrInsertBinary(
      op, "arith.shrsi", asIrInsertBinary(op, "arith.addi", high, rounding),
      asIrInsertBinary(op, "arith.subi", shift, constant(op, HALF, HALF)));
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "tosa.apply_scale") || !isOfHalves(op))
    return MlirWalkResultAdvance;
  MlirAttribute mode = asIrAttribute(op, "rounding_mode");
  MlirAttribute doubly =
      mlirAttributeParseGet(mlirOperationGetContext(op),
                            asIrString("#tosa.rounding_mode<DOUBLE_ROUND>"));
  MlirAttribute once =
      mlirAttributeParseGet(mlirOperationGetContext(op),
                            asIrString("#tosa.rounding_mode<SINGLE_ROUND>"));
  bool isDouble = mlirAttributeEqual(mode, doubly);
  if (!isDouble && !mlirAttributeEqual(mode, once))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                scale(op, isDouble));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asGraphScaleHighHalves(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
