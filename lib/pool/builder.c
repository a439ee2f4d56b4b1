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
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
  bool isKept; ///< The object is to be kept,
  AsHash key;  ///< under this key.
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
  AsHash setting;             ///< Of what makes code, beside the job.
  bool hasReused;             ///< There is an object that was not built.
  AsBuildResult reused;
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

/// What a worker is told, borrowing strings.
static AsWorkerOptions workerOptionsOf(const AsBuilderOptions *options) {
  const AsTarget *target = options->target;
  return (AsWorkerOptions){.triple = target->triple,
                           .cpu = target->cpu,
                           .features = target->features,
                           .fp = options->fp,
                           .threads = target->threads,
                           .memoryLimit = (int64_t)options->memoryLimit};
}

AsHash asBuilderSetting(const AsBuilderOptions *options) {
  AsWorkerOptions told = workerOptionsOf(options);
  told.memoryLimit = 0;
  AsText texts[AS_MAX_WORKER_OPTIONS] = {0};
  int count = asWorkerOptionsFormat(AS_WORKER_BUILD, &told, texts);
  AsHash hash = asHashString(asHashStart(), options->compiler);
  for (int t = 0; t < count; t++) {
    hash = asHashString(hash, texts[t].data);
    asTextFree(&texts[t]);
  }
  struct stat file = {0};
  stat(options->worker, &file);
  hash = asHashInt(hash, file.st_size);
  hash = asHashInt(hash, file.st_mtim.tv_sec);
  hash = asHashInt(hash, file.st_mtim.tv_nsec);
  char *host[] = {LLVMGetHostCPUName(), LLVMGetHostCPUFeatures()};
  for (int h = 0; h < 2; h++) {
    hash = asHashString(hash, host[h]);
    LLVMDisposeMessage(host[h]);
  }
  return hash;
}

AsStatus asBuilderCreate(const AsBuilderOptions *options, AsBuilder **result,
                         AsError *error) {
  AsBuilder *builder = asAlloc(sizeof *builder);
  builder->options = *options;
  builder->path = copy(builder, options->worker);
  AsWorkerOptions *told = &builder->workerOptions;
  *told = workerOptionsOf(options);
  told->triple = copy(builder, told->triple);
  told->cpu = copy(builder, told->cpu);
  told->features = copy(builder, told->features);
  if (options->objects)
    builder->setting = asBuilderSetting(options);
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
  int busy = builder->hasReused;
  for (int w = 0; w < builder->options.numWorkers; w++)
    busy += builder->workers[w].isBusy;
  return busy;
}

bool asBuilderWaits(const AsBuilder *builder) {
  bool waits = false;
  if (builder->hasReused)
    return false;
  for (int w = 0; w < builder->options.numWorkers; w++) {
    const Worker *worker = &builder->workers[w];
    if (worker->isBusy && !worker->isStopped)
      return false;
    waits |= worker->isBusy && !isHeld(builder, worker);
  }
  return waits;
}

void asBuilderCancel(AsBuilder *builder) {
  asTextFree(&builder->reused.object);
  builder->hasReused = false;
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
  for (int w = 0; w < builder->options.numWorkers && !builder->hasReused; w++)
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

/// The hash of all that the object of a job depends on. The text of a task has
/// places, which do not matter; its hash has what does.
static AsHash keyOf(const AsBuilder *builder, const AsBuildJob *job) {
  AsBuildJob named = *job;
  named.task = job->hash;
  AsText packet = {0};
  asPacketPut(&asBuildJobLayout, &named, &packet);
  AsHash key = asHashBytes(builder->setting, packet.data, packet.length);
  asTextFree(&packet);
  return key;
}

/// Whether the object of the job is there already.
static bool reuse(AsBuilder *builder, AsHash key, const AsBuildJob *job) {
  AsBuildResult result = {
      .tag = job->tag, .outcome = AS_OUTCOME_BUILT, .isReused = true};
  if (!asObjectCacheGet(builder->options.objects, key, &result.object,
                        &result.seconds))
    return false;
  builder->reused = result;
  return builder->hasReused = true;
}

AsStatus asBuilderStart(AsBuilder *builder, const AsBuildJob *job,
                        AsError *error) {
  Worker *worker = chooseWorker(builder);
  if (!worker || builder->hasReused)
    return asFail(error, AS_INTERNAL, "no build worker is idle");
  bool isKept = builder->options.objects && job->hash;
  AsHash key = isKept ? keyOf(builder, job) : (AsHash){0};
  if (isKept && reuse(builder, key, job))
    return AS_OK;
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
  worker->isKept = isKept;
  worker->key = key;
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
  if (builder->hasReused)
    milliseconds = 0;
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

/// The object of a job that a worker has ended.
static void keep(const AsBuilder *builder, const Worker *worker,
                 const AsBuildResult *result) {
  if (worker->isKept && result->outcome == AS_OUTCOME_BUILT)
    asObjectCachePut(builder->options.objects, worker->key, &result->object,
                     result->seconds);
}

AsStatus asBuilderPoll(AsBuilder *builder, AsBuildResult *result,
                       bool *finished, AsError *error) {
  *finished = builder->hasReused;
  if (*finished) {
    *result = builder->reused;
    builder->reused = (AsBuildResult){0};
    builder->hasReused = false;
    return AS_OK;
  }
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
    keep(builder, worker, result);
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
