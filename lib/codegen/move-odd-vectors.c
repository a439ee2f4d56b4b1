//===- move-odd-vectors.c - Load odd vectors under masks, store them in two
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves a vector that is no whole number of registers in other pieces than
// LLVM, if what is left over beyond these is a sum of three powers of two or
// more, as 15 floats are. LLVM moves a piece for each of these powers: 10
// instructions load 15 floats, and 5 store them. Of up to 15 bytes a sum of two
// is loaded so as well: a product of 45x9x1388 bytes took 9.5 us, where each
// row of the second operand has nine, and takes 3.3.
//
// It is loaded as the first lanes of a larger vector whose lanes are a power of
// two, under a constant mask. Stored are its first and its last lanes, which
// overlap. A store under a mask would be one instruction. But under masks,
// accesses are slow whose other lanes are in a page that is not mapped, and
// elsewhere two stores are nearly as fast.
//
// Requires:    LLVM IR after the optimiser, which follows values through memory
//              that is written and read without masks. The target has masks for
//              elements of 8 to 64 bits and for registers of all widths.
// Provides:    no such loads and stores.
// Invalidates: nothing.
//
//   %v = load <15 x float>, ptr %p, align 4
//   store <15 x float> %w, ptr %q, align 4
//
// becomes
//
//   %l = call <16 x float> @llvm.masked.load(ptr align 4 %p,
//                                            <15 are true, false>, poison)
//   %v = shufflevector <16 x float> %l, poison, <0, 1, ..., 14>
//   %a = shufflevector <15 x float> %w, poison, <0, 1, ..., 7>
//   store <8 x float> %a, ptr %q, align 4
//   %b = shufflevector <15 x float> %w, poison, <7, 8, ..., 14>
//   %r = getelementptr float, ptr %q, i64 7
//   store <8 x float> %b, ptr %r, align 4
//
//===----------------------------------------------------------------------===//

#include "codegen/move-odd-vectors.h"
#include "support/arena.h"
#include "support/power-of-two.h"
#include "llvm-c/Core.h"
#include <stdbool.h>
#include <stdlib.h>

/// A load or a store of such a vector.
typedef struct Move {
  LLVMValueRef inst, pointer;
  LLVMTypeRef type;
  unsigned bits;        ///< Of an element.
  unsigned lanes, rest; ///< Of the vector, and beyond whole registers.
} Move;

/// The width of a number in bits; 0 for anything else.
static unsigned numberBits(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type);
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return 16;
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  default:
    return 0;
  }
}

/// Whether LLVM loads so many bytes in two pieces or more, of which it puts all
/// but the first into the register byte by byte.
static bool areFewBytes(unsigned bits, unsigned lanes, unsigned rest) {
  enum { register128 = 16 };
  return bits == 8 && lanes < register128 && (rest & (rest - 1)) != 0;
}

/// Reads such a load or store; false for anything else.
static bool readMove(LLVMValueRef inst, unsigned registerBits, Move *move) {
  bool isStore = LLVMIsAStoreInst(inst);
  if ((!isStore && !LLVMIsALoadInst(inst)) || LLVMGetVolatile(inst) ||
      LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
    return false;
  LLVMTypeRef type = LLVMTypeOf(isStore ? LLVMGetOperand(inst, 0) : inst);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  unsigned lanes = LLVMGetVectorSize(type),
           bits = numberBits(LLVMGetElementType(type));
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return false;
  *move = (Move){.inst = inst,
                 .pointer = LLVMGetOperand(inst, isStore ? 1 : 0),
                 .type = type,
                 .bits = bits,
                 .lanes = lanes,
                 .rest = lanes % (registerBits / bits)};
  return asIsManyPowers(move->rest) ||
         (!isStore && areFewBytes(bits, lanes, move->rest));
}

/// A vector of `count` lanes, of which the first `first` are set.
static LLVMValueRef firstLanes(LLVMContextRef context, unsigned first,
                               unsigned count) {
  LLVMTypeRef type = LLVMInt1TypeInContext(context);
  LLVMValueRef *lane = asAlloc(count * sizeof *lane);
  for (unsigned l = 0; l < count; l++)
    lane[l] = LLVMConstInt(type, l < first, false);
  LLVMValueRef mask = LLVMConstVector(lane, count);
  free(lane);
  return mask;
}

/// The lanes of the vector from `first` on, as many as `count` says.
static LLVMValueRef lanesOf(LLVMBuilderRef builder, LLVMValueRef vector,
                            unsigned first, unsigned count) {
  LLVMTypeRef type =
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(vector)));
  LLVMValueRef *lane = asAlloc(count * sizeof *lane);
  for (unsigned l = 0; l < count; l++)
    lane[l] = LLVMConstInt(type, first + l, false);
  LLVMValueRef result =
      LLVMBuildShuffleVector(builder, vector, LLVMGetPoison(LLVMTypeOf(vector)),
                             LLVMConstVector(lane, count), "");
  free(lane);
  return result;
}

