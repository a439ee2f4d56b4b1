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
#include "support/arena.h"
#include "support/clock.h"
#include "support/memory-limit.h"
#include <math.h>
#include <string.h>

/// Whether a kernel gets the runner's own pages of a buffer. An argument that
/// kernels write to is copied beforehand, or the first run would pay for it; so
/// are all where a second kernel needs them as they were.
static bool isInherited(const AsServedTask *task, const AsRunnerJob *job,
                        int buffer) {
  return task->inputs[buffer] && !task->expected[buffer] &&
         job->driftReferenceSeconds <= AS_LONG_RUN;
}

static AsStatus mapArrays(const AsServedTask *task, const AsRunnerJob *job,
                          AsArrays *arrays, AsError *error) {
  AsStatus status = AS_OK;
  *arrays = (AsArrays){task->buffers, task->numBuffers,
                       asAlloc((size_t)task->numBuffers * sizeof(void *))};
  for (int i = 0; i < task->numBuffers && !status; i++)
    if (isInherited(task, job, i))
      arrays->data[i] = task->inputs[i];
    else
      status = asArrayMap(&task->buffers[i], &arrays->data[i], error);
  return status ? asFailContext(error, "no memory for its arguments") : AS_OK;
}

/// Copies inputs into the arrays that are not the inputs themselves, and
/// poisons the results.
static void fillArrays(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (!task->inputs[i])
      asBufferPoison(&task->buffers[i], arrays->data[i]);
    else if (arrays->data[i] != task->inputs[i])
      memcpy(arrays->data[i], task->inputs[i],
             asBufferBytes(&task->buffers[i]));
}

/// Allocates everything before memory is limited.
static AsStatus prepare(const AsKernelSetting *setting,
                        const AsServedTask *task, const AsRunnerJob *job,
                        AsArrays *arrays, AsEviction *eviction,
                        AsError *error) {
  AsStatus status = mapArrays(task, job, arrays, error);
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

/// Whether the first run alone, of so many seconds, shows that the candidate is
/// behind: by so much that neither the clock nor cold caches explain it. The
/// drift reference, which may have to pack large constants first, then tells
/// nothing more.
static bool isFarBehind(const AsRunnerJob *job, double firstSeconds) {
  static const double notShort = 5e-3, farFactor = 8;
  double best = job->bestRatio * job->driftReferenceSeconds;
  return job->giveUpFactor > 0 && best > 0 && firstSeconds > notShort &&
         firstSeconds > farFactor * best;
}

static void keepExpected(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (task->expected[i])
      memcpy(task->expected[i], arrays->data[i],
             asBufferBytes(&task->buffers[i]));
}

/// Once, before the first run.
static void loadConstants(const AsKernel *kernel, const AsArrays *arrays) {
  if (kernel->load)
    kernel->load(arrays->data);
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

  AsHostCourse course = {.kernel = &kernel,
                         .data = arrays.data,
                         .eviction = eviction},
               other = {.kernel = &driftReference,
                        .data = arrays.data,
                        .eviction = eviction};
  AsTimed timed = {asHostRun, &course}, paced = {asHostRun, &other};
  double pace = 0;
  report->running = asClockNow();
  report->stage = AS_JOB_STAGE_RUNNING;
  bool isRace = driftReference.run && job->driftReferenceSeconds > AS_LONG_RUN;
  loadConstants(&kernel, &arrays);
  if (isRace) {
    loadConstants(&driftReference, &arrays);
    pace = asHostRun(&other, 1);
    fillArrays(task, &arrays);
  }
  double start = report->running = asClockNow();
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
  if (!isRace && isFarBehind(job, firstSeconds)) {
    result->times[result->numTimes++] = firstSeconds;
    return;
  }
  if (!isRace)
    loadConstants(&driftReference, &arrays);
  if (job->coldConstants) {
    course.cold = asColdConstantsFind(&kernel, task->buffers, task->numBuffers,
                                      arrays.data);
    other.cold = asColdConstantsFind(&driftReference, task->buffers,
                                     task->numBuffers, arrays.data);
  }
  if (firstSeconds > AS_LONG_RUN && (pace > 0 || !driftReference.run)) {
    result->times[0] = firstSeconds;
    result->paces[0] = pace;
    result->numTimes = 1;
  }
  asTimeKernel(&timed, driftReference.run ? &paced : NULL, job, firstSeconds,
               deadline, result);
}
