//===- standin/run.c - PTX on the host: running ---------------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register holds the bits of its value, those above it being zero. Global
// addresses are the host's. Shared and local memory begin at 0 each; a generic
// address of local memory has a bit set that no other has.
//
//===----------------------------------------------------------------------===//

#include "standin/ptx.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t localMark = 1ull << 62;
enum { CONSTANT_BYTES = 64 * 8 };

typedef struct Thread {
  uint64_t *registers;
  char *local;
  int next; ///< Instruction; -1 at its end.
  unsigned id[3];
} Thread;

typedef struct Block {
  const PtxKernel *kernel;
  const PtxLaunch *launch;
  char *parameters, *shared;
  unsigned id[3];
  bool failed;
} Block;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static uint64_t cut(uint64_t value, int bytes) {
  return bytes == 8 ? value : value & ((1ull << 8 * bytes) - 1);
}

static int64_t asSigned(uint64_t value, int bytes) {
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

static uint64_t readOperand(const Block *block, const Thread *thread,
                            const PtxOperand *operand) {
  const unsigned *of[] = {thread->id, block->id, block->launch->block,
                          block->launch->grid};
  if (operand->kind == PTX_REGISTER)
    return thread->registers[operand->number] + operand->value;
  if (operand->kind == PTX_SPECIAL)
    return of[operand->number / 3][operand->number % 3];
  return operand->value;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Where an access goes; NULL where there is nothing.
static char *place(const Block *block, const Thread *thread, PtxSpace space,
                   uint64_t address, size_t bytes) {
  size_t size = space == PTX_SHARED  ? block->launch->sharedBytes
                : space == PTX_PARAM ? CONSTANT_BYTES
                                     : (size_t)block->kernel->localBytes;
  if (address & localMark) {
    address &= ~localMark;
    space = PTX_LOCAL;
    size = (size_t)block->kernel->localBytes;
  }
  if (address % (bytes & -bytes) != 0)
    return NULL; // Not aligned.
  if (space == PTX_GLOBAL || space == PTX_GENERIC)
    return block->launch->isMemory(address, bytes) ? (char *)(uintptr_t)address
                                                   : NULL;
  if (address > size || size - address < bytes)
    return NULL;
  return (space == PTX_SHARED  ? block->shared
          : space == PTX_PARAM ? block->parameters
                               : thread->local) +
         address;
}

/// Operands are the elements and the address, one before or behind the other.
static void access(Block *block, Thread *thread, const PtxInstruction *i) {
  bool isLoad = i->op == PTX_LD;
  const PtxOperand *address = &i->operands[isLoad ? i->vector : 0];
  const PtxOperand *elements = &i->operands[isLoad ? 0 : 1];
  size_t bytes = (size_t)i->type.bytes;
  char *memory =
      place(block, thread, i->space, readOperand(block, thread, address),
            bytes * (size_t)i->vector);
  if (!memory) {
    block->failed = true;
    return;
  }
  for (int e = 0; e < i->vector; e++, memory += bytes) {
    uint64_t value = 0;
    if (isLoad) {
      memcpy(&value, memory, bytes);
      if (i->type.kind == PTX_SIGNED)
        value = (uint64_t)asSigned(value, i->type.bytes);
      thread->registers[elements[e].number] = value;
    } else {
      value = readOperand(block, thread, &elements[e]);
      memcpy(memory, &value, bytes);
    }
  }
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
      isSigned ? (__int128)asSigned(a, bytes) * asSigned(b, bytes)
               : (__int128)((unsigned __int128)cut(a, bytes) * cut(b, bytes));
  return i->part == PTX_HI ? (uint64_t)(product >> 8 * bytes)
                           : (uint64_t)product;
}

static uint64_t divide(const PtxInstruction *i, uint64_t a, uint64_t b) {
  int bytes = i->type.bytes;
  bool isRest = i->op == PTX_REM;
  if (!cut(b, bytes))
    return ~0ull;
  if (i->type.kind == PTX_SIGNED) {
    int64_t x = asSigned(a, bytes), y = asSigned(b, bytes);
    return y == -1 ? (isRest ? 0 : -(uint64_t)x)
                   : (uint64_t)(isRest ? x % y : x / y);
  }
  return isRest ? cut(a, bytes) % cut(b, bytes) : cut(a, bytes) / cut(b, bytes);
}

static uint64_t shift(const PtxInstruction *i, uint64_t a, uint64_t by) {
  int bytes = i->type.bytes;
  by = (uint32_t)by;
  bool isAll = by >= 8 * (uint64_t)bytes;
  if (i->op == PTX_SHL)
    return isAll ? 0 : a << by;
  if (i->type.kind == PTX_SIGNED)
    return (uint64_t)(asSigned(a, bytes) >> (isAll ? 63 : by));
  return isAll ? 0 : cut(a, bytes) >> by;
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
                    ? asSigned(a, bytes) < asSigned(b, bytes)
                    : cut(a, bytes) < cut(b, bytes);
  return isLess == (i->op == PTX_MIN) ? a : b;
}

static uint64_t computeInteger(const PtxInstruction *i, const uint64_t *v) {
  int64_t a = asSigned(v[0], i->type.bytes);
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
    int64_t a = asSigned(v[0], bytes), b = asSigned(v[1], bytes);
    return isTrue(i->compare, (a > b) - (a < b), false);
  }
  uint64_t a = cut(v[0], bytes), b = cut(v[1], bytes);
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
  uint64_t wide = isSigned ? (uint64_t)asSigned(v, from) : cut(v, from);
  if (i->type.kind == PTX_FLOAT) // Not by way of double: that would round.
    return to == 4
               ? fromFloat(isSigned ? (float)(int64_t)wide : (float)wide, 4)
               : fromFloat(isSigned ? (double)(int64_t)wide : (double)wide, to);
  return cut(wide, to);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Of moves that take a register apart, or put one together.
static void move(Block *block, Thread *thread, const PtxInstruction *i) {
  const PtxOperand *o = i->operands;
  uint64_t *registers = thread->registers;
  int parts = i->count - 1, bits = 8 * i->type.bytes / parts;
  if (parts == 1) {
    registers[o[0].number] = readOperand(block, thread, &o[1]);
    return;
  }
  // "{a, b}, c" and "a, {b, c}" have the same operands: what is written to is
  // not told apart by them, so `vector` says it (read.c).
  if (i->vector < 0) {
    uint64_t whole = readOperand(block, thread, &o[parts]);
    for (int p = 0; p < parts; p++)
      registers[o[p].number] = cut(whole >> bits * p, bits / 8);
    return;
  }
  uint64_t whole = 0;
  for (int p = 0; p < parts; p++)
    whole |= cut(readOperand(block, thread, &o[1 + p]), bits / 8) << bits * p;
  registers[o[0].number] = whole;
}

static void compute(Block *block, Thread *thread, const PtxInstruction *i) {
  uint64_t v[PTX_MOST_OPERANDS] = {0}, result;
  for (int o = 1; o < i->count; o++)
    v[o - 1] = readOperand(block, thread, &i->operands[o]);
  int bytes = i->type.bytes;
  switch (i->op) {
  case PTX_CVT:
    result = convert(i, v[0]);
    break;
  case PTX_CVTA: // "to" goes the other way, to the same number.
    result = i->space == PTX_LOCAL ? v[0] ^ localMark : v[0];
    break;
  case PTX_SELP:
    result = v[2] ? v[0] : v[1];
    break;
  case PTX_SETP:
    result = compare(i, v);
    bytes = 8;
    break;
  default:
    result =
        i->type.kind == PTX_FLOAT ? computeFloat(i, v) : computeInteger(i, v);
    bytes *= i->part == PTX_WIDE ? 2 : 1;
  }
  thread->registers[i->operands[0].number] = cut(result, bytes);
}

/// Runs a thread to its end, or past its next barrier.
static void resume(Block *block, Thread *thread) {
  const PtxKernel *kernel = block->kernel;
  while (thread->next >= 0 && !block->failed) {
    if (thread->next >= kernel->numInstructions) {
      thread->next = -1;
      return;
    }
    const PtxInstruction *i = &kernel->code[thread->next++];
    if (i->guard >= 0 &&
        (thread->registers[i->guard] != 0) == i->isGuardNegated)
      continue;
    switch (i->op) {
    case PTX_RET:
      thread->next = -1;
      return;
    case PTX_BAR:
      return;
    case PTX_BRA:
      thread->next = i->target;
      break;
    case PTX_LD:
    case PTX_ST:
      access(block, thread, i);
      break;
    case PTX_MOV:
      move(block, thread, i);
      break;
    default:
      compute(block, thread, i);
    }
  }
}

static void runBlock(Block *block, Thread *threads, int count) {
  const unsigned *size = block->launch->block;
  for (int t = 0; t < count; t++) {
    threads[t].next = 0;
    threads[t].id[0] = (unsigned)t % size[0];
    threads[t].id[1] = (unsigned)t / size[0] % size[1];
    threads[t].id[2] = (unsigned)t / size[0] / size[1];
  }
  for (int left = count; left > 0 && !block->failed;) {
    left = 0;
    for (int t = 0; t < count && !block->failed; t++) {
      resume(block, &threads[t]);
      left += threads[t].next >= 0;
    }
  }
}

bool ptxRun(const PtxKernel *kernel, const PtxLaunch *launch) {
  int count = (int)(launch->block[0] * launch->block[1] * launch->block[2]);
  size_t registers = (size_t)kernel->numRegisters + 1;
  Thread *threads = calloc((size_t)count, sizeof *threads);
  uint64_t *values = calloc((size_t)count * registers, sizeof *values);
  char *local = calloc((size_t)count, (size_t)kernel->localBytes + 16);
  char parameters[CONSTANT_BYTES] = {0};
  Block block = {.kernel = kernel, .launch = launch, .parameters = parameters};
  block.shared = calloc(1, launch->sharedBytes + 16);
  for (int p = 0; p < kernel->numParameters; p++)
    memcpy(parameters + kernel->parameters[p].offset, launch->arguments[p],
           (size_t)kernel->parameters[p].bytes);
  for (int t = 0; t < count; t++) {
    threads[t].registers = values + (size_t)t * registers;
    threads[t].local = local + (size_t)t * ((size_t)kernel->localBytes + 16);
  }
  const unsigned *grid = launch->grid;
  for (block.id[2] = 0; block.id[2] < grid[2]; block.id[2]++)
    for (block.id[1] = 0; block.id[1] < grid[1]; block.id[1]++)
      for (block.id[0] = 0; block.id[0] < grid[0] && !block.failed;
           block.id[0]++)
        runBlock(&block, threads, count);
  free(block.shared);
  free(local);
  free(values);
  free(threads);
  return !block.failed;
}
