//===- nibble-tables.h - Look up numbers of four bits in a register
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_NIBBLE_TABLES_H
#define AS_CODEGEN_NIBBLE_TABLES_H

#include "llvm-c/Types.h"
#include <stdbool.h>

/// Replaces vectors of 16 f32 that are converted from four bits of a byte each
/// by lookups. The function is for a target with AVX-512. Returns whether there
/// were any; then operations are left that nothing needs.
bool asLookUpNibbles(LLVMValueRef function);

#endif // AS_CODEGEN_NIBBLE_TABLES_H
