//===- attention-quotients.h - Divide behind the last product of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The quotients of a softmax taken once for each result of attention, not for
// each score:
//
//   (exp(S - max) / sum) V   becomes   (exp(S - max) V) / sum
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ATTENTION_QUOTIENTS_H
#define AS_TASK_ATTENTION_QUOTIENTS_H

#include "task/attention-group.h"

/// Moves the quotients of the weights behind the last products of attention,
/// all of one block, where that is a task together with the product of the
/// scores. It rounds in another order.
void asDivideAfterAttention(const AsAttentionPair *pairs, int count);

#endif // AS_TASK_ATTENTION_QUOTIENTS_H
