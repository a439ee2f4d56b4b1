//===- batch/measure.c - Measuring a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See measure.h. The first candidate of a task that is right sets the pace for
// the others. Seconds can only be said at the end of the task, when the best
// pace is known.
//
//===----------------------------------------------------------------------===//

#include "batch/measure.h"
#include "measure/gpu/process.h"
#include "measure/protocol.h"
#include "measure/served.h"
#include "measure/signature.h"
#include "measure/times.h"
#include "record/fields.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// Memory that forks write to; NULL where there is none.
static void *share(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static AsStatus failMemory(AsError *error) {
  return asFail(error, AS_IO, "no memory to share with the device's process");
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

/// What a process that asks the driver hands back.
typedef struct Found {
  AsStatus status;
  AsError error;
  AsCudaDevice device;
} Found;

static void find(const char *key, Found *found) {
  AsCuda cuda;
  found->status = asCudaOpen(&cuda, &found->error);
  if (!found->status)
    found->status = asCudaFindModel(&cuda, key, &found->device, &found->error);
}

/// In a process of its own: none that was forked from one which has opened the
/// driver can use it.
AsStatus asBatchFindDevice(const AsBatch *batch, AsCudaDevice *device,
                           AsError *error) {
  static const char prefix[] = "cuda:";
  const char *target = batch->setting.target;
  if (strncmp(target, prefix, strlen(prefix)) != 0)
    return asFail(error, AS_INVALID_INPUT, "the batch is for '%s', no GPU",
                  target);
  Found *found = share(sizeof *found);
  if (!found)
    return failMemory(error);
  asFail(&found->error, AS_UNSUPPORTED, "the CUDA driver ended the process");
  found->status = AS_UNSUPPORTED;
  pid_t pid = fork();
  if (pid == 0) {
    find(target + strlen(prefix), found);
    _exit(0);
  }
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
    ;
  AsStatus status = found->status;
  *device = found->device;
  if (status)
    asFail(error, status, "%s", found->error.message);
  munmap(found, sizeof *found);
  return status;
}

//===----------------------------------------------------------------------===//
// The task
//===----------------------------------------------------------------------===//

/// A task being measured.
typedef struct Course {
  const AsBatch *batch;
  const AsBatchTask *task;
  const AsBatchRun *run;
  AsGpuProcess *process;
  AsServedTask served;
  AsRunnerResult *results; ///< Of each candidate.
  int numResults;
  int pacer;        ///< A candidate; -1 until one is right.
  double pace;      ///< Seconds that it takes at best.
  double bestRatio; ///< Of the fastest to it.
} Course;

/// Makes the inputs, and takes what the reference left from the batch.
static AsStatus serve(Course *course, AsError *error) {
  const AsBatchTask *task = course->task;
  const AsBatchCandidate *any = &task->candidates[0];
  AsArena arena = {0};
  AsSignature signature;
  AsStatus status = asSignatureParse(any->signature, &arena, &signature, error);
  AsRunnerTask given = {.name = task->hash,
                        .seed = any->known.record.seed,
                        .tolerance = task->tolerance};
  if (!status) {
    given.buffers = signature.buffers;
    given.numBuffers = signature.numBuffers;
    status = asServedTaskCreate(&given, &course->served, error);
  }
  if (!status)
    status =
        asServedTaskReadExpected(&course->served, task->expectedFile, error);
  asArenaDestroy(&arena);
  return status;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// An earlier candidate with the same kernels, or -1.
static int twinOf(const Course *course, int c) {
  const AsBatchCandidate *candidates = course->task->candidates;
  for (int t = 0; t < c; t++)
    if (strcmp(candidates[t].known.record.objectHash,
               candidates[c].known.record.objectHash) == 0)
      return t;
  return -1;
}

static AsStatus measure(Course *course, int c, AsRunnerResult *result,
                        AsError *error) {
  const AsBatchCandidate *candidates = course->task->candidates;
  const AsText *object = &candidates[c].object;
  AsRunnerJob job = asTrialTiming;
  job.task = course->task->hash;
  job.symbol = "";
  job.object = object->data;
  job.objectLength = object->length;
  if (course->pacer >= 0) {
    job.pacer = candidates[course->pacer].object.data;
    job.pacerLength = candidates[course->pacer].object.length;
  }
  job.bestRatio = course->bestRatio;
  job.timeLimit = course->batch->setting.runTimeout;
  job.flush = course->batch->setting.isCold;
  return asGpuProcessMeasure(course->process, &job, result, error);
}

/// What a new result says of the pace, and of the best.
static void notePace(Course *course, int c) {
  const AsRunnerResult *result = &course->results[c];
  size_t count = (size_t)result->numTimes;
  if (result->outcome != AS_OUTCOME_OK || !count)
    return;
  double seconds = asTimesStatistic(result->times, count);
  if (course->pacer < 0) {
    course->pacer = c;
    course->pace = seconds;
    course->bestRatio = 1;
  } else if (result->isPaced) {
    double pace = asTimesStatistic(result->paces, count);
    course->pace = fmin(course->pace, pace);
    course->bestRatio = fmin(course->bestRatio, seconds / pace);
  }
}

/// The record of a candidate that was measured.
static AsRecord recordOf(const Course *course, int c) {
  const AsRunnerResult *result = &course->results[c];
  AsRecord record = course->task->candidates[c].known.record;
  bool isOk = result->outcome == AS_OUTCOME_OK;
  record.outcome = result->outcome;
  record.message = result->message;
  record.times = result->times;
  record.numTimes = (size_t)result->numTimes;
  record.seconds = isOk && c == course->pacer
                       ? course->pace
                       : asTimesAtPace(result, course->pace);
  record.checked = isOk || result->outcome == AS_OUTCOME_WRONG_ANSWER;
  record.maxError = result->deviation;
  record.tolerance = course->task->tolerance;
  record.measureSeconds = result->wallSeconds;
  record.host = course->run->host;
  record.date = time(NULL);
  return record;
}

static AsStatus measureAll(Course *course, int before, AsError *error) {
  AsStatus status = AS_OK;
  for (int c = 0; c < course->task->numCandidates; c++) {
    if (*course->run->interrupted)
      return AS_OK;
    int twin = twinOf(course, c);
    AsRunnerResult *result = &course->results[c];
    if (twin >= 0)
      *result = course->results[twin];
    else
      status = measure(course, c, result, error);
    if (status)
      return status;
    course->numResults++;
    if (twin < 0)
      notePace(course, c);
    AsRecord record = recordOf(course, c);
    if (course->run->progress)
      course->run->progress(course->batch, &record, before + c + 1,
                            course->run->context);
  }
  return AS_OK;
}

static AsStatus appendRecords(const Course *course, AsText *lines,
                              AsError *error) {
  AsStatus status = AS_OK;
  for (int c = 0; c < course->numResults && !status; c++) {
    AsRecord record = recordOf(course, c);
    status = asRecordComplete(&record, error);
    if (!status)
      status = asRecordAppendJson(lines, &record, error);
    asTextAppendString(lines, "\n");
  }
  return status;
}

static AsStatus measureTask(Course *course, int before, AsText *lines,
                            AsError *error) {
  int count = course->task->numCandidates;
  if (!count)
    return AS_OK;
  AsStatus status = serve(course, error);
  if (status) {
    asServedTaskFree(&course->served);
    return asFailContext(error, "task %s", course->task->label);
  }
  course->results = asAlloc((size_t)count * sizeof *course->results);
  asGpuProcessUseTasks(course->process, &course->served, 1);
  status = measureAll(course, before, error);
  AsError problem;
  if (appendRecords(course, lines, &problem) && !status)
    status = asFail(error, problem.status, "%s", problem.message);
  asGpuProcessUseTasks(course->process, NULL, 0);
  asServedTaskFree(&course->served);
  free(course->results);
  return status;
}

AsStatus asBatchMeasure(const AsBatch *batch, const AsCudaDevice *device,
                        const AsBatchRun *run, AsText *lines, AsError *error) {
  AsBatchRun own = *run;
  own.host = run->host ? run->host : device->name;
  AsJobReport *report = share(sizeof *report);
  if (!report)
    return failMemory(error);
  AsGpuProcess process;
  AsStatus status = asGpuProcessCreate(device->uuid, report, &process, error);
  int before = 0;
  for (int t = 0; t < batch->numTasks && !status; t++) {
    Course course = {.batch = batch,
                     .task = &batch->tasks[t],
                     .run = &own,
                     .process = &process,
                     .pacer = -1};
    status = measureTask(&course, before, lines, error);
    before += batch->tasks[t].numCandidates;
  }
  asGpuProcessUseTasks(&process, NULL, 0);
  munmap(report, sizeof *report);
  return status;
}
