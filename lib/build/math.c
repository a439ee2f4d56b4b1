//===- build/math.c - Math functions as arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See math.h. Each function follows the textbook: reduce the argument to a
// short interval, evaluate a polynomial there, undo the reduction. Polynomials
// are minimax approximations with coefficients that are floats (Sollya's
// fpminimax). There are no branches, bar one, so that vectors and LLVM's
// vectoriser can follow. NaNs come out as they go in, since all comparisons
// with them are false, and overflow and underflow happen in a last operation.
//
//===----------------------------------------------------------------------===//

#include "build/math.h"
#include "build/arith.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

typedef const AsArith *A;

static MlirValue number(A a, MlirValue like, double x) {
  return asArithNumber(a, like, x);
}

static MlirValue bitsOf(A a, MlirValue x) {
  return asArithConvert(a, "arith.bitcast", x,
                        mlirIntegerTypeGet(a->context, 32));
}

static MlirValue floatOf(A a, MlirValue bits) {
  return asArithConvert(a, "arith.bitcast", bits, mlirF32TypeGet(a->context));
}

static MlirValue integer(A a, const char *name, MlirValue x, int64_t y) {
  return asArithBinary(a, name, x, number(a, x, (double)y));
}

/// x, but at least `low` and at most `high`; a NaN stays one.
static MlirValue clamp(A a, MlirValue x, double low, double high) {
  MlirValue least = number(a, x, low), most = number(a, x, high);
  x = asArithSelect(a, asArithCompare(a, AS_ARITH_GREATER, x, most), most, x);
  return asArithSelect(a, asArithCompare(a, AS_ARITH_LESS, x, least), least, x);
}

