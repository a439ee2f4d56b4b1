//===- expand-math.c - Expand math functions to arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites operations such as math.exp, math.log, math.tanh and math.sin into
// polynomials in the arith dialect. f16 and bf16 are extended to f32 first.
//
// The C library computes one number at a time. Arithmetic stays a vector
// operation if its operands are vectors, and LLVM can vectorise it in loops.
// Errors are at most two units in the last place over all floats
// (docs/math.md).
//
// Each function reduces its argument to a short interval, evaluates a minimax
// polynomial with float coefficients (Sollya's fpminimax) and undoes the
// reduction. There are no branches, except for huge arguments of sine and
// cosine. Comparisons with NaN are false, so a NaN passes through. Overflow and
// underflow happen in the last operation only.
//
// Requires:    arith and math dialects; fast-math flags set (asAllowFlags), as
//              the new operations have `contract` only.
// Provides:    none of the listed operations on f32, f16, bf16 and their
//              vectors, except math.powf with other exponents and the sine and
//              cosine of huge numbers.
// Invalidates: nothing.
//
//   %y = math.rsqrt %x : vector<8xf32>
//
// becomes
//
//   %s = math.sqrt %x : vector<8xf32>
//   %y = arith.divf %one, %s fastmath<contract> : vector<8xf32>
//
//===----------------------------------------------------------------------===//

#include "lowering/vector/expand-math.h"
#include "ir/def-use.h"
#include "ir/known-range.h"
#include "lowering/vector/expand-exp.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

typedef const AsArith *A;

