//===- weights.h - Which arguments of tasks are weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_WEIGHTS_H
#define AS_TASK_WEIGHTS_H

#include "task/task.h"

/// Notes in the buffers of the set's tasks which of them come from outside of
/// the model, wherever the task is called, and in weightBytes how large they
/// are. Call it when all tasks of the module
/// are functions of their own.
void asTaskFindWeights(MlirModule module, AsTaskSet *set);

#endif // AS_TASK_WEIGHTS_H
