//===- lower-f8.c - Floats of 8 bits as integers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes in f32 what the program computes in floats of 8 bits, and converts
// from and to these by operations on integers. LLVM has no such floats; in
// memory they are bytes. Each result is rounded to 8 bits, to nearest, ties to
// even, as MLIR folds constants.
//
// A number of m bits of mantissa becomes one of f32 when its bits are shifted
// to their place and the exponent is corrected by a product with a power of
// two, which is right below the normal range, too.
//
// Requires:    loops over elements: no linalg.
// Provides:    no arithmetic on, or conversion of, the floats in `formats`.
// Invalidates: nothing.
//
//   %y = arith.extf %x : f8E5M2 to f32
// becomes
//   %i = arith.extui %x as i8 : i8 to i32
//   %m = arith.shli (%i & 0x7f), 21 as f32
//   %y = %m * 2^112, infinite or NaN as %x is, with the sign of %x
//
//===----------------------------------------------------------------------===//

#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>

/// Which numbers there are besides the finite ones.
typedef enum Specials {
  INFINITE, ///< As in f32.
  ONE_NAN,  ///< All bits but the sign.
  NO_MINUS, ///< Minus zero is the only NaN.
} Specials;

typedef struct Format {
  bool (*is)(MlirType type);
  int mantissa, bias;
  Specials specials;
} Format;

static const Format formats[] = {
    {mlirTypeIsAFloat8E5M2, 2, 15, INFINITE},
    {mlirTypeIsAFloat8E4M3, 3, 7, INFINITE},
    {mlirTypeIsAFloat8E3M4, 4, 3, INFINITE},
    {mlirTypeIsAFloat8E4M3FN, 3, 7, ONE_NAN},
    {mlirTypeIsAFloat8E5M2FNUZ, 2, 16, NO_MINUS},
    {mlirTypeIsAFloat8E4M3FNUZ, 3, 8, NO_MINUS},
};

static const char inF32[] =
    "builtin.module(func.func(arith-emulate-unsupported-floats{"
    "source-types=f8E5M2,f8E4M3,f8E3M4,f8E4M3FN,f8E5M2FNUZ,f8E4M3FNUZ "
    "target-type=f32},math-extend-to-supported-types))";

static const Format *formatOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
    if (formats[f].is(type))
      return &formats[f];
  return NULL;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// By their numbers in arith.cmpi.
enum { SAME = 0, BELOW = 6, ABOVE = 8 };

/// `yes` where `x` compares so with `bound`, else `no`.
static MlirValue choose(const AsArith *arith, int predicate, MlirValue x,
                        double bound, MlirValue yes, MlirValue no) {
  MlirAttribute number =
      mlirIntegerAttrGet(mlirIntegerTypeGet(arith->context, 64), predicate);
  MlirValue holds = asArithEmit(
      arith, "arith.cmpi",
      asArithType(x, mlirIntegerTypeGet(arith->context, 1)), 2,
      (MlirValue[]){x, asArithNumber(arith, x, bound)}, "predicate", number);
  return asArithSelect(arith, holds, yes, no);
}

/// The bits of infinity, and of what is above the largest number.
static int infinityOf(const Format *format) {
  return 0x80 - (1 << format->mantissa);
}

/// To f32.
static MlirValue extend(const AsArith *arith, const Format *format,
                        MlirValue x) {
  MlirType f32 = mlirF32TypeGet(arith->context);
  int shift = 23 - format->mantissa;
  MlirValue bits =
      asArithConvert(arith, "arith.extui",
                     asArithConvert(arith, "arith.bitcast", x,
                                    mlirIntegerTypeGet(arith->context, 8)),
                     mlirIntegerTypeGet(arith->context, 32));
  MlirValue size = asArithInteger(arith, "arith.andi", bits, 0x7f);
  MlirValue sign = asArithInteger(
      arith, "arith.shli", asArithInteger(arith, "arith.andi", bits, 0x80), 24);
  MlirValue placed = asArithInteger(arith, "arith.shli", size, shift);
  MlirValue number = asArithConvert(arith, "arith.bitcast", placed, f32);
  number =
      asArithBinary(arith, "arith.mulf", number,
                    asArithNumber(arith, number, ldexp(1, 127 - format->bias)));
  MlirValue finite = asArithBits(arith, number);
  MlirValue nan = asArithNumber(arith, bits, 0x7fc00000), all;
  if (format->specials == INFINITE)
    all = choose(arith, BELOW, size, infinityOf(format), finite,
                 asArithInteger(arith, "arith.ori", placed, 0x7f800000));
  else if (format->specials == ONE_NAN)
    all = choose(arith, SAME, size, 0x7f, nan, finite);
  else
    all = choose(arith, SAME, bits, 0x80, nan, finite);
  return asArithFloat(arith, asArithBinary(arith, "arith.ori", all, sign));
}

/// A float that is rounded: of f32 or f64.
typedef struct Source {
  int width, mantissa, bias;
  MlirValue size; ///< Its absolute value, as a float.
  MlirValue bits; ///< The same as bits.
} Source;

