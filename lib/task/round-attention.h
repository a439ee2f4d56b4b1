//===- round-attention.h - Round the sizes of attention up to whole vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ROUND_ATTENTION_H
#define AS_TASK_ROUND_ATTENTION_H

#include "ir/ir.h"

/// Rewrites the attention of a block where that makes it a task and is worth
/// it, for vectors of so many lanes of f32. Quotients are moved as well
/// (attention-quotients.h).
void asRoundAttention(MlirBlock block, int64_t lanes);

#endif // AS_TASK_ROUND_ATTENTION_H
