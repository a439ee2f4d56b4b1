//===- phi.h - Phi nodes of LLVM's C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the steps that change the types of phi nodes have in common.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_PHI_H
#define AS_CODEGEN_PHI_H

#include "llvm-c/Core.h"
#include <stdbool.h>

/// The first instruction of `block` that is no phi.
LLVMValueRef asPhiEnd(LLVMBasicBlockRef block);

/// What `phi` has got for this predecessor already; NULL if nothing. If a
/// predecessor occurs twice, both entries have to have the same value.
LLVMValueRef asPhiIncomingFrom(LLVMValueRef phi, LLVMBasicBlockRef from);

/// The type of what is in an array, or in arrays of arrays; other types
/// themselves.
LLVMTypeRef asPhiLeafType(LLVMTypeRef type);

/// Whether arrays of this type are to be split.
typedef bool AsPhiWhich(LLVMTypeRef leaf, unsigned parameter);

/// Rewrites phis of arrays into a phi for each element:
///
///   %a = phi [2 x float] [ %init, %entry ], [ %next, %loop ]
///   %y = extractvalue [2 x float] %a, 1
///
/// becomes, where %x0 and %x1 are what was put into %next,
///
///   %a0 = phi float [ %i0, %entry ], [ %x0, %loop ]
///   %a1 = phi float [ %i1, %entry ], [ %x1, %loop ]   ; replaces %y
void asPhiSplitArrays(LLVMValueRef function, AsPhiWhich *which,
                      unsigned parameter);

#endif // AS_CODEGEN_PHI_H