/// The bits without the sign of what is within the normal range, or beyond it.
static MlirValue roundNormal(const AsArith *arith, const Format *format,
                             const Source *source) {
  int shift = source->mantissa - format->mantissa;
  MlirValue odd = asArithInteger(
      arith, "arith.andi",
      asArithInteger(arith, "arith.shrui", source->bits, shift), 1);
  MlirValue scaled = asArithInteger(arith, "arith.subi", source->bits,
                                    (int64_t)(source->bias - format->bias)
                                        << source->mantissa);
  MlirValue up =
      asArithInteger(arith, "arith.addi", odd, ((int64_t)1 << (shift - 1)) - 1);
  return asArithInteger(arith, "arith.shrui",
                        asArithBinary(arith, "arith.addi", scaled, up), shift);
}

/// The same below the normal range: the sum with a number whose last bit is the
/// last bit there is rounds as it should.
static MlirValue roundSmall(const AsArith *arith, const Format *format,
                            const Source *source) {
  MlirValue large = asArithNumber(
      arith, source->size,
      ldexp(1, source->mantissa - format->mantissa + 1 - format->bias));
  MlirType integer =
      mlirIntegerTypeGet(arith->context, (unsigned)source->width);
  MlirValue sum = asArithBinary(arith, "arith.addf", source->size, large);
  return asArithBinary(arith, "arith.subi",
                       asArithConvert(arith, "arith.bitcast", sum, integer),
                       asArithConvert(arith, "arith.bitcast", large, integer));
}

/// From f32 or f64.
static MlirValue shorten(const AsArith *arith, const Format *format,
                         MlirValue x, MlirType result) {
  MlirType type = mlirValueGetType(x);
  if (mlirTypeIsAShaped(type))
    type = mlirShapedTypeGetElementType(type);
  bool isLong = mlirTypeIsAF64(type);
  Source source = isLong ? (Source){.width = 64, .mantissa = 52, .bias = 1023}
                         : (Source){.width = 32, .mantissa = 23, .bias = 127};
  MlirType integer = mlirIntegerTypeGet(arith->context, (unsigned)source.width);
  source.size = asArithUnary(arith, "math.absf", x);
  source.bits = asArithConvert(arith, "arith.bitcast", source.size, integer);
  MlirValue sign = asArithInteger(
      arith, "arith.andi",
      asArithInteger(arith, "arith.shrui",
                     asArithConvert(arith, "arith.bitcast", x, integer),
                     source.width - 8),
      0x80);
  double leastNormal =
      ldexp(source.bias + 1 - format->bias, source.mantissa); // As bits.
  MlirValue r = choose(arith, BELOW, source.bits, leastNormal,
                       roundSmall(arith, format, &source),
                       roundNormal(arith, format, &source));
  int infinity = infinityOf(format);
  MlirValue nan = asArithNumber(
      arith, r, format->specials == INFINITE ? infinity | infinity >> 1 : 0x7f);
  MlirValue zero = asArithNumber(arith, r, 0);
  if (format->specials == INFINITE) {
    r = choose(arith, ABOVE, r, infinity, asArithNumber(arith, r, infinity), r);
    r = choose(arith, ABOVE, source.bits,
               ldexp(2 * source.bias + 1, source.mantissa), nan, r);
  } else if (format->specials == ONE_NAN) {
    r = choose(arith, ABOVE, r, 0x7e, nan, r);
  } else {
    sign = choose(arith, SAME, r, 0, zero, sign);
    sign = choose(arith, ABOVE, r, 0x7f, asArithNumber(arith, r, 0x80), sign);
    r = choose(arith, ABOVE, r, 0x7f, zero, r);
  }
  MlirValue byte = asArithConvert(arith, "arith.trunci",
                                  asArithBinary(arith, "arith.ori", r, sign),
                                  mlirIntegerTypeGet(arith->context, 8));
  return asArithConvert(arith, "arith.bitcast", byte, result);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static MlirType elementOf(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type;
}

static MlirValue convertFrom(const AsArith *arith, MlirValue x, MlirType to) {
  MlirValue y = extend(arith, formatOf(x), x);
  if (mlirTypeIsAF32(to))
    return y;
  return asArithConvert(
      arith, mlirTypeIsAF64(to) ? "arith.extf" : "arith.truncf", y, to);
}

static MlirValue convertTo(const AsArith *arith, MlirValue x,
                           MlirValue result) {
  MlirType f32 = mlirF32TypeGet(arith->context);
  if (mlirFloatTypeGetWidth(elementOf(x)) < 32)
    x = asArithConvert(arith, "arith.extf", x, f32);
  return shorten(arith, formatOf(result), x, elementOf(result));
}

static MlirWalkResult convert(MlirOperation op, void *context) {
  (void)context;
  bool extends = asIrIsNamed(op, "arith.extf");
  if (!extends && !asIrIsNamed(op, "arith.truncf"))
    return MlirWalkResultAdvance;
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirValue y = mlirOperationGetResult(op, 0);
  if (!formatOf(extends ? x : y) || formatOf(extends ? y : x))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  mlirValueReplaceAllUsesOfWith(y, extends
                                       ? convertFrom(&arith, x, elementOf(y))
                                       : convertTo(&arith, x, y));
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

static MlirWalkResult find(MlirOperation op, void *found) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++)
    *(bool *)found |= formatOf(mlirOperationGetResult(op, r)) != NULL;
  return *(bool *)found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asLowerF8(MlirModule module, bool verify, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool found = false;
  mlirOperationWalk(op, find, &found, MlirWalkPreOrder);
  if (!found)
    return AS_OK;
  AsStatus status = asIrRunPipeline(op, inF32, verify, error);
  if (!status)
    mlirOperationWalk(op, convert, NULL, MlirWalkPostOrder);
  return status;
}
