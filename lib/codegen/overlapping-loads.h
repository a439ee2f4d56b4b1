//===- overlapping-loads.h - Load odd vectors of narrow numbers in two pieces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_OVERLAPPING_LOADS_H
#define AS_CODEGEN_OVERLAPPING_LOADS_H

#include "llvm-c/Types.h"

/// Loads vectors of bytes or of 16 bits whose lanes are a sum of three powers
/// of two or more by two loads of a power of two each.
void asOverlapLoads(LLVMValueRef function);

#endif // AS_CODEGEN_OVERLAPPING_LOADS_H
