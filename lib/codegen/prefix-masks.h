//===- prefix-masks.h - Load and store the first lanes in pieces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_PREFIX_MASKS_H
#define AS_CODEGEN_PREFIX_MASKS_H

#include "llvm-c/Types.h"

/// Replaces masked loads and stores of the first lanes, of which the mask is a
/// constant, by ones of whole vectors that are not masked.
void asSplitPrefixMasks(LLVMValueRef function);

#endif // AS_CODEGEN_PREFIX_MASKS_H