static MlirValue number(A a, MlirValue like, double x) {
  return asArithNumber(a, like, x);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// The logarithms of 2 and of e to some base, each as a sum of two floats. The
/// first float of log(2) has so few bits that its product with an exponent is
/// exact.
typedef struct Base {
  double two, restOfTwo, e, restOfE;
} Base;

static const Base natural = {0x1.62e4p-1, 0x1.7f7d1cp-20, 1, 0};
static const Base binary = {1, 0, 0x1.715476p+0, 0x1.4ae0cp-26};
static const Base decimal = {0x1.344p-2, 0x1.3509f8p-18, 0x1.bcb7b2p-2,
                             -0x1.5b235ep-27};

/// x = 2^n m, with m between sqrt(1/2) and sqrt(2).
typedef struct Logarithm {
  MlirValue n; ///< An integer.
  MlirValue m;
} Logarithm;

static Logarithm reduceLogarithm(A a, MlirValue x) {
  MlirValue bits = asArithBits(a, x); // 0x3f3504f3: sqrt(1/2)
  MlirValue n = asArithInteger(
      a, "arith.shrsi", asArithInteger(a, "arith.subi", bits, 0x3f3504f3), 23);
  return (Logarithm){
      n,
      asArithFloat(a, asArithBinary(a, "arith.subi", bits,
                                    asArithInteger(a, "arith.shli", n, 23)))};
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

/// The special cases of a logarithm with its pole at `zero`: x itself if x is
/// infinite or NaN, -INFINITY at the pole, NaN below it, and `y` elsewhere.
static MlirValue logarithmOf(A a, MlirValue x, double zero, MlirValue y) {
  y = asArithExcept(a, AS_ARITH_LESS, x, INFINITY, y, x);
  MlirValue none = asArithExcept(a, AS_ARITH_EQUAL, x, zero,
                                 number(a, x, -INFINITY), number(a, x, NAN));
  return asArithExcept(a, AS_ARITH_GREATER, x, zero, y, none);
}

static MlirValue expandLogarithm(A a, MlirValue x, Base base) {
  MlirValue isTiny =
      asArithCompare(a, AS_ARITH_LESS, x, number(a, x, 0x1p-126));
  MlirValue scaled = asArithMul(a, x, number(a, x, 0x1p23));
  Logarithm l = reduceLogarithm(a, asArithSelect(a, isTiny, scaled, x));
  MlirValue n =
      asArithSelect(a, isTiny, asArithInteger(a, "arith.subi", l.n, 23), l.n);
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

/// 2^n, where n is the exponent of a normal float.
static MlirValue power(A a, MlirValue n) {
  return asArithFloat(a, asArithInteger(a, "arith.shli",
                                        asArithInteger(a, "arith.addi", n, 127),
                                        23));
}

/// log(1 + x): the rounding error of 1 + x, scaled like the fraction, is added
/// to the fraction.
static MlirValue expandLog1P(A a, const MlirValue *operands) {
  MlirValue x = operands[0], one = number(a, x, 1);
  MlirValue sum = asArithAdd(a, x, one);
  MlirValue lost = asArithSub(a, x, asArithSub(a, sum, one));
  Logarithm l = reduceLogarithm(a, sum);
  MlirValue zero = number(a, l.n, 0);
  MlirValue minus = asArithBinary(a, "arith.subi", zero, l.n);
  // For n = 128 the rounding error is 0, so its factor does not matter.
  minus = asArithInteger(a, "arith.maxsi", minus, -127);
  MlirValue f =
      asArithMulAdd(a, lost, power(a, minus), asArithSub(a, l.m, one));
  MlirValue y = logarithm(a, l.n, f, natural);
  y = asArithExcept(a, AS_ARITH_EQUAL, x, 0, x, y); // -0 + 1 lost the sign.
  return logarithmOf(a, x, -1, y);
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// For larger arguments the reduction is not exact enough.
static const double maxReducible = 0x1p20;

/// The sine of x + quarters pi / 2, for |x| up to maxReducible. Subtracting the
/// nearest multiple of pi / 2 may leave a tiny remainder, so it is computed in
/// doubles.
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
  quarter = asArithInteger(a, "arith.addi", quarter, quarters);
  MlirValue square = asArithMul(a, r, r);
  MlirValue s = asArithPolynomial(a, square, sines, COUNT(sines));
  s = asArithMulAdd(a, asArithMul(a, square, s), r, r);
  MlirValue c = asArithPolynomial(a, square, cosines, COUNT(cosines));
  c = asArithMulAdd(a, square, c, number(a, x, -0.5));
  c = asArithMulAdd(a, square, c, number(a, x, 1));
  MlirValue isOdd = asArithConvert(a, "arith.trunci", quarter,
                                   mlirIntegerTypeGet(a->context, 1));
  MlirValue sign = asArithInteger(
      a, "arith.shli", asArithInteger(a, "arith.andi", quarter, 2), 30);
  MlirValue y = asArithSelect(a, isOdd, c, s);
  return asArithFloat(a,
                      asArithBinary(a, "arith.xori", asArithBits(a, y), sign));
}

/// Whether |x| > maxReducible for any element, as one i1.
static MlirValue isAnyHuge(A a, MlirValue x) {
  MlirType i1 = mlirIntegerTypeGet(a->context, 1);
  MlirValue size = asArithUnary(a, "math.absf", x);
  MlirValue isHuge =
      asArithCompare(a, AS_ARITH_GREATER, size, number(a, x, maxReducible));
  MlirType type = mlirValueGetType(isHuge);
  if (!mlirTypeIsAVector(type))
    return isHuge;
  int64_t count = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    count *= mlirShapedTypeGetDimSize(type, r);
  MlirType flat = mlirVectorTypeGet(1, &count, i1);
  isHuge = asArithEmit(a, "vector.shape_cast", flat, 1, &isHuge, NULL,
                       (MlirAttribute){NULL});
  return asArithEmit(
      a, "vector.reduction", i1, 1, &isHuge, "kind",
      mlirAttributeParseGet(a->context, asIrString("#vector.kind<or>")));
}

/// Appends the scf.yield of a branch of an scf.if.
static void yield(A a, MlirBlock block, MlirValue value) {
  MlirOperationState state =
      mlirOperationStateGet(asIrString("scf.yield"), a->location);
  mlirOperationStateAddOperands(&state, 1, &value);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&state));
}

/// Calls the C library if an element is larger than maxReducible, which is
/// rare.
static MlirValue expandSineOrCall(A a, MlirValue x, const char *name,
                                  int quarters) {
  MlirType type = mlirValueGetType(x);
  MlirValue isHuge = isAnyHuge(a, x);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("scf.if"), a->location);
  mlirOperationStateAddOperands(&state, 1, &isHuge);
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
  MlirValue y = expandSineOrCall(a, x[0], "math.sin", 0);
  return asArithExcept(a, AS_ARITH_EQUAL, x[0], 0, x[0],
                       y); // Keeps -0.
}

static MlirValue expandCos(A a, const MlirValue *x) {
  return expandSineOrCall(a, x[0], "math.cos", 1);
}

//===----------------------------------------------------------------------===//
// Roots and powers
//===----------------------------------------------------------------------===//

static MlirValue expandRsqrt(A a, const MlirValue *x) {
  return asArithDiv(a, number(a, x[0], 1), asArithUnary(a, "math.sqrt", x[0]));
}

/// The value of a constant scalar or splat; NaN for anything else.
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

