//===- expand-exp.c - Expand exp, tanh and erf to arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds e^x, 1 + e^x, 2^x, e^x - 1, tanh, erf and 1 + erf as arithmetic on
// f32. exp and exp2 reduce x to n plus a small r, evaluate a polynomial in r
// and multiply by 2^n, which is built from the bits of n. The others use the
// same reduction.
//
//   2^x = 2^n P(r),        n = round(x),        r = x - n
//   e^x = 2^n (1 + P(r)),  n = round(x / ln 2), r = x - n ln 2
//
// 2^n itself may be out of range, so that it is a product of two numbers: of
// halves of n in general, of one that is constant where x cannot be positive.
//
// lowering/vector/expand-math.c says what all expansions have in common.
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/expand-exp.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

typedef const AsArith *A;

static MlirValue number(A a, MlirValue like, double x) {
  return asArithNumber(a, like, x);
}

/// 2^n y, or 2^n (1 + p): n is an integer, y is about 1, p about 0.
typedef struct Exponential {
  MlirValue n; ///< n plus the bias, in the low nine bits of an integer.
  union {
    MlirValue y, p;
  };
} Exponential;

/// Adding this to a small float rounds it to an integer, in the low bits of the
/// sum. The low nine bits of the constant are zero, so the exponent's bias can
/// be added in the same step.
static const double rounder = 0x1.8p23;

/// 2^x as 2^n y, with x = n + r.
static Exponential reduceBinary(A a, MlirValue x, int bias) {
  static const double coefficients[] = {1,
                                        0x1.62e43p-1,
                                        0x1.ebfbd8p-3,
                                        0x1.c6af76p-5,
                                        0x1.3b30ap-7,
                                        0x1.5f0b82p-10,
                                        0x1.3fa206p-13};
  MlirValue shift = number(a, x, rounder + bias);
  MlirValue shifted = asArithAdd(a, x, shift);
  MlirValue r = asArithSub(a, x, asArithSub(a, shifted, shift));
  return (Exponential){
      asArithBits(a, shifted),
      {asArithPolynomial(a, r, coefficients, COUNT(coefficients))}};
}

/// e^x as 2^n (1 + p), with x = n ln 2 + r. ln 2 is a sum of two floats; the
/// product of n and the first one is exact.
static Exponential reduceNatural(A a, MlirValue x, int bias) {
  static const double coefficients[] = {0x1.fffffcp-2, 0x1.55548cp-3,
                                        0x1.555858p-5, 0x1.123dep-7,
                                        0x1.6ac73cp-10};
  MlirValue shift = number(a, x, rounder + bias);
  MlirValue shifted = asArithMulAdd(a, x, number(a, x, 0x1.715476p+0), shift);
  MlirValue n = asArithSub(a, shifted, shift);
  MlirValue r = asArithMulAdd(a, n, number(a, x, -0x1.62e4p-1), x);
  r = asArithMulAdd(a, n, number(a, x, -0x1.7f7d1cp-20), r);
  MlirValue q = asArithPolynomial(a, r, coefficients, COUNT(coefficients));
  return (Exponential){asArithBits(a, shifted),
                       {asArithMulAdd(a, asArithMul(a, r, r), q, r)}};
}

/// The power of two with this biased exponent.
static MlirValue power(A a, MlirValue exponent) {
  return asArithFloat(a, asArithInteger(a, "arith.shli", exponent, 23));
}

/// 2^n as a product of two powers of two, as 2^n itself may be out of range. n
/// is split in two halves, each with one bias.
typedef struct Powers {
  MlirValue first, second;
} Powers;

static Powers powers(A a, MlirValue n) {
  MlirValue half = asArithInteger(a, "arith.shrui", n, 1);
  MlirValue rest = asArithBinary(a, "arith.subi", n, half);
  return (Powers){power(a, half), power(a, rest)};
}

MlirValue asExpandExp(A a, const MlirValue *operands) {
  MlirValue x = asArithClamp(a, operands[0], -104, 89);
  Exponential e = reduceNatural(a, x, 2 * 127);
  Powers two = powers(a, e.n);
  MlirValue y = asArithMulAdd(a, two.first, e.p, two.first);
  return asArithMul(a, y, two.second);
}

