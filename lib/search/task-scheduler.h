//===- task-scheduler.h - Which task gets the next batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gradient of the models' latencies, the sum of weight x best time, by the
// trials given to each task (Ansor: Zheng et al., OSDI 2020, section 6). A
// model that is as fast as suffices has none any more.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TASK_SCHEDULER_H
#define AS_SEARCH_TASK_SCHEDULER_H

#include "search/tuner.h"

/// What there is to choose from, and by what; all borrowed.
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

/// The task to give the next batch to, or -1 where none can use one. Each
/// living task gets one batch before any gets a second.
int asTaskSchedulerPick(const AsTaskScheduler *budget);

/// The part of all models' latencies, before anything is tuned, that runs of
/// the task come to; 1 where the time of some task is not known.
double asTaskSchedulerShare(const AsTaskScheduler *budget, int task);

/// To be called when a batch of the task has come to its end, and the next is
/// about to be chosen.
void asTaskSchedulerNoteBatch(AsTuneTask *task);

#endif // AS_SEARCH_TASK_SCHEDULER_H
