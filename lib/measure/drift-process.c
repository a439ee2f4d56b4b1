//===- drift-process.c - A process that has the drift reference ready
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See drift-process.h.
//
//===----------------------------------------------------------------------===//

#include "measure/drift-process.h"
#include "measure/openmp.h"
#include "measure/runner-protocol.h"
#include "measure/runner-tasks.h"
#include "support/clock.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// Forks a child of the runner. Its id is in the report before it runs, so that
/// the runner knows of it whatever becomes of this process.
static pid_t forkSibling(AsJobReport *report) {
  return (pid_t)syscall(SYS_clone, CLONE_PARENT | CLONE_PARENT_SETTID | SIGCHLD,
                        NULL, &report->sibling, NULL, NULL);
}

/// Sets setting->driftReference.
static AsStatus load(const AsDriftProcess *process, AsKernelSetting *setting,
                     AsError *error) {
  const AsRunnerJob *job = process->job;
  AsStatus status = asLinkerLink(setting->pacerLinker, job->driftReference,
                                 job->driftReferenceLength, job->symbol,
                                 &setting->driftReference, error);
  if (!status && setting->driftReference.load)
    setting->driftReference.load(process->task->inputs); // It reads no other.
  return status;
}

/// The main loop. Returns the exit status.
static int serve(void *context) {
  const AsDriftProcess *process = context;
  const AsServedTask *task = process->task;
  AsKernelSetting setting = *process->setting;
  AsText inbox = {0};
  AsMessage message;
  AsError error = {0};
  AsStatus status = load(process, &setting, &error);
  if (!status)
    status = asParentSend(AS_WORKER_READY, NULL, 0, &error);
  while (!status && !(status = asParentReceive(&inbox, &message, &error))) {
    AsRunnerJob job;
    if (!asWorkerRead(&message, &asRunnerJobLayout, NULL, &job))
      return 1;
    pid_t pid = forkSibling(process->report);
    if (pid == 0)
      asKernelProcess(&setting, task, &job, false, process->report,
                      process->runner);
    status = asParentSend(AS_WORKER_RUN_RESULT, &pid, sizeof pid, &error);
  }
  return status == AS_NOT_FOUND ? 0 : 1; // The runner has gone.
}

//===----------------------------------------------------------------------===//
// The runner's side
//===----------------------------------------------------------------------===//

AsDriftProcess asDriftProcessNone(void) {
  return (AsDriftProcess){.child = {.socket = -1, .output = -1},
                          .patience = 10};
}

void asDriftProcessStop(AsDriftProcess *process) {
  asChildStop(&process->child, NULL, 0);
  process->has = (AsHash){0};
}

/// Ends the process, and what it forked without saying so. That may have
/// written to the report.
static void giveUp(AsDriftProcess *process) {
  AsJobReport *report = process->report;
  asDriftProcessStop(process);
  if (report->sibling > 0) {
    kill(-report->sibling, SIGKILL);
    kill(report->sibling, SIGKILL); // It may have no group yet.
    while (waitpid(report->sibling, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  memset(report, 0, sizeof *report);
}

/// Waits for the next message; false if none came in `seconds`.
static bool await(AsDriftProcess *process, double seconds, AsMessage *message) {
  double deadline = asClockNow() + seconds;
  bool received = false;
  AsStatus status = AS_OK;
  while (!status && !received) {
    status = asChildReceive(&process->child, message, &received, NULL);
    double left = deadline - asClockNow();
    struct pollfd ready = {.fd = process->child.socket, .events = POLLIN};
    if (!status && !received && left <= 0)
      return false;
    if (!status && !received)
      poll(&ready, 1, asChildTimeout(left));
  }
  return received;
}

/// Starts the process for the task and the drift reference of the job, in place
/// of that for another. One that failed is not tried again.
static bool start(AsDriftProcess *process, const AsHash *wanted) {
  AsMessage message;
  asChildStop(&process->child, NULL, 0);
  process->has = *wanted;
  process->runner = getpid();
  asServedTaskInherit(process->task, true);
  AsStatus status = asChildFork(serve, process, &process->child, NULL);
  asServedTaskInherit(process->task, false);
  if (!status && await(process, process->job->timeLimit, &message))
    return true;
  asChildStop(&process->child, NULL, 0);
  return false;
}

static bool suits(const AsRunnerJob *job) {
  return job->driftReferenceLength &&
         job->driftReferenceSeconds <= AS_LONG_RUN &&
         !asOpenMpNeeded(job->driftReference, job->driftReferenceLength) &&
         !asOpenMpNeeded(job->object, job->objectLength);
}

pid_t asDriftProcessFork(AsDriftProcess *process,
                         const AsKernelSetting *setting,
                         const AsServedTask *task, const AsRunnerJob *job,
                         AsJobReport *report) {
  if (!suits(job))
    return -1;
  process->setting = setting;
  process->task = task;
  process->job = job;
  process->report = report;
  AsHash wanted = asHashString(asHashStart(), task->name);
  wanted = asHashBytes(wanted, job->driftReference, job->driftReferenceLength);
  bool isOther =
      wanted.low != process->has.low || wanted.high != process->has.high;
  if (isOther ? !start(process, &wanted) : process->child.pid <= 0)
    return -1;
  AsRunnerJob own = *job; // It has the drift reference.
  own.driftReference = NULL;
  own.driftReferenceLength = 0;
  AsText packet = {0};
  asPacketPut(&asRunnerJobLayout, &own, &packet);
  AsMessage message;
  pid_t pid = -1;
  bool isAnswered =
      !asChildSend(&process->child, AS_WORKER_RUN_JOB, packet.data,
                   packet.length, process->patience, NULL) &&
      await(process, process->patience, &message) &&
      message.length == sizeof pid;
  asTextFree(&packet);
  if (isAnswered)
    memcpy(&pid, message.data, sizeof pid);
  else
    giveUp(process); // The next job starts another.
  return pid;
}
