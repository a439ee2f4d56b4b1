//===- raw-bytes.h - Constants as bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM copies an array of bytes into an object, but writes numbers one by one,
// and keeps an object for each row of a nested array: with the weights of a
// large model that takes longer than all of its code.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_RAW_BYTES_H
#define AS_LOWERING_CONSTANTS_RAW_BYTES_H

#include "ir/ir.h"

/// Makes an llvm.mlir.global a constant array of these bytes. Those who use it
/// see nothing but its address.
void asRawBytesSet(MlirOperation global, const char *bytes, int64_t count);

/// Does so with all large constants of a module in the LLVM dialect that nobody
/// else sees.
void asConstantsToRawBytes(MlirModule lowered);

#endif // AS_LOWERING_CONSTANTS_RAW_BYTES_H
