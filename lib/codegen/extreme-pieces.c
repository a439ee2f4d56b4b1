//===- extreme-pieces.c - Maxima and minima in registers of a target
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See extreme-pieces.h. With AS_EXTREMES_BY_RANGE, on AVX512DQ, a maximum of
// %m, checked by %o, and of %x and %y becomes
//
//   %m1 = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(%m, %x, i32 5...
//   %m2 = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(%m1, %y, ...
//   %c = fcmp ord <16 x float> %x, %y
//   %o2 = and <16 x i1> %o, %c           ; one masked vcmpordps with %c
//
// vrangeps knows that -0 < +0, but prefers numbers to NaNs. There are few
// masks, so the check can also be a vector that is NaN where a NaN went in:
//
//   %o1 = call <16 x float> @llvm.x86.avx512.mask.fixupimm.ps.512(%o, %x, ...
//
// vfixupimmps keeps %o but where %x is NaN. With AS_EXTREMES_BY_COMPARING, of
// %m, checked by %u and with signs %s, and %x:
//
//   %g = fcmp ogt <8 x float> %m, %x
//   %m1 = select <8 x i1> %g, <8 x float> %m, <8 x float> %x       ; vmaxps
//   %c = fcmp uno <8 x float> %u, %x
//   %u1 = bitcast (sext <8 x i1> %c to <8 x i32>) to <8 x float>
//                                             ; NaN or 0: one vcmpunordps
//   %s1 = and <8 x i32> %s, bitcast (%x)
//
// A maximum is negative or -0 only if all signs are set, so that in the end
// "and"ing it with (%s | 0x7fffffff) changes nothing but -0 to +0 where there
// was a +0.
//
//===----------------------------------------------------------------------===//

#include "codegen/extreme-pieces.h"
#include "codegen/phi.h"
#include "support/arena.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool isDouble(LLVMTypeRef element) {
  return LLVMGetTypeKind(element) == LLVMDoubleTypeKind;
}

unsigned asPieceLanes(LLVMTypeRef element, unsigned lanes) {
  unsigned size = isDouble(element) ? 2 : 4;
  while (size < lanes)
    size *= 2;
  return size;
}

static unsigned lanesOf(LLVMValueRef vector) {
  return LLVMGetVectorSize(LLVMTypeOf(vector));
}

static LLVMTypeRef integerOf(LLVMTypeRef element) {
  return LLVMIntTypeInContext(LLVMGetTypeContext(element),
                              isDouble(element) ? 64 : 32);
}

static LLVMValueRef splat(LLVMValueRef element, unsigned lanes) {
  LLVMValueRef *elements = asAlloc(sizeof *elements * lanes);
  for (unsigned i = 0; i < lanes; i++)
    elements[i] = element;
  LLVMValueRef vector = LLVMConstVector(elements, lanes);
  free(elements);
  return vector;
}

static LLVMValueRef number(const AsExtreme *extreme, double value,
                           unsigned lanes) {
  return splat(LLVMConstReal(extreme->element, value), lanes);
}

/// Integers of the width of the elements.
static LLVMValueRef integer(const AsExtreme *extreme, uint64_t value,
                            unsigned lanes) {
  return splat(LLVMConstInt(integerOf(extreme->element), value, false), lanes);
}

static uint64_t signBit(const AsExtreme *extreme) {
  return isDouble(extreme->element) ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
}

static LLVMValueRef bitsOf(const AsExtreme *extreme, LLVMValueRef vector) {
  return LLVMBuildBitCast(
      extreme->builder, vector,
      LLVMVectorType(integerOf(extreme->element), lanesOf(vector)), "");
}

static LLVMValueRef floatOf(const AsExtreme *extreme, LLVMValueRef bits) {
  return LLVMBuildBitCast(extreme->builder, bits,
                          LLVMVectorType(extreme->element, lanesOf(bits)), "");
}

static LLVMValueRef isNegative(const AsExtreme *extreme, LLVMValueRef bits) {
  return LLVMBuildICmp(extreme->builder, LLVMIntSLT, bits,
                       integer(extreme, 0, lanesOf(bits)), "");
}