/// Of a number that is not positive, or of a NaN. 2^n has no upper end then, so
/// a constant keeps it in range down to the least denormal.
MlirValue asExpandExpToOne(A a, const MlirValue *operands) {
  MlirValue x = operands[0];
  x = asArithExcept(a, AS_ARITH_LESS, x, -104, number(a, x, -104), x);
  Exponential e = reduceNatural(a, x, 127 + 64);
  MlirValue two = power(a, e.n);
  return asArithMul(a, asArithMulAdd(a, two, e.p, two), number(a, x, 0x1p-64));
}

/// 1 + e^x. What is less than half a place of 1 does not matter. 2^n / 2 is in
/// range up to where the sum is infinite.
MlirValue asExpandExpPlusOne(A a, const MlirValue *operands) {
  MlirValue x = asArithClamp(a, operands[0], -30, 89);
  Exponential e = reduceNatural(a, x, 127 - 1);
  MlirValue half = power(a, e.n);
  return asArithMulAdd(a, asArithMulAdd(a, half, e.p, half), number(a, x, 2),
                       number(a, x, 1));
}

MlirValue asExpandExp2(A a, const MlirValue *operands) {
  MlirValue x = asArithClamp(a, operands[0], -151, 129);
  Exponential e = reduceBinary(a, x, 2 * 127);
  Powers two = powers(a, e.n);
  return asArithMul(a, asArithMul(a, e.y, two.first), two.second);
}

/// x clamped to [low, high]; a NaN becomes one of the bounds.
static MlirValue clampNumber(A a, MlirValue x, double low, double high) {
  x = asArithBinary(a, "arith.maxnumf", x, number(a, x, low));
  return asArithBinary(a, "arith.minnumf", x, number(a, x, high));
}

/// 2^n 2^r. The low bits of `shifted` are n plus the bias. r carries any amount
/// by which x exceeds the bounds of n, and NaNs.
static MlirValue scaleHardwareExp2(A a, MlirValue shifted, MlirValue r) {
  return asArithMul(a, asArithUnary(a, "math.exp2", r),
                    power(a, asArithBits(a, shifted)));
}

MlirValue asExpandExpByUnit(A a, const MlirValue *operands) {
  static const double inverse = 0x1.715476p+0, rest = 0x1.4ae0cp-26; // 1 / ln 2
  MlirValue x = operands[0], shift = number(a, x, rounder + 127);
  MlirValue shifted = asArithMulAdd(a, clampNumber(a, x, -87, 88),
                                    number(a, x, inverse), shift);
  MlirValue n = asArithSub(a, shift, shifted); // This is -n.
  MlirValue r = asArithMulAdd(a, x, number(a, x, inverse), n);
  return scaleHardwareExp2(a, shifted,
                           asArithMulAdd(a, x, number(a, x, rest), r));
}

MlirValue asExpandExp2ByUnit(A a, const MlirValue *operands) {
  MlirValue x = operands[0], shift = number(a, x, rounder + 127);
  MlirValue shifted = asArithAdd(a, clampNumber(a, x, -126, 127), shift);
  return scaleHardwareExp2(a, shifted,
                           asArithAdd(a, x, asArithSub(a, shift, shifted)));
}

/// e^x - 1 = 2^n p + (2^n - 1). Computes half of it, as 2^n may overflow.
MlirValue asExpandExpM1(A a, const MlirValue *operands) {
  MlirValue x = asArithClamp(a, operands[0], -18, 89);
  Exponential e = reduceNatural(a, x, 127 - 1);
  MlirValue half = power(a, e.n);
  MlirValue y =
      asArithMulAdd(a, half, e.p, asArithSub(a, half, number(a, x, 0.5)));
  y = asArithAdd(a, y, y);
  // For n = 0 the result is p itself, exact even for tiny x.
  y = asArithExcept(a, AS_ARITH_EQUAL, half, 0.5, e.p, y);
  return asArithBinary(a, "math.copysign", y, x);
}

