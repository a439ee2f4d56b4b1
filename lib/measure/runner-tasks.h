//===- runner-tasks.h - The tasks that a runner knows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs are generated once per task, and what the reference makes of them is
// kept. Forks find the inputs of their task where the runner has them: nothing
// is copied until a kernel writes to them, and then only its fork sees it. What
// is expected lies in memory shared with the forks, which cannot be written to
// once it is complete.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RUNNER_TASKS_H
#define AS_MEASURE_RUNNER_TASKS_H

#include "measure/runner-job.h"

/// Generates the inputs of `task` and makes room for its expected results.
/// asServedTaskFree frees *served, also after a failure.
AsStatus asServedTaskCreate(const AsRunnerTask *task, AsServedTask *served,
                            AsError *error);

/// Generates the inputs of another seed.
void asServedTaskFill(AsServedTask *served, uint64_t seed);

/// Whether a result that is compared has so few elements that by chance all of
/// them may be close to zero, so that roundings look large beside them.
bool asServedTaskHasFewResults(const AsServedTask *served);

/// After the reference has run on other inputs: keeps the largest magnitude
/// that each result has had.
void asServedTaskNoteMagnitudes(AsServedTask *served);

/// Whether forks have the inputs. Of many tasks, only that which is measured
/// has to be there.
void asServedTaskInherit(const AsServedTask *served, bool isInherited);

/// After the reference has run: settles what is compared. Results are; where
/// there are none, those arguments are that the reference changed.
AsStatus asServedTaskSettle(AsServedTask *served, AsError *error);

/// What the reference left, to a file, and from it in place of a reference that
/// would have to be run.
AsStatus asServedTaskWriteExpected(const AsServedTask *served, const char *path,
                                   AsError *error);
AsStatus asServedTaskReadExpected(AsServedTask *served, const char *path,
                                  AsError *error);

void asServedTaskFree(AsServedTask *served);

#endif // AS_MEASURE_RUNNER_TASKS_H
