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
#include "support/child-process.h"
#include "support/clock.h"
#include "support/packet.h"
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

static AsStatus replace(const AsConstEval *once, const AsMessage *reply,
                        AsError *error) {
  AsPacketReader reader = {reply->data, reply->length, false};
  const char *problem = asPacketString(&reader);
  size_t length;
  const char *bytes = asPacketBytes(&reader, &length);
  if (*problem)
    return asFail(error, AS_CHILD, "%s", problem);
  if (reader.failed || length != (size_t)once->bytes)
    return asFail(error, AS_CHILD, "the child process computed something else");
  asConstEvalReplace(once, bytes);
  return AS_OK;
}

static AsStatus compute(const AsConstEval *once, AsError *error) {
  double deadline = asClockNow() + patience;
  char worker[4096];
  AsText request = {0};
  AsChild child = {.socket = -1, .output = -1};
  AsMessage reply;
  AsStatus status = asWorkerFind(worker, sizeof worker, error);
  if (!status)
    status = asConstEvalRequest(once, &request, error);
  if (!status)
    status = asChildStart((char *[]){worker, "once", NULL}, 0, &child, error);
  if (!status && asChildSend(&child, AS_CONST_EVAL_REQUEST, request.data,
                             request.length, patience, error))
    status = failEnded(&child, error);
  asTextFree(&request);
  if (!status)
    status = receive(&child, deadline, &reply, error);
  if (!status)
    status = replace(once, &reply, error);
  asChildStop(&child, NULL, 0);
  return status;
}

void asRunEvaluateConstants(AsRun *run) {
  AsConstEval once;
  AsError error = {0};
  if (asConstEvalFind(run->module, &once) && compute(&once, &error))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "what constants determine is left to the first run: %s",
                  error.message);
  asConstEvalFree(&once);
}
