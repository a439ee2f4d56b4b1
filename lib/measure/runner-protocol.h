//===- runner-protocol.h - The messages of a runner
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The client sends a TASK or a JOB, and the runner answers each with a RESULT.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RUNNER_PROTOCOL_H
#define AS_MEASURE_RUNNER_PROTOCOL_H

#include "measure/runner.h"
#include "worker/worker-protocol.h"

extern const AsPacketLayout asRunnerTaskLayout;   ///< AsRunnerTask
extern const AsPacketLayout asRunnerJobLayout;    ///< AsRunnerJob
extern const AsPacketLayout asRunnerResultLayout; ///< AsRunnerResult

/// Sets how it ended and why; the message is cut if it is too long.
void asRunnerFail(AsRunnerResult *result, AsOutcome outcome, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));

#endif // AS_MEASURE_RUNNER_PROTOCOL_H
