//===- attention-fills.h - Fills of their own for the products of attention
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ATTENTION_FILLS_H
#define AS_TASK_ATTENTION_FILLS_H

#include "ir/ir.h"

/// Gives the last product of attention a fill of its own, which CSE does not
/// merge with the fill of the scores.
void asFillApart(MlirOperation product, MlirOperation scores);

#endif // AS_TASK_ATTENTION_FILLS_H
