//===- runner-server.c - The runner's side
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runner does nothing dangerous itself: it keeps the tasks and forks a
// process for each job, which dies with it, is alone in its process group, and
// is killed when its time is over. That is so for references, and for
// candidates on the CPU; those for a GPU share a fork (gpu/process.h). A
// candidate that runs beside a drift reference is forked from a process that
// has it already (drift-process.h).
//
//===----------------------------------------------------------------------===//

#include "measure/candidate-process.h"
#include "measure/drift-process.h"
#include "measure/gpu/device-process.h"
#include "measure/runner-protocol.h"
#include "measure/runner-tasks.h"
#include "support/arena.h"
#include "support/clock.h"
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Server {
  AsKernelSetting setting;
  AsServedTask *tasks;
  int numTasks;
  AsJobReport *report; ///< Shared with the fork of the moment.
  const char *device;  ///< UUID of a GPU; NULL for the CPU.
  AsGpuProcess gpu;    ///< Where there is a device.
  AsDriftProcess drift;
} Server;

//===----------------------------------------------------------------------===//
// One fork
//===----------------------------------------------------------------------===//

/// How waiting for a fork came to its end.
typedef enum Wait { ENDED, LATE, EARLY_STOPPED } Wait;

/// How often to look whether the first run has begun, in seconds.
static const double glance = 0.05;

/// When the time of a job that began at `start` is over, as far as is known:
/// what runs beside the candidate gets as much for itself.
static double deadlineOf(const AsRunnerJob *job, const AsJobReport *report,
                         double start) {
  double since = report->asideSince;
  return job->timeLimit + (since > 0 ? since : start + report->aside);
}

/// Waits until the process has ended, or is to be stopped.
static Wait waitFor(pid_t pid, const AsRunnerJob *job,
                    const AsJobReport *report) {
  int process = (int)syscall(SYS_pidfd_open, pid, 0);
  double start = asClockNow();
  Wait wait = process < 0 ? LATE : ENDED;
  for (int ready = 0; process >= 0 && ready <= 0;) {
    double now = asClockNow(), deadline = deadlineOf(job, report, start);
    double until = deadline;
    if (job->runLimit > 0 && report->stage < AS_JOB_STAGE_CHECKING)
      until = fmin(deadline, report->stop > 0 ? report->stop : now + glance);
    if (now >= deadline || (now >= until && report->stop > 0)) {
      wait = now >= deadline ? LATE : EARLY_STOPPED;
      break;
    }
    struct pollfd end = {.fd = process, .events = POLLIN};
    ready = poll(&end, 1, asChildTimeout(until - now));
  }
  if (process >= 0)
    close(process);
  return wait;
}

static void failLate(const AsRunnerJob *job, const AsJobReport *report,
                     AsRunnerResult *result) {
  if (report->asideSince > 0)
    asRunnerFail(result, AS_OUTCOME_RUN_TIMEOUT,
                 "what it was to be timed beside took longer than %g s",
                 job->timeLimit);
  else if (report->stage == AS_JOB_STAGE_LOADING)
    asRunnerFail(result, AS_OUTCOME_RUN_TIMEOUT,
                 "packed its constants for longer than its limit of %g s",
                 job->timeLimit);
  else
    asRunnerFail(result, AS_OUTCOME_RUN_TIMEOUT,
                 "ran longer than its limit of %g s", job->timeLimit);
}

static void failDeath(int status, AsJobStage stage, AsRunnerResult *result) {
  if (WIFSIGNALED(status)) {
    char how[128];
    asChildDescribeEnd(status, how, sizeof how);
    asRunnerFail(result,
                 WTERMSIG(status) == SIGKILL ? AS_OUTCOME_KILLED
                                             : AS_OUTCOME_RUN_CRASHED,
                 "the kernel %s %s", how, asJobStagePhrase(stage));
  } else
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED,
                 "the kernel ended the process with status %d",
                 WEXITSTATUS(status));
}

