//===- carry-bf16.h - Carry bf16 from block to block as integers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_CARRY_BF16_H
#define AS_CODEGEN_CARRY_BF16_H

#include "llvm-c/Core.h"

/// Casts bf16 that a block of `function` hands to another to integers, and
/// back where they are used.
void asCarryBf16(LLVMValueRef function);

#endif // AS_CODEGEN_CARRY_BF16_H
