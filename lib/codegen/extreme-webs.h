//===- extreme-webs.h - Maxima and minima that belong together
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations llvm.maximum on vectors of one type that take each other's results
// make a web, together with the phis between them; so do those of llvm.minimum.
//
//   %m = phi <8 x float> [ %init, %entry ], [ %next, %loop ]
//   %1 = call <8 x float> @llvm.maximum.v8f32(%m, %x)
//   %next = call <8 x float> @llvm.maximum.v8f32(%1, %y)
//
// are a web of three members, into which %init, %x and %y go.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_EXTREME_WEBS_H
#define AS_CODEGEN_EXTREME_WEBS_H

#include "codegen/extreme-pieces.h"
#include "llvm-c/Core.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum AsExtremeKind {
  AS_NO_EXTREME,
  AS_MAXIMUM,
  AS_MINIMUM
} AsExtremeKind;

typedef struct AsWebMember {
  LLVMValueRef value;
  AsExtremeKind kind;
  size_t web; ///< Number of a member of the same web; its own in one of them.
  /// Of the web, in that one:
  unsigned calls;  ///< Extremes that it takes.
  unsigned ends;   ///< Those that have to be exact where it goes on.
  unsigned phis;   ///< In a block of one of its phis, with those of other webs.
  AsPiece *pieces; ///< What replaces it.
} AsWebMember;

typedef struct AsExtremeWebs {
  AsWebMember *members; ///< Calls in the order of the function, then phis.
  size_t numMembers;
  LLVMValueRef *reductions; ///< llvm.vector.reduce.fmaximum and fminimum.
  size_t numReductions;
  struct AsWebAddress *addresses; ///< Sorted.
  size_t numAddresses;
} AsExtremeWebs;

/// Finds all in a function. Those that fast-math flags make one instruction
/// anyway are left out.
AsExtremeWebs asWebsFind(LLVMValueRef function);
void asWebsFree(AsExtremeWebs *webs);

/// The member that `value` is if it is of this kind; else NULL.
AsWebMember *asWebsMember(const AsExtremeWebs *webs, LLVMValueRef value,
                          AsExtremeKind kind);

/// What stands for the whole web.
AsWebMember *asWebsFirst(const AsExtremeWebs *webs, AsWebMember *member);

/// Whether something outside its web uses a member.
bool asWebsEndsAt(const AsExtremeWebs *webs, const AsWebMember *member);

/// The kind of a reduction of a vector of f32 or f64.
AsExtremeKind asReductionKind(LLVMValueRef value);

/// The elements if it is a vector of f32 or f64; else NULL.
LLVMTypeRef asExtremeElement(LLVMTypeRef type);

#endif // AS_CODEGEN_EXTREME_WEBS_H
