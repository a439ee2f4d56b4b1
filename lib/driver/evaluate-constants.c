//===- evaluate-constants.c - What constants determine, as constants
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lowering/constants/const-eval.h. A child process computes, as it runs
// code of the user's module. Without it the module is as good, but for the time
// of the first run and the memory.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "lowering/constants/const-eval.h"
#include "support/clock.h"
#include "worker/find-worker.h"
#include "worker/worker-protocol.h"
#include <poll.h>

/// Seconds for the whole of it.
static const double patience = 300;

static AsStatus failEnded(AsChild *child, AsError *error) {
  char how[512];
  asChildStop(child, how, sizeof how);
  return asFail(error, AS_CHILD, "the process that computes it %s", how);
}

static AsStatus receive(AsChild *child, double deadline, AsMessage *reply,
                        AsError *error) {
  bool received = false;
  while (!received) {
    double left = deadline - asClockNow();
    if (left <= 0)
      return asFail(error, AS_CHILD, "it takes more than %g seconds", patience);
    struct pollfd ready = {.fd = child->socket, .events = POLLIN};
    poll(&ready, 1, asChildTimeout(left));
    if (asChildReceive(child, reply, &received, error))
      return failEnded(child, error);
  }
  return AS_OK;
}

static AsStatus replace(const AsConstEval *once, const AsMessage *message,
                        AsError *error) {
  AsConstEvalReply reply;
  if (!asWorkerRead(message, &asConstEvalReplyLayout, NULL, &reply))
    return asFail(error, AS_CHILD,
                  "the process that computes it sent another message than the "
                  "reply");
  if (*reply.problem)
    return asFail(error, AS_CHILD, "%s", reply.problem);
  if (reply.arraysLength != (size_t)once->bytes)
    return asFail(error, AS_CHILD,
                  "the process that computes it sent %zu bytes, but the arrays "
                  "have %zu",
                  reply.arraysLength, (size_t)once->bytes);
  asConstEvalReplace(once, reply.arrays);
  return AS_OK;
}

/// Asks the worker, which loads while the request is written.
static AsStatus ask(const AsConstEval *once, const char *path, AsChild *child,
                    AsError *error) {
  AsText request = {0};
  AsStatus status = asConstEvalRequest(once, &request, error);
  if (!status)
    status = asWorkerAwaitReady(path, child, AS_WORKER_START_LIMIT, error);
  if (!status && asChildSend(child, asConstEvalRequestLayout.type, request.data,
                             request.length, patience, error))
    status = failEnded(child, error);
  asTextFree(&request);
  return status;
}

static AsStatus compute(const AsConstEval *once, const AsOptions *options,
                        AsError *error) {
  double deadline = asClockNow() + patience;
  char path[4096];
  AsChild child = {.socket = -1, .output = -1};
  AsMessage reply;
  AsStatus status = asWorkerFind(path, sizeof path, error);
  if (!status)
    status = asWorkerStart(
        AS_WORKER_ONCE, path,
        &(AsWorkerOptions){.memoryLimit = (int64_t)options->memoryLimit << 20},
        (AsCoreSet){0}, &child, error);
  if (!status)
    status = ask(once, path, &child, error);
  if (!status)
    status = receive(&child, deadline, &reply, error);
  if (!status)
    status = replace(once, &reply, error);
  asChildStop(&child, NULL, 0);
  return status;
}

void asRunEvaluateConstants(AsRun *run, MlirModule lowered) {
  AsConstEval once;
  AsError error = {0};
  if (asConstEvalFind(lowered, &once) && compute(&once, run->options, &error))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "what constants determine is left to the first run: %s",
                  error.message);
  asConstEvalFree(&once);
}
