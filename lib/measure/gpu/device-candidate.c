//===- device-candidate.c - One candidate on a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same order as on a CPU: load, run once on fresh inputs and poisoned
// results, compare, and only then time.
//
//===----------------------------------------------------------------------===//

#include "measure/gpu/device-candidate.h"
#include "measure/check-results.h"
#include "measure/gpu/device-program.h"
#include "measure/timing.h"
#include "support/clock.h"
#include <stdlib.h>
#include <unistd.h>

/// A job, and all that it has on the device.
typedef struct Job {
  AsGpuSession *session;
  const AsServedTask *task;
  const AsRunnerJob *job;
  AsGpuArrays arrays;
  AsGpuProgram kernel, driftReference;
  void **host; ///< Of each buffer that is compared, what the kernel made of it.
} Job;

/// Fresh inputs, poisoned results.
static bool fill(const Job *job) {
  const AsServedTask *task = job->task;
  bool isFilled = true;
  for (int b = 0; b < task->numBuffers && isFilled; b++) {
    const AsBuffer *buffer = &task->buffers[b];
    const void *from = task->inputs[b];
    void *poison = from ? NULL : asAlloc(asBufferBytes(buffer) + 1);
    if (poison)
      asBufferPoison(buffer, poison);
    isFilled =
        asGpuArraysWrite(job->session, &job->arrays, b, from ? from : poison);
    free(poison);
  }
  return isFilled;
}

static bool prepare(Job *job) {
  const AsRunnerJob *given = job->job;
  const AsServedTask *task = job->task;
  AsGpuSession *session = job->session;
  if (!asGpuArraysAllocate(session, task->buffers, task->numBuffers,
                           &job->arrays) ||
      !fill(job))
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
  const AsGpuArrays *surrounded[] = {&job->arrays, &job->kernel.scratchArrays};
  for (int i = 0; i < 2; i++) {
    int broken;
    if (!asGpuArraysBroken(session, surrounded[i], &broken) ||
        !asAnswerIsWithinBounds(
            broken < 0 || i == 0 ? broken : task->numBuffers + broken, result))
      return false;
  }
  for (int b = 0; b < task->numBuffers; b++) {
    if (!task->expected[b])
      continue;
    job->host[b] = asAlloc(asBufferBytes(&task->buffers[b]) + 1);
    if (!asGpuArraysRead(session, &job->arrays, b, job->host[b]))
      return false;
  }
  return asAnswerIsRight(task, job->host, result);
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

typedef struct Course {
  const Job *job;
  AsGpuProgram *program;
} Course;

/// An AsTimed's `run`. A kernel that ran once and fails now leaves nothing that
/// could be gone on with.
static double run(void *context, long runs) {
  const Course *course = context;
  const Job *job = course->job;
  AsGpuSession *session = job->session;
  AsGpuWork work = asGpuProgramWork(course->program);
  double seconds;
  if (asGpuTime(session, &work, runs, job->job->flush, &seconds))
    return seconds;
  session->report->done = true;
  _exit(AS_GPU_LOST);
}

static void timeKernel(Job *job, double firstSeconds, double deadline) {
  Course own = {job, &job->kernel}, other = {job, &job->driftReference};
  AsTimed timed = {run, &own}, paced = {run, &other};
  asTimeKernel(&timed, job->driftReference.module ? &paced : NULL, job->job,
               firstSeconds, deadline, &job->session->report->result);
}

//===----------------------------------------------------------------------===//
// The whole
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
  Job *own = asAlloc(sizeof *own); // Lists of kernels are long.
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
  asGpuArraysFree(session, &own->arrays);
  for (int b = 0; b < task->numBuffers; b++)
    free(own->host[b]);
  free(own->host);
  free(own);
}
