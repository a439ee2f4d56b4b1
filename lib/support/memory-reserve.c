//===- memory-reserve.c - Memory set aside for when there is none
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See memory-reserve.h and as/memory.h.
//
//===----------------------------------------------------------------------===//

#include "support/memory-reserve.h"
#include "as/memory.h"
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
  RESERVE_BYTES = 8 << 20,
  STACK_BYTES = 1 << 20,
  LEAST_STACK_LIMIT = 4 << 20,
  PAGE_BYTES = 4096
};

static AsOutOfMemoryHandler handler;
static void *handlerData;

/// What this thread has set aside.
static _Thread_local struct {
  bool isOpen, isShort;
  void *bytes; ///< NULL once it was needed.
} reserve;

void asSetOutOfMemoryHandler(AsOutOfMemoryHandler given, void *userData) {
  handler = given;
  handlerData = userData;
}

_Noreturn static void giveUp(size_t bytes) {
  if (handler)
    handler(bytes, handlerData);
  abort();
}

static AsStatus failShort(AsError *error) {
  return asFail(error, AS_OUT_OF_MEMORY,
                "the machine, or the limit of this "
                "process, has no memory left");
}

/// Writes to each page of a megabyte of stack. The pages stay.
__attribute__((noinline)) static void touchStack(void) {
  volatile char stack[STACK_BYTES];
  for (size_t i = 0; i < sizeof stack; i += PAGE_BYTES)
    stack[i] = 0;
}

/// The stack of the first thread grows when it is used, and the process is
/// killed where memory is short then. Those of other threads are whole.
static void growStack(void) {
  struct rlimit limit;
  if (getpid() == gettid() && getrlimit(RLIMIT_STACK, &limit) == 0 &&
      limit.rlim_cur >= LEAST_STACK_LIMIT)
    touchStack();
}

AsStatus asMemoryFind(size_t bytes, AsError *error) {
  // Volatile: a compiler may leave out what is allocated only to be freed.
  void *volatile found = malloc(bytes);
  if (!found)
    return failShort(error);
  free(found);
  growStack();
  return AS_OK;
}

AsStatus asMemoryBegin(AsError *error) {
  AsStatus status = asMemoryFind(RESERVE_BYTES, error);
  if (status)
    return status;
  reserve.isShort = false;
  reserve.bytes = malloc(RESERVE_BYTES);
  reserve.isOpen = reserve.bytes != NULL;
  return reserve.isOpen ? AS_OK : failShort(error);
}

AsStatus asMemoryEnd(AsStatus status, AsError *error) {
  bool wasShort = reserve.isShort;
  free(reserve.bytes);
  reserve.bytes = NULL;
  reserve.isOpen = reserve.isShort = false;
  return wasShort ? failShort(error) : status;
}

bool asMemoryIsShort(void) { return reserve.isShort; }

AsStatus asMemoryCheck(AsError *error) {
  return reserve.isShort ? failShort(error) : AS_OK;
}

void asMemoryNoteShort(size_t bytes) {
  if (!reserve.isOpen)
    giveUp(bytes);
  reserve.isShort = true;
}

void asMemoryUseReserve(size_t bytes) {
  if (!reserve.bytes)
    giveUp(bytes);
  reserve.isShort = true;
  free(reserve.bytes);
  reserve.bytes = NULL;
}
