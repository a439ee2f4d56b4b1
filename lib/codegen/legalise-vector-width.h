//===- legalise-vector-width.h - Split wide vectors into registers
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

/// If phis of the function have vectors that are wider than a register and
/// whose number of lanes is not a power of two, prepares the function for
/// LLVM's scalarizer and appends the passes that split these vectors. Otherwise
/// changes nothing and returns false.
bool asLegaliseVectorWidths(LLVMValueRef function, unsigned registerBits,
                            AsText *passes);

#endif // AS_CODEGEN_LEGALISE_VECTOR_WIDTH_H
