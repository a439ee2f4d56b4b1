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

AsStatus asArraysMap(const AsBuffer *buffers, int count, AsArrays *arrays,
                     AsError *error) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  arrays->buffers = buffers;
  arrays->count = count;
  arrays->data = asAlloc((size_t)count * sizeof *arrays->data);
  for (int i = 0; i < count; i++) {
    size_t bytes = asBufferBytes(&buffers[i]), usable = roundUp(bytes, page);
    char *map = mmap(NULL, usable + 2 * page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (map == MAP_FAILED ||
        (usable && mprotect(map + page, usable, PROT_READ | PROT_WRITE) != 0))
      return asFail(error, AS_IO, "no memory for buffer %d (%zu bytes): %s", i,
                    bytes, strerror(errno));
    arrays->data[i] = map + page + usable - roundUp(bytes, alignment);
    Slack slack = slackOf(&buffers[i], arrays->data[i]);
    memset(slack.before, canary, slack.numBefore);
    memset(slack.after, canary, slack.numAfter);
  }
  return AS_OK;
}

void asArraysUnmap(AsArrays *arrays) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < arrays->count; i++) {
    if (!arrays->data[i])
      continue; // Mapping has failed before.
    char *start = (char *)slackOf(&arrays->buffers[i], arrays->data[i]).before;
    munmap(start - page,
           roundUp(asBufferBytes(&arrays->buffers[i]), page) + 2 * page);
  }
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
