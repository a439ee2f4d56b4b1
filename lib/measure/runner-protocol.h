//===- runner-protocol.h - What a runner and its client say to each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runner says READY once, when it can take tasks. Then the client sends a
// TASK or a JOB and the runner answers each with one RESULT, in order.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RUNNER_PROTOCOL_H
#define AS_MEASURE_RUNNER_PROTOCOL_H

#include "measure/runner.h"
#include "support/child-process.h"
#include "support/text.h"

typedef enum AsRunnerMessage {
  AS_RUNNER_READY,
  AS_RUNNER_TASK,
  AS_RUNNER_JOB,
  AS_RUNNER_RESULT,
} AsRunnerMessage;

/// Writing appends to `packet`; reading gives back what points into `message`,
/// and false where the message is not whole.
void asRunnerPutTask(AsText *packet, const AsRunnerTask *task,
                     const char *symbol);
/// The buffers are allocated; the caller frees task->buffers, also on failure.
bool asRunnerGetTask(const AsMessage *message, AsRunnerTask *task,
                     const char **symbol);

void asRunnerPutJob(AsText *packet, const AsRunnerJob *job);
bool asRunnerGetJob(const AsMessage *message, AsRunnerJob *job);

void asRunnerPutResult(AsText *packet, const AsRunnerResult *result);
bool asRunnerGetResult(const AsMessage *message, AsRunnerResult *result);

/// Sets how it ended and why; the message is cut if it is too long.
void asRunnerFail(AsRunnerResult *result, AsOutcome outcome, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

#endif // AS_MEASURE_RUNNER_PROTOCOL_H
