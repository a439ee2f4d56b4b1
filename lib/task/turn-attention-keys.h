//===- turn-attention-keys.h - Keys of bf16 that can be packed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_TURN_ATTENTION_KEYS_H
#define AS_TASK_TURN_ATTENTION_KEYS_H

#include "ir/ir.h"

/// Has the scores of attention that multiplies bf16 read keys that are
/// contiguous along the scores, where that makes it a task. Destroys `scores`
/// then.
void asTurnAttentionKeys(MlirOperation product, MlirOperation scores);

#endif // AS_TASK_TURN_ATTENTION_KEYS_H
