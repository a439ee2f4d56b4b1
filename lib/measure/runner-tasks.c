//===- runner-tasks.c - The tasks that a runner knows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/runner-tasks.h"
#include "measure/guarded-buffers.h"
#include "support/arena.h"
#include "support/packet.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/// What is mapped for a buffer; an empty mapping is not allowed.
static size_t mappedBytes(const AsBuffer *buffer) {
  size_t bytes = asBufferBytes(buffer);
  return bytes ? bytes : 1;
}

static void *mapShared(const AsBuffer *buffer) {
  void *memory = mmap(NULL, mappedBytes(buffer), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void protect(const AsBuffer *buffer, void *memory) {
  mprotect(memory, mappedBytes(buffer), PROT_READ);
}

static bool hasResults(const AsServedTask *served) {
  for (int i = 0; i < served->numBuffers; i++)
    if (served->buffers[i].isResult)
      return true;
  return false;
}

/// Maps what the task keeps of buffer `i`.
static AsStatus mapBuffer(const AsServedTask *served, int i, bool isCompared,
                          AsError *error) {
  const AsBuffer *buffer = &served->buffers[i];
  AsStatus status = AS_OK;
  if (isCompared && !(served->expected[i] = mapShared(buffer)))
    status = asFail(error, AS_IO, "%s", strerror(errno));
  if (!status && !buffer->isResult)
    status = asArrayMap(buffer, &served->inputs[i], error);
  if (status)
    return asFailContext(error, "no memory for buffer %d (%zu bytes)", i,
                         asBufferBytes(buffer));
  return AS_OK;
}

AsStatus asServedTaskCreate(const AsRunnerTask *task, AsServedTask *served,
                            AsError *error) {
  size_t count = (size_t)task->numBuffers;
  *served = (AsServedTask){.name = asCopyString(task->name),
                           .buffers = asAlloc(count * sizeof(AsBuffer)),
                           .numBuffers = task->numBuffers,
                           .tolerance = task->tolerance,
                           .inputs = asAlloc(count * sizeof(void *)),
                           .expected = asAlloc(count * sizeof(void *))};
  if (count)
    memcpy(served->buffers, task->buffers, count * sizeof(AsBuffer));
  bool compareResults = hasResults(served);
  AsStatus status = AS_OK;
  for (int i = 0; i < served->numBuffers && !status; i++)
    status = mapBuffer(served, i, served->buffers[i].isResult == compareResults,
                       error);
  if (!status)
    asServedTaskFill(served, task->seed);
  return status;
}

void asServedTaskFill(AsServedTask *served, uint64_t seed) {
  for (int i = 0; i < served->numBuffers; i++)
    if (served->inputs[i])
      asBufferFill(&served->buffers[i], served->inputs[i], seed, i);
}

bool asServedTaskHasFewResults(const AsServedTask *served) {
  static const int64_t few = 4;
  for (int i = 0; i < served->numBuffers; i++) {
    const AsBuffer *buffer = &served->buffers[i];
    if (served->expected[i] && asElementIsFloat(buffer->element) &&
        buffer->count < few)
      return true;
  }
  return false;
}

void asServedTaskNoteMagnitudes(AsServedTask *served) {
  for (int i = 0; i < served->numBuffers; i++) {
    AsBuffer *buffer = &served->buffers[i];
    if (!served->expected[i] || !asElementIsFloat(buffer->element))
      continue;
    double magnitude = asBufferMagnitude(buffer, served->expected[i]);
    if (magnitude > buffer->magnitude)
      buffer->magnitude = magnitude;
  }
}

void asServedTaskInherit(const AsServedTask *served, bool isInherited) {
  for (int i = 0; i < served->numBuffers; i++)
    if (served->inputs[i])
      asArrayInherit(&served->buffers[i], served->inputs[i], isInherited);
}

/// Gives back *memory, if there is any.
static void unmap(const AsBuffer *buffer, void **memory) {
  if (*memory)
    munmap(*memory, mappedBytes(buffer));
  *memory = NULL;
}

AsStatus asServedTaskSettle(AsServedTask *served, AsError *error) {
  int numCompared = 0;
  for (int i = 0; i < served->numBuffers; i++) {
    const AsBuffer *buffer = &served->buffers[i];
    if (!served->expected[i])
      continue;
    if (served->inputs[i] && memcmp(served->inputs[i], served->expected[i],
                                    asBufferBytes(buffer)) == 0) {
      unmap(buffer, &served->expected[i]);
      continue;
    }
    protect(buffer, served->expected[i]);
    numCompared++;
  }
  if (numCompared == 0)
    return asFail(error, AS_INVALID_INPUT,
                  "has no results and changes none of its arguments, so that "
                  "nothing can be compared");
  return AS_OK;
}

/// Of each buffer whether it is compared, and then what with, and its
/// magnitude.
AsStatus asServedTaskWriteExpected(const AsServedTask *served, const char *path,
                                   AsError *error) {
  AsText packet = {0};
  asPacketPutInt(&packet, served->numBuffers);
  for (int i = 0; i < served->numBuffers; i++) {
    asPacketPutInt(&packet, served->expected[i] != NULL);
    if (!served->expected[i])
      continue;
    asPacketPutBytes(&packet, served->expected[i],
                     asBufferBytes(&served->buffers[i]));
    asPacketPutDouble(&packet, served->buffers[i].magnitude);
  }
  AsStatus status = asWriteFile(path, packet.data, packet.length, error);
  asTextFree(&packet);
  return status;
}

/// False where it is of other buffers.
static bool getExpected(AsPacketReader *reader, AsServedTask *served) {
  bool fits = asPacketInt(reader) == served->numBuffers;
  for (int i = 0; fits && i < served->numBuffers; i++) {
    AsBuffer *buffer = &served->buffers[i];
    bool isCompared = asPacketInt(reader) != 0;
    size_t length;
    const char *bytes = isCompared ? asPacketBytes(reader, &length) : NULL;
    buffer->magnitude = isCompared ? asPacketDouble(reader) : 0;
    if (!isCompared)
      unmap(buffer, &served->expected[i]);
    else if (served->expected[i] && !reader->failed &&
             length == asBufferBytes(buffer))
      memcpy(served->expected[i], bytes, length);
    else
      fits = false;
  }
  return fits && !reader->failed && !reader->left;
}

AsStatus asServedTaskReadExpected(AsServedTask *served, const char *path,
                                  AsError *error) {
  AsText file = {0};
  AsStatus status = asReadFile(path, &file, error);
  AsPacketReader reader = {file.data, file.length, false};
  if (!status && !getExpected(&reader, served))
    status = asFail(error, AS_INVALID_INPUT,
                    "'%s' is not what the reference of this task left", path);
  asTextFree(&file);
  return status ? status : asServedTaskSettle(served, error);
}

void asServedTaskFree(AsServedTask *served) {
  for (int i = 0; i < served->numBuffers; i++) {
    asArrayUnmap(&served->buffers[i], served->inputs[i]);
    unmap(&served->buffers[i], &served->expected[i]);
  }
  free(served->name);
  free(served->buffers);
  free(served->inputs);
  free(served->expected);
  *served = (AsServedTask){0};
}
