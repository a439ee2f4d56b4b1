//===- runner-protocol.c - The messages of a runner
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/runner-protocol.h"
#include <stdarg.h>
#include <stdio.h>

/// Its bytes can be counted, and its numbers compared.
static bool bufferIsSane(const void *value) {
  const AsBuffer *buffer = value;
  return buffer->count >= 0 && buffer->tolerance >= 0 &&
         buffer->count <= INT64_MAX / asElementBytes(buffer->element);
}

static const AsPacketField bufferFields[] = {
    AS_PACKET_ENUM(AsBuffer, element, AsElement, AS_NUM_ELEMENTS),
    AS_PACKET_FIELD(AsBuffer, count),
    AS_PACKET_FIELD(AsBuffer, isResult),
    AS_PACKET_FIELD(AsBuffer, isWeight),
    AS_PACKET_FIELD(AsBuffer, extent),
    AS_PACKET_FIELD(AsBuffer, tolerance),
};
static const AsPacketLayout buffer =
    AS_PACKET_LAYOUT(0, AsBuffer, bufferFields, .isSane = bufferIsSane);

static const AsPacketField taskFields[] = {
    AS_PACKET_FIELD(AsRunnerTask, name),
    AS_PACKET_FIELD(AsRunnerTask, symbol),
    AS_PACKET_FIELD(AsRunnerTask, numBuffers),
    AS_PACKET_ARRAY(AsRunnerTask, buffers, numBuffers, AsBuffer, &buffer),
    AS_PACKET_FIELD(AsRunnerTask, seed),
    AS_PACKET_FIELD(AsRunnerTask, tolerance),
    AS_PACKET_BYTES(AsRunnerTask, reference, referenceLength),
    AS_PACKET_FIELD(AsRunnerTask, timeLimit),
    AS_PACKET_OPTIONAL(AsRunnerTask, expectedFile),
};
const AsPacketLayout asRunnerTaskLayout =
    AS_PACKET_LAYOUT(AS_WORKER_RUN_TASK, AsRunnerTask, taskFields);

static const AsPacketField jobFields[] = {
    AS_PACKET_FIELD(AsRunnerJob, task),
    AS_PACKET_FIELD(AsRunnerJob, symbol),
    AS_PACKET_BYTES(AsRunnerJob, object, objectLength),
    AS_PACKET_FIELD(AsRunnerJob, allowance),
    AS_PACKET_BYTES(AsRunnerJob, driftReference, driftReferenceLength),
    AS_PACKET_FIELD(AsRunnerJob, driftReferenceSeconds),
    AS_PACKET_FIELD(AsRunnerJob, bestRatio),
    AS_PACKET_FIELD(AsRunnerJob, giveUpFactor),
    AS_PACKET_FIELD(AsRunnerJob, timeLimit),
    AS_PACKET_FIELD(AsRunnerJob, runLimit),
    AS_PACKET_FIELD(AsRunnerJob, minSeconds),
    AS_PACKET_FIELD(AsRunnerJob, minRuns),
    AS_PACKET_FIELD(AsRunnerJob, maxRuns),
    AS_PACKET_FIELD(AsRunnerJob, flush),
    AS_PACKET_FIELD(AsRunnerJob, coldWeights),
};
const AsPacketLayout asRunnerJobLayout =
    AS_PACKET_LAYOUT(AS_WORKER_RUN_JOB, AsRunnerJob, jobFields);

static const AsPacketField resultFields[] = {
    AS_PACKET_ENUM(AsRunnerResult, outcome, AsOutcome, AS_NUM_OUTCOMES),
    AS_PACKET_CHARS(AsRunnerResult, message),
    AS_PACKET_FIELD(AsRunnerResult, deviation),
    AS_PACKET_FIELD(AsRunnerResult, tolerance),
    AS_PACKET_FIELD(AsRunnerResult, wallSeconds),
    AS_PACKET_FIELD(AsRunnerResult, atLeast),
    AS_PACKET_FIELD(AsRunnerResult, telemetry.clock),
    AS_PACKET_FIELD(AsRunnerResult, telemetry.memoryClock),
    AS_PACKET_FIELD(AsRunnerResult, telemetry.temperature),
    AS_PACKET_FIELD(AsRunnerResult, isPaced),
    AS_PACKET_FIELD(AsRunnerResult, numTimes),
    AS_PACKET_DOUBLES(AsRunnerResult, times, numTimes),
    AS_PACKET_DOUBLES(AsRunnerResult, paces, numTimes),
};
const AsPacketLayout asRunnerResultLayout =
    AS_PACKET_LAYOUT(AS_WORKER_RUN_RESULT, AsRunnerResult, resultFields);

void asRunnerFail(AsRunnerResult *result, AsOutcome outcome, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(result->message, sizeof result->message, format, arguments);
  va_end(arguments);
  result->outcome = outcome;
}
