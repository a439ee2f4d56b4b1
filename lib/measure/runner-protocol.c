//===- runner-protocol.c - What a runner and its client say to each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Put and Get stand next to each other, field by field in the same order.
//
//===----------------------------------------------------------------------===//

#include "measure/runner-protocol.h"
#include "support/arena.h"
#include "support/packet.h"
#include <stdarg.h>
#include <stdio.h>

static AsPacketReader readerOf(const AsMessage *message) {
  return (AsPacketReader){message->data, message->length, false};
}

/// Everything was there, and nothing else.
static bool whole(const AsPacketReader *reader) {
  return !reader->failed && reader->left == 0;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

static bool bufferSane(const AsBuffer *buffer) {
  int bytes = asElementBytes(buffer->element);
  return bytes > 0 && buffer->count >= 0 && buffer->count <= INT64_MAX / bytes;
}

void asRunnerPutTask(AsText *packet, const AsRunnerTask *task,
                     const char *symbol) {
  asPacketPutString(packet, task->name);
  asPacketPutString(packet, symbol);
  asPacketPutInt(packet, (int64_t)task->seed);
  asPacketPutDouble(packet, task->tolerance);
  asPacketPutBytes(packet, task->reference, task->referenceLength);
  asPacketPutDouble(packet, task->timeLimit);
  asPacketPutString(packet, task->expectedFile ? task->expectedFile : "");
  asPacketPutInt(packet, task->numBuffers);
  for (int i = 0; i < task->numBuffers; i++) {
    asPacketPutInt(packet, task->buffers[i].element);
    asPacketPutInt(packet, task->buffers[i].count);
    asPacketPutInt(packet, task->buffers[i].isResult);
  }
}

bool asRunnerGetTask(const AsMessage *message, AsRunnerTask *task,
                     const char **symbol) {
  AsPacketReader reader = readerOf(message);
  *task = (AsRunnerTask){.name = asPacketString(&reader)};
  *symbol = asPacketString(&reader);
  task->seed = (uint64_t)asPacketInt(&reader);
  task->tolerance = asPacketDouble(&reader);
  task->reference = asPacketBytes(&reader, &task->referenceLength);
  task->timeLimit = asPacketDouble(&reader);
  const char *file = asPacketString(&reader);
  task->expectedFile = *file ? file : NULL;
  int64_t count = asPacketInt(&reader);
  // A buffer takes more than one byte, which bounds what is allocated.
  if (reader.failed || count < 0 || (uint64_t)count > reader.left)
    return false;
  AsBuffer *buffers = asAlloc((size_t)count * sizeof *buffers);
  task->buffers = buffers;
  task->numBuffers = (int)count;
  bool sane = true;
  for (int64_t i = 0; i < count; i++) {
    buffers[i].element = (AsElement)asPacketInt(&reader);
    buffers[i].count = asPacketInt(&reader);
    buffers[i].isResult = asPacketInt(&reader) != 0;
    sane = sane && bufferSane(&buffers[i]);
  }
  return sane && whole(&reader);
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

void asRunnerPutJob(AsText *packet, const AsRunnerJob *job) {
  asPacketPutString(packet, job->task);
  asPacketPutString(packet, job->symbol);
  asPacketPutBytes(packet, job->object, job->objectLength);
  asPacketPutDouble(packet, job->allowance);
  asPacketPutBytes(packet, job->driftReference, job->driftReferenceLength);
  asPacketPutDouble(packet, job->driftReferenceSeconds);
  asPacketPutDouble(packet, job->bestRatio);
  asPacketPutDouble(packet, job->giveUpFactor);
  asPacketPutDouble(packet, job->timeLimit);
  asPacketPutDouble(packet, job->runLimit);
  asPacketPutDouble(packet, job->minSeconds);
  asPacketPutInt(packet, job->minRuns);
  asPacketPutInt(packet, job->maxRuns);
  asPacketPutInt(packet, job->flush);
}

bool asRunnerGetJob(const AsMessage *message, AsRunnerJob *job) {
  AsPacketReader reader = readerOf(message);
  *job = (AsRunnerJob){.task = asPacketString(&reader)};
  job->symbol = asPacketString(&reader);
  job->object = asPacketBytes(&reader, &job->objectLength);
  job->allowance = asPacketDouble(&reader);
  job->driftReference = asPacketBytes(&reader, &job->driftReferenceLength);
  job->driftReferenceSeconds = asPacketDouble(&reader);
  job->bestRatio = asPacketDouble(&reader);
  job->giveUpFactor = asPacketDouble(&reader);
  job->timeLimit = asPacketDouble(&reader);
  job->runLimit = asPacketDouble(&reader);
  job->minSeconds = asPacketDouble(&reader);
  job->minRuns = (int)asPacketInt(&reader);
  job->maxRuns = (int)asPacketInt(&reader);
  job->flush = asPacketInt(&reader) != 0;
  return whole(&reader);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void asRunnerPutResult(AsText *packet, const AsRunnerResult *result) {
  asPacketPutInt(packet, result->outcome);
  asPacketPutString(packet, result->message);
  asPacketPutDouble(packet, result->deviation);
  asPacketPutDouble(packet, result->tolerance);
  asPacketPutDouble(packet, result->wallSeconds);
  asPacketPutDouble(packet, result->atLeast);
  asPacketPutInt(packet, result->telemetry.clock);
  asPacketPutInt(packet, result->telemetry.memoryClock);
  asPacketPutInt(packet, result->telemetry.temperature);
  asPacketPutInt(packet, result->isPaced);
  asPacketPutInt(packet, result->numTimes);
  for (int i = 0; i < result->numTimes; i++) {
    asPacketPutDouble(packet, result->times[i]);
    asPacketPutDouble(packet, result->paces[i]);
  }
}

bool asRunnerGetResult(const AsMessage *message, AsRunnerResult *result) {
  AsPacketReader reader = readerOf(message);
  *result = (AsRunnerResult){.outcome = (AsOutcome)asPacketInt(&reader)};
  snprintf(result->message, sizeof result->message, "%s",
           asPacketString(&reader));
  result->deviation = asPacketDouble(&reader);
  result->tolerance = asPacketDouble(&reader);
  result->wallSeconds = asPacketDouble(&reader);
  result->atLeast = asPacketDouble(&reader);
  result->telemetry.clock = (int)asPacketInt(&reader);
  result->telemetry.memoryClock = (int)asPacketInt(&reader);
  result->telemetry.temperature = (int)asPacketInt(&reader);
  result->isPaced = asPacketInt(&reader) != 0;
  int64_t count = asPacketInt(&reader);
  if (count < 0 || count > AS_MAX_TIMES)
    return false;
  result->numTimes = (int)count;
  for (int i = 0; i < result->numTimes; i++) {
    result->times[i] = asPacketDouble(&reader);
    result->paces[i] = asPacketDouble(&reader);
  }
  return whole(&reader);
}

void asRunnerFail(AsRunnerResult *result, AsOutcome outcome, const char *format,
                  ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(result->message, sizeof result->message, format, arguments);
  va_end(arguments);
  result->outcome = outcome;
}
