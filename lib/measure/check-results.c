//===- check-results.c - Comparing results with the reference
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/check-results.h"
#include "measure/runner-protocol.h"

/// "element 17 of result 0 is 1.5, expected 2.5 (deviation ...)".
static void failDifference(const AsServedTask *task, const void *actual,
                           int which, int64_t where, double deviation,
                           double tolerance, AsRunnerResult *result) {
  const AsBuffer *buffer = &task->buffers[which];
  int number = 0; // Among the arguments or results.
  for (int i = 0; i < which; i++)
    number += task->buffers[i].isResult == buffer->isResult;
  asRunnerFail(result, AS_OUTCOME_WRONG_ANSWER,
               "element %lld of %s %d is %.9g, expected %.9g "
               "(deviation %.3g, tolerance %.3g)",
               (long long)where, buffer->isResult ? "result" : "argument",
               number, asBufferElement(buffer, actual, where),
               asBufferElement(buffer, task->expected[which], where), deviation,
               tolerance);
}

/// Each result has its own: a sum in f32 beside one in bf16 is no less exact.
/// Integers must be exact, even beside floats that are not.
static double toleranceOf(const AsServedTask *task, const AsBuffer *buffer,
                          const AsRunnerResult *result) {
  if (!asElementIsFloat(buffer->element))
    return 0;
  double allowance = result->tolerance - task->tolerance;
  return buffer->tolerance > 0 ? buffer->tolerance + allowance
                               : result->tolerance;
}

bool asAnswerIsRight(const AsServedTask *task, void *const *data,
                     AsRunnerResult *result) {
  for (int i = 0; i < task->numBuffers; i++) {
    const AsBuffer *buffer = &task->buffers[i];
    if (!task->expected[i])
      continue;
    double tolerance = toleranceOf(task, buffer, result);
    int64_t where;
    double deviation =
        asBufferDeviation(buffer, data[i], task->expected[i], &where);
    if (deviation > result->deviation)
      result->deviation = deviation;
    if (!(deviation <= tolerance)) {
      failDifference(task, data[i], i, where, deviation, tolerance, result);
      return false;
    }
  }
  return true;
}

bool asAnswerIsWithinBounds(int broken, AsRunnerResult *result) {
  if (broken < 0)
    return true;
  asRunnerFail(result, AS_OUTCOME_WRONG_ANSWER,
               "wrote out of bounds of buffer %d", broken);
  return false;
}
