//===- builder.c - The pool of build workers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The searching process's side, see builder.h; the workers' is build-worker.c.
//
//===----------------------------------------------------------------------===//

#include "pool/builder.h"
#include "pool/build-protocol.h"
#include "support/arena.h"
#include "support/clock.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Worker {
  AsChild child;
  AsCoreSet core; ///< That it is pinned to, or empty.
  bool isReady;   ///< The child has said so.
  bool isGuest;
  bool isBusy;
  bool hasShare;    ///< Of its core.
  bool isStopped;   ///< Where it is,
  double stoppedAt; ///< since then.
  uint64_t tag;
  double started, deadline;
} Worker;

struct AsBuilder {
  AsBuilderOptions options;
  AsArena arena; ///< Of the strings in what follows, and of the arrays.
  const char *path;
  AsWorkerOptions workerOptions;
  Worker *workers;
  struct pollfd *descriptors; ///< One for each worker, and one more.
  bool isHeld;                ///< The guests are stopped.
};

static AsStatus startWorker(AsBuilder *builder, Worker *worker,
                            AsError *error) {
  worker->isBusy = worker->isReady = worker->isStopped = false;
  return asWorkerStart(AS_WORKER_BUILD, builder->path, &builder->workerOptions,
                       worker->core, &worker->child, error);
}

static const char *copy(AsBuilder *builder, const char *string) {
  return asArenaCopy(&builder->arena, string, strlen(string));
}

/// Gives each worker a core, as long as there are enough.
static void placeWorker(AsBuilder *builder, int w) {
  const AsBuilderOptions *options = &builder->options;
  int numResidents = options->numWorkers - options->numGuests;
  bool isGuest = w >= numResidents;
  AsCoreSet cores = isGuest ? options->guestCores : options->cores;
  int place = isGuest ? w - numResidents : w;
  if (cores.count)
    cores = asCoreSetCopy(asCoreSetSlice(cores, place % cores.count, 1),
                          &builder->arena);
  builder->workers[w] =
      (Worker){.child = {.socket = -1}, .core = cores, .isGuest = isGuest};
}

AsStatus asBuilderCreate(const AsBuilderOptions *options, AsBuilder **result,
                         AsError *error) {
  AsBuilder *builder = asAlloc(sizeof *builder);
  builder->options = *options;
  builder->path = copy(builder, options->worker);
  builder->workerOptions =
      (AsWorkerOptions){.triple = copy(builder, options->target->triple),
                        .cpu = copy(builder, options->target->cpu),
                        .features = copy(builder, options->target->features),
                        .fp = options->fp,
                        .threads = options->target->threads,
                        .memoryLimit = (int64_t)options->memoryLimit};
  builder->workers = asArenaArray(&builder->arena, Worker, options->numWorkers);
  builder->descriptors =
      asArenaArray(&builder->arena, struct pollfd, options->numWorkers + 1);
  for (int w = 0; w < options->numWorkers; w++)
    placeWorker(builder, w);
  AsStatus status = AS_OK;
  for (int w = 0; w < options->numWorkers && !status; w++)
    status = startWorker(builder, &builder->workers[w], error);
  if (status) {
    asBuilderDestroy(builder);
    return status;
  }
  *result = builder;
  return AS_OK;
}

void asBuilderDestroy(AsBuilder *builder) {
  if (!builder)
    return;
  asBuilderCancel(builder); // Gives back what is shared.
  for (int w = 0; w < builder->options.numWorkers; w++)
    asChildStop(&builder->workers[w].child, NULL, 0);
  asArenaDestroy(&builder->arena);
  free(builder);
}

//===----------------------------------------------------------------------===//
// Stopping and going on
//===----------------------------------------------------------------------===//

/// The leases of the worker's core; NULL where it needs none.
static AsLeases *leasesOf(const AsBuilder *builder, const Worker *worker) {
  return worker->core.count ? builder->options.leases : NULL;
}

static int coreOf(const Worker *worker) { return worker->core.list[0].number; }

static bool isHeld(const AsBuilder *builder, const Worker *worker) {
  return worker->isGuest && builder->isHeld;
}

