//===- run-counts.h - How often tasks run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_RUN_COUNTS_H
#define AS_TASK_RUN_COUNTS_H

#include "task/task.h"

/// Fills in the models of the set, and the runs and the weight of each task.
/// Call it when all tasks of the module are functions of their own.
void asTaskCountRuns(MlirModule module, AsTaskSet *set);

#endif // AS_TASK_RUN_COUNTS_H