/// Starts a process that does `job`. Its id, or -1.
static pid_t startProcess(Server *server, const AsServedTask *task,
                          const AsRunnerJob *job, bool isReference) {
  pid_t runner = getpid();
  if (isReference)
    asDriftProcessStop(&server->drift); // It has another one's weights.
  pid_t pid = isReference ? -1
                          : asDriftProcessFork(&server->drift, &server->setting,
                                               task, job, server->report);
  if (pid > 0)
    return pid;
  // A device's process, which is another fork, has the inputs of all tasks.
  if (!server->device)
    asServedTaskInherit(task, true);
  pid = fork();
  if (pid == 0)
    asKernelProcess(&server->setting, task, job, isReference, server->report,
                    runner);
  if (!server->device)
    asServedTaskInherit(task, false);
  return pid;
}

/// Does `job` in a process, whatever comes of it.
static void runForked(Server *server, const AsServedTask *task,
                      const AsRunnerJob *job, bool isReference,
                      AsRunnerResult *result) {
  double start = asClockNow();
  AsJobReport *report = server->report;
  memset(report, 0, sizeof *report);
  *result = (AsRunnerResult){.tolerance = task->tolerance + job->allowance};
  pid_t pid = startProcess(server, task, job, isReference);
  if (pid < 0) {
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED,
                 "cannot start a process for the kernel: %s", strerror(errno));
    return;
  }
  setpgid(pid, pid); // As the fork does: whoever comes first.
  Wait wait = waitFor(pid, job, report);
  bool isRunning = report->stage == AS_JOB_STAGE_RUNNING;
  double now = asClockNow();
  // The whole group, also where the process has ended: it may have forked.
  kill(-pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  if (report->done)
    *result = report->result;
  else if (wait == ENDED)
    failDeath(status, report->stage, result);
  else if (wait == EARLY_STOPPED)
    asRunnerFail(result, AS_OUTCOME_EARLY_STOPPED,
                 "was stopped after %.2g s, as the best takes much less",
                 now - report->running);
  else
    failLate(job, report, result);
  if (!report->done && wait != ENDED && isRunning)
    result->atLeast = now - report->running;
  result->wallSeconds = asClockNow() - start;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static AsServedTask *findTask(Server *server, const char *name) {
  for (int i = 0; i < server->numTasks; i++)
    if (strcmp(server->tasks[i].name, name) == 0)
      return &server->tasks[i];
  return NULL;
}

/// Takes over *task, in place of one with the same name.
static void keepTask(Server *server, AsServedTask *task) {
  AsServedTask *place = findTask(server, task->name);
  if (place)
    asServedTaskFree(place);
  else {
    server->tasks =
        asRealloc(server->tasks, (size_t)(server->numTasks + 1) * sizeof *task);
    place = &server->tasks[server->numTasks++];
  }
  *place = *task;
  if (server->device)
    asGpuProcessUseTasks(&server->gpu, server->tasks, server->numTasks);
}

/// Runs the reference on other inputs first, where a result has few elements:
/// by how much they may deviate then does not depend on whether terms happen to
/// cancel. A reference that is slow, or fails, tells no more.
static void findMagnitudes(Server *server, AsServedTask *served,
                           const AsRunnerJob *reference, uint64_t seed) {
  static const int otherInputs = 2;
  static const double quick = 0.5; // Seconds.
  AsRunnerJob job = *reference;
  job.timeLimit = fmin(job.timeLimit, quick);
  AsRunnerResult result = {.outcome = AS_OUTCOME_OK};
  for (int i = 1; i <= otherInputs && result.outcome == AS_OUTCOME_OK; i++) {
    asServedTaskFill(served, seed + (uint64_t)i);
    runForked(server, served, &job, true, &result);
    if (result.outcome == AS_OUTCOME_OK)
      asServedTaskNoteMagnitudes(served);
  }
  asServedTaskFill(served, seed);
}

static void serveTask(Server *server, const AsRunnerTask *task,
                      AsRunnerResult *result) {
  AsError error = {0};
  AsServedTask served;
  AsStatus status = asServedTaskCreate(task, &served, &error);
  if (status == AS_OK) {
    AsRunnerJob job = {.task = task->name,
                       .symbol = task->symbol,
                       .object = task->reference,
                       .objectLength = task->referenceLength,
                       .timeLimit = task->timeLimit};
    if (asServedTaskHasFewResults(&served))
      findMagnitudes(server, &served, &job, task->seed);
    runForked(server, &served, &job, true, result);
    if (result->outcome == AS_OUTCOME_OK)
      status = asServedTaskSettle(&served, &error);
    if (result->outcome == AS_OUTCOME_OK && !status && task->expectedFile)
      status = asServedTaskWriteExpected(&served, task->expectedFile, &error);
  }
  if (status != AS_OK) {
    *result = (AsRunnerResult){.tolerance = task->tolerance};
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED, "%s", error.message);
  }
  if (result->outcome == AS_OUTCOME_OK)
    keepTask(server, &served);
  else
    asServedTaskFree(&served);
}

