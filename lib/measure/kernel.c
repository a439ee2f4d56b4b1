//===- measure/kernel.c - One kernel in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/kernel.h"
#include "measure/arrays.h"
#include "measure/openmp.h"
#include "measure/protocol.h"
#include "measure/timing.h"
#include "support/clock.h"
#include "support/memory.h"
#include <string.h>

/// Fresh inputs, poisoned results.
static void fillArrays(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (task->inputs[i])
      memcpy(arrays->data[i], task->inputs[i],
             asBufferBytes(&task->buffers[i]));
    else
      asBufferPoison(&task->buffers[i], arrays->data[i]);
}

/// Everything that takes memory comes before the limit on it.
static AsStatus prepare(const AsKernelSetting *setting,
                        const AsServedTask *task, const AsRunnerJob *job,
                        AsArrays *arrays, AsEviction *eviction,
                        AsError *error) {
  AsStatus status = asArraysMap(task->buffers, task->numBuffers, arrays, error);
  if (status != AS_OK)
    return status;
  fillArrays(task, arrays);
  if (job->flush)
    *eviction = asEvictionCreate();
  if (asOpenMpNeeded(job->object, job->objectLength) ||
      asOpenMpNeeded(job->pacer, job->pacerLength))
    status = asOpenMpLoad(setting->threads, error);
  return status == AS_OK ? asLimitMemory(setting->memoryLimit, error) : status;
}

static void keepExpected(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (task->expected[i])
      memcpy(task->expected[i], arrays->data[i],
             asBufferBytes(&task->buffers[i]));
}

/// "element 17 of result 0 is 1.5, expected 2.5 (deviation ...)".
static void failDifference(const AsServedTask *task, const void *actual,
                           int which, int64_t where, double deviation,
                           double tolerance, AsRunnerResult *result) {
  const AsBuffer *buffer = &task->buffers[which];
  int number = 0; // Among the buffers of its kind.
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

/// Compares with the reference; the result is complete if it is wrong.
static bool rightAnswer(const AsServedTask *task, const AsArrays *arrays,
                        AsRunnerResult *result) {
  for (int i = 0; i < task->numBuffers; i++) {
    const AsBuffer *buffer = &task->buffers[i];
    if (!task->expected[i])
      continue;
    // Integers are exact, also beside floats that are not.
    double tolerance = asElementIsFloat(buffer->element) ? task->tolerance : 0;
    int64_t where;
    double deviation =
        asBufferDeviation(buffer, arrays->data[i], task->expected[i], &where);
    if (deviation > result->deviation)
      result->deviation = deviation;
    if (!(deviation <= tolerance)) {
      failDifference(task, arrays->data[i], i, where, deviation, tolerance,
                     result);
      return false;
    }
  }
  return true;
}

static bool withinBounds(const AsArrays *arrays, AsRunnerResult *result) {
  int broken = asArraysBroken(arrays);
  if (broken < 0)
    return true;
  asRunnerFail(result, AS_OUTCOME_WRONG_ANSWER,
               "wrote out of bounds of buffer %d", broken);
  return false;
}

void asKernelMeasure(const AsKernelSetting *setting, const AsServedTask *task,
                     const AsRunnerJob *job, bool isReference,
                     AsJobReport *report) {
  double deadline = asClockNow() + job->timeLimit;
  AsRunnerResult *result = &report->result;
  result->tolerance = task->tolerance;
  result->outcome = AS_OUTCOME_OK;
  AsError error = {0};
  AsArrays arrays;
  AsEviction eviction = {0};
  AsKernel kernel, pacer = {0};

  report->stage = AS_JOB_STAGE_PREPARING;
  if (prepare(setting, task, job, &arrays, &eviction, &error) != AS_OK) {
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED, "%s", error.message);
    return;
  }

  report->stage = AS_JOB_STAGE_LINKING;
  if (asLinkerLink(setting->linker, job->object, job->objectLength, job->symbol,
                   &kernel, &error) != AS_OK ||
      (job->pacerLength &&
       asLinkerLink(setting->pacerLinker, job->pacer, job->pacerLength,
                    job->symbol, &pacer, &error) != AS_OK)) {
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED, "%s", error.message);
    return;
  }

  double start = report->running = asClockNow();
  report->stage = AS_JOB_STAGE_RUNNING;
  if (kernel.load)
    kernel.load(arrays.data);
  if (pacer.load)
    pacer.load(arrays.data);
  kernel.run(arrays.data);
  double firstSeconds = asClockNow() - start;

  report->stage = AS_JOB_STAGE_CHECKING;
  if (!withinBounds(&arrays, result))
    return;
  if (isReference) {
    keepExpected(task, &arrays);
    result->times[result->numTimes++] = firstSeconds;
    return;
  }
  if (!rightAnswer(task, &arrays, result))
    return;

  report->stage = AS_JOB_STAGE_TIMING;
  asTimeKernel(kernel.run, pacer.run, arrays.data, job, &eviction, firstSeconds,
               deadline, result);
}
