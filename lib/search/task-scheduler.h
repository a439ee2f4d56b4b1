//===- task-scheduler.h - Which task gets the next batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The task scheduler of Ansor (Zheng et al., OSDI 2020, section 6): picks the
// task whose next trials promise to lower the weighted sum of the models'
// latencies most, by the gradient of that sum with respect to the trials of
// each task. A model that has reached its latency goal adds nothing.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TASK_SCHEDULER_H
#define AS_SEARCH_TASK_SCHEDULER_H

#include "search/tuner.h"

/// The tasks, and what they are chosen by; all borrowed.
typedef struct AsTaskScheduler {
  const AsTuneTask *tasks;
  int numTasks;
  const AsGoal *goals; ///< One for each model.
  int numGoals;
  int batch;        ///< Candidates that are chosen at once.
  int64_t perTask;  ///< Trials that a task may have; 0 is no limit.
  int64_t patience; ///< Trials without a gain after which a task gets no
                    ///< more; 0 is no limit.
} AsTaskScheduler;

/// The task to give the next batch to, or -1 if none can use one. Each task
/// gets one batch before any gets a second.
int asTaskSchedulerPick(const AsTaskScheduler *scheduler);

/// The share of the task in the latency of all models before tuning; 1 if the
/// baseline of some task is not known.
double asTaskSchedulerShare(const AsTaskScheduler *scheduler, int task);

/// Call it when a batch of the task has ended, before the next is chosen.
void asTaskSchedulerNoteBatch(AsTuneTask *task);

#endif // AS_SEARCH_TASK_SCHEDULER_H
