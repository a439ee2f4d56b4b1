//===- compute.c - PTX on the host: arithmetic
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values are the bits of a register, of which an instruction's type says what
// they mean.
//
//===----------------------------------------------------------------------===//

#include "standin/ptx.h"
#include <math.h>
#include <string.h>

uint64_t ptxCut(uint64_t value, int bytes) {
  return bytes == 8 ? value : value & ((1ull << 8 * bytes) - 1);
}

int64_t ptxSigned(uint64_t value, int bytes) {
  int shift = 64 - 8 * bytes;
  return (int64_t)(value << shift) >> shift;
}

static double asFloat(uint64_t value, int bytes) {
  uint32_t word = (uint32_t)value;
  uint16_t half = (uint16_t)value;
  _Float16 f16;
  float f32;
  double f64;
  memcpy(&f16, &half, sizeof f16);
  memcpy(&f32, &word, sizeof f32);
  memcpy(&f64, &value, sizeof f64);
  return bytes == 8 ? f64 : bytes == 4 ? (double)f32 : (double)f16;
}

/// Rounds once: what is f32 here comes from an operation of two, of which the
/// double has every bit that matters.
static uint64_t fromFloat(double value, int bytes) {
  uint64_t bits = 0;
  float f32 = (float)value;
  _Float16 f16 = (_Float16)value;
  if (bytes == 8)
    memcpy(&bits, &value, sizeof value);
  else if (bytes == 4)
    memcpy(&bits, &f32, sizeof f32);
  else
    memcpy(&bits, &f16, sizeof f16);
  return bits;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static double chooseFloat(const PtxInstruction *i, double a, double b) {
  if (isnan(a) || isnan(b))
    return i->isNanKept ? NAN : isnan(a) ? b : a;
  return (i->op == PTX_MAX) == (a > b) ? a : b;
}

static uint64_t computeFloat(const PtxInstruction *i, const uint64_t *v) {
  int bytes = i->type.bytes;
  double a = asFloat(v[0], bytes), b = asFloat(v[1], bytes);
  double c = asFloat(v[2], bytes), r = 0;
  switch (i->op) {
  case PTX_ADD:
    r = a + b;
    break;
  case PTX_SUB:
    r = a - b;
    break;
  case PTX_MUL:
    r = a * b;
    break;
  case PTX_DIV:
    r = a / b;
    break;
  case PTX_RCP:
    r = 1 / a;
    break;
  case PTX_SQRT:
    r = sqrt(a);
    break;
  case PTX_EX2:
    r = exp2(a);
    break;
  case PTX_NEG:
    r = -a;
    break;
  case PTX_ABS:
    r = fabs(a);
    break;
  case PTX_COPYSIGN: // The other way round than in C.
    r = copysign(b, a);
    break;
  case PTX_MIN:
  case PTX_MAX:
    r = chooseFloat(i, a, b);
    break;
  case PTX_FMA:
  case PTX_MAD:
    r = bytes == 8 ? fma(a, b, c) : fmaf((float)a, (float)b, (float)c);
    break;
  default:
    break;
  }
  return fromFloat(r, bytes);
}

/// All bytes of a product of 64 bits, if need be.
static uint64_t multiply(const PtxInstruction *i, uint64_t a, uint64_t b) {
  int bytes = i->type.bytes;
  bool isSigned = i->type.kind == PTX_SIGNED;
  __int128 product =
      isSigned
          ? (__int128)ptxSigned(a, bytes) * ptxSigned(b, bytes)
          : (__int128)((unsigned __int128)ptxCut(a, bytes) * ptxCut(b, bytes));
  return i->part == PTX_HI ? (uint64_t)(product >> 8 * bytes)
                           : (uint64_t)product;
}

static uint64_t divide(const PtxInstruction *i, uint64_t a, uint64_t b) {
  int bytes = i->type.bytes;
  bool isRest = i->op == PTX_REM;
  if (!ptxCut(b, bytes))
    return ~0ull;
  if (i->type.kind == PTX_SIGNED) {
    int64_t x = ptxSigned(a, bytes), y = ptxSigned(b, bytes);
    return y == -1 ? (isRest ? 0 : -(uint64_t)x)
                   : (uint64_t)(isRest ? x % y : x / y);
  }
  return isRest ? ptxCut(a, bytes) % ptxCut(b, bytes)
                : ptxCut(a, bytes) / ptxCut(b, bytes);
}

static uint64_t shift(const PtxInstruction *i, uint64_t a, uint64_t by) {
  int bytes = i->type.bytes;
  by = (uint32_t)by;
  bool isAll = by >= 8 * (uint64_t)bytes;
  if (i->op == PTX_SHL)
    return isAll ? 0 : a << by;
  if (i->type.kind == PTX_SIGNED)
    return (uint64_t)(ptxSigned(a, bytes) >> (isAll ? 63 : by));
  return isAll ? 0 : ptxCut(a, bytes) >> by;
}

/// Bytes of b:a, chosen by the nibbles of `selector`.
static uint64_t permute(uint64_t a, uint64_t b, uint64_t selector) {
  uint64_t all = (uint32_t)a | b << 32, result = 0;
  for (int n = 0; n < 4; n++) {
    uint64_t choice = selector >> 4 * n & 15;
    uint64_t byte = all >> 8 * (choice & 7) & 255;
    if (choice & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * n;
  }
  return result;
}

static uint64_t extract(const PtxInstruction *i, const uint64_t *v) {
  int length = (int)(v[2] & 255);
  uint64_t value = shift(&(PtxInstruction){.op = PTX_SHR, .type = i->type},
                         v[0], v[1] & 255);
  if (length == 0)
    return 0;
  if (length < 64)
    value &= (1ull << length) - 1;
  if (i->type.kind == PTX_SIGNED && length < 64 && value >> (length - 1) & 1)
    value |= ~0ull << length;
  return value;
}

static uint64_t chooseInteger(const PtxInstruction *i, uint64_t a, uint64_t b) {
  int bytes = i->type.bytes;
  bool isLess = i->type.kind == PTX_SIGNED
                    ? ptxSigned(a, bytes) < ptxSigned(b, bytes)
                    : ptxCut(a, bytes) < ptxCut(b, bytes);
  return isLess == (i->op == PTX_MIN) ? a : b;
}

static uint64_t computeInteger(const PtxInstruction *i, const uint64_t *v) {
  int64_t a = ptxSigned(v[0], i->type.bytes);
  switch (i->op) {
  case PTX_ADD:
    return v[0] + v[1];
  case PTX_SUB:
    return v[0] - v[1];
  case PTX_MUL:
    return multiply(i, v[0], v[1]);
  case PTX_MAD:
    return multiply(i, v[0], v[1]) + v[2];
  case PTX_DIV:
  case PTX_REM:
    return divide(i, v[0], v[1]);
  case PTX_AND:
    return v[0] & v[1];
  case PTX_OR:
    return v[0] | v[1];
  case PTX_XOR:
    return v[0] ^ v[1];
  case PTX_NOT:
    return i->type.kind == PTX_PRED ? !v[0] : ~v[0];
  case PTX_NEG:
    return -v[0];
  case PTX_ABS:
    return (uint64_t)(a < 0 ? -a : a);
  case PTX_MIN:
  case PTX_MAX:
    return chooseInteger(i, v[0], v[1]);
  case PTX_SHL:
  case PTX_SHR:
    return shift(i, v[0], v[1]);
  case PTX_PRMT:
    return permute(v[0], v[1], v[2]);
  case PTX_BFE:
    return extract(i, v);
  default:
    return v[0];
  }
}

static bool isTrue(PtxCompare compare, int order, bool isUnordered) {
  if (isUnordered)
    return (compare >= PTX_EQU && compare <= PTX_GEU) || compare == PTX_NAN;
  switch (compare) {
  case PTX_EQ:
  case PTX_EQU:
    return order == 0;
  case PTX_NE:
  case PTX_NEU:
    return order != 0;
  case PTX_LT:
  case PTX_LTU:
    return order < 0;
  case PTX_LE:
  case PTX_LEU:
    return order <= 0;
  case PTX_GT:
  case PTX_GTU:
    return order > 0;
  case PTX_GE:
  case PTX_GEU:
    return order >= 0;
  case PTX_NUM:
    return true;
  default:
    return false;
  }
}

static uint64_t compare(const PtxInstruction *i, const uint64_t *v) {
  int bytes = i->type.bytes;
  if (i->type.kind == PTX_FLOAT) {
    double a = asFloat(v[0], bytes), b = asFloat(v[1], bytes);
    return isTrue(i->compare, (a > b) - (a < b), isnan(a) || isnan(b));
  }
  if (i->type.kind == PTX_SIGNED) {
    int64_t a = ptxSigned(v[0], bytes), b = ptxSigned(v[1], bytes);
    return isTrue(i->compare, (a > b) - (a < b), false);
  }
  uint64_t a = ptxCut(v[0], bytes), b = ptxCut(v[1], bytes);
  return isTrue(i->compare, (a > b) - (a < b), false);
}

static double roundTo(double value, char how) {
  return how == 'z'   ? trunc(value)
         : how == 'm' ? floor(value)
         : how == 'p' ? ceil(value)
                      : rint(value);
}

static uint64_t convert(const PtxInstruction *i, uint64_t v) {
  int from = i->from.bytes, to = i->type.bytes;
  bool isSigned = i->from.kind == PTX_SIGNED;
  if (i->from.kind == PTX_FLOAT && i->type.kind == PTX_FLOAT) {
    double value = asFloat(v, from);
    return fromFloat(
        i->rounding && from == to ? roundTo(value, i->rounding) : value, to);
  }
  if (i->from.kind == PTX_FLOAT) {
    double value = roundTo(asFloat(v, from), i->rounding);
    double most = ldexp(1, 8 * to - (i->type.kind == PTX_SIGNED));
    double least = i->type.kind == PTX_SIGNED ? -most : 0;
    if (isnan(value))
      return 0;
    if (value >= most)
      return (uint64_t)(most - 1) | (to == 8 ? ~0ull >> (least < 0) : 0);
    value = value < least ? least : value;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
  }
  uint64_t wide = isSigned ? (uint64_t)ptxSigned(v, from) : ptxCut(v, from);
  if (i->type.kind == PTX_FLOAT) // Not by way of double: that would round.
    return to == 4
               ? fromFloat(isSigned ? (float)(int64_t)wide : (float)wide, 4)
               : fromFloat(isSigned ? (double)(int64_t)wide : (double)wide, to);
  return ptxCut(wide, to);
}

uint64_t ptxCompute(const PtxInstruction *i, const uint64_t *v) {
  int bytes = i->type.bytes;
  if (i->op == PTX_CVT)
    return ptxCut(convert(i, v[0]), bytes);
  if (i->op == PTX_SELP)
    return ptxCut(v[2] ? v[0] : v[1], bytes);
  if (i->op == PTX_SETP)
    return compare(i, v);
  uint64_t result =
      i->type.kind == PTX_FLOAT ? computeFloat(i, v) : computeInteger(i, v);
  return ptxCut(result, i->part == PTX_WIDE ? 2 * bytes : bytes);
}