/// `value` where x has it for what it is, such as where x is zero or infinite.
static MlirValue except(A a, AsArithOrder order, MlirValue x, double bound,
                        MlirValue value, MlirValue otherwise) {
  return asArithSelect(a, asArithCompare(a, order, x, number(a, x, bound)),
                       value, otherwise);
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// x = n base + r, with n whole: base^x = 2^n (1 + p), where 1 + p = e^r.
typedef struct Exponential {
  MlirValue n; ///< As an integer.
  MlirValue p;
} Exponential;

/// Adding this leaves a float of up to 22 bits with no place for fractions, and
/// its integer in the last bits.
static const double rounder = 0x1.8p23;

static Exponential reduceExponential(A a, MlirValue x, bool isBinary) {
  static const double coefficients[] = {0x1p-1,         0x1.555556p-3,
                                        0x1.5555p-5,    0x1.110fc4p-7,
                                        0x1.6d30d2p-10, 0x1.a2d442p-13};
  MlirValue shift = number(a, x, rounder), r;
  MlirValue shifted =
      isBinary ? asArithAdd(a, x, shift)
               : asArithMulAdd(a, x, number(a, x, 0x1.715476p+0), shift);
  MlirValue n = asArithSub(a, shifted, shift);
  if (isBinary) {
    r = asArithMul(a, asArithSub(a, x, n), number(a, x, 0x1.62e43p-1));
  } else { // ln 2 in two parts; n times the first one is exact.
    r = asArithMulAdd(a, n, number(a, x, -0x1.62e4p-1), x);
    r = asArithMulAdd(a, n, number(a, x, -0x1.7f7d1cp-20), r);
  }
  MlirValue q = asArithPolynomial(a, r, coefficients, COUNT(coefficients));
  MlirValue bits = bitsOf(a, shifted);
  return (Exponential){asArithBinary(a, "arith.subi", bits, bitsOf(a, shift)),
                       asArithMulAdd(a, asArithMul(a, r, r), q, r)};
}

/// 2^n, for n that are exponents of normal floats.
static MlirValue power(A a, MlirValue n) {
  return floatOf(
      a, integer(a, "arith.shli", integer(a, "arith.addi", n, 127), 23));
}

/// In two steps, as 2^n itself may be too large or too small for a float.
static MlirValue exponential(A a, MlirValue x, bool isBinary) {
  x = isBinary ? clamp(a, x, -151, 129) : clamp(a, x, -104, 89);
  Exponential e = reduceExponential(a, x, isBinary);
  MlirValue half = integer(a, "arith.shrsi", e.n, 1);
  MlirValue rest = asArithBinary(a, "arith.subi", e.n, half);
  MlirValue y = asArithAdd(a, e.p, number(a, x, 1));
  return asArithMul(a, asArithMul(a, y, power(a, half)), power(a, rest));
}

static MlirValue expandExp(A a, const MlirValue *x) {
  return exponential(a, x[0], false);
}

static MlirValue expandExp2(A a, const MlirValue *x) {
  return exponential(a, x[0], true);
}

/// e^x - 1 = 2^n p + (2^n - 1), where 2^n may be too large by a factor of two.
static MlirValue expandExpM1(A a, const MlirValue *operands) {
  MlirValue x = clamp(a, operands[0], -18, 89);
  Exponential e = reduceExponential(a, x, false);
  MlirValue half = power(a, integer(a, "arith.subi", e.n, 1));
  MlirValue y =
      asArithMulAdd(a, half, e.p, asArithSub(a, half, number(a, x, 0.5)));
  y = asArithAdd(a, y, y);
  // Where n is zero, p has all the bits, down to the smallest.
  y = except(a, AS_ARITH_EQUAL, half, 0.5, e.p, y);
  return asArithBinary(a, "math.copysign", y, x);
}

/// Near zero a polynomial; beyond, 1 - 2 / (e^2|x| + 1).
static MlirValue expandTanh(A a, const MlirValue *operands) {
  static const double near[] = {-0x1.555554p-2, 0x1.110fc8p-3, -0x1.b99a68p-5,
                                0x1.5cf12p-6, -0x1.b01eecp-8};
  MlirValue x = operands[0], square = asArithMul(a, x, x);
  MlirValue one = number(a, x, 1), two = number(a, x, 2);
  MlirValue small = asArithPolynomial(a, square, near, COUNT(near));
  small = asArithMulAdd(a, asArithMul(a, square, small), x, x);
  MlirValue size = asArithUnary(a, "math.absf", x);
  MlirValue t = clamp(a, size, 0, 10);
  Exponential e = reduceExponential(a, asArithAdd(a, t, t), false);
  MlirValue scale = power(a, e.n);
  MlirValue sum = asArithMulAdd(a, scale, e.p, asArithAdd(a, scale, one));
  MlirValue large = asArithSub(a, one, asArithDiv(a, two, sum));
  MlirValue y = except(a, AS_ARITH_LESS, size, 0.55, small, large);
  return asArithBinary(a, "math.copysign", y, x);
}

/// Near zero a polynomial; beyond, 1 - e^q, where q approximates log(erfc).
static MlirValue expandErf(A a, const MlirValue *operands) {
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
  MlirValue t = clamp(a, size, 0, 4);
  MlirValue q = asArithPolynomial(a, t, far, COUNT(far));
  Exponential e =
      reduceExponential(a, asArithSub(a, asArithMul(a, t, q), t), false);
  MlirValue scale = power(a, e.n);
  MlirValue large = asArithSub(a, asArithSub(a, number(a, x, 1), scale),
                               asArithMul(a, scale, e.p));
  large = asArithBinary(a, "math.copysign", large, x);
  return except(a, AS_ARITH_LESS, size, 0.92, small, large);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// Logarithms to some base, of 2 and of e, each in two parts. The first part of
/// that of 2 can be multiplied by exponents exactly.
typedef struct Base {
  double two, restOfTwo, e, restOfE;
} Base;

static const Base natural = {0x1.62e4p-1, 0x1.7f7d1cp-20, 1, 0};
static const Base binary = {1, 0, 0x1.715476p+0, 0x1.4ae0cp-26};
static const Base decimal = {0x1.344p-2, 0x1.3509f8p-18, 0x1.bcb7b2p-2,
                             -0x1.5b235ep-27};

/// x = 2^n m, with m about 1.
typedef struct Logarithm {
  MlirValue n; ///< As an integer.
  MlirValue m;
} Logarithm;

static Logarithm reduceLogarithm(A a, MlirValue x) {
  MlirValue bits = bitsOf(a, x); // From sqrt(1/2) on.
  MlirValue n =
      integer(a, "arith.shrsi", integer(a, "arith.subi", bits, 0x3f3504f3), 23);
  return (Logarithm){
      n, floatOf(a, asArithBinary(a, "arith.subi", bits,
                                  integer(a, "arith.shli", n, 23)))};
}

/// log(2^n (1 + f))
static MlirValue logarithm(A a, MlirValue n, MlirValue f, Base base) {
  static const double coefficients[] = {
      0x1.555554p-2,  -0x1.ffffe6p-3, 0x1.999d2ap-3,
      -0x1.556288p-3, 0x1.23de4p-3,   -0x1.fbbf2ep-4,
      0x1.dc75e8p-4,  -0x1.ddb2cep-4, 0x1.2cb40ep-4};
  n = asArithConvert(a, "arith.sitofp", n, mlirF32TypeGet(a->context));
  MlirValue square = asArithMul(a, f, f);
  MlirValue y = asArithPolynomial(a, f, coefficients, COUNT(coefficients));
  y = asArithMul(a, asArithMul(a, square, f), y);
  y = asArithMulAdd(a, square, number(a, f, -0.5), y);
  if (base.e != 1) {
    y = asArithMul(a, y, number(a, f, base.e));
    y = asArithMulAdd(a, f, number(a, f, base.restOfE), y);
    f = asArithMul(a, f, number(a, f, base.e));
  }
  if (base.restOfTwo != 0)
    y = asArithMulAdd(a, n, number(a, f, base.restOfTwo), y);
  return asArithMulAdd(a, n, number(a, f, base.two), asArithAdd(a, f, y));
}

/// `y`, except where x is infinite, or not above `zero`, where the logarithm
/// has its pole.
static MlirValue logarithmOf(A a, MlirValue x, double zero, MlirValue y) {
  y = except(a, AS_ARITH_LESS, x, INFINITY, y, x);
  MlirValue none = except(a, AS_ARITH_EQUAL, x, zero, number(a, x, -INFINITY),
                          number(a, x, NAN));
  return except(a, AS_ARITH_GREATER, x, zero, y, none);
}

static MlirValue expandLogarithm(A a, MlirValue x, Base base) {
  MlirValue isTiny =
      asArithCompare(a, AS_ARITH_LESS, x, number(a, x, 0x1p-126));
  MlirValue scaled = asArithMul(a, x, number(a, x, 0x1p23));
  Logarithm l = reduceLogarithm(a, asArithSelect(a, isTiny, scaled, x));
  MlirValue n =
      asArithSelect(a, isTiny, integer(a, "arith.subi", l.n, 23), l.n);
  MlirValue f = asArithSub(a, l.m, number(a, x, 1));
  return logarithmOf(a, x, 0, logarithm(a, n, f, base));
}

static MlirValue expandLog(A a, const MlirValue *x) {
  return expandLogarithm(a, x[0], natural);
}

static MlirValue expandLog2(A a, const MlirValue *x) {
  return expandLogarithm(a, x[0], binary);
}

static MlirValue expandLog10(A a, const MlirValue *x) {
  return expandLogarithm(a, x[0], decimal);
}

/// What 1 + x lost is added to the fraction.
static MlirValue expandLog1P(A a, const MlirValue *operands) {
  MlirValue x = operands[0], one = number(a, x, 1);
  MlirValue sum = asArithAdd(a, x, one);
  MlirValue lost = asArithSub(a, x, asArithSub(a, sum, one));
  Logarithm l = reduceLogarithm(a, sum);
  MlirValue zero = number(a, l.n, 0);
  MlirValue minus = asArithBinary(a, "arith.subi", zero, l.n);
  // Where n is 128 nothing is lost, and no matter what it is multiplied by.
  minus = integer(a, "arith.maxsi", minus, -127);
  MlirValue f =
      asArithMulAdd(a, lost, power(a, minus), asArithSub(a, l.m, one));
  MlirValue y = logarithm(a, l.n, f, natural);
  y = except(a, AS_ARITH_EQUAL, x, 0, x, y); // -0 has been lost.
  return logarithmOf(a, x, -1, y);
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// Beyond this the reduction is not exact enough.
static const double manyTurns = 0x1p20;

/// The sine of x + quarters pi / 2, for x up to manyTurns. What is left of x
/// after whole quarters of a turn may be tiny: that difference is in doubles.
static MlirValue sine(A a, MlirValue x, int quarters) {
  static const double sines[] = {-0x1.555556p-3, 0x1.111196p-7, -0x1.a07f9cp-13,
                                 0x1.86384cp-19};
  static const double cosines[] = {0x1.555556p-5, -0x1.6c17dp-10,
                                   0x1.a0eeb6p-16, -0x1.566c3p-22};
  MlirType f32 = mlirF32TypeGet(a->context);
  MlirValue wide =
      asArithConvert(a, "arith.extf", x, mlirF64TypeGet(a->context));
  MlirValue shift = number(a, wide, 0x1.8p52);
  MlirValue shifted =
      asArithMulAdd(a, wide, number(a, wide, 0x1.45f306dc9c883p-1), shift);
  MlirValue n = asArithSub(a, shifted, shift);
  MlirValue rest = asArithMulAdd(a, n, number(a, n, -0x1.921fb544p+0), wide);
  rest = asArithMulAdd(a, n, number(a, n, -0x1.0b4611a626331p-34), rest);
  MlirValue r = asArithConvert(a, "arith.truncf", rest, f32);
  MlirValue bits = asArithConvert(a, "arith.bitcast", shifted,
                                  mlirIntegerTypeGet(a->context, 64));
  MlirValue quarter = asArithConvert(a, "arith.trunci", bits,
                                     mlirIntegerTypeGet(a->context, 32));
  quarter = integer(a, "arith.addi", quarter, quarters);
  MlirValue square = asArithMul(a, r, r);
  MlirValue s = asArithPolynomial(a, square, sines, COUNT(sines));
  s = asArithMulAdd(a, asArithMul(a, square, s), r, r);
  MlirValue c = asArithPolynomial(a, square, cosines, COUNT(cosines));
  c = asArithMulAdd(a, square, c, number(a, x, -0.5));
  c = asArithMulAdd(a, square, c, number(a, x, 1));
  MlirValue isOdd = asArithConvert(a, "arith.trunci", quarter,
                                   mlirIntegerTypeGet(a->context, 1));
  MlirValue sign =
      integer(a, "arith.shli", integer(a, "arith.andi", quarter, 2), 30);
  MlirValue y = asArithSelect(a, isOdd, c, s);
  return floatOf(a, asArithBinary(a, "arith.xori", bitsOf(a, y), sign));
}

/// Whether any element of x is as large as that.
static MlirValue turnsOften(A a, MlirValue x) {
  MlirType i1 = mlirIntegerTypeGet(a->context, 1);
  MlirValue size = asArithUnary(a, "math.absf", x);
  MlirValue often =
      asArithCompare(a, AS_ARITH_GREATER, size, number(a, x, manyTurns));
  MlirType type = mlirValueGetType(often);
  if (!mlirTypeIsAVector(type))
    return often;
  int64_t count = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    count *= mlirShapedTypeGetDimSize(type, r);
  MlirType flat = mlirVectorTypeGet(1, &count, i1);
  often = asArithEmit(a, "vector.shape_cast", flat, 1, &often, NULL,
                      (MlirAttribute){NULL});
  return asArithEmit(
      a, "vector.reduction", i1, 1, &often, "kind",
      mlirAttributeParseGet(a->context, asIrString("#vector.kind<or>")));
}

/// Ends a branch of an scf.if.
static void yield(A a, MlirBlock block, MlirValue value) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString("scf.yield"), a->location);
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
}

/// Numbers that turn often are rare enough to ask the C library.
static MlirValue sineOrCall(A a, MlirValue x, const char *name, int quarters) {
  MlirType type = mlirValueGetType(x);
  MlirValue often = turnsOften(a, x);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("scf.if"), a->location);
  mlirOperationStateAddOperands(&state, 1, &often);
  mlirOperationStateAddResults(&state, 1, &type);
  MlirRegion regions[2] = {mlirRegionCreate(), mlirRegionCreate()};
  for (int i = 0; i < 2; i++) {
    AsArith branch = *a;
    branch.block = mlirBlockCreate(0, NULL, NULL);
    branch.next = (MlirOperation){NULL};
    mlirRegionAppendOwnedBlock(regions[i], branch.block);
    yield(a, branch.block,
          i ? sine(&branch, x, quarters) : asArithUnary(&branch, name, x));
  }
  mlirOperationStateAddOwnedRegions(&state, 2, regions);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockInsertOwnedOperationBefore(a->block, a->next, op);
  return mlirOperationGetResult(op, 0);
}

