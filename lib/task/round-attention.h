//===- round-attention.h - Round the sizes of attention up to whole vectors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ROUND_ATTENTION_H
#define AS_TASK_ROUND_ATTENTION_H

#include "task/fusion-groups.h"

/// Rewrites the attention that ends with the product `product`, whose
/// operations are members, where that makes it a task and is worth it.
/// Quotients are moved as well (attention-quotients.h). Returns whether it did;
/// `groups` is of no more use then.
bool asRoundAttention(const AsBlockGroups *groups, const bool *isMember,
                      int product);

#endif // AS_TASK_ROUND_ATTENTION_H
