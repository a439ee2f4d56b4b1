//===- guarded-buffers.c - Buffers between guard pages
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/guarded-buffers.h"
#include "support/arena.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const unsigned char canary = 0xc3;
static const size_t alignment = 64;

static size_t roundUp(size_t size, size_t unit) {
  return (size + unit - 1) / unit * unit;
}

/// The slack around a buffer, within its own pages.
typedef struct Slack {
  unsigned char *before, *after;
  size_t numBefore, numAfter;
} Slack;

static Slack slackOf(const AsBuffer *buffer, void *data) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t bytes = asBufferBytes(buffer), aligned = roundUp(bytes, alignment);
  size_t numBefore = roundUp(bytes, page) - aligned;
  unsigned char *start = data;
  return (Slack){start - numBefore, start + bytes, numBefore, aligned - bytes};
}

AsStatus asArrayMap(const AsBuffer *buffer, void **data, AsError *error) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t bytes = asBufferBytes(buffer), usable = roundUp(bytes, page);
  char *map = mmap(NULL, usable + 2 * page, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED ||
      (usable && mprotect(map + page, usable, PROT_READ | PROT_WRITE) != 0))
    return asFail(error, AS_IO, "%s", strerror(errno));
  *data = map + page + usable - roundUp(bytes, alignment);
  Slack slack = slackOf(buffer, *data);
  memset(slack.before, canary, slack.numBefore);
  memset(slack.after, canary, slack.numAfter);
  return AS_OK;
}

void asArrayUnmap(const AsBuffer *buffer, void *data) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (data)
    munmap(slackOf(buffer, data).before - page,
           roundUp(asBufferBytes(buffer), page) + 2 * page);
}

void asArrayInherit(const AsBuffer *buffer, void *data, bool isInherited) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t usable = roundUp(asBufferBytes(buffer), page);
  if (usable)
    madvise(slackOf(buffer, data).before, usable,
            isInherited ? MADV_DOFORK : MADV_DONTFORK);
}

AsStatus asArraysMap(const AsBuffer *buffers, int count, AsArrays *arrays,
                     AsError *error) {
  AsStatus status = AS_OK;
  arrays->buffers = buffers;
  arrays->count = count;
  arrays->data = asAlloc((size_t)count * sizeof *arrays->data);
  for (int i = 0; i < count && !status; i++) {
    status = asArrayMap(&buffers[i], &arrays->data[i], error);
    if (status)
      status = asFailContext(error, "no memory for buffer %d (%zu bytes)", i,
                             asBufferBytes(&buffers[i]));
  }
  return status;
}

void asArraysUnmap(AsArrays *arrays) {
  for (int i = 0; i < arrays->count; i++)
    asArrayUnmap(&arrays->buffers[i], arrays->data[i]);
  free(arrays->data);
  *arrays = (AsArrays){0};
}

static bool allCanary(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (bytes[i] != canary)
      return false;
  return true;
}

int asArraysBroken(const AsArrays *arrays) {
  for (int i = 0; i < arrays->count; i++) {
    Slack slack = slackOf(&arrays->buffers[i], arrays->data[i]);
    if (!allCanary(slack.before, slack.numBefore) ||
        !allCanary(slack.after, slack.numAfter))
      return i;
  }
  return -1;
}

void asArraysUnguard(const AsArrays *arrays) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < arrays->count; i++) {
    Slack slack = slackOf(&arrays->buffers[i], arrays->data[i]);
    unsigned char *guard = slack.after + slack.numAfter;
    // A page that nobody has touched is as slow.
    if (mprotect(guard, page, PROT_READ | PROT_WRITE) == 0)
      *(volatile unsigned char *)guard = canary;
  }
}
