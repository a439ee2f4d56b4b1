//===- measure-batch.c - Measuring a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See measure-batch.h. Seconds can only be said at the end of a task, when the
// best pace is known.
//
//===----------------------------------------------------------------------===//

#include "batch/batch-candidates.h"
#include "measure/entry-signature.h"
#include "measure/runner-protocol.h"
#include "measure/trial-extra.h"
#include "record/record-fields.h"
#include <errno.h>
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

static AsStatus findNumber(const AsCuda *cuda, int number, const char *key,
                           AsCudaDevice *device, AsError *error) {
  int count = 0;
  AsStatus status = asCudaCountDevices(cuda, &count, error);
  if (!status && number >= count)
    return asFail(error, AS_NOT_FOUND, "there is no device %d: there are %d",
                  number, count);
  if (!status)
    status = asCudaReadDevice(cuda, number, device, error);
  if (status || asCudaIsModel(device, key))
    return status;
  return asFail(error, AS_INVALID_INPUT,
                "device %d is an sm_%d, %s, and the batch is for %s", number,
                asCudaCapability(device), device->name, key);
}

static void find(const char *key, int number, Found *found) {
  AsCuda cuda;
  AsCudaDevice *device = &found->device;
  AsError *error = &found->error;
  found->status = asCudaOpen(&cuda, error);
  if (!found->status)
    found->status = number < 0 ? asCudaFindModel(&cuda, key, device, error)
                               : findNumber(&cuda, number, key, device, error);
}

/// In a process of its own: none that was forked from one which has opened the
/// driver can use it.
AsStatus asBatchFindDevice(const AsBatch *batch, int number,
                           AsCudaDevice *device, AsError *error) {
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
    find(target + strlen(prefix), number, found);
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

/// Makes the inputs, and takes what the reference left from the batch.
static AsStatus serve(AsCourse *course, AsError *error) {
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

/// The record of a candidate that was measured; `extra` has a string of it.
static AsRecord recordOf(const AsCourse *course, int c, AsText *extra) {
  const AsRunnerResult *result = &course->results[c];
  AsRecord record = course->task->candidates[c].known.record;
  bool isOk = result->outcome == AS_OUTCOME_OK;
  record.outcome = result->outcome;
  record.message = result->message;
  record.times = result->times;
  record.numTimes = (size_t)result->numTimes;
  record.seconds = asCourseSeconds(course, c);
  record.checked = isOk || result->outcome == AS_OUTCOME_WRONG_ANSWER;
  record.maxError = result->deviation;
  record.tolerance =
      course->task->tolerance + course->task->candidates[c].allowance;
  record.measureSeconds = result->wallSeconds;
  asExtraWrite(result, course->isFinal[c], extra);
  record.extra = extra->data;
  record.host = course->run->host;
  record.date = time(NULL);
  return record;
}

static AsStatus measureAll(AsCourse *course, int before, AsError *error) {
  AsStatus status = AS_OK;
  for (int c = 0; c < course->task->numCandidates; c++) {
    if (*course->run->interrupted)
      return AS_OK;
    int twin = asCourseTwin(course, c);
    AsRunnerResult *result = &course->results[c];
    AsRunnerJob timing = asTrialTiming;
    timing.bestRatio = course->bestRatio;
    if (twin >= 0)
      *result = course->results[twin];
    else
      status = asCourseMeasure(course, c, &timing, result, error);
    if (status)
      return status;
    course->numResults++;
    if (twin < 0)
      asCourseNotePace(course, c, result);
    AsText extra = {0};
    AsRecord record = recordOf(course, c, &extra);
    if (course->run->progress)
      course->run->progress(course->batch, &record, before + c + 1,
                            course->run->context);
    asTextFree(&extra);
  }
  return AS_OK;
}

static AsStatus appendRecords(const AsCourse *course, AsText *lines,
                              AsError *error) {
  AsStatus status = AS_OK;
  AsText extra = {0};
  for (int c = 0; c < course->numResults && !status; c++) {
    AsRecord record = recordOf(course, c, &extra);
    status = asRecordComplete(&record, error);
    if (!status)
      status = asRecordAppendJson(lines, &record, error);
    asTextAppendString(lines, "\n");
  }
  asTextFree(&extra);
  return status;
}

static AsStatus measureTask(AsCourse *course, int before, AsText *lines,
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
  course->isFinal = asAlloc((size_t)count * sizeof *course->isFinal);
  asGpuProcessUseTasks(course->process, &course->served, 1);
  status = measureAll(course, before, error);
  if (!status && !*course->run->interrupted)
    status = asCourseFinish(course, error);
  AsError problem;
  if (appendRecords(course, lines, &problem) && !status)
    status = asFail(error, problem.status, "%s", problem.message);
  asGpuProcessUseTasks(course->process, NULL, 0);
  asServedTaskFree(&course->served);
  free(course->results);
  free(course->isFinal);
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
    AsCourse course = {.batch = batch,
                       .task = &batch->tasks[t],
                       .run = &own,
                       .process = &process,
                       .driftReference = -1};
    status = measureTask(&course, before, lines, error);
    before += batch->tasks[t].numCandidates;
  }
  asGpuProcessUseTasks(&process, NULL, 0);
  munmap(report, sizeof *report);
  return status;
}
