//===- extreme-webs.c - Maxima and minima that belong together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See extreme-webs.h.
//
//===----------------------------------------------------------------------===//

#include "codegen/extreme-webs.h"
#include "support/arena.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

static bool isCallOf(LLVMValueRef value, const char *intrinsic) {
  if (!LLVMIsACallInst(value))
    return false;
  unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(value));
  return id && id == LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
}

LLVMTypeRef asExtremeElement(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return NULL;
  LLVMTypeRef element = LLVMGetElementType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(element);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ? element
                                                                 : NULL;
}

/// Whether it may ignore both NaNs and the signs of zeros.
static bool isFree(LLVMValueRef call) {
  LLVMFastMathFlags flags = LLVMGetFastMathFlags(call);
  return (flags & LLVMFastMathNoNaNs) && (flags & LLVMFastMathNoSignedZeros);
}

static AsExtremeKind kindIfVector(LLVMValueRef call, LLVMTypeRef type,
                                  AsExtremeKind kind) {
  return kind && asExtremeElement(type) && !isFree(call) ? kind : AS_NO_EXTREME;
}

static AsExtremeKind kindOfCall(LLVMValueRef value) {
  return kindIfVector(value, LLVMTypeOf(value),
                      isCallOf(value, "llvm.maximum")   ? AS_MAXIMUM
                      : isCallOf(value, "llvm.minimum") ? AS_MINIMUM
                                                        : AS_NO_EXTREME);
}

AsExtremeKind asReductionKind(LLVMValueRef value) {
  AsExtremeKind kind =
      isCallOf(value, "llvm.vector.reduce.fmaximum")   ? AS_MAXIMUM
      : isCallOf(value, "llvm.vector.reduce.fminimum") ? AS_MINIMUM
                                                       : AS_NO_EXTREME;
  return kind ? kindIfVector(value, LLVMTypeOf(LLVMGetOperand(value, 0)), kind)
              : kind;
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

typedef struct AsWebAddress {
  LLVMValueRef value;
  size_t member;
} AsWebAddress;

static int byAddress(const void *left, const void *right) {
  uintptr_t a = (uintptr_t)((const AsWebAddress *)left)->value;
  uintptr_t b = (uintptr_t)((const AsWebAddress *)right)->value;
  return (a > b) - (a < b);
}

static void sortAddresses(AsExtremeWebs *webs) {
  webs->numAddresses = webs->numMembers;
  webs->addresses = asRealloc(webs->addresses,
                              sizeof *webs->addresses * (webs->numMembers + 1));
  for (size_t m = 0; m < webs->numMembers; m++)
    webs->addresses[m] = (AsWebAddress){webs->members[m].value, m};
  qsort(webs->addresses, webs->numAddresses, sizeof *webs->addresses,
        byAddress);
}

static AsWebMember *memberOf(const AsExtremeWebs *webs, LLVMValueRef value) {
  AsWebAddress key = {value, 0};
  const AsWebAddress *found = bsearch(&key, webs->addresses, webs->numAddresses,
                                      sizeof *webs->addresses, byAddress);
  return found ? &webs->members[found->member] : NULL;
}

AsWebMember *asWebsMember(const AsExtremeWebs *webs, LLVMValueRef value,
                          AsExtremeKind kind) {
  AsWebMember *member = memberOf(webs, value);
  return member && member->kind == kind ? member : NULL;
}

static void addMember(AsExtremeWebs *webs, LLVMValueRef value,
                      AsExtremeKind kind) {
  size_t m = webs->numMembers++;
  webs->members =
      asRealloc(webs->members, sizeof *webs->members * webs->numMembers);
  webs->members[m] = (AsWebMember){.value = value, .kind = kind, .web = m};
}

typedef void Visit(AsExtremeWebs *webs, LLVMValueRef instruction);

static void visitAll(AsExtremeWebs *webs, LLVMValueRef function, Visit *visit) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
         inst = LLVMGetNextInstruction(inst))
      visit(webs, inst);
}

