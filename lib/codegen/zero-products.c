//===- zero-products.c - Add products by zero once for several sums
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a window of a convolution lies in the border of its image, weights are
// multiplied by zero: by an infinite one the result is no number. All pixels of
// a row outside the image get the same products, as do those on one side. The
// loop adds these up once, and their sum is added to each pixel's after it.
//
// Results stay what they are, bit for bit. Products by zero are zeros or NaNs,
// so that nothing is rounded. Their sum begins at -0, which is -0 in the end
// only if all products are: it changes no sum, and +0 makes +0 of a sum of -0,
// as a product would have.
//
// Requires:    optimised LLVM IR that asPrepareZeroProducts has prepared; then
//              loops have exits of their own, whose phis pass on what a loop
//              has computed.
// Provides:    no two sums in a loop of one block that differ in their first
//              value only and are of products by zero.
// Invalidates: nothing.
//
//   loop:
//     %a = phi <16 x float> [ %a0, %entry ], [ %an, %loop ]
//     %b = phi <16 x float> [ %b0, %entry ], [ %bn, %loop ]
//     %an = call @llvm.fmuladd(%w, zeroinitializer, %a)
//     %bn = call @llvm.fmuladd(%w, zeroinitializer, %b)
//   exit:
//     %as = phi <16 x float> [ %an, %loop ]
//     %bs = phi <16 x float> [ %bn, %loop ]
//
// becomes
//
//   loop:
//     %z = phi <16 x float> [ splat (-0), %entry ], [ %zn, %loop ]
//     %zn = call @llvm.fmuladd(%w, zeroinitializer, %z)
//   exit:
//     %zs = phi <16 x float> [ %zn, %loop ]
//     %as = fadd %a0, %zs
//     %bs = fadd %b0, %zs
//
//===----------------------------------------------------------------------===//

#include "codegen/zero-products.h"
#include "codegen/block-loop.h"
#include "codegen/phi.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// A sum of products by zero in a loop.
typedef struct Sum {
  LLVMValueRef phi, last; ///< What the loop begins and ends an iteration with.
  unsigned fromLoop;      ///< Which value of the phi comes from the loop.
  bool isShared;          ///< Is replaced, or replaces others.
} Sum;

static bool isFloats(LLVMTypeRef leaf, unsigned parameter) {
  (void)parameter;
  if (LLVMGetTypeKind(leaf) == LLVMVectorTypeKind)
    leaf = LLVMGetElementType(leaf);
  return LLVMGetTypeKind(leaf) == LLVMFloatTypeKind ||
         LLVMGetTypeKind(leaf) == LLVMDoubleTypeKind;
}

static bool isIntrinsic(LLVMValueRef function, const char *name) {
  return LLVMGetIntrinsicID(function) ==
         LLVMLookupIntrinsicID(name, strlen(name));
}

/// What is multiplied by zero before it is added to operand 2 of `value`; NULL
/// if `value` is none such.
static LLVMValueRef factorOf(LLVMValueRef value) {
  LLVMValueRef function =
      LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  if (!function || !LLVMIsAFunction(function) ||
      !(isIntrinsic(function, "llvm.fmuladd") ||
        isIntrinsic(function, "llvm.fma")))
    return NULL;
  for (unsigned i = 0; i < 2; i++)
    if (LLVMIsNull(LLVMGetOperand(value, i)))
      return LLVMGetOperand(value, 1 - i);
  return NULL;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static bool hasOneUse(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

/// Whether only `phi` and phis where the loop ends use the value.
static bool isSumAtEnd(const AsBlockLoop *loop, LLVMValueRef value,
                       LLVMValueRef phi) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (user != phi &&
        (!LLVMIsAPHINode(user) || LLVMCountIncoming(user) != 1 ||
         LLVMGetInstructionParent(user) != asBlockLoopExit(loop)))
      return false;
  }
  return true;
}

static bool isSum(const AsBlockLoop *loop, LLVMValueRef phi, Sum *sum) {
  int index = asBlockLoopIndex(loop, phi);
  if (index < 0 || !isFloats(LLVMTypeOf(phi), 0) || !hasOneUse(phi))
    return false;
  LLVMValueRef last = LLVMGetIncomingValue(phi, (unsigned)index), at = last;
  while (at != phi && factorOf(at) && (at == last || hasOneUse(at)))
    at = LLVMGetOperand(at, 2);
  *sum = (Sum){.phi = phi, .last = last, .fromLoop = (unsigned)index};
  return at == phi && last != phi && isSumAtEnd(loop, last, phi);
}

