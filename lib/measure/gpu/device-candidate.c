//===- device-candidate.c - Measure a candidate on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the kernels, runs them once on fresh inputs and poisoned results,
// compares the results, and only then times them, as on a CPU.
//
//===----------------------------------------------------------------------===//

#include "measure/gpu/device-candidate.h"
#include "measure/check-results.h"
#include "measure/gpu/device-program.h"
#include "measure/timing.h"
#include "support/clock.h"
#include <stdlib.h>
#include <unistd.h>

/// A job and its resources on the device.
typedef struct Job {
  AsGpuSession *session;
  const AsServedTask *task;
  const AsRunnerJob *job;
  AsGpuBuffers arrays;
  AsGpuProgram kernel, driftReference;
  void **host; ///< The results on the host of each buffer that is compared.
} Job;

/// Writes inputs and poisons results.
static bool fillBuffers(const Job *job) {
  const AsServedTask *task = job->task;
  bool isFilled = true;
  for (int b = 0; b < task->numBuffers && isFilled; b++) {
    const AsBuffer *buffer = &task->buffers[b];
    const void *from = task->inputs[b];
    void *poison = from ? NULL : asAlloc(asBufferBytes(buffer) + 1);
    if (poison)
      asBufferPoison(buffer, poison);
    isFilled =
        asGpuBuffersWrite(job->session, &job->arrays, b, from ? from : poison);
    free(poison);
  }
  return isFilled;
}

static bool prepare(Job *job) {
  const AsRunnerJob *given = job->job;
  const AsServedTask *task = job->task;
  AsGpuSession *session = job->session;
  if (!asGpuBuffersAllocate(session, task->buffers, task->numBuffers,
                            &job->arrays) ||
      !fillBuffers(job))
    return false;
  session->report->stage = AS_JOB_STAGE_LINKING;
  if (!asGpuProgramLoad(session, task, given->object, given->objectLength,
                        &job->kernel) ||
      !asGpuProgramBind(session, task, &job->arrays, &job->kernel))
    return false;
  return !given->driftReferenceLength ||
         (asGpuProgramLoad(session, task, given->driftReference,
                           given->driftReferenceLength, &job->driftReference) &&
          asGpuProgramBind(session, task, &job->arrays, &job->driftReference));
}

static bool check(Job *job) {
  const AsServedTask *task = job->task;
  AsGpuSession *session = job->session;
  AsRunnerResult *result = &session->report->result;
  const AsGpuBuffers *surrounded[] = {&job->arrays, &job->kernel.scratchArrays};
  for (int i = 0; i < 2; i++) {
    int broken;
    if (!asGpuBuffersFindOverrun(session, surrounded[i], &broken) ||
        !asAnswerIsWithinBounds(
            broken < 0 || i == 0 ? broken : task->numBuffers + broken, result))
      return false;
  }
  for (int b = 0; b < task->numBuffers; b++) {
    if (!task->expected[b])
      continue;
    job->host[b] = asAlloc(asBufferBytes(&task->buffers[b]) + 1);
    if (!asGpuBuffersRead(session, &job->arrays, b, job->host[b]))
      return false;
  }
  return asAnswerIsRight(task, job->host, result);
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

typedef struct TimedProgram {
  const Job *job;
  AsGpuProgram *program;
} TimedProgram;

/// Runs the program; the `run` of an AsTimed. If a kernel that ran before fails
/// now, the process ends, as timing cannot go on.
static double run(void *context, long runs) {
  const TimedProgram *timed = context;
  const Job *job = timed->job;
  AsGpuSession *session = job->session;
  AsGpuWork work = asGpuProgramWork(timed->program);
  double seconds;
  if (asGpuTime(session, &work, runs, job->job->flush, &seconds))
    return seconds;
  session->report->done = true;
  _exit(AS_GPU_LOST);
}

static void timeKernel(Job *job, double firstSeconds, double deadline) {
  TimedProgram own = {job, &job->kernel}, other = {job, &job->driftReference};
  AsTimed timedOwn = {run, &own}, timedReference = {run, &other};
  asTimeKernel(&timedOwn, job->driftReference.module ? &timedReference : NULL,
               job->job, firstSeconds, deadline, &job->session->report->result);
}

//===----------------------------------------------------------------------===//
// The job
//===----------------------------------------------------------------------===//

static void measure(Job *job, AsJobReport *report) {
  double deadline = asClockNow() + job->job->timeLimit, firstSeconds;
  report->stage = AS_JOB_STAGE_PREPARING;
  if (!prepare(job))
    return;
  report->running = asClockNow();
  report->stage = AS_JOB_STAGE_RUNNING;
  AsGpuWork work = asGpuProgramWork(&job->kernel);
  if (!asGpuTime(job->session, &work, 1, false, &firstSeconds))
    return;
  report->stage = AS_JOB_STAGE_CHECKING;
  if (!check(job))
    return;
  report->stage = AS_JOB_STAGE_TIMING;
  timeKernel(job, firstSeconds, deadline);
  report->result.telemetry = asTelemetryRead(&job->session->telemetryReader);
}

void asGpuMeasure(AsGpuSession *session, const AsServedTask *task,
                  const AsRunnerJob *job, AsJobReport *report) {
  Job *own = asAlloc(sizeof *own); // Too large for the stack.
  own->session = session;
  own->task = task;
  own->job = job;
  own->host = asAlloc((size_t)(task->numBuffers + 1) * sizeof *own->host);
  report->result.tolerance = task->tolerance + job->allowance;
  report->result.outcome = AS_OUTCOME_OK;
  session->report = report;
  measure(own, report);
  asGpuProgramUnload(session, &own->kernel);
  asGpuProgramUnload(session, &own->driftReference);
  asGpuBuffersFree(session, &own->arrays);
  for (int b = 0; b < task->numBuffers; b++)
    free(own->host[b]);
  free(own->host);
  free(own);
}
