//===- align-spills.h - Spill vector registers within cache lines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_ALIGN_SPILLS_H
#define AS_CODEGEN_ALIGN_SPILLS_H

#include "llvm-c/Core.h"

/// Has `function` align its stack where its vectors are wider than that is. The
/// module has its data layout.
void asAlignSpills(LLVMValueRef function);

#endif // AS_CODEGEN_ALIGN_SPILLS_H