/// Stops the worker where it is, or lets it go on. The time for which it is
/// stopped does not count.
static void setStopped(Worker *worker, bool isStopped) {
  if (worker->isStopped == isStopped || !worker->child.pid)
    return;
  double now = asClockNow();
  worker->isStopped = isStopped;
  kill(worker->child.pid, isStopped ? SIGSTOP : SIGCONT);
  if (!isStopped) {
    worker->started += now - worker->stoppedAt;
    worker->deadline += now - worker->stoppedAt;
  }
  worker->stoppedAt = now;
}

/// Has the worker run if it may: if it is not held, and shares its core while
/// it builds. It is stopped before others get the core.
static void settle(const AsBuilder *builder, Worker *worker) {
  AsLeases *leases = leasesOf(builder, worker);
  bool builds = worker->isBusy && !isHeld(builder, worker);
  bool loses = worker->hasShare &&
               (!builds || asLeasesAreWanted(leases, coreOf(worker)));
  if (leases && builds && !worker->hasShare)
    worker->hasShare = asLeasesShare(leases, coreOf(worker));
  bool mayBuild = !leases || (worker->hasShare && !loses);
  setStopped(worker, isHeld(builder, worker) || (builds && !mayBuild));
  if (loses) {
    asLeasesUnshare(leases, coreOf(worker));
    worker->hasShare = false;
  }
}

void asBuilderHold(AsBuilder *builder, bool hold) {
  if (builder->isHeld == hold)
    return;
  builder->isHeld = hold;
  for (int w = 0; w < builder->options.numWorkers; w++)
    settle(builder, &builder->workers[w]);
}

int asBuilderBusy(const AsBuilder *builder) {
  int busy = 0;
  for (int w = 0; w < builder->options.numWorkers; w++)
    busy += builder->workers[w].isBusy;
  return busy;
}

bool asBuilderWaits(const AsBuilder *builder) {
  bool waits = false;
  for (int w = 0; w < builder->options.numWorkers; w++) {
    const Worker *worker = &builder->workers[w];
    if (worker->isBusy && !worker->isStopped)
      return false;
    waits |= worker->isBusy && !isHeld(builder, worker);
  }
  return waits;
}

void asBuilderCancel(AsBuilder *builder) {
  for (int w = 0; w < builder->options.numWorkers; w++) {
    Worker *worker = &builder->workers[w];
    if (!worker->isBusy)
      continue;
    asChildStop(&worker->child, NULL, 0); // Started again when it is needed.
    worker->isBusy = worker->isStopped = false;
    settle(builder, worker);
  }
}

/// Whether the worker can be given a job.
static bool isIdle(const AsBuilder *builder, const Worker *worker) {
  return !worker->isBusy && !isHeld(builder, worker);
}

/// Whether it could also begin now.
static bool isFree(const AsBuilder *builder, const Worker *worker) {
  const AsLeases *leases = leasesOf(builder, worker);
  return isIdle(builder, worker) &&
         (!leases || asLeasesMayShare(leases, coreOf(worker)));
}

int asBuilderIdle(const AsBuilder *builder) {
  int idle = 0;
  for (int w = 0; w < builder->options.numWorkers; w++)
    idle += isFree(builder, &builder->workers[w]);
  return idle;
}