static void addCall(AsExtremeWebs *webs, LLVMValueRef instruction) {
  AsExtremeKind kind = kindOfCall(instruction);
  if (kind)
    addMember(webs, instruction, kind);
  if (!asReductionKind(instruction))
    return;
  webs->reductions = asRealloc(webs->reductions, sizeof *webs->reductions *
                                                     (webs->numReductions + 1));
  webs->reductions[webs->numReductions++] = instruction;
}

/// Adds a phi that gets what is a member already.
static void addPhi(AsExtremeWebs *webs, LLVMValueRef phi) {
  if (!LLVMIsAPHINode(phi) || memberOf(webs, phi))
    return;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    AsWebMember *from = memberOf(webs, LLVMGetIncomingValue(phi, i));
    if (from) {
      addMember(webs, phi, from->kind);
      return;
    }
  }
}

//===----------------------------------------------------------------------===//
// Webs
//===----------------------------------------------------------------------===//

AsWebMember *asWebsFirst(const AsExtremeWebs *webs, AsWebMember *member) {
  size_t m = (size_t)(member - webs->members);
  while (webs->members[m].web != m)
    m = webs->members[m].web;
  return &webs->members[m];
}

/// What goes into a phi or an extreme of two.
static unsigned numInputs(LLVMValueRef value) {
  return LLVMIsAPHINode(value) ? LLVMCountIncoming(value) : 2;
}

static void join(AsExtremeWebs *webs, AsWebMember *member) {
  for (unsigned i = 0; i < numInputs(member->value); i++) {
    AsWebMember *input =
        asWebsMember(webs, LLVMGetOperand(member->value, i), member->kind);
    if (input)
      asWebsFirst(webs, input)->web = asWebsFirst(webs, member)->web;
  }
}

bool asWebsEndsAt(const AsExtremeWebs *webs, const AsWebMember *member) {
  for (LLVMUseRef use = LLVMGetFirstUse(member->value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!asWebsMember(webs, user, member->kind) &&
        asReductionKind(user) != member->kind)
      return true;
  }
  return false;
}

/// Whether the web takes extremes in the block of this member.
static bool goesOnBeside(const AsExtremeWebs *webs, AsWebMember *member) {
  const AsWebMember *web = asWebsFirst(webs, member);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(member->value);
  for (LLVMValueRef inst = LLVMGetFirstInstruction(block); inst;
       inst = LLVMGetNextInstruction(inst)) {
    AsWebMember *other = LLVMIsAPHINode(inst) ? NULL : memberOf(webs, inst);
    if (other && asWebsFirst(webs, other) == web)
      return true;
  }
  return false;
}

/// Of any web: their registers are occupied at the same time.
static unsigned phisBeside(const AsExtremeWebs *webs, LLVMValueRef phi) {
  unsigned count = 0;
  for (LLVMValueRef other =
           LLVMGetFirstInstruction(LLVMGetInstructionParent(phi));
       LLVMIsAPHINode(other); other = LLVMGetNextInstruction(other))
    count += memberOf(webs, other) != NULL;
  return count;
}

static void count(AsExtremeWebs *webs, AsWebMember *member) {
  AsWebMember *web = asWebsFirst(webs, member);
  if (LLVMIsAPHINode(member->value)) {
    unsigned phis = phisBeside(webs, member->value);
    web->phis = phis > web->phis ? phis : web->phis;
  } else {
    web->calls++;
  }
  web->ends += asWebsEndsAt(webs, member) && goesOnBeside(webs, member);
}

AsExtremeWebs asWebsFind(LLVMValueRef function) {
  AsExtremeWebs webs = {0};
  visitAll(&webs, function, addCall);
  do {
    sortAddresses(&webs);
    visitAll(&webs, function, addPhi);
  } while (webs.numMembers > webs.numAddresses);
  for (size_t m = 0; m < webs.numMembers; m++)
    join(&webs, &webs.members[m]);
  for (size_t m = 0; m < webs.numMembers; m++)
    count(&webs, &webs.members[m]);
  return webs;
}

void asWebsFree(AsExtremeWebs *webs) {
  for (size_t m = 0; m < webs->numMembers; m++)
    free(webs->members[m].pieces);
  free(webs->members);
  free(webs->reductions);
  free(webs->addresses);
}
