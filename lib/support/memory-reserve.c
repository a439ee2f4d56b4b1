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

enum { RESERVE_BYTES = 8 << 20 };

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

AsStatus asMemoryBegin(AsError *error) {
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
