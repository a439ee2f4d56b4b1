//===- nibble-tables.c - Look up numbers of four bits in a register
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces each conversion to f32 of an integer that depends on four
// neighbouring bits of a byte, and on nothing else, by a lookup of these bits
// in a register that holds the sixteen floats.
//
// Weights of four bits are taken out of a byte by a shift and a mask, a zero
// point is subtracted, and the rest is converted. That is three or four
// operations for each vector of weights, beside the two that multiply by it. A
// permutation of AVX-512 reads the last four bits of each index, so that it
// takes the place of all of them but the shift. What the operations make of
// each byte is worked out here, so it does not matter which ones they are.
//
// Requires:    optimised LLVM IR for AVX-512.
// Provides:    no such conversion of vectors of 1, 2, 4, 8 or 16 registers.
// Invalidates: nothing.
//
//   %a = lshr <16 x i8> %bytes, splat (i8 4)
//   %b = zext <16 x i8> %a to <16 x i32>
//   %c = add <16 x i32> %b, splat (i32 -8)
//   %d = sitofp <16 x i32> %c to <16 x float>
//
// becomes
//
//   %w = zext <16 x i8> %bytes to <16 x i32>
//   %i = lshr <16 x i32> %w, splat (i32 4)
//   %d = call <16 x float> @llvm.x86.avx512.permvar.sf.512(
//       <16 x float> <-8.0, -7.0, ..., 7.0>, <16 x i32> %i)
//
//===----------------------------------------------------------------------===//

#include "codegen/nibble-tables.h"
#include "support/arena.h"
#include "llvm-c/Core.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  LANES = 16,
  BYTE = 8,
  BYTES = 1 << BYTE, ///< Values of a byte.
  NIBBLE = 4,
  MOST_STEPS = 32,  ///< Between the byte and the conversion, on all paths.
  MOST_PIECES = 16, ///< Registers that a vector takes.
};

/// A conversion, and the vector of bytes that it depends on.
typedef struct Lookup {
  LLVMValueRef conversion, bytes;
} Lookup;

static unsigned bitsOf(LLVMValueRef vector) {
  return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(vector)));
}

/// Whether so many lanes are a power of two of registers.
static bool isOfPieces(unsigned lanes) {
  unsigned count = lanes / LANES;
  return lanes % LANES == 0 && count > 0 && count <= MOST_PIECES &&
         (count & (count - 1)) == 0;
}

static bool isIntegers(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMGetElementType(type)) <= 64;
}

/// Whether the value is a constant with the same number in all lanes.
static bool isSplat(LLVMValueRef value, uint64_t *number) {
  *number = 0;
  if (!LLVMIsConstant(value))
    return false;
  for (unsigned l = 0; l < LLVMGetVectorSize(LLVMTypeOf(value)); l++) {
    LLVMValueRef element = LLVMGetAggregateElement(value, l);
    if (!element || !LLVMIsAConstantInt(element))
      return false;
    uint64_t own = LLVMConstIntGetZExtValue(element);
    if (l > 0 && own != *number)
      return false;
    *number = own;
  }
  return true;
}

static bool isCast(LLVMOpcode opcode) {
  return opcode == LLVMZExt || opcode == LLVMSExt || opcode == LLVMTrunc;
}

static bool isBinary(LLVMOpcode opcode) {
  return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul ||
         opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor ||
         opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
}

/// Whether the vector is computed from one vector of bytes, which `bytes` gets,
/// in few steps.
static bool findBytes(LLVMValueRef value, LLVMValueRef *bytes, int *steps) {
  uint64_t number;
  if (++*steps > MOST_STEPS || !isIntegers(value))
    return false;
  if (isSplat(value, &number))
    return true;
  LLVMOpcode opcode = LLVMIsAInstruction(value)
                          ? LLVMGetInstructionOpcode(value)
                          : LLVMUnreachable;
  bool isRead = opcode == LLVMTrunc && bitsOf(value) <= BYTE &&
                bitsOf(LLVMGetOperand(value, 0)) > BYTE;
  if (isCast(opcode) && !isRead)
    return findBytes(LLVMGetOperand(value, 0), bytes, steps);
  if (isBinary(opcode))
    return findBytes(LLVMGetOperand(value, 0), bytes, steps) &&
           findBytes(LLVMGetOperand(value, 1), bytes, steps);
  if (bitsOf(value) != BYTE || (*bytes && *bytes != value))
    return false;
  *bytes = value;
  return true;
}

