//===- drift-process.h - A process that has the drift reference ready
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each candidate runs beside the same drift reference, which may have to pack
// weights first: for weights of 100 MB that takes longer than all its timed
// runs. So a fork of the runner links the drift reference and loads its
// constants once, and then is what candidates are forked from. These are
// children of the runner nevertheless, which waits for them and ends them:
//
//   runner ---+--- drift process          links and loads the drift reference
//             +--- candidate              forked from the drift process
//             +--- candidate
//
// It runs nothing but that. Where it cannot be had, candidates are forked from
// the runner, and load the drift reference themselves.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_DRIFT_PROCESS_H
#define AS_MEASURE_DRIFT_PROCESS_H

#include "measure/candidate-process.h"
#include "support/child-process.h"
#include "support/hash.h"

typedef struct AsDriftProcess {
  AsChild child;
  double patience; ///< Seconds for it to take a job and to fork.
  AsHash has;      ///< The task and the object that it has, or could not load.
  pid_t runner;
  // For the process itself; borrowed while it is started:
  const AsKernelSetting *setting;
  const AsServedTask *task;
  const AsRunnerJob *job;
  AsJobReport *report; ///< In memory that all share.
} AsDriftProcess;

/// None that runs yet.
AsDriftProcess asDriftProcessNone(void);

/// Forks a process for `job`, which calls asKernelProcess, from that which has
/// the drift reference of the job; starts that where needed. Returns the id of
/// a child of this process, or -1 where there is no such process: the job has
/// no drift reference, one of long runs, or one with threads, or it cannot be
/// loaded.
pid_t asDriftProcessFork(AsDriftProcess *process,
                         const AsKernelSetting *setting,
                         const AsServedTask *task, const AsRunnerJob *job,
                         AsJobReport *report);

/// Ends the process, if there is one. Its memory is free then.
void asDriftProcessStop(AsDriftProcess *process);

#endif // AS_MEASURE_DRIFT_PROCESS_H