/// Calls an intrinsic of LLVM.
static LLVMValueRef call(const AsExtreme *extreme, const char *name,
                         LLVMTypeRef overload, LLVMValueRef *arguments,
                         unsigned count) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  size_t overloads = LLVMIntrinsicIsOverloaded(id);
  LLVMValueRef callee =
      LLVMGetIntrinsicDeclaration(extreme->module, id, &overload, overloads);
  return LLVMBuildCall2(extreme->builder, LLVMGlobalGetValueType(callee),
                        callee, arguments, count, "");
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

/// Calls llvm.x86.avx512.mask.NAME on all lanes of a register.
static LLVMValueRef callMasked(const AsExtreme *extreme, const char *name,
                               LLVMValueRef x, LLVMValueRef y, LLVMValueRef z,
                               LLVMValueRef w) {
  enum { CURRENT_ROUNDING = 4 };
  LLVMContextRef context = LLVMGetTypeContext(extreme->element);
  unsigned lanes = lanesOf(x);
  unsigned bits = lanes * (isDouble(extreme->element) ? 64 : 32);
  char full[64];
  snprintf(full, sizeof full, "llvm.x86.avx512.mask.%s.p%c.%u", name,
           isDouble(extreme->element) ? 'd' : 's', bits);
  LLVMTypeRef mask = LLVMIntTypeInContext(context, lanes < 8 ? 8 : lanes);
  LLVMValueRef arguments[] = {
      x,
      y,
      z,
      w,
      LLVMConstAllOnes(mask),
      LLVMConstInt(LLVMInt32TypeInContext(context), CURRENT_ROUNDING, false)};
  return call(extreme, full, NULL, arguments, bits == 512 ? 6 : 5);
}

static LLVMValueRef immediate(const AsExtreme *extreme, unsigned value) {
  return LLVMConstInt(
      LLVMInt32TypeInContext(LLVMGetTypeContext(extreme->element)), value,
      false);
}

/// vrangeps: without NaNs, and -0 is less than +0.
static LLVMValueRef range(const AsExtreme *extreme, LLVMValueRef x,
                          LLVMValueRef y) {
  // The result has the sign of the operand that is chosen (4).
  enum { MINIMUM = 4, MAXIMUM = 5 };
  return callMasked(extreme, "range", x, y,
                    immediate(extreme, extreme->isMinimum ? MINIMUM : MAXIMUM),
                    LLVMGetPoison(LLVMTypeOf(x)));
}

/// vfixupimmps: NaN where `y` is, else `x`.
static LLVMValueRef fixUp(const AsExtreme *extreme, LLVMValueRef x,
                          LLVMValueRef y) {
  // Four bits say what becomes of a kind of number. The first two kinds are
  // NaNs: quieted (2). All others: `x` is kept (0).
  enum { TABLE = 0x22 };
  return callMasked(extreme, "fixupimm", x, y,
                    integer(extreme, TABLE, lanesOf(x)), immediate(extreme, 0));
}

static LLVMValueRef choose(const AsExtreme *extreme, LLVMValueRef x,
                           LLVMValueRef y) {
  if (extreme->how == AS_EXTREMES_BY_RANGE)
    return range(extreme, x, y);
  LLVMValueRef isFirst =
      LLVMBuildFCmp(extreme->builder,
                    extreme->isMinimum ? LLVMRealOLT : LLVMRealOGT, x, y, "");
  return LLVMBuildSelect(extreme->builder, isFirst, x, y, "");
}

static LLVMValueRef isOrdered(const AsExtreme *extreme, LLVMValueRef x,
                              LLVMValueRef y) {
  return LLVMBuildFCmp(extreme->builder, LLVMRealORD, x, y, "");
}

/// NaN where one of both is, else 0.
static LLVMValueRef nanOrZero(const AsExtreme *extreme, LLVMValueRef x,
                              LLVMValueRef y) {
  LLVMValueRef is = LLVMBuildFCmp(extreme->builder, LLVMRealUNO, x, y, "");
  return floatOf(
      extreme,
      LLVMBuildSExt(extreme->builder, is,
                    LLVMVectorType(integerOf(extreme->element), lanesOf(x)),
                    ""));
}