static void load(LLVMBuilderRef builder, const Move *move) {
  static const char name[] = "llvm.masked.load", align[] = "align";
  LLVMTypeRef element = LLVMGetElementType(move->type);
  LLVMContextRef context = LLVMGetTypeContext(element);
  unsigned power = (unsigned)asNextPowerOfTwo(move->lanes);
  // Processors load floats of 16 bits as integers.
  LLVMTypeRef loaded = LLVMVectorType(
      move->bits == 16 ? LLVMInt16TypeInContext(context) : element, power);
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(move->inst)));
  unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
  LLVMTypeRef types[] = {loaded, LLVMTypeOf(move->pointer)};
  LLVMValueRef arguments[] = {move->pointer,
                              firstLanes(context, move->lanes, power),
                              LLVMGetPoison(loaded)};
  LLVMValueRef call = LLVMBuildCall2(
      builder, LLVMIntrinsicGetType(context, id, types, 2),
      LLVMGetIntrinsicDeclaration(module, id, types, 2), arguments, 3, "");
  LLVMAddCallSiteAttribute(
      call, 1,
      LLVMCreateEnumAttribute(
          context, LLVMGetEnumAttributeKindForName(align, sizeof align - 1),
          LLVMGetAlignment(move->inst)));
  LLVMValueRef vector =
      LLVMBuildBitCast(builder, call, LLVMVectorType(element, power), "");
  LLVMReplaceAllUsesWith(move->inst, lanesOf(builder, vector, 0, move->lanes));
}

static void storePart(LLVMBuilderRef builder, const Move *move, unsigned first,
                      unsigned count) {
  LLVMTypeRef element = LLVMGetElementType(move->type);
  LLVMValueRef offset = LLVMConstInt(
      LLVMInt64TypeInContext(LLVMGetTypeContext(element)), first, false);
  LLVMValueRef part =
      lanesOf(builder, LLVMGetOperand(move->inst, 0), first, count);
  LLVMValueRef store = LLVMBuildStore(
      builder, part,
      LLVMBuildInBoundsGEP2(builder, element, move->pointer, &offset, 1, ""));
  // The greatest power of two that divides the distance from an aligned one.
  unsigned distance = LLVMGetAlignment(move->inst) | first * move->bits / 8;
  LLVMSetAlignment(store, distance & -distance);
}

static void store(LLVMBuilderRef builder, const Move *move) {
  unsigned piece = (unsigned)asLastPowerOfTwo(move->rest),
           whole = move->lanes - move->rest;
  // What is left over is in the last register of lanes, or in two halves of
  // one.
  unsigned last = whole ? 2 * piece : piece;
  storePart(builder, move, 0, whole ? whole : piece);
  storePart(builder, move, move->lanes - last, last);
}

void asMoveOddVectors(LLVMValueRef function, unsigned registerBits) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef next, inst = LLVMGetFirstInstruction(block); inst;
         inst = next) {
      next = LLVMGetNextInstruction(inst);
      Move move;
      if (!readMove(inst, registerBits, &move))
        continue;
      LLVMPositionBuilderBefore(builder, inst);
      if (LLVMIsALoadInst(inst))
        load(builder, &move);
      else
        store(builder, &move);
      LLVMInstructionEraseFromParent(inst);
    }
  LLVMDisposeBuilder(builder);
}
