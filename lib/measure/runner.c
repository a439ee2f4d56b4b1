//===- runner.c - The client's side of a runner
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runner itself keeps the limits of tasks and jobs. The client only looks
// after the runner: when it dies or does not answer it is started again, and a
// task is told again when the next job for it comes.
//
//===----------------------------------------------------------------------===//

#include "measure/runner.h"
#include "measure/runner-protocol.h"
#include "support/arena.h"
#include "support/clock.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// How much longer than a limit says we wait for the runner to enforce it.
static const double jobGrace = 3, taskGrace = 30;
/// A device may have to be opened before a job.
static const double deviceGrace = 60;
/// How long a runner may take to take a message when idle.
static const double sendLimit = 30;

/// A task as the runner is told it.
typedef struct KnownTask {
  char *name;
  AsText packet;
  double patience; ///< Seconds until a runner that got it must have answered.
  bool told;       ///< The runner of now knows it.
} KnownTask;

struct AsRunner {
  AsArena arena; ///< Of the list of cores.
  char *worker;
  AsCoreSet cores;
  AsWorkerOptions options;
  char *device; ///< That of the options; NULL for the CPU.
  AsChild child;
  KnownTask *tasks;
  int numTasks;
  bool inFlight;        ///< A task or a job waits for its result.
  double sent, overdue; ///< When it was sent; when we stop waiting.
};

//===----------------------------------------------------------------------===//
// The life of the process
//===----------------------------------------------------------------------===//

/// Waits until there may be a message, at most until `deadline`.
static void waitFor(const AsRunner *runner, double deadline) {
  struct pollfd ready = {.fd = runner->child.socket, .events = POLLIN};
  poll(&ready, 1, asChildTimeout(deadline - asClockNow()));
}

/// Replaces the process, if there is one, by a new one that knows no tasks.
static AsStatus startAgain(AsRunner *runner, AsError *error) {
  asChildStop(&runner->child, NULL, 0);
  runner->inFlight = false;
  for (int i = 0; i < runner->numTasks; i++)
    runner->tasks[i].told = false;
  // A second time, should somebody have killed the first one.
  AsStatus status = AS_CHILD;
  for (int attempt = 0; attempt < 2 && status == AS_CHILD; attempt++) {
    status = asWorkerStart(AS_WORKER_RUN, runner->worker, &runner->options,
                           runner->cores, &runner->child, error);
    if (!status)
      status = asWorkerAwaitReady(runner->worker, &runner->child,
                                  AS_WORKER_START_LIMIT, error);
  }
  return status;
}

AsStatus asRunnerCreate(const AsRunnerOptions *options, AsRunner **result,
                        AsError *error) {
  AsRunner *runner = asAlloc(sizeof *runner);
  runner->worker = asCopyString(options->worker);
  int threads = options->threads > 0 ? options->threads : 1;
  runner->cores = asCoreSetCopy(options->cores, &runner->arena);
  runner->device = options->device ? asCopyString(options->device) : NULL;
  runner->options =
      (AsWorkerOptions){.threads = threads,
                        .memoryLimit = (int64_t)options->memoryLimit,
                        .device = runner->device};
  AsStatus status = startAgain(runner, error);
  if (status == AS_OK)
    *result = runner;
  else
    asRunnerDestroy(runner);
  return status;
}

void asRunnerDestroy(AsRunner *runner) {
  if (!runner)
    return;
  asChildStop(&runner->child, NULL, 0);
  for (int i = 0; i < runner->numTasks; i++) {
    free(runner->tasks[i].name);
    asTextFree(&runner->tasks[i].packet);
  }
  free(runner->tasks);
  free(runner->worker);
  free(runner->device);
  asArenaDestroy(&runner->arena);
  free(runner);
}

//===----------------------------------------------------------------------===//
// Asking and being answered
//===----------------------------------------------------------------------===//

static AsStatus ask(AsRunner *runner, uint32_t type, const AsText *packet,
                    double patience, AsError *error) {
  AsStatus status = asChildSend(&runner->child, type, packet->data,
                                packet->length, sendLimit, error);
  if (status != AS_OK)
    return status;
  runner->inFlight = true;
  runner->sent = asClockNow();
  runner->overdue = runner->sent + patience;
  return AS_OK;
}

/// What is known of a job that the runner was lost with.
static AsRunnerResult lostResult(const AsRunner *runner) {
  return (AsRunnerResult){.wallSeconds = asClockNow() - runner->sent};
}

int asRunnerDescriptor(const AsRunner *runner) { return runner->child.socket; }