/// x & y, either of which may be missing.
static LLVMValueRef both(const AsExtreme *extreme, LLVMValueRef x,
                         LLVMValueRef y) {
  return x && y ? LLVMBuildAnd(extreme->builder, x, y, "") : x ? x : y;
}

static LLVMValueRef mergeSigns(const AsExtreme *extreme, LLVMValueRef x,
                               LLVMValueRef y) {
  return extreme->isMinimum ? LLVMBuildOr(extreme->builder, x, y, "")
                            : LLVMBuildAnd(extreme->builder, x, y, "");
}

AsPiece asPieceOf(const AsExtreme *extreme, LLVMValueRef vector) {
  AsPiece piece = {.value = vector,
                   .check = extreme->hasMasks ? NULL : vector,
                   .unchecked = extreme->hasMasks ? vector : NULL};
  if (extreme->how != AS_EXTREMES_BY_RANGE)
    piece.signs = bitsOf(extreme, vector);
  return piece;
}

static void mergeMasks(const AsExtreme *extreme, AsPiece x, AsPiece y,
                       AsPiece *merged) {
  merged->check = both(extreme, x.check, y.check);
  if (x.unchecked && y.unchecked)
    merged->check = both(extreme, merged->check,
                         isOrdered(extreme, x.unchecked, y.unchecked));
  else
    merged->unchecked = x.unchecked ? x.unchecked : y.unchecked;
}

AsPiece asPieceMerge(const AsExtreme *extreme, AsPiece x, AsPiece y) {
  // vfixupimmps writes its first operand, so that it had better not be a vector
  // that something else needs.
  if (x.check == x.value) {
    AsPiece other = x;
    x = y;
    y = other;
  }
  AsPiece merged = {.value = choose(extreme, x.value, y.value)};
  if (extreme->hasMasks)
    mergeMasks(extreme, x, y, &merged);
  else
    merged.check = extreme->how == AS_EXTREMES_BY_RANGE
                       ? fixUp(extreme, x.check, y.check)
                       : nanOrZero(extreme, x.check, y.check);
  if (x.signs)
    merged.signs = mergeSigns(extreme, x.signs, y.signs);
  return merged;
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

AsPiece asPieceCheck(const AsExtreme *extreme, AsPiece piece) {
  LLVMValueRef last = piece.unchecked;
  if (last)
    piece.check = both(extreme, piece.check, isOrdered(extreme, last, last));
  piece.unchecked = NULL;
  return piece;
}

/// A mask of the lanes that have seen no NaN.
static LLVMValueRef maskOf(const AsExtreme *extreme, LLVMValueRef check) {
  return extreme->hasMasks ? check : isOrdered(extreme, check, check);
}

/// Gives a zero the right sign.
static LLVMValueRef mendZeros(const AsExtreme *extreme, AsPiece piece) {
  if (!piece.signs)
    return piece.value;
  LLVMBuilderRef builder = extreme->builder;
  unsigned lanes = lanesOf(piece.value);
  LLVMValueRef bits = bitsOf(extreme, piece.value);
  uint64_t sign = signBit(extreme);
  bits = extreme->isMinimum
             ? LLVMBuildOr(builder, bits,
                           LLVMBuildAnd(builder, piece.signs,
                                        integer(extreme, sign, lanes), ""),
                           "")
             : LLVMBuildAnd(builder, bits,
                            LLVMBuildOr(builder, piece.signs,
                                        integer(extreme, sign - 1, lanes), ""),
                            "");
  return floatOf(extreme, bits);
}

LLVMValueRef asPieceFinish(const AsExtreme *extreme, AsPiece piece) {
  LLVMBuilderRef builder = extreme->builder;
  piece = asPieceCheck(extreme, piece);
  LLVMValueRef value = mendZeros(extreme, piece);
  LLVMValueRef nan = number(extreme, NAN, lanesOf(value));
  return LLVMBuildSelect(builder, maskOf(extreme, piece.check), value, nan, "");
}

//===----------------------------------------------------------------------===//
// Phis
//===----------------------------------------------------------------------===//

AsPiece asPieceOfPhi(const AsExtreme *extreme, unsigned lanes) {
  LLVMBuilderRef builder = extreme->builder;
  LLVMTypeRef floats = LLVMVectorType(extreme->element, lanes);
  LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetTypeContext(floats));
  LLVMTypeRef checks = extreme->hasMasks ? LLVMVectorType(i1, lanes) : floats;
  LLVMTypeRef bits = LLVMVectorType(integerOf(extreme->element), lanes);
  return (AsPiece){.value = LLVMBuildPhi(builder, floats, ""),
                   .check = LLVMBuildPhi(builder, checks, ""),
                   .signs = extreme->how == AS_EXTREMES_BY_RANGE
                                ? NULL
                                : LLVMBuildPhi(builder, bits, "")};
}