/// Expands the exponents that are common in programs: 2, 3, -1, 0.5 and -0.5.
/// The C library computes all others.
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
  // pow(-0, 0.5) is +0 and pow(-INFINITY, 0.5) is INFINITY, unlike sqrt.
  MlirValue root =
      asArithUnary(a, "math.sqrt", asArithAdd(a, x, number(a, x, 0)));
  root = asArithExcept(a, AS_ARITH_EQUAL, x, -INFINITY, number(a, x, INFINITY),
                       root);
  return exponent < 0 ? asArithDiv(a, one, root) : root;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

typedef MlirValue (*Expand)(A a, const MlirValue *operands);

typedef struct Function {
  const char *name;
  Expand expand;
} Function;

static const Function functions[] = {
    {"math.exp", asExpandExp},     {"math.exp2", asExpandExp2},
    {"math.expm1", asExpandExpM1}, {"math.log", expandLog},
    {"math.log2", expandLog2},     {"math.log10", expandLog10},
    {"math.log1p", expandLog1P},   {"math.tanh", asExpandTanh},
    {"math.erf", asExpandErf},     {"math.sin", expandSin},
    {"math.cos", expandCos},       {"math.powf", expandPow},
    {"math.rsqrt", expandRsqrt},
};

/// The functions that use the machine's 2^x.
static const Function withHardwareExp2[] = {
    {"math.exp", asExpandExpByUnit},
    {"math.exp2", asExpandExp2ByUnit},
};

static bool isHalf(MlirType element) {
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
}

static bool isExpandable(MlirType type) {
  MlirType element = type;
  if (mlirTypeIsAVector(type)) {
    if (mlirVectorTypeIsScalable(type) ||
        mlirShapedTypeGetRank(type) > AS_ARITH_MAX_RANK)
      return false;
    element = mlirShapedTypeGetElementType(type);
  }
  return mlirTypeIsAF32(element) || isHalf(element);
}

/// Replaces `op` by `function` of the operands of `from`.
static MlirWalkResult replace(MlirOperation op, Expand function,
                              MlirOperation from) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result), element = type;
  if (!isExpandable(type))
    return MlirWalkResultAdvance;
  if (mlirTypeIsAVector(type))
    element = mlirShapedTypeGetElementType(type);
  AsArith a = asArithBefore(op);
  MlirValue operands[2];
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(from); i++) {
    operands[i] = mlirOperationGetOperand(from, i);
    if (isHalf(element))
      operands[i] = asArithConvert(&a, "arith.extf", operands[i],
                                   mlirF32TypeGet(a.context));
  }
  MlirValue y = function(&a, operands);
  if (isHalf(element))
    y = asArithConvert(&a, "arith.truncf", y, element);
  mlirValueReplaceAllUsesOfWith(result, y);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Expands 1 + erf(x), as in gelu, and 1 + exp(x), as in a sigmoid. The sum
/// drops the last bits of the function, so it takes less work than the function
/// alone, unless that has other uses.
static MlirWalkResult expandSum(MlirOperation op, void *context) {
  const bool hasExp2 = *(bool *)context;
  if (!asIrIsNamed(op, "arith.addf"))
    return MlirWalkResultAdvance;
  for (int i = 0; i < 2; i++) {
    MlirValue term = mlirOperationGetOperand(op, i);
    if (constantOf(mlirOperationGetOperand(op, 1 - i)) != 1 ||
        !asIrHasOneUse(term))
      continue;
    if (asIrIsMadeBy(term, "math.erf"))
      return replace(op, asExpandErfPlusOne, mlirOpResultGetOwner(term));
    if (asIrIsMadeBy(term, "math.exp") && !hasExp2)
      return replace(op, asExpandExpPlusOne, mlirOpResultGetOwner(term));
  }
  return MlirWalkResultAdvance;
}

static MlirWalkResult expandFunction(MlirOperation op, void *context) {
  for (int f = 0; f < COUNT(withHardwareExp2) && *(bool *)context; f++)
    if (asIrIsNamed(op, withHardwareExp2[f].name))
      return replace(op, withHardwareExp2[f].expand, op);
  if (asIrIsNamed(op, "math.exp") &&
      !mlirAttributeIsNull(asIrAttribute(op, AS_NOT_POSITIVE_ATTRIBUTE)))
    return replace(op, asExpandExpToOne, op);
  for (int f = 0; f < COUNT(functions); f++)
    if (asIrIsNamed(op, functions[f].name))
      return replace(op, functions[f].expand, op);
  return MlirWalkResultAdvance;
}

void asExpandMath(MlirModule module, bool hasExp2) {
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationWalk(op, expandSum, &hasExp2, MlirWalkPostOrder);
  mlirOperationWalk(op, expandFunction, &hasExp2, MlirWalkPostOrder);
}
