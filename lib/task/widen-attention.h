//===- widen-attention.h - Attention of f16 and bf16 in f32
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_WIDEN_ATTENTION_H
#define AS_TASK_WIDEN_ATTENTION_H

#include "task/attention-group.h"

/// Has the products of attention, all of one block, read f32 in place of f16,
/// and with `withBf16` in place of bf16, where that makes it a task.
void asWidenAttention(const AsAttentionPair *pairs, int count, bool withBf16);

#endif // AS_TASK_WIDEN_ATTENTION_H
