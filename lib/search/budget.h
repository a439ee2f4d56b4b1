//===- search/budget.h - Which task gets the next batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of the model's latency, the sum of weight x best time, by the
// trials given to each task (Ansor: Zheng et al., OSDI 2020, section 6).
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_BUDGET_H
#define AS_SEARCH_BUDGET_H

#include "search/tuner.h"

/// The task to give the next batch to, or -1 where none can use one. Each
/// living task gets one batch before any gets a second. `perTask` limits the
/// trials of one task (0: no limit).
int asBudgetPick(const AsTuneTask *tasks, int numTasks, int batch,
                 int64_t perTask);

/// To be called when a batch of the task has come to its end, and the next is
/// about to be chosen.
void asBudgetNoteBatch(AsTuneTask *task);

#endif // AS_SEARCH_BUDGET_H