/// Whether both add the same products.
static bool areEqual(const Sum *sum, const Sum *other) {
  LLVMValueRef a = sum->last, b = other->last;
  while (a != sum->phi && b != other->phi && factorOf(a) == factorOf(b)) {
    a = LLVMGetOperand(a, 2);
    b = LLVMGetOperand(b, 2);
  }
  return a == sum->phi && b == other->phi;
}

//===----------------------------------------------------------------------===//
// Sharing
//===----------------------------------------------------------------------===//

/// Replaces what the loop passes on of `sum` by its first value and `products`.
static void addAtEnd(LLVMBuilderRef builder, const AsBlockLoop *loop,
                     const Sum *sum, LLVMValueRef first,
                     LLVMValueRef products) {
  LLVMBasicBlockRef exit = asBlockLoopExit(loop);
  LLVMPositionBuilderBefore(builder, asPhiEnd(exit));
  LLVMValueRef whole = LLVMBuildFAdd(builder, first, products, "");
  for (LLVMUseRef next, use = LLVMGetFirstUse(sum->last); use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (user == sum->phi || user == products)
      continue;
    LLVMReplaceAllUsesWith(user, whole);
    LLVMInstructionEraseFromParent(user);
  }
}

/// Deletes a sum that is not used any more.
static void deleteSum(const Sum *sum) {
  LLVMReplaceAllUsesWith(sum->phi, LLVMGetPoison(LLVMTypeOf(sum->phi)));
  LLVMInstructionEraseFromParent(sum->phi);
  for (LLVMValueRef before, at = sum->last; LLVMIsACallInst(at); at = before) {
    before = LLVMGetOperand(at, 2);
    LLVMInstructionEraseFromParent(at);
  }
}

/// Computes those of the later sums that are equal to the first one with it.
static void share(LLVMBuilderRef builder, const AsBlockLoop *loop, Sum *sums,
                  unsigned count) {
  LLVMValueRef products = NULL, first = NULL;
  for (unsigned i = 1; i < count; i++) {
    if (sums[i].isShared || !areEqual(&sums[0], &sums[i]))
      continue;
    if (!products) {
      LLVMTypeRef type = LLVMTypeOf(sums[0].phi);
      LLVMPositionBuilderBefore(builder,
                                LLVMGetFirstInstruction(asBlockLoopExit(loop)));
      products = LLVMBuildPhi(builder, type, "");
      LLVMAddIncoming(products, &sums[0].last,
                      (LLVMBasicBlockRef[]){loop->block}, 1);
      unsigned before = 1 - sums[0].fromLoop;
      first = LLVMGetIncomingValue(sums[0].phi, before);
      LLVMSetOperand(sums[0].phi, before, LLVMConstReal(type, -0.0));
      addAtEnd(builder, loop, &sums[0], first, products);
    }
    sums[i].isShared = true;
    addAtEnd(builder, loop, &sums[i],
             LLVMGetIncomingValue(sums[i].phi, 1 - sums[i].fromLoop), products);
    deleteSum(&sums[i]);
  }
}

static void shareIn(LLVMBuilderRef builder, const AsBlockLoop *loop) {
  LLVMValueRef end = asPhiEnd(loop->block);
  unsigned count = 0, most = 0;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(loop->block); phi != end;
       phi = LLVMGetNextInstruction(phi))
    most++;
  Sum *sums = asAlloc(sizeof *sums * (most + 1));
  for (LLVMValueRef phi = LLVMGetFirstInstruction(loop->block); phi != end;
       phi = LLVMGetNextInstruction(phi))
    count += isSum(loop, phi, &sums[count]);
  for (unsigned i = 0; i < count; i++)
    if (!sums[i].isShared)
      share(builder, loop, &sums[i], count - i);
  free(sums);
}

bool asPrepareZeroProducts(LLVMValueRef function) {
  bool found = false;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
       block && !found; block = LLVMGetNextBasicBlock(block)) {
    AsBlockLoop loop;
    if (!asBlockLoop(block, &loop))
      continue;
    for (LLVMValueRef op = LLVMGetFirstInstruction(block); op && !found;
         op = LLVMGetNextInstruction(op))
      found = factorOf(op);
  }
  if (found)
    asPhiSplitArrays(function, isFloats, 0);
  return found;
}

void asShareZeroProducts(LLVMValueRef function) {
  LLVMBuilderRef builder =
      LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block)) {
    AsBlockLoop loop;
    if (asBlockLoop(block, &loop))
      shareIn(builder, &loop);
  }
  LLVMDisposeBuilder(builder);
}
