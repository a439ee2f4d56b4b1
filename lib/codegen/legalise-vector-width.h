//===- legalise-vector-width.h - Vectors of three registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_LEGALISE_VECTOR_WIDTH_H
#define AS_CODEGEN_LEGALISE_VECTOR_WIDTH_H

#include "support/text.h"
#include "llvm-c/Types.h"
#include <stdbool.h>

/// Where vectors of more than a register that are no power of two go from block
/// to block, prepares the function for being cut to registers, and appends the
/// passes that do it. Else changes nothing, and is false.
bool asLegaliseVectorWidths(LLVMValueRef function, unsigned registerBits,
                            AsText *passes);

#endif // AS_CODEGEN_LEGALISE_VECTOR_WIDTH_H
