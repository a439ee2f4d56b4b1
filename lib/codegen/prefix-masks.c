//===- prefix-masks.c - Load and store the first lanes in pieces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces each masked load or store whose mask is a constant that begins with
// lanes that count and ends with lanes that do not. It becomes loads or stores
// of 8, 4, 2 and 1 lanes, as many as there are.
//
// The last tile of a packed product has such transfers where its rows are no
// whole number of vectors. Without registers for masks they are slow: AVX2's
// masked store is microcode on AMD's processors, and a masked load that
// follows the stores of the initial zeros waits for them. LLVM takes pieces
// from what was stored, and forgets such stores.
//
// Requires:    LLVM IR before the optimiser.
// Provides:    no such masks.
// Invalidates: nothing.
//
//   call void @llvm.masked.store(<16 x float> %v, ptr align 4 %p, <13 are
//   true>)
//
// becomes
//
//   %a = shufflevector <16 x float> %v, poison, <0, 1, ..., 7>
//   store <8 x float> %a, ptr %p, align 4
//   ; likewise 4 lanes from lane 8 on, and lane 12
//
//===----------------------------------------------------------------------===//

#include "codegen/prefix-masks.h"
#include "support/arena.h"
#include "support/power-of-two.h"
#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// A masked load or store of the first lanes.
typedef struct Masked {
  LLVMValueRef call, pointer, vector; ///< What is stored, or is in lanes that
                                      ///< are not loaded.
  unsigned lanes, first;              ///< Of the vector, and that are moved.
  unsigned alignment, bytes;          ///< Of the first lane, and of each.
} Masked;

/// How many lanes are set before others that are not; 0 if none are, or more
/// come after.
static unsigned prefixOf(LLVMValueRef mask, unsigned lanes) {
  unsigned first = 0, set = 0;
  for (unsigned l = 0; l < lanes; l++) {
    LLVMValueRef bit = LLVMGetAggregateElement(mask, l);
    if (!bit || !LLVMIsAConstantInt(bit))
      return 0;
    if (LLVMConstIntGetZExtValue(bit) == 0)
      continue;
    first = set == l ? l + 1 : first;
    set++;
  }
  return first == set ? first : 0;
}

static bool isIntrinsic(LLVMValueRef call, const char *name) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) &&
         LLVMGetIntrinsicID(callee) ==
             LLVMLookupIntrinsicID(name, strlen(name));
}

static unsigned alignmentOf(LLVMValueRef call, unsigned argument) {
  static const char name[] = "align";
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(
      call, argument + 1,
      LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
  return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

/// The bytes from one element of a vector in memory to the next; 0 where these
/// are no whole bytes, or may be none.
static unsigned elementBytes(LLVMValueRef function, LLVMTypeRef element) {
  LLVMTargetDataRef layout =
      LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  unsigned long long bits = LLVMSizeOfTypeInBits(layout, element);
  return bits >= 8 && (bits & (bits - 1)) == 0 ? (unsigned)(bits / 8) : 0;
}

/// Reads such a transfer; false for anything else.
static bool readMasked(LLVMValueRef function, LLVMValueRef inst,
                       Masked *masked) {
  if (!LLVMIsACallInst(inst))
    return false;
  bool isStore = isIntrinsic(inst, "llvm.masked.store");
  if (!isStore && !isIntrinsic(inst, "llvm.masked.load"))
    return false;
  // store(vector, pointer, mask); load(pointer, mask, vector)
  unsigned pointer = isStore ? 1 : 0;
  LLVMValueRef mask = LLVMGetOperand(inst, pointer + 1);
  masked->call = inst;
  masked->pointer = LLVMGetOperand(inst, pointer);
  masked->vector = LLVMGetOperand(inst, isStore ? 0 : 2);
  masked->alignment = alignmentOf(inst, pointer);
  masked->bytes =
      elementBytes(function, LLVMGetElementType(LLVMTypeOf(masked->vector)));
  if (LLVMGetTypeKind(LLVMTypeOf(mask)) != LLVMVectorTypeKind ||
      !LLVMIsConstant(mask))
    return false;
  masked->lanes = LLVMGetVectorSize(LLVMTypeOf(mask));
  masked->first = prefixOf(mask, masked->lanes);
  return masked->first > 0 && masked->first < masked->lanes &&
         masked->bytes > 0;
}

/// The mask of a shuffle: `count` lanes, of which those from `at` to `end` come
/// from `from` on, and the others stay where `isKept`.
static LLVMValueRef shuffleMask(LLVMContextRef context, unsigned count,
                                unsigned at, unsigned end, unsigned from,
                                bool isKept) {
  LLVMTypeRef type = LLVMInt32TypeInContext(context);
  LLVMValueRef *lanes = asAlloc(count * sizeof(LLVMValueRef));
  for (unsigned l = 0; l < count; l++)
    lanes[l] = l >= at && l < end ? LLVMConstInt(type, from + l - at, false)
               : isKept           ? LLVMConstInt(type, l, false)
                                  : LLVMGetPoison(type);
  LLVMValueRef mask = LLVMConstVector(lanes, count);
  free(lanes);
  return mask;
}

static void split(LLVMBuilderRef builder, const Masked *masked) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(masked->vector));
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(masked->vector));
  bool isStore = LLVMGetTypeKind(LLVMTypeOf(masked->call)) == LLVMVoidTypeKind;
  LLVMValueRef vector = masked->vector,
               none = LLVMGetPoison(LLVMTypeOf(vector));
  LLVMPositionBuilderBefore(builder, masked->call);
  for (unsigned at = 0, piece; at < masked->first; at += piece) {
    piece = (unsigned)asLastPowerOfTwo(masked->first - at);
    LLVMTypeRef type = LLVMVectorType(element, piece);
    LLVMValueRef offset =
        LLVMConstInt(LLVMInt64TypeInContext(context), at, false);
    LLVMValueRef pointer =
        LLVMBuildGEP2(builder, element, masked->pointer, &offset, 1, "");
    LLVMValueRef access;
    if (isStore) {
      access = LLVMBuildStore(
          builder,
          LLVMBuildShuffleVector(
              builder, vector, none,
              shuffleMask(context, piece, 0, piece, at, false), ""),
          pointer);
    } else {
      access = LLVMBuildLoad2(builder, type, pointer, "");
      LLVMValueRef wide = LLVMBuildShuffleVector(
          builder, access, LLVMGetPoison(type),
          shuffleMask(context, masked->lanes, at, at + piece, 0, false), "");
      vector = LLVMBuildShuffleVector(builder, vector, wide,
                                      shuffleMask(context, masked->lanes, at,
                                                  at + piece,
                                                  masked->lanes + at, true),
                                      "");
    }
    // The greatest power of two that divides the distance from an aligned one.
    unsigned distance = masked->alignment | at * masked->bytes;
    LLVMSetAlignment(access, distance & -distance);
  }
  if (!isStore)
    LLVMReplaceAllUsesWith(masked->call, vector);
  LLVMInstructionEraseFromParent(masked->call);
}

void asSplitPrefixMasks(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef next, inst = LLVMGetFirstInstruction(block); inst;
         inst = next) {
      next = LLVMGetNextInstruction(inst);
      Masked masked;
      if (readMasked(function, inst, &masked))
        split(builder, &masked);
    }
  LLVMDisposeBuilder(builder);
}
