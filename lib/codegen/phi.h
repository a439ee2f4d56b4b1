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

/// The first instruction of `block` that is no phi.
LLVMValueRef asPhiEnd(LLVMBasicBlockRef block);

/// What `phi` has got for this predecessor already; NULL if nothing. If a
/// predecessor occurs twice, both entries have to have the same value.
LLVMValueRef asPhiIncomingFrom(LLVMValueRef phi, LLVMBasicBlockRef from);

#endif // AS_CODEGEN_PHI_H