static uint64_t ones(unsigned bits) {
  return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/// The number with the sign that it has with so many bits.
static int64_t signedOf(uint64_t number, unsigned bits) {
  return (int64_t)(number << (64 - bits)) >> (64 - bits);
}

static uint64_t applyBinary(LLVMOpcode opcode, uint64_t a, uint64_t b,
                            unsigned bits) {
  switch (opcode) {
  case LLVMAdd:
    return a + b;
  case LLVMSub:
    return a - b;
  case LLVMMul:
    return a * b;
  case LLVMAnd:
    return a & b;
  case LLVMOr:
    return a | b;
  case LLVMXor:
    return a ^ b;
  case LLVMShl:
    return b < bits ? a << b : 0;
  case LLVMLShr:
    return b < bits ? a >> b : 0;
  default: // LLVMAShr
    return b < bits ? (uint64_t)(signedOf(a, bits) >> b) : 0;
  }
}

/// What the operations make of a byte.
static uint64_t evaluate(const Lookup *lookup, LLVMValueRef value,
                         uint64_t byte) {
  uint64_t number;
  if (value == lookup->bytes)
    return byte;
  if (isSplat(value, &number))
    return number;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  LLVMValueRef first = LLVMGetOperand(value, 0);
  uint64_t a = evaluate(lookup, first, byte);
  if (opcode == LLVMSExt)
    a = (uint64_t)signedOf(a, bitsOf(first));
  else if (!isCast(opcode))
    a = applyBinary(opcode, a, evaluate(lookup, LLVMGetOperand(value, 1), byte),
                    bitsOf(value));
  return a & ones(bitsOf(value));
}

static float convert(const Lookup *lookup, uint64_t byte) {
  LLVMValueRef integer = LLVMGetOperand(lookup->conversion, 0);
  uint64_t number = evaluate(lookup, integer, byte);
  return LLVMGetInstructionOpcode(lookup->conversion) == LLVMSIToFP
             ? (float)signedOf(number, bitsOf(integer))
             : (float)number;
}

/// The lowest of the four bits that the floats depend on; -1 if these are not
/// enough to tell them.
static int findBits(const float *floats) {
  for (int shift = 0; shift <= BYTE - NIBBLE; shift++) {
    bool suffices = true;
    for (int byte = 0; byte < BYTES && suffices; byte++)
      suffices = floats[byte] == floats[byte & (((1 << NIBBLE) - 1) << shift)];
    if (suffices)
      return shift;
  }
  return -1;
}

static bool readLookup(LLVMValueRef inst, Lookup *lookup) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
  if (opcode != LLVMSIToFP && opcode != LLVMUIToFP)
    return false;
  LLVMTypeRef type = LLVMTypeOf(inst);
  *lookup = (Lookup){.conversion = inst};
  int steps = 0;
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMFloatTypeKind &&
         isOfPieces(LLVMGetVectorSize(type)) &&
         findBytes(LLVMGetOperand(inst, 0), &lookup->bytes, &steps) &&
         lookup->bytes;
}

/// The bytes as indices. Where an instruction makes them, they come right
/// behind it, so that all lookups share them; else at the builder's place.
static LLVMValueRef indicesOf(LLVMBuilderRef builder, LLVMValueRef bytes) {
  LLVMTypeRef type = LLVMVectorType(
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(bytes))),
      LLVMGetVectorSize(LLVMTypeOf(bytes)));
  if (LLVMIsAInstruction(bytes) && !LLVMIsAPHINode(bytes) &&
      !LLVMIsATerminatorInst(bytes)) {
    LLVMValueRef next = LLVMGetNextInstruction(bytes);
    if (LLVMIsAZExtInst(next) && LLVMTypeOf(next) == type &&
        LLVMGetOperand(next, 0) == bytes && !LLVMGetNNeg(next))
      return next;
    LLVMPositionBuilderBefore(builder, next);
  }
  return LLVMBuildZExt(builder, bytes, type, "");
}