/// A polynomial up to 0.55; beyond, 1 - 2 / (e^2|x| + 1).
MlirValue asExpandTanh(A a, const MlirValue *operands) {
  static const double near[] = {-0x1.555554p-2, 0x1.110fc8p-3, -0x1.b99a68p-5,
                                0x1.5cf12p-6, -0x1.b01eecp-8};
  MlirValue x = operands[0], square = asArithMul(a, x, x);
  MlirValue one = number(a, x, 1), two = number(a, x, 2);
  MlirValue small = asArithPolynomial(a, square, near, COUNT(near));
  small = asArithMulAdd(a, asArithMul(a, square, small), x, x);
  MlirValue size = asArithUnary(a, "math.absf", x);
  MlirValue t = asArithClamp(a, size, 0, 10);
  Exponential e = reduceNatural(a, asArithAdd(a, t, t), 127);
  MlirValue scale = power(a, e.n);
  MlirValue sum = asArithMulAdd(a, scale, e.p, asArithAdd(a, scale, one));
  MlirValue large = asArithSub(a, one, asArithDiv(a, two, sum));
  MlirValue y = asArithExcept(a, AS_ARITH_LESS, size, 0.55, small, large);
  return asArithBinary(a, "math.copysign", y, x);
}

/// A polynomial up to 0.92; beyond, 1 - e^q, where q approximates log(erfc).
MlirValue asExpandErf(A a, const MlirValue *operands) {
  static const double near[] = {0x1.06eba6p-3, -0x1.8126eap-2,
                                0x1.ce1aeep-4, -0x1.b68ff6p-6,
                                0x1.474a1ep-8, -0x1.3a290ap-11};
  static const double far[] = {-0x1.07e80ap-3,  -0x1.44c332p-1, -0x1.b8d7dcp-4,
                               0x1.98f264p-6,   -0x1.14bc66p-8, 0x1.f4e106p-12,
                               -0x1.07b29ap-15, 0x1.d5c9f6p-21};
  MlirValue x = operands[0], square = asArithMul(a, x, x);
  MlirValue small =
      asArithMulAdd(a, x, asArithPolynomial(a, square, near, COUNT(near)), x);
  MlirValue size = asArithUnary(a, "math.absf", x);
  MlirValue t = asArithClamp(a, size, 0, 4);
  MlirValue q = asArithPolynomial(a, t, far, COUNT(far));
  Exponential e = reduceNatural(a, asArithSub(a, asArithMul(a, t, q), t), 127);
  MlirValue scale = power(a, e.n);
  MlirValue large = asArithSub(a, asArithSub(a, number(a, x, 1), scale),
                               asArithMul(a, scale, e.p));
  large = asArithBinary(a, "math.copysign", large, x);
  return asArithExcept(a, AS_ARITH_LESS, size, 0.92, small, large);
}

/// 2^q for x < 0, and 2 - 2^q elsewhere, where q approximates log2(erfc(|x|)).
/// The polynomial is minimax on [0, 4] for the error of the sum (Sollya's
/// remez, rounding one coefficient after the other).
MlirValue asExpandErfPlusOne(A a, const MlirValue *operands) {
  static const double logarithm[] = {
      -0x1.a0be9ep0,  -0x1.d63aaep-1,  -0x1.301712p-3, 0x1.cee862p-6,
      -0x1.963a6p-11, -0x1.8661a4p-10, 0x1.d30516p-12, -0x1.7c52a8p-15};
  MlirValue x = operands[0], t = asArithUnary(a, "math.absf", x);
  MlirValue q =
      asArithMul(a, t, asArithPolynomial(a, t, logarithm, COUNT(logarithm)));
  // Beyond 4, q keeps decreasing. At -127 the biased exponent is 0, and so is
  // 2^q.
  q = asArithExcept(a, AS_ARITH_LESS, q, -127, number(a, x, -127), q);
  Exponential e = reduceBinary(a, q, 127);
  MlirValue y = asArithMul(a, e.y, power(a, e.n));
  return asArithExcept(a, AS_ARITH_LESS, x, 0, y,
                       asArithSub(a, number(a, x, 2), y));
}