AsStatus asRunnerPoll(AsRunner *runner, AsRunnerResult *result, bool *finished,
                      AsError *error) {
  AsMessage message;
  bool received = false;
  *finished = false;
  AsStatus status = asChildReceive(&runner->child, &message, &received, error);
  if (status == AS_OK && !received) {
    if (!runner->inFlight || asClockNow() < runner->overdue)
      return AS_OK;
    *result = lostResult(runner);
    asRunnerFail(result, AS_OUTCOME_KILLED,
                 "the runner did not answer in time");
    *finished = true;
    return startAgain(runner, error);
  }
  bool understood = status == AS_OK && runner->inFlight &&
                    asWorkerRead(&message, &asRunnerResultLayout, NULL, result);
  *finished = runner->inFlight;
  if (understood) {
    runner->inFlight = false;
    return AS_OK;
  }
  // It died, or it is out of its mind.
  char how[512];
  bool wasKilled = asChildStop(&runner->child, how, sizeof how);
  if (runner->inFlight) {
    *result = lostResult(runner);
    asRunnerFail(result, wasKilled ? AS_OUTCOME_KILLED : AS_OUTCOME_RUN_CRASHED,
                 "during the job the runner %s", how);
  }
  return startAgain(runner, error);
}

/// Polls until the result is there.
static AsStatus await(AsRunner *runner, AsRunnerResult *result,
                      AsError *error) {
  for (;;) {
    bool finished;
    AsStatus status = asRunnerPoll(runner, result, &finished, error);
    if (status != AS_OK || finished)
      return status;
    waitFor(runner, runner->overdue);
  }
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

static KnownTask *findTask(AsRunner *runner, const char *name) {
  for (int i = 0; i < runner->numTasks; i++)
    if (strcmp(runner->tasks[i].name, name) == 0)
      return &runner->tasks[i];
  return NULL;
}

/// Has the runner run the reference of `task`. Where the runner had died it is
/// started again, once.
static AsStatus tell(AsRunner *runner, KnownTask *task, AsRunnerResult *result,
                     AsError *error) {
  AsStatus status =
      ask(runner, AS_WORKER_RUN_TASK, &task->packet, task->patience, error);
  if (status == AS_CHILD) {
    status = startAgain(runner, error);
    if (status == AS_OK)
      status =
          ask(runner, AS_WORKER_RUN_TASK, &task->packet, task->patience, error);
  }
  if (status == AS_OK)
    status = await(runner, result, error);
  // A runner that does not know the task says so when it gets a job for it.
  task->told = status == AS_OK && result->outcome == AS_OUTCOME_OK;
  return status;
}

static KnownTask *addTask(AsRunner *runner, const char *name) {
  runner->tasks = asRealloc(runner->tasks, (size_t)(runner->numTasks + 1) *
                                               sizeof *runner->tasks);
  KnownTask *task = &runner->tasks[runner->numTasks++];
  *task = (KnownTask){.name = asCopyString(name)};
  return task;
}

static void removeTask(AsRunner *runner, KnownTask *task) {
  free(task->name);
  asTextFree(&task->packet);
  *task = runner->tasks[--runner->numTasks];
}

AsStatus asRunnerAddTask(AsRunner *runner, const AsRunnerTask *task,
                         AsRunnerResult *result, AsError *error) {
  if (runner->inFlight)
    return asFail(error, AS_INTERNAL, "the runner is busy with a job");
  KnownTask *known = findTask(runner, task->name);
  if (!known)
    known = addTask(runner, task->name);
  asTextClear(&known->packet);
  asPacketPut(&asRunnerTaskLayout, task, &known->packet);
  known->patience = task->timeLimit + taskGrace;
  AsStatus status = tell(runner, known, result, error);
  if (!known->told)
    removeTask(runner, known);
  return status;
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

AsStatus asRunnerStart(AsRunner *runner, const AsRunnerJob *job,
                       AsError *error) {
  if (runner->inFlight)
    return asFail(error, AS_INTERNAL, "the runner is busy with a job");
  KnownTask *task = findTask(runner, job->task);
  if (!task)
    return asFail(error, AS_NOT_FOUND, "the runner knows no task '%s'",
                  job->task);
  AsText packet = {0};
  asPacketPut(&asRunnerJobLayout, job, &packet);
  AsStatus status = AS_CHILD;
  double grace = runner->device ? deviceGrace : jobGrace;
  // A second time, should the runner turn out to be dead.
  for (int attempt = 0; attempt < 2 && status == AS_CHILD; attempt++) {
    AsRunnerResult again;
    status = attempt ? startAgain(runner, error) : AS_OK;
    if (status == AS_OK && !task->told)
      status = tell(runner, task, &again, error);
    if (status == AS_OK)
      status = ask(runner, AS_WORKER_RUN_JOB, &packet, job->timeLimit + grace,
                   error);
  }
  asTextFree(&packet);
  return status;
}

AsStatus asRunnerMeasure(AsRunner *runner, const AsRunnerJob *job,
                         AsRunnerResult *result, AsError *error) {
  AsStatus status = asRunnerStart(runner, job, error);
  return status == AS_OK ? await(runner, result, error) : status;
}
