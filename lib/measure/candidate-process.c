//===- candidate-process.c - Measuring one kernel in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/candidate-process.h"
#include "measure/check-results.h"
#include "measure/cpu-timing.h"
#include "measure/guarded-buffers.h"
#include "measure/openmp.h"
#include "measure/runner-protocol.h"
#include "measure/timing.h"
#include "support/clock.h"
#include "support/memory-limit.h"
#include <math.h>
#include <string.h>

/// Copies the inputs into the arrays and poisons the results.
static void fillArrays(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (task->inputs[i])
      memcpy(arrays->data[i], task->inputs[i],
             asBufferBytes(&task->buffers[i]));
    else
      asBufferPoison(&task->buffers[i], arrays->data[i]);
}

/// Allocates everything before memory is limited.
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
      asOpenMpNeeded(job->driftReference, job->driftReferenceLength))
    status = asOpenMpLoad(setting->threads, setting->cores, error);
  return status == AS_OK ? asLimitMemory(setting->memoryLimit, error) : status;
}

/// The limit of the first run in seconds. If the drift reference has just been
/// timed, the run may only take long enough to show that it is slower than the
/// best.
static double runLimit(const AsRunnerJob *job, double pace) {
  double best = job->bestRatio * pace;
  return job->giveUpFactor > 0 && best > 0
             ? fmin(job->runLimit, job->giveUpFactor * best)
             : job->runLimit;
}

static void keepExpected(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (task->expected[i])
      memcpy(task->expected[i], arrays->data[i],
             asBufferBytes(&task->buffers[i]));
}

void asKernelMeasure(const AsKernelSetting *setting, const AsServedTask *task,
                     const AsRunnerJob *job, bool isReference,
                     AsJobReport *report) {
  double deadline = asClockNow() + job->timeLimit;
  AsRunnerResult *result = &report->result;
  result->tolerance = task->tolerance + job->allowance;
  result->outcome = AS_OUTCOME_OK;
  AsError error = {0};
  AsArrays arrays;
  AsEviction eviction = {0};
  AsKernel kernel, driftReference = {0};

  report->stage = AS_JOB_STAGE_PREPARING;
  if (prepare(setting, task, job, &arrays, &eviction, &error) != AS_OK) {
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED, "%s", error.message);
    return;
  }

  report->stage = AS_JOB_STAGE_LINKING;
  if (asLinkerLink(setting->linker, job->object, job->objectLength, job->symbol,
                   &kernel, &error) != AS_OK ||
      (job->driftReferenceLength &&
       asLinkerLink(setting->pacerLinker, job->driftReference,
                    job->driftReferenceLength, job->symbol, &driftReference,
                    &error) != AS_OK)) {
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED, "%s", error.message);
    return;
  }

  AsHostCourse course = {&kernel, arrays.data, eviction},
               other = {&driftReference, arrays.data, eviction};
  AsTimed timed = {asHostRun, &course}, paced = {asHostRun, &other};
  double start = report->running = asClockNow(), pace = 0;
  report->stage = AS_JOB_STAGE_RUNNING;
  if (kernel.load)
    kernel.load(arrays.data);
  if (driftReference.load)
    driftReference.load(arrays.data);
  if (driftReference.run && job->driftReferenceSeconds > AS_LONG_RUN) {
    pace = asHostRun(&other, 1);
    fillArrays(task, &arrays);
    start = report->running = asClockNow();
  }
  if (job->runLimit > 0)
    report->stop = asClockNow() + runLimit(job, pace);
  kernel.run(arrays.data);
  double firstSeconds = asClockNow() - start;

  report->stage = AS_JOB_STAGE_CHECKING;
  if (!asAnswerIsWithinBounds(asArraysBroken(&arrays), result))
    return;
  if (isReference) {
    keepExpected(task, &arrays);
    result->times[result->numTimes++] = firstSeconds;
    return;
  }
  if (!asAnswerIsRight(task, arrays.data, result))
    return;

  report->stage = AS_JOB_STAGE_TIMING;
  if (firstSeconds > AS_LONG_RUN && (pace > 0 || !driftReference.run)) {
    result->times[0] = firstSeconds;
    result->paces[0] = pace;
    result->numTimes = 1;
  }
  asTimeKernel(&timed, driftReference.run ? &paced : NULL, job, firstSeconds,
               deadline, result);
}
