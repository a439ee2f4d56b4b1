//===- check-results.h - Whether a kernel is right
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results are compared with what the reference left, the same for all devices.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_CHECK_RESULTS_H
#define AS_MEASURE_CHECK_RESULTS_H

#include "measure/runner-job.h"

/// Compares `data`, what is in each buffer of the task, with the reference;
/// notes how far they are apart. *result is complete if it is wrong.
bool asAnswerIsRight(const AsServedTask *task, void *const *data,
                     AsRunnerResult *result);

/// *result is complete unless `broken`, the first buffer whose surroundings
/// were written to, is -1.
bool asAnswerIsWithinBounds(int broken, AsRunnerResult *result);

#endif // AS_MEASURE_CHECK_RESULTS_H