static MlirValue expandSin(A a, const MlirValue *x) {
  MlirValue y = sineOrCall(a, x[0], "math.sin", 0);
  return except(a, AS_ARITH_EQUAL, x[0], 0, x[0], y); // -0 has been lost.
}

static MlirValue expandCos(A a, const MlirValue *x) {
  return sineOrCall(a, x[0], "math.cos", 1);
}

//===----------------------------------------------------------------------===//
// Roots and powers
//===----------------------------------------------------------------------===//

static MlirValue expandRsqrt(A a, const MlirValue *x) {
  return asArithDiv(a, number(a, x[0], 1), asArithUnary(a, "math.sqrt", x[0]));
}

/// The number that `value` is in all elements, or a NaN.
static double constantOf(MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return NAN;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (asIrIsNamed(op, "arith.extf"))
    return constantOf(mlirOperationGetOperand(op, 0));
  if (!asIrIsNamed(op, "arith.constant"))
    return NAN;
  MlirAttribute number =
      mlirOperationGetInherentAttributeByName(op, asIrString("value"));
  if (mlirAttributeIsADenseElements(number) &&
      mlirDenseElementsAttrIsSplat(number))
    number = mlirDenseElementsAttrGetSplatValue(number);
  return mlirAttributeIsAFloat(number) ? mlirFloatAttrGetValueDouble(number)
                                       : NAN;
}

