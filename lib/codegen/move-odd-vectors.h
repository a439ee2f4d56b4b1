//===- move-odd-vectors.h - Load odd vectors under masks, store them in two
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_MOVE_ODD_VECTORS_H
#define AS_CODEGEN_MOVE_ODD_VECTORS_H

#include "llvm-c/Types.h"

/// Loads vectors that are no whole registers, and leave over lanes that are a
/// sum of three powers of two or more, under masks, and stores them in pieces
/// that overlap. Loads up to 15 bytes under masks if they are a sum of two. The
/// processor has masks for all elements.
void asMoveOddVectors(LLVMValueRef function, unsigned registerBits);

#endif // AS_CODEGEN_MOVE_ODD_VECTORS_H
