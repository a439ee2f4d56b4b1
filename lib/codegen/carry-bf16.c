//===- carry-bf16.c - Carry bf16 from block to block as integers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of bf16 that are defined in one block and used in another go there as
// integers of 16 bits.
//
// LLVM's x86 back end has no register for bf16. Within a block it moves the 16
// bits, but between blocks it carries an f32 and rounds that back: with
// AVX512-BF16 by an instruction that takes numbers below the normal range for
// zero, and without by a call of __truncsfbf2, which not every runtime library
// has. So numbers that are only moved would change. Arrays of them, which loops
// carry where MLIR has a vector for each row, become a phi for each element.
//
// Vectors whose length is no power of two are also loaded, stored, selected and
// shuffled as integers: their last elements are scalars to the back end, and it
// fails on those that it only moves ("Do not know how to soft promote this
// operator's operand").
//
// Requires:    optimised LLVM IR; nothing that could undo it runs behind.
// Provides:    no bf16, nor a vector of them, that crosses a block.
// Invalidates: nothing.
//
//   entry: %v = load bfloat, ptr %x
//   loop:  store bfloat %v, ptr %y
//
// becomes
//
//   entry: %v = load bfloat, ptr %x
//          %bits = bitcast bfloat %v to i16
//   loop:  %back = bitcast i16 %bits to bfloat
//          store bfloat %back, ptr %y
//
//===----------------------------------------------------------------------===//

#include "codegen/carry-bf16.h"
#include "codegen/phi.h"
#include "support/arena.h"
#include <stdbool.h>
#include <stdlib.h>

/// The integers of the same shape; NULL if the type is not of bf16.
static LLVMTypeRef bitsType(LLVMTypeRef type) {
  LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetTypeContext(type));
  if (LLVMGetTypeKind(type) == LLVMBFloatTypeKind)
    return i16;
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
      LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMBFloatTypeKind)
    return LLVMVectorType(i16, LLVMGetVectorSize(type));
  return NULL;
}

static bool isBf16(LLVMTypeRef type, unsigned parameter) {
  (void)parameter;
  return bitsType(type);
}

/// Replaces a phi of bf16 by one of integers.
static void retypePhi(LLVMBuilderRef builder, LLVMValueRef phi) {
  LLVMTypeRef type = LLVMTypeOf(phi), bits = bitsType(type);
  LLVMPositionBuilderBefore(builder, phi);
  LLVMValueRef carried = LLVMBuildPhi(builder, bits, "");
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef value = asPhiIncomingFrom(carried, from);
    if (!value) {
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
      value = LLVMBuildBitCast(builder, LLVMGetIncomingValue(phi, i), bits, "");
    }
    LLVMAddIncoming(carried, &value, &from, 1);
  }
  LLVMPositionBuilderBefore(builder, asPhiEnd(LLVMGetInstructionParent(phi)));
  LLVMReplaceAllUsesWith(phi, LLVMBuildBitCast(builder, carried, type, ""));
  LLVMInstructionEraseFromParent(phi);
}

static void retypePhis(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  for (LLVMValueRef next, phi = LLVMGetFirstInstruction(block);
       LLVMIsAPHINode(phi); phi = next) {
    next = LLVMGetNextInstruction(phi);
    if (bitsType(LLVMTypeOf(phi)))
      retypePhi(builder, phi);
  }
}

/// Lets `user`, in another block, take the value from its bits.
static void takeFromBits(LLVMBuilderRef builder, LLVMValueRef user,
                         LLVMValueRef value, LLVMValueRef bits) {
  LLVMPositionBuilderBefore(builder, user);
  LLVMValueRef back = LLVMBuildBitCast(builder, bits, LLVMTypeOf(value), "");
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
    if (LLVMGetOperand(user, i) == value)
      LLVMSetOperand(user, i, back);
}

/// A user of `value` in another block than `block`; NULL if there is none.
static LLVMValueRef userElsewhere(LLVMValueRef value, LLVMBasicBlockRef block) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMGetInstructionParent(user) != block && !LLVMIsAPHINode(user))
      return user;
  }
  return NULL;
}

/// Makes the uses of `value` in other blocks than its own ones of its bits,
/// which are taken before `at`.
static void carry(LLVMBuilderRef builder, LLVMValueRef value,
                  LLVMBasicBlockRef block, LLVMValueRef at) {
  LLVMTypeRef type = bitsType(LLVMTypeOf(value));
  LLVMValueRef user = type ? userElsewhere(value, block) : NULL;
  if (!user)
    return;
  LLVMPositionBuilderBefore(builder, at);
  LLVMValueRef bits = LLVMBuildBitCast(builder, value, type, "");
  for (; user; user = userElsewhere(value, block))
    takeFromBits(builder, user, value, bits);
}

