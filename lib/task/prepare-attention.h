//===- prepare-attention.h - Bring attention to the form that rules take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PREPARE_ATTENTION_H
#define AS_TASK_PREPARE_ATTENTION_H

#include "ir/ir.h"

/// Rewrites attention in all functions of `module`, in ways that round in
/// another order. `sumsBf16`: the processor sums up products of bf16; `lanes`:
/// its vectors have so many of f32.
void asPrepareAttention(MlirModule module, bool sumsBf16, int64_t lanes);

#endif // AS_TASK_PREPARE_ATTENTION_H