/// The few exponents that programs are full of; the C library has the others.
static MlirValue expandPow(A a, const MlirValue *operands) {
  MlirValue x = operands[0], one = number(a, x, 1);
  double exponent = constantOf(operands[1]);
  MlirValue square = asArithMul(a, x, x);
  if (exponent == 2)
    return square;
  if (exponent == 3)
    return asArithMul(a, square, x);
  if (exponent == -1)
    return asArithDiv(a, one, x);
  if (fabs(exponent) != 0.5)
    return asArithBinary(a, "math.powf", x, operands[1]);
  // Unlike the square root, powers of -0 are 0, and of -inf are not NaN.
  MlirValue root =
      asArithUnary(a, "math.sqrt", asArithAdd(a, x, number(a, x, 0)));
  root = except(a, AS_ARITH_EQUAL, x, -INFINITY, number(a, x, INFINITY), root);
  return exponent < 0 ? asArithDiv(a, one, root) : root;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static const struct {
  const char *name;
  MlirValue (*expand)(A a, const MlirValue *operands);
} functions[] = {
    {"math.exp", expandExp},     {"math.exp2", expandExp2},
    {"math.expm1", expandExpM1}, {"math.log", expandLog},
    {"math.log2", expandLog2},   {"math.log10", expandLog10},
    {"math.log1p", expandLog1P}, {"math.tanh", expandTanh},
    {"math.erf", expandErf},     {"math.sin", expandSin},
    {"math.cos", expandCos},     {"math.powf", expandPow},
    {"math.rsqrt", expandRsqrt},
};

static bool isHalf(MlirType element) {
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
}

static MlirWalkResult expand(MlirOperation op, void *context) {
  int f = 0;
  while (f < COUNT(functions) && !asIrIsNamed(op, functions[f].name))
    f++;
  if (f == COUNT(functions))
    return MlirWalkResultAdvance;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result), element = type;
  if (mlirTypeIsAVector(type))
    element = mlirShapedTypeGetElementType(type);
  if ((mlirTypeIsAVector(type) &&
       (mlirVectorTypeIsScalable(type) ||
        mlirShapedTypeGetRank(type) > AS_ARITH_MAX_RANK)) ||
      (!mlirTypeIsAF32(element) && !isHalf(element)))
    return MlirWalkResultAdvance;
  AsArith a = asArithBefore(op);
  MlirValue operands[2];
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    operands[i] = mlirOperationGetOperand(op, i);
    if (isHalf(element))
      operands[i] = asArithConvert(&a, "arith.extf", operands[i],
                                   mlirF32TypeGet(a.context));
  }
  MlirValue y = functions[f].expand(&a, operands);
  if (isHalf(element))
    y = asArithConvert(&a, "arith.truncf", y, element);
  mlirValueReplaceAllUsesOfWith(result, y);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asMathExpand(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), expand, NULL,
                    MlirWalkPostOrder);
}