static void carryFrom(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  for (LLVMValueRef next, value = LLVMGetFirstInstruction(block);
       value && value != last; value = next) {
    next = LLVMGetNextInstruction(value);
    carry(builder, value, block,
          LLVMIsAPHINode(value) ? asPhiEnd(block) : next);
  }
}

/// The integers of the same shape if it is a vector of bf16 whose length is no
/// power of two; else NULL.
static LLVMTypeRef bitsOfOdd(LLVMTypeRef type) {
  LLVMTypeRef bits = bitsType(type);
  if (!bits || LLVMGetTypeKind(bits) != LLVMVectorTypeKind)
    return NULL;
  unsigned length = LLVMGetVectorSize(bits);
  return length & (length - 1) ? bits : NULL;
}

static LLVMValueRef loadBits(LLVMBuilderRef builder, LLVMValueRef load,
                             LLVMTypeRef bits) {
  LLVMValueRef loaded =
      LLVMBuildLoad2(builder, bits, LLVMGetOperand(load, 0), "");
  LLVMSetAlignment(loaded, LLVMGetAlignment(load));
  return loaded;
}

static LLVMValueRef selectBits(LLVMBuilderRef builder, LLVMValueRef select,
                               LLVMTypeRef bits) {
  LLVMValueRef value[2];
  for (unsigned i = 0; i < 2; i++)
    value[i] =
        LLVMBuildBitCast(builder, LLVMGetOperand(select, 1 + i), bits, "");
  return LLVMBuildSelect(builder, LLVMGetOperand(select, 0), value[0], value[1],
                         "");
}

static LLVMValueRef shuffleBits(LLVMBuilderRef builder, LLVMValueRef shuffle,
                                LLVMTypeRef type) {
  LLVMValueRef value[2];
  for (unsigned i = 0; i < 2; i++)
    value[i] = LLVMBuildBitCast(builder, LLVMGetOperand(shuffle, i),
                                bitsType(type), "");
  unsigned count = LLVMGetNumMaskElements(shuffle);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef *mask = asAlloc(sizeof *mask * count);
  for (unsigned i = 0; i < count; i++) {
    int lane = LLVMGetMaskValue(shuffle, i);
    mask[i] = lane == LLVMGetUndefMaskElem()
                  ? LLVMGetUndef(i32)
                  : LLVMConstInt(i32, (unsigned)lane, false);
  }
  LLVMValueRef made = LLVMBuildShuffleVector(builder, value[0], value[1],
                                             LLVMConstVector(mask, count), "");
  free(mask);
  return made;
}

/// What computes `op` as integers; NULL if it moves no odd vectors.
static LLVMValueRef bitsOf(LLVMBuilderRef builder, LLVMValueRef op) {
  LLVMTypeRef bits = bitsOfOdd(LLVMTypeOf(op));
  if (bits && LLVMIsALoadInst(op))
    return loadBits(builder, op, bits);
  if (bits && LLVMIsASelectInst(op))
    return selectBits(builder, op, bits);
  if (!LLVMIsAShuffleVectorInst(op))
    return NULL;
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(op, 0));
  return bits || bitsOfOdd(from) ? shuffleBits(builder, op, from) : NULL;
}

/// Loads, stores, selects and shuffles odd vectors as integers.
static void moveBits(LLVMBuilderRef builder, LLVMValueRef op) {
  LLVMPositionBuilderBefore(builder, op);
  if (LLVMIsAStoreInst(op)) {
    LLVMValueRef value = LLVMGetOperand(op, 0);
    LLVMTypeRef bits = bitsOfOdd(LLVMTypeOf(value));
    if (bits)
      LLVMSetOperand(op, 0, LLVMBuildBitCast(builder, value, bits, ""));
    return;
  }
  LLVMValueRef made = bitsOf(builder, op);
  if (!made)
    return;
  LLVMReplaceAllUsesWith(op,
                         LLVMBuildBitCast(builder, made, LLVMTypeOf(op), ""));
  LLVMInstructionEraseFromParent(op);
}

static void moveBitsIn(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  for (LLVMValueRef next, op = LLVMGetFirstInstruction(block); op; op = next) {
    next = LLVMGetNextInstruction(op);
    moveBits(builder, op);
  }
}

void asCarryBf16(LLVMValueRef function) {
  if (!LLVMCountBasicBlocks(function))
    return;
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  asPhiSplitArrays(function, isBf16, 0);
  for (LLVMBasicBlockRef block = entry; block;
       block = LLVMGetNextBasicBlock(block))
    retypePhis(builder, block);
  for (LLVMBasicBlockRef block = entry; block;
       block = LLVMGetNextBasicBlock(block))
    moveBitsIn(builder, block);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    carry(builder, LLVMGetParam(function, i), entry,
          LLVMGetFirstInstruction(entry));
  for (LLVMBasicBlockRef block = entry; block;
       block = LLVMGetNextBasicBlock(block))
    carryFrom(builder, block);
  LLVMDisposeBuilder(builder);
}