static AsStatus serveJob(Server *server, const AsRunnerJob *job,
                         AsRunnerResult *result, AsError *error) {
  const AsServedTask *task = findTask(server, job->task);
  if (task && server->device)
    return asGpuProcessMeasure(&server->gpu, job, result, error);
  if (task) {
    runForked(server, task, job, false, result);
    return AS_OK;
  }
  *result = (AsRunnerResult){0};
  asRunnerFail(result, AS_OUTCOME_RUN_CRASHED,
               "the runner was started again and the reference did not run any "
               "more, so that there is nothing to compare with");
  return AS_OK;
}

/// Answers one message; fails if it was none of ours, or if there is no device
/// any more.
static AsStatus answer(Server *server, const AsMessage *message,
                       AsRunnerResult *result, AsError *error) {
  AsRunnerJob job;
  if (asWorkerRead(message, &asRunnerJobLayout, NULL, &job))
    return serveJob(server, &job, result, error);
  AsArena arena = {0};
  AsRunnerTask task;
  bool isTask = asWorkerRead(message, &asRunnerTaskLayout, &arena, &task);
  if (isTask)
    serveTask(server, &task, result);
  asArenaDestroy(&arena);
  return isTask ? AS_OK
                : asFail(error, AS_CHILD,
                         "expected a task or a job, but got another message");
}

/// Until the parent goes, which is the one proper end.
static int serve(Server *server) {
  AsError error = {0};
  AsText inbox = {0};
  AsMessage message;
  AsRunnerResult result;
  AsStatus status = asWorkerSayReady(&error);
  while (status == AS_OK) {
    status = asParentReceive(&inbox, &message, &error);
    if (status == AS_OK) {
      status = answer(server, &message, &result, &error);
      // Not the parent: there is something to say to that.
      status = status == AS_NOT_FOUND ? AS_UNSUPPORTED : status;
    }
    if (status == AS_OK)
      status = asWorkerReply(&asRunnerResultLayout, &result, &error);
  }
  asTextFree(&inbox);
  if (status == AS_NOT_FOUND)
    return 0;
  fprintf(stderr, "as-worker run: %s\n", error.message);
  return 1;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

int asRunnerServe(const AsWorkerOptions *options) {
  AsArena arena = {0};
  Server server = {.setting = {.threads = (int)options->threads,
                               .cores = asCoreSetAllowed(&arena),
                               .memoryLimit = (size_t)options->memoryLimit},
                   .device = options->device,
                   .drift = asDriftProcessNone()};
  AsError error = {0};
  if (asLinkerCreate(&server.setting.linker, &error) != AS_OK ||
      asLinkerCreate(&server.setting.pacerLinker, &error) != AS_OK) {
    fprintf(stderr, "as-worker run: %s\n", error.message);
    return 1;
  }
  server.report = mmap(NULL, sizeof *server.report, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (server.report == MAP_FAILED) {
    fprintf(stderr, "as-worker run: no memory: %s\n", strerror(errno));
    return 1;
  }
  if (server.device && asGpuProcessCreate(server.device, server.report,
                                          &server.gpu, &error) != AS_OK) {
    fprintf(stderr, "%s\n", error.message);
    asGpuProcessClose(&server.gpu);
    return 1;
  }
  int status = serve(&server);
  asDriftProcessStop(&server.drift);
  if (server.device)
    asGpuProcessClose(&server.gpu);
  for (int i = 0; i < server.numTasks; i++)
    asServedTaskFree(&server.tasks[i]);
  free(server.tasks);
  asArenaDestroy(&arena);
  return status;
}