/// A worker that can build now, or else one that will have to wait.
static Worker *chooseWorker(AsBuilder *builder) {
  Worker *idle = NULL;
  for (int w = 0; w < builder->options.numWorkers; w++) {
    Worker *worker = &builder->workers[w];
    if (isFree(builder, worker))
      return worker;
    if (!idle && isIdle(builder, worker))
      idle = worker;
  }
  return idle;
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

/// Sees to it that the worker runs and has said READY.
static AsStatus makeReady(AsBuilder *builder, Worker *worker, AsError *error) {
  AsStatus status =
      worker->child.pid ? AS_OK : startWorker(builder, worker, error);
  if (!status && !worker->isReady)
    status = asWorkerAwaitReady(builder->path, &worker->child,
                                AS_WORKER_START_LIMIT, error);
  worker->isReady = !status;
  return status;
}

AsStatus asBuilderStart(AsBuilder *builder, const AsBuildJob *job,
                        AsError *error) {
  Worker *worker = chooseWorker(builder);
  if (!worker)
    return asFail(error, AS_INTERNAL, "no build worker is idle");
  // A second time, as a worker that died while idle is no fault of this job.
  AsStatus status = AS_CHILD;
  for (int attempt = 0; attempt < 2 && status == AS_CHILD; attempt++) {
    status = makeReady(builder, worker, error);
    if (!status)
      status = asWorkerSend(&worker->child, &asBuildJobLayout, job,
                            builder->options.timeLimit, error);
    if (status)
      asChildStop(&worker->child, NULL, 0);
  }
  if (status)
    return status;
  worker->isBusy = true;
  worker->tag = job->tag;
  worker->started = asClockNow();
  worker->deadline = worker->started + builder->options.timeLimit;
  settle(builder, worker);
  return AS_OK;
}

AsStatus asBuilderWait(AsBuilder *builder, int other, int milliseconds,
                       AsError *error) {
  nfds_t count = 0;
  for (int w = 0; w < builder->options.numWorkers; w++)
    if (builder->workers[w].isBusy && !builder->workers[w].isStopped)
      builder->descriptors[count++] = (struct pollfd){
          .fd = builder->workers[w].child.socket, .events = POLLIN};
  // poll(2) ignores a descriptor of -1.
  builder->descriptors[count++] =
      (struct pollfd){.fd = other, .events = POLLIN};
  if (poll(builder->descriptors, count, milliseconds) < 0 && errno != EINTR)
    return asFail(error, AS_IO, "poll: %s", strerror(errno));
  return AS_OK;
}

/// The worker is gone or must go: the end of its job, and a new worker for it.
static AsStatus replaceWorker(AsBuilder *builder, Worker *worker,
                              AsOutcome outcome, AsBuildResult *result,
                              AsError *error) {
  char how[512] = "";
  bool wasKilled = asChildStop(&worker->child, how, sizeof how);
  result->outcome = outcome == AS_OUTCOME_BUILD_CRASHED && wasKilled
                        ? AS_OUTCOME_KILLED
                        : outcome;
  if (outcome == AS_OUTCOME_BUILD_TIMEOUT)
    snprintf(result->message, sizeof result->message, "took longer than %.1f s",
             builder->options.timeLimit);
  else
    snprintf(result->message, sizeof result->message, "the build worker %s",
             how[0] ? how : "ended");
  return startWorker(builder, worker, error);
}

static void readResult(const AsMessage *message, AsBuildResult *result) {
  uint64_t tag = result->tag;
  if (!asWorkerRead(message, &asBuildResultLayout, NULL, result)) {
    asTextFree(&result->object);
    *result =
        (AsBuildResult){.outcome = AS_OUTCOME_BUILD_CRASHED,
                        .message = "the build worker sent another message than "
                                   "the result of a job"};
  }
  result->tag = tag;
}

AsStatus asBuilderPoll(AsBuilder *builder, AsBuildResult *result,
                       bool *finished, AsError *error) {
  *finished = false;
  for (int w = 0; w < builder->options.numWorkers; w++)
    settle(builder, &builder->workers[w]);
  for (int w = 0; w < builder->options.numWorkers && !*finished; w++) {
    Worker *worker = &builder->workers[w];
    if (!worker->isBusy || worker->isStopped)
      continue;
    *result = (AsBuildResult){.tag = worker->tag};
    AsMessage message;
    bool received = false;
    AsError died = {0};
    double now = asClockNow();
    AsStatus status = AS_OK;
    if (asChildReceive(&worker->child, &message, &received, &died))
      status = replaceWorker(builder, worker, AS_OUTCOME_BUILD_CRASHED, result,
                             error);
    else if (received)
      readResult(&message, result);
    else if (now > worker->deadline)
      status = replaceWorker(builder, worker, AS_OUTCOME_BUILD_TIMEOUT, result,
                             error);
    else
      continue;
    worker->isBusy = false;
    settle(builder, worker);
    *finished = true;
    result->seconds = now - worker->started;
    if (status)
      return status;
  }
  return AS_OK;
}

AsStatus asBuilderBuild(AsBuilder *builder, const AsBuildJob *job,
                        AsBuildResult *result, AsError *error) {
  AsStatus status = asBuilderStart(builder, job, error);
  bool finished = false;
  while (!status && !finished) {
    status = asBuilderWait(builder, -1, 100, error);
    if (!status)
      status = asBuilderPoll(builder, result, &finished, error);
  }
  return status;
}