/// A block may come several times before another one: always with one value.
static void addIncoming(LLVMValueRef phi, LLVMValueRef value,
                        LLVMBasicBlockRef from) {
  LLVMValueRef earlier = asPhiIncomingFrom(phi, from);
  LLVMAddIncoming(phi, earlier ? &earlier : &value, &from, 1);
}

void asPieceAddIncoming(const AsExtreme *extreme, AsPiece phi, AsPiece piece,
                        LLVMBasicBlockRef from) {
  piece = asPieceCheck(extreme, piece);
  addIncoming(phi.value, piece.value, from);
  addIncoming(phi.check, piece.check, from);
  if (phi.signs)
    addIncoming(phi.signs, piece.signs, from);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// Lanes of `x`, then of `y`.
static LLVMValueRef shuffle(LLVMBuilderRef builder, LLVMValueRef x,
                            LLVMValueRef y, const int *lanes, unsigned count) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(x)));
  LLVMValueRef *mask = asAlloc(sizeof *mask * count);
  for (unsigned i = 0; i < count; i++)
    mask[i] = lanes[i] < 0 ? LLVMGetPoison(i32)
                           : LLVMConstInt(i32, (unsigned)lanes[i], false);
  LLVMValueRef shuffled =
      LLVMBuildShuffleVector(builder, x, y, LLVMConstVector(mask, count), "");
  free(mask);
  return shuffled;
}

LLVMValueRef asPieceShuffle(LLVMBuilderRef builder, LLVMValueRef vector,
                            unsigned first, unsigned count, unsigned lanes) {
  if (first == 0 && count == lanes && lanesOf(vector) == lanes)
    return vector;
  int *mask = asAlloc(sizeof *mask * lanes);
  for (unsigned i = 0; i < lanes; i++)
    mask[i] = i < count ? (int)(first + i) : -1;
  LLVMValueRef shuffled =
      shuffle(builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), mask, lanes);
  free(mask);
  return shuffled;
}

LLVMValueRef asPieceInsert(LLVMBuilderRef builder, LLVMValueRef vector,
                           LLVMValueRef piece, unsigned at, unsigned count) {
  unsigned lanes = lanesOf(vector);
  // Both operands of a shuffle have one type.
  LLVMValueRef wide = asPieceShuffle(builder, piece, 0, count, lanes);
  int *mask = asAlloc(sizeof *mask * lanes);
  for (unsigned i = 0; i < lanes; i++)
    mask[i] = (int)(i >= at && i < at + count ? lanes + i - at : i);
  LLVMValueRef shuffled = shuffle(builder, vector, wide, mask, lanes);
  free(mask);
  return shuffled;
}

/// The first `used` lanes, and `filling` in those behind them.
static LLVMValueRef fill(LLVMBuilderRef builder, LLVMValueRef vector,
                         LLVMValueRef filling, unsigned used, unsigned lanes) {
  return asPieceInsert(builder, splat(filling, lanes), vector, 0, used);
}

static bool isMask(LLVMValueRef check) {
  return LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(check))) ==
         LLVMIntegerTypeKind;
}

