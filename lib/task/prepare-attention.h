//===- prepare-attention.h - Bring attention to the form that rules take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_PREPARE_ATTENTION_H
#define AS_TASK_PREPARE_ATTENTION_H

#include "ir/ir.h"

typedef struct AsAttentionOptions {
  bool mayReorder; ///< Also in ways that round in another order.
  bool sumsBf16;   ///< The processor sums up products of bf16.
} AsAttentionOptions;

/// Rewrites attention in all functions of `module`.
void asPrepareAttention(MlirModule module, const AsAttentionOptions *options);

#endif // AS_TASK_PREPARE_ATTENTION_H
