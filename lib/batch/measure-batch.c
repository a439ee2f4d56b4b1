//===- measure-batch.c - Measure a batch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Measures the candidates of each task one after another. Records are made at
// the end of a task, since all seconds are relative to the drift reference's
// best time.
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

/// Maps memory that forks can write to; NULL on failure.
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

/// The result of a process that asks the driver for a device.
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

/// Asks the driver in a process of its own, since a process forked after the
/// driver was opened cannot use it.
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

/// Generates the inputs, and reads the reference's results from the batch.
static AsStatus loadTask(AsBatchTaskState *state, AsError *error) {
  const AsBatchTask *task = state->task;
  const AsBatchCandidate *any = &task->candidates[0];
  AsArena arena = {0};
  AsSignature signature;
  AsStatus status = asSignatureParse(any->signature, &arena, &signature, error);
  AsRunnerTask given = {.name = task->hash,
                        .seed = any->known.record.seed,
                        .tolerance = task->tolerance};
  if (!status && signature.numBuffers != task->numBuffers)
    status = asFail(error, AS_INVALID_INPUT,
                    "the batch's task %s has extents for %d buffers: expected "
                    "%d, as its kernels have",
                    task->hash, task->numBuffers, signature.numBuffers);
  if (!status) {
    for (int b = 0; b < task->numBuffers; b++)
      signature.buffers[b].extent = task->extents[b];
    given.buffers = signature.buffers;
    given.numBuffers = signature.numBuffers;
    status = asServedTaskCreate(&given, &state->served, error);
  }
  if (!status)
    status =
        asServedTaskReadExpected(&state->served, task->expectedFile, error);
  asArenaDestroy(&arena);
  return status;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The record of a measured candidate. `extra` owns a string of it.
static AsRecord recordOf(const AsBatchTaskState *state, int c, AsText *extra) {
  const AsRunnerResult *result = &state->results[c];
  AsRecord record = state->task->candidates[c].known.record;
  bool isOk = result->outcome == AS_OUTCOME_OK;
  record.outcome = result->outcome;
  record.message = result->message;
  record.times = result->times;
  record.numTimes = (size_t)result->numTimes;
  record.seconds = asBatchTaskSeconds(state, c);
  record.checked = isOk || result->outcome == AS_OUTCOME_WRONG_ANSWER;
  record.maxError = result->deviation;
  record.tolerance =
      state->task->tolerance + state->task->candidates[c].allowance;
  record.measureSeconds = result->wallSeconds;
  asExtraWrite(result, state->isFinal[c], "", extra);
  record.extra = extra->data;
  record.host = state->run->host;
  record.date = time(NULL);
  return record;
}

static AsStatus measureAll(AsBatchTaskState *state, int before,
                           AsError *error) {
  AsStatus status = AS_OK;
  for (int c = 0; c < state->task->numCandidates; c++) {
    if (*state->run->interrupted)
      return AS_OK;
    int duplicate = asBatchTaskDuplicateOf(state, c);
    AsRunnerResult *result = &state->results[c];
    AsRunnerJob timing = asTrialTiming;
    timing.bestRatio = state->bestRatio;
    if (duplicate >= 0)
      *result = state->results[duplicate];
    else
      status = asBatchTaskMeasure(state, c, &timing, result, error);
    if (status)
      return status;
    state->numResults++;
    if (duplicate < 0)
      asBatchTaskNoteResult(state, c, result);
    AsText extra = {0};
    AsRecord record = recordOf(state, c, &extra);
    if (state->run->progress)
      state->run->progress(state->batch, &record, before + c + 1,
                           state->run->context);
    asTextFree(&extra);
  }
  return AS_OK;
}

static AsStatus appendRecords(const AsBatchTaskState *state, AsText *lines,
                              AsError *error) {
  AsStatus status = AS_OK;
  AsText extra = {0};
  for (int c = 0; c < state->numResults && !status; c++) {
    AsRecord record = recordOf(state, c, &extra);
    status = asRecordComplete(&record, error);
    if (!status)
      status = asRecordAppendJson(lines, &record, error);
    asTextAppendString(lines, "\n");
  }
  asTextFree(&extra);
  return status;
}

static AsStatus measureTask(AsBatchTaskState *state, int before, AsText *lines,
                            AsError *error) {
  int count = state->task->numCandidates;
  if (!count)
    return AS_OK;
  AsStatus status = loadTask(state, error);
  if (status) {
    asServedTaskFree(&state->served);
    return asFailContext(error, "task %s", state->task->label);
  }
  state->results = asAlloc((size_t)count * sizeof *state->results);
  state->isFinal = asAlloc((size_t)count * sizeof *state->isFinal);
  asGpuProcessUseTasks(state->process, &state->served, 1);
  status = measureAll(state, before, error);
  if (!status && !*state->run->interrupted)
    status = asBatchTaskRemeasure(state, error);
  AsError problem;
  if (appendRecords(state, lines, &problem) && !status)
    status = asFail(error, problem.status, "%s", problem.message);
  asGpuProcessUseTasks(state->process, NULL, 0);
  asServedTaskFree(&state->served);
  free(state->results);
  free(state->isFinal);
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
    AsBatchTaskState state = {.batch = batch,
                              .task = &batch->tasks[t],
                              .run = &own,
                              .process = &process,
                              .driftReference = -1};
    status = measureTask(&state, before, lines, error);
    before += batch->tasks[t].numCandidates;
  }
  asGpuProcessClose(&process);
  munmap(report, sizeof *report);
  return status;
}