/// Widens a check, which becomes a mask if `extreme` has masks.
static LLVMValueRef widenCheck(const AsExtreme *extreme, LLVMValueRef check,
                               unsigned used, unsigned lanes) {
  LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetTypeContext(extreme->element));
  bool fillsMask = extreme->hasMasks && isMask(check);
  if (used < lanes)
    check = fill(extreme->builder, check,
                 fillsMask ? LLVMConstInt(i1, 1, false)
                           : LLVMConstReal(extreme->element, 0),
                 used, lanes);
  return extreme->hasMasks && !fillsMask ? isOrdered(extreme, check, check)
                                         : check;
}

AsPiece asPieceWiden(const AsExtreme *extreme, AsPiece piece, unsigned used,
                     unsigned lanes) {
  LLVMBuilderRef builder = extreme->builder;
  LLVMTypeRef integers = integerOf(extreme->element);
  if (piece.check)
    piece.check = widenCheck(extreme, piece.check, used, lanes);
  if (used == lanes)
    return piece;
  // Of a narrow mask, lanes would be taken apart and put together one by one.
  // What is unchecked is mostly the value itself: filled with the same, it
  // takes no instruction. Zeros take vexpandpd, which waits for what was in its
  // register before: 1,560 rows of 14 would go one after the other.
  LLVMValueRef filling = LLVMConstReal(
      extreme->element, extreme->isMinimum ? INFINITY : -INFINITY);
  if (piece.unchecked)
    piece.unchecked = fill(builder, piece.unchecked, filling, used, lanes);
  piece.value = fill(builder, piece.value, filling, used, lanes);
  if (piece.signs)
    piece.signs = fill(builder, piece.signs,
                       extreme->isMinimum ? LLVMConstInt(integers, 0, false)
                                          : LLVMConstAllOnes(integers),
                       used, lanes);
  return piece;
}

/// The extreme of all lanes, in the first one of a register.
static LLVMValueRef halve(const AsExtreme *extreme, LLVMValueRef value) {
  LLVMBuilderRef builder = extreme->builder;
  for (unsigned used = lanesOf(value); used > 1; used /= 2) {
    unsigned half = used / 2, lanes = asPieceLanes(extreme->element, half);
    value = choose(extreme, asPieceShuffle(builder, value, 0, lanes, lanes),
                   asPieceShuffle(builder, value, half, half, lanes));
  }
  return value;
}

/// Whether a sign is set: for a maximum that of all lanes, for a minimum any.
static LLVMValueRef reduceSigns(const AsExtreme *extreme, LLVMValueRef signs) {
  LLVMValueRef is = isNegative(extreme, signs);
  return call(extreme,
              extreme->isMinimum ? "llvm.vector.reduce.or"
                                 : "llvm.vector.reduce.and",
              LLVMTypeOf(is), &is, 1);
}

/// Whether no lane has seen a NaN.
static LLVMValueRef reduceChecks(const AsExtreme *extreme, LLVMValueRef check) {
  LLVMValueRef mask = maskOf(extreme, check);
  return call(extreme, "llvm.vector.reduce.and", LLVMTypeOf(mask), &mask, 1);
}

LLVMValueRef asPieceReduce(const AsExtreme *extreme, AsPiece piece) {
  LLVMBuilderRef builder = extreme->builder;
  LLVMTypeRef element = extreme->element;
  piece = asPieceCheck(extreme, piece);
  LLVMValueRef value = LLVMBuildExtractElement(
      builder, halve(extreme, piece.value),
      LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(element)), 0,
                   false),
      "");
  if (piece.signs) {
    LLVMValueRef sign = reduceSigns(extreme, piece.signs);
    LLVMValueRef size = call(extreme, "llvm.fabs", element, &value, 1);
    value = extreme->isMinimum
                ? LLVMBuildSelect(builder, sign,
                                  LLVMBuildFNeg(builder, size, ""), value, "")
                : LLVMBuildSelect(builder, sign, value, size, "");
  }
  return LLVMBuildSelect(builder, reduceChecks(extreme, piece.check), value,
                         LLVMConstReal(element, NAN), "");
}
