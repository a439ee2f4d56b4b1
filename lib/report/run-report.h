//===- run-report.h - The report of a run as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_REPORT_RUN_REPORT_H
#define AS_REPORT_RUN_REPORT_H

#include "as/autoschedule.h"
#include "search/tuner.h"

/// What a report is made from; all borrowed.
typedef struct AsReport {
  const AsOptions *options;
  const AsTarget *target;
  const AsTuneTask *tasks;
  int numTasks;
  const AsGoal *goals; ///< Of each model.
  int numGoals;
  const AsTuneTimes *times;
  const AsRemark *remarks;
  size_t numRemarks;
  bool interrupted;
} AsReport;

/// Writes options, target, tasks (with baseline, best, its sketch and point,
/// trials and outcomes, every trial in order), models, times and remarks to the
/// file `path`. The format is described in docs/report.md.
AsStatus asReportWrite(const char *path, const AsReport *report,
                       AsError *error);

#endif // AS_REPORT_RUN_REPORT_H
