//===- emit/header.h - What was compiled, for C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_EMIT_HEADER_H
#define AS_EMIT_HEADER_H

#include "ir/ir.h"

/// Writes a C header to the file `path`: for each function of the lowered
/// module that has an entry point, the entry point, and an inline function with
/// a typed pointer for each argument and each result, with shapes in comments.
/// For a GPU: for each kernel an inline function that launches it.
AsStatus asHeaderWrite(MlirModule lowered, bool isGpu, const char *path,
                       AsError *error);

#endif // AS_EMIT_HEADER_H
