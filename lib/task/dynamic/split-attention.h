//===- split-attention.h - Attention of any size by blocks of rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SPLIT_ATTENTION_H
#define AS_TASK_DYNAMIC_SPLIT_ATTENTION_H

#include "ir/ir.h"

/// Divides attention in the block, whose numbers of rows and of keys are both
/// dynamic.
void asSplitAttention(MlirBlock block);

#endif // AS_TASK_DYNAMIC_SPLIT_ATTENTION_H
