//===- check-results.h - Comparing results with the reference
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the results of a kernel with those of the reference, in the same way
// for all devices.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_CHECK_RESULTS_H
#define AS_MEASURE_CHECK_RESULTS_H

#include "measure/runner-job.h"

/// Compares `data`, the contents of each buffer of the task, with the
/// reference, and notes the largest deviation. If the results are wrong,
/// *result is complete.
bool asAnswerIsRight(const AsServedTask *task, void *const *data,
                     AsRunnerResult *result);

/// Whether `broken`, the first buffer whose surroundings were written to, is
/// -1. If not, *result is complete.
bool asAnswerIsWithinBounds(int broken, AsRunnerResult *result);

#endif // AS_MEASURE_CHECK_RESULTS_H
