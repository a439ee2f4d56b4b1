//===- device-process.c - The process that uses a GPU
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sends jobs to the process as messages. Results come back in the report, in
// shared memory, which is there however the process ends.
//
//===----------------------------------------------------------------------===//

#include "measure/gpu/device-process.h"
#include "measure/gpu/device-candidate.h"
#include "measure/runner-protocol.h"
#include "support/clock.h"
#include <poll.h>
#include <stdio.h>
#include <string.h>

/// Seconds that the driver may take to open a device, and a process to take a
/// job.
static const double startLimit = 50, sendLimit = 30;

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

static const AsServedTask *findTask(const AsGpuProcess *process,
                                    const char *name) {
  for (int t = 0; t < process->numTasks; t++)
    if (strcmp(process->tasks[t].name, name) == 0)
      return &process->tasks[t];
  return NULL;
}

/// The main loop of the fork. Returns its exit status.
static int serve(void *context) {
  const AsGpuProcess *process = context;
  AsJobReport *report = process->report;
  AsGpuSession session = {.isLost = false};
  AsError error = {0};
  AsText inbox = {0};
  AsMessage message;
  if (asGpuOpen(&session, process->uuid, &error) != AS_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  AsStatus status = asParentSend(AS_WORKER_READY, NULL, 0, &error);
  while (!status && !(status = asParentReceive(&inbox, &message, &error))) {
    AsRunnerJob job;
    const AsServedTask *task = NULL;
    if (asWorkerRead(&message, &asRunnerJobLayout, NULL, &job))
      task = findTask(process, job.task);
    if (!task)
      return 1;
    asGpuMeasure(&session, task, &job, report);
    report->done = true;
    if (session.isLost)
      return AS_GPU_LOST;
    status = asParentSend(AS_WORKER_RUN_RESULT, NULL, 0, &error);
  }
  return 0; // The runner has gone.
}

//===----------------------------------------------------------------------===//
// The runner's side
//===----------------------------------------------------------------------===//

/// Waits for a message until `deadline`. *received says whether one came.
static AsStatus waitForMessage(AsGpuProcess *process, double deadline,
                               bool *received, AsError *error) {
  AsMessage message;
  AsStatus status = AS_OK;
  *received = false;
  for (double left = 1; !status && !*received && left > 0;) {
    status = asChildReceive(&process->child, &message, received, error);
    left = deadline - asClockNow();
    struct pollfd ready = {.fd = process->child.socket, .events = POLLIN};
    if (!status && !*received && left > 0)
      poll(&ready, 1, asChildTimeout(left));
  }
  return status;
}

/// Starts the process unless it runs.
static AsStatus start(AsGpuProcess *process, AsError *error) {
  bool isReady;
  char how[512];
  if (process->child.pid > 0)
    return AS_OK;
  AsStatus status = asChildFork(serve, process, &process->child, error);
  if (status)
    return status;
  status = waitForMessage(process, asClockNow() + startLimit, &isReady, error);
  if (!status && isReady)
    return AS_OK;
  asChildStop(&process->child, how, sizeof how);
  const char *why = strchr(how, ':'); // What it printed, if anything.
  return status ? asFail(error, AS_UNSUPPORTED, "device %s: %s", process->uuid,
                         why ? why + 2 : how)
                : asFail(error, AS_UNSUPPORTED,
                         "device %s: the driver did not open it within %g s",
                         process->uuid, startLimit);
}

AsStatus asGpuProcessCreate(const char *uuid, AsJobReport *report,
                            AsGpuProcess *process, AsError *error) {
  *process = (AsGpuProcess){
      .uuid = uuid, .child = {.socket = -1, .output = -1}, .report = report};
  AsStatus status = asCudaLockDevice(uuid, &process->lock, error);
  return status ? status : start(process, error);
}

void asGpuProcessUseTasks(AsGpuProcess *process, const AsServedTask *tasks,
                          int numTasks) {
  asChildStop(&process->child, NULL, 0);
  process->tasks = tasks;
  process->numTasks = numTasks;
}

void asGpuProcessClose(AsGpuProcess *process) {
  asChildStop(&process->child, NULL, 0);
  asLeasesClose(process->lock);
  process->lock = NULL;
}

/// Sends the job to the process; to a new one if it has ended.
static AsStatus sendJob(AsGpuProcess *process, const AsText *packet,
                        AsError *error) {
  AsStatus status = AS_CHILD;
  for (int attempt = 0; attempt < 2 && status == AS_CHILD; attempt++) {
    if (attempt)
      asChildStop(&process->child, NULL, 0);
    status = start(process, error);
    if (!status)
      status = asChildSend(&process->child, AS_WORKER_RUN_JOB, packet->data,
                           packet->length, sendLimit, error);
  }
  return status;
}

AsStatus asGpuProcessMeasure(AsGpuProcess *process, const AsRunnerJob *job,
                             AsRunnerResult *result, AsError *error) {
  AsJobReport *report = process->report;
  AsText packet = {0};
  memset(report, 0, sizeof *report);
  *result = (AsRunnerResult){.outcome = AS_OUTCOME_OK};
  asPacketPut(&asRunnerJobLayout, job, &packet);
  AsStatus status = sendJob(process, &packet, error);
  asTextFree(&packet);
  if (status)
    return status;
  double began = asClockNow();
  bool isAnswered;
  AsError end;
  bool hasEnded = waitForMessage(process, began + job->timeLimit, &isAnswered,
                                 &end) != AS_OK;
  double now = asClockNow();
  bool isRunning = report->stage == AS_JOB_STAGE_RUNNING;
  char how[256] = "";
  bool wasKilled = !isAnswered && asChildStop(&process->child, how, sizeof how);
  if (report->done)
    *result = report->result;
  else if (hasEnded)
    asRunnerFail(result, wasKilled ? AS_OUTCOME_KILLED : AS_OUTCOME_RUN_CRASHED,
                 "the device's process %s %s", how,
                 asJobStagePhrase(report->stage));
  else {
    asRunnerFail(result, AS_OUTCOME_RUN_TIMEOUT,
                 "ran longer than its limit of %g s", job->timeLimit);
    result->atLeast = isRunning ? now - report->running : 0;
  }
  result->wallSeconds = asClockNow() - began;
  return AS_OK;
}