/// `count` lanes of two vectors, or of one and null, from lane `from` on.
static LLVMValueRef lanesOf(LLVMBuilderRef builder, LLVMValueRef first,
                            LLVMValueRef second, unsigned from,
                            unsigned count) {
  LLVMTypeRef type =
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(first)));
  LLVMValueRef *mask = asAlloc(count * sizeof(LLVMValueRef));
  for (unsigned l = 0; l < count; l++)
    mask[l] = LLVMConstInt(type, from + l, false);
  LLVMValueRef result = LLVMBuildShuffleVector(
      builder, first, second ? second : LLVMGetPoison(LLVMTypeOf(first)),
      LLVMConstVector(mask, count), "");
  free(mask);
  return result;
}

static LLVMValueRef lookUp(LLVMBuilderRef builder, LLVMModuleRef module,
                           LLVMValueRef table, LLVMValueRef index, int shift) {
  static const char name[] = "llvm.x86.avx512.permvar.sf.512";
  LLVMValueRef permute = LLVMGetIntrinsicDeclaration(
                   module, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0),
               lanes[LANES];
  for (int l = 0; l < LANES; l++)
    lanes[l] = LLVMConstInt(LLVMGetElementType(LLVMTypeOf(index)),
                            (uint64_t)shift, false);
  if (shift)
    index = LLVMBuildLShr(builder, index, LLVMConstVector(lanes, LANES), "");
  return LLVMBuildCall2(builder, LLVMGlobalGetValueType(permute), permute,
                        (LLVMValueRef[]){table, index}, 2, "");
}

/// The pieces, a power of two of them, as one vector.
static LLVMValueRef joined(LLVMBuilderRef builder, LLVMValueRef *pieces,
                           unsigned count) {
  if (count == 1)
    return pieces[0];
  unsigned half = count / 2, lanes = half * LANES;
  LLVMValueRef first = joined(builder, pieces, half),
               second = joined(builder, pieces + half, half);
  return lanesOf(builder, first, second, 0, 2 * lanes);
}

static void replace(LLVMBuilderRef builder, const Lookup *lookup,
                    const float *floats, int shift) {
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(lookup->conversion));
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(lookup->conversion)));
  unsigned count = LLVMGetVectorSize(LLVMTypeOf(lookup->conversion)) / LANES;
  LLVMPositionBuilderBefore(builder, lookup->conversion);
  LLVMValueRef index = indicesOf(builder, lookup->bytes), table[LANES],
               pieces[MOST_PIECES];
  LLVMPositionBuilderBefore(builder, lookup->conversion);
  for (int i = 0; i < LANES; i++)
    table[i] = LLVMConstReal(element, (double)floats[i << shift]);
  for (unsigned i = 0; i < count; i++)
    pieces[i] = lookUp(
        builder, module, LLVMConstVector(table, LANES),
        count == 1 ? index : lanesOf(builder, index, NULL, i * LANES, LANES),
        shift);
  LLVMReplaceAllUsesWith(lookup->conversion, joined(builder, pieces, count));
  LLVMInstructionEraseFromParent(lookup->conversion);
}

bool asLookUpNibbles(LLVMValueRef function) {
  bool changed = false;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef next, inst = LLVMGetFirstInstruction(block); inst;
         inst = next) {
      next = LLVMGetNextInstruction(inst);
      Lookup lookup;
      float floats[BYTES];
      if (!readLookup(inst, &lookup))
        continue;
      for (int byte = 0; byte < BYTES; byte++)
        floats[byte] = convert(&lookup, (uint64_t)byte);
      int shift = findBits(floats);
      if (shift >= 0)
        replace(builder, &lookup, floats, shift);
      changed |= shift >= 0;
    }
  LLVMDisposeBuilder(builder);
  return changed;
}
