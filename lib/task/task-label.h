//===- task-label.h - What people call a task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_TASK_LABEL_H
#define AS_TASK_TASK_LABEL_H

#include "support/arena.h"
#include "task/program.h"

/// "matmul 512x512x512 +elementwise": the stage that dominates, and what comes
/// after it. Where it needs another one of its sort, as a depthwise convolution
/// does whose image a product makes, that is named before it.
const char *asTaskLabel(const AsProgram *program, AsArena *arena);

#endif // AS_TASK_TASK_LABEL_H
