//===- round-once-to-bf16.c - Numbers that f32 does not hold become bf16
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounds f64, and integers of more than 24 bits, to bf16 by way of an f32 that
// is rounded to odd: it is cut off, and its last bit says whether anything was
// lost. Then the second rounding gives what a single one would. Integers that
// f64 does not hold either are cut off likewise before.
//
// LLVM converts integers to bf16 by way of the nearest f32. And where an f64 is
// a converted integer of 32 bits, it leaves the f64 out: 2^24 + 2^16 + 1, which
// is just above the middle of two numbers of bf16, is that middle in f32. So
// the result would depend on what is fused with what.
//
// Requires:    arith, on scalars or vectors. Comes before asEmulateBf16, which
//              converts integers by way of f32 as well.
// Provides:    no conversion to bf16 but from f32 and narrow integers, except
//              in the bodies of named operations of linalg.
// Invalidates: nothing.
//
//   %h = arith.truncf %d : f64 to bf16
//
// becomes
//
//   %f = arith.truncf %d : f64 to f32
//   %back = arith.extf %f : f32 to f64
//   ... if %back is not %d, and the last bit of %f is 0, %f is moved by one
//       towards %d ...
//   %h = arith.truncf %odd : f32 to bf16
//
//===----------------------------------------------------------------------===//

#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { heldByF32 = 24, heldByF64 = 53, heldByWord = 64 }; // Bits.

static MlirType elementOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
}

typedef enum Predicate { EQUAL = 0, DIFFERENT = 1, ABOVE = 8 } Predicate;

/// Of integers, without signs.
static MlirValue compare(const AsArith *arith, Predicate predicate, MlirValue x,
                         MlirValue y) {
  return asArithEmit(
      arith, "arith.cmpi",
      asArithType(x, mlirIntegerTypeGet(arith->context, 1)), 2,
      (MlirValue[]){x, y}, "predicate",
      mlirIntegerAttrGet(mlirIntegerTypeGet(arith->context, 64), predicate));
}

/// The f64 as an f32 whose last bit is 1 unless they are equal. The nearest is
/// on one side of it; if that is even, the odd one is on the other. Bits tell,
/// as flags may claim that floats are no NaN.
static MlirValue roundToOdd(const AsArith *arith, MlirValue wide) {
  MlirType i64 = mlirIntegerTypeGet(arith->context, 64);
  MlirValue nearest = asArithConvert(arith, "arith.truncf", wide,
                                     mlirF32TypeGet(arith->context));
  MlirValue back = asArithConvert(arith, "arith.extf", nearest,
                                  mlirF64TypeGet(arith->context));
  MlirValue bits = asArithBits(arith, nearest);
  MlirValue own = asArithConvert(arith, "arith.bitcast", wide, i64),
            other = asArithConvert(arith, "arith.bitcast", back, i64);
  MlirValue isBeyond = compare(arith, ABOVE, // Without the signs.
                               asArithInteger(arith, "arith.shli", other, 1),
                               asArithInteger(arith, "arith.shli", own, 1));
  MlirValue odd = asArithSelect(arith, isBeyond,
                                asArithInteger(arith, "arith.subi", bits, 1),
                                asArithInteger(arith, "arith.addi", bits, 1));
  MlirValue last = asArithInteger(arith, "arith.andi", bits, 1);
  MlirValue isMoved =
      asArithBinary(arith, "arith.andi", compare(arith, DIFFERENT, own, other),
                    compare(arith, EQUAL, last, asArithNumber(arith, last, 0)));
  return asArithFloat(arith, asArithSelect(arith, isMoved, odd, bits));
}

/// An integer as one that f64 holds: of one with more bits the lower ones are
/// cut off, and the last bit that is left says whether anything was lost.
static MlirValue cutOff(const AsArith *arith, MlirValue whole, bool isSigned) {
  enum { lost = heldByWord - heldByF64 + 1, last = 1 << (lost - 1) };
  MlirValue high = asArithInteger(
      arith, isSigned ? "arith.shrsi" : "arith.shrui", whole, heldByF64);
  high = asArithInteger(arith, "arith.addi", high, 1); // 0 or 1 if none is set.
  MlirValue low =
      asArithInteger(arith, "arith.andi", whole, ((int64_t)1 << lost) - 1);
  MlirValue cut = asArithInteger(
      arith, "arith.ori", asArithBinary(arith, "arith.xori", whole, low), last);
  MlirValue isLost = asArithBinary(
      arith, "arith.andi",
      compare(arith, ABOVE, high, asArithNumber(arith, high, 1)),
      compare(arith, DIFFERENT, low, asArithNumber(arith, low, 0)));
  return asArithSelect(arith, isLost, cut, whole);
}

/// The f64 that is to be rounded; null where it is something else.
static MlirValue wideOf(const AsArith *arith, MlirOperation op) {
  MlirValue from = mlirOperationGetOperand(op, 0);
  MlirType type = elementOf(from);
  if (asIrIsNamed(op, "arith.truncf"))
    return mlirTypeIsAF64(type) ? from : (MlirValue){NULL};
  int bits = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
  if (bits <= heldByF32)
    return (MlirValue){NULL};
  if (bits > heldByF64 && bits <= heldByWord)
    from = cutOff(arith, from, asIrIsNamed(op, "arith.sitofp"));
  return asArithConvert(
      arith, asIrIsNamed(op, "arith.sitofp") ? "arith.sitofp" : "arith.uitofp",
      from, mlirF64TypeGet(arith->context));
}

static bool isInNamed(MlirOperation op) {
  MlirOperation parent = mlirOperationGetParentOperation(op);
  return asIrHasPrefix(parent, "linalg.") &&
         !asIrIsNamed(parent, "linalg.generic");
}

static MlirWalkResult roundOnce(MlirOperation op, void *context) {
  static const char *const conversions[] = {"arith.truncf", "arith.sitofp",
                                            "arith.uitofp"};
  (void)context;
  if (!asIrIsOneOf(op, conversions, 3) || isInNamed(op) ||
      !mlirTypeIsABF16(elementOf(mlirOperationGetResult(op, 0))))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue wide = wideOf(&arith, op);
  if (mlirValueIsNull(wide))
    return MlirWalkResultAdvance;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                asArithConvert(&arith, "arith.truncf",
                                               roundToOdd(&arith, wide),
                                               mlirBF16TypeGet(arith.context)));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asRoundOnceToBf16(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), roundOnce, NULL,
                    MlirWalkPostOrder);
}
