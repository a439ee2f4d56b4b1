//===- name-attention-product.h - Products that weights do not become part of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_NAME_ATTENTION_PRODUCT_H
#define AS_TASK_NAME_ATTENTION_PRODUCT_H

#include "task/attention-group.h"

/// Makes a linalg.contract of each last product of attention, all of one block,
/// where that makes it a task. The pairs then have that in its place.
void asNameAttentionProducts(AsAttentionPair *pairs, int count);

#endif // AS_TASK_NAME_ATTENTION_PRODUCT_H
