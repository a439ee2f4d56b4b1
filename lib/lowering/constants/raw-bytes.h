//===- raw-bytes.h - Store large constants as raw bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_RAW_BYTES_H
#define AS_LOWERING_CONSTANTS_RAW_BYTES_H

#include "ir/ir.h"

/// Makes an llvm.mlir.global a constant array of `count` bytes. Its users may
/// only take its address.
void asRawBytesSet(MlirOperation global, const char *bytes, int64_t count);

/// Rewrites all large constants of a module in the LLVM dialect that are not
/// visible from outside.
void asConstantsToRawBytes(MlirModule lowered);

#endif // AS_LOWERING_CONSTANTS_RAW_BYTES_H
