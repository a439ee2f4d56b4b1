//===- task-label.h - Labels of tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_TASK_LABEL_H
#define AS_TASK_TASK_LABEL_H

#include "support/arena.h"
#include "task/program.h"

/// "matmul 512x512x512 +elementwise": the anchor, and the kinds of the stages
/// after it. Other anchors before it come first, such as the product that
/// computes the image of a depthwise convolution.
const char *asTaskLabel(const AsProgram *program, AsArena *arena);

#endif // AS_TASK_TASK_LABEL_H
