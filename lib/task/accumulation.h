//===- accumulation.h - What a reduction adds up
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ACCUMULATION_H
#define AS_TASK_ACCUMULATION_H

#include "ir/ir.h"

/// Whether the linalg operation is a reduction that combines its result so far
/// with a value that it reads from no tensor.
bool asAccumulatesUnread(MlirOperation op);

#endif // AS_TASK_ACCUMULATION_H
