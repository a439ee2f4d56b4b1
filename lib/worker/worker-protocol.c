//===- worker-protocol.c - How as-opt and its workers begin and talk
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "worker/worker-protocol.h"
#include "as/version.h"
#include "support/clock.h"
#include <ctype.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

/// What each READY begins with, in all versions.
static const char magic[] = "as-opt worker: ";

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE_ORDER_NAME "little-endian"
#else
#define BYTE_ORDER_NAME "big-endian"
#endif

#define ADVICE "reinstall as-opt, or point AS_WORKER at the right one"

/// The payload of READY, for this build.
static void writeReady(AsText *ready) {
  asTextFormat(ready, "%sprotocol %d, as-opt %s, %zu-bit %s", magic,
               AS_WORKER_PROTOCOL, AS_VERSION, 8 * sizeof(void *),
               BYTE_ORDER_NAME);
}

//===----------------------------------------------------------------------===//
// as-opt's side
//===----------------------------------------------------------------------===//

AsStatus asWorkerStart(AsWorkerKind kind, const char *path,
                       const AsWorkerOptions *options, AsCoreSet cores,
                       AsChild *child, AsError *error) {
  AsText texts[AS_MAX_WORKER_OPTIONS] = {0};
  int count = asWorkerOptionsFormat(kind, options, texts);
  char *arguments[AS_MAX_WORKER_OPTIONS + 3] = {(char *)path,
                                                (char *)asWorkerName(kind)};
  for (int a = 0; a < count; a++)
    arguments[a + 2] = texts[a].data;
  AsStatus status = asChildStart(arguments, cores, child, error);
  for (int a = 0; a < count; a++)
    asTextFree(&texts[a]);
  return status;
}

/// What the worker says of itself, fit to be quoted.
static void quote(const AsMessage *message, char *quoted, size_t size) {
  size_t from = strlen(magic), used = 0;
  for (; from + used < message->length && used < size - 1; used++) {
    char c = message->data[from + used];
    quoted[used] = isprint((unsigned char)c) ? c : '?';
  }
  quoted[used] = 0;
}

static AsStatus checkReady(const char *path, const AsMessage *message,
                           AsError *error) {
  AsText own = {0};
  writeReady(&own);
  bool isReady = message->type == AS_WORKER_READY;
  AsStatus status = AS_OK;
  if (!isReady || message->length < strlen(magic) ||
      memcmp(message->data, magic, strlen(magic)) != 0)
    status = asFail(error, AS_CHILD,
                    "the worker '%s' does not begin as one of this as-opt "
                    "(%s); " ADVICE,
                    path, own.data + strlen(magic));
  else if (message->length != own.length ||
           memcmp(message->data, own.data, own.length) != 0) {
    char theirs[200];
    quote(message, theirs, sizeof theirs);
    status = asFail(error, AS_CHILD,
                    "the worker '%s' is of another version (%s) than this "
                    "as-opt (%s); " ADVICE,
                    path, theirs, own.data + strlen(magic));
  }
  asTextFree(&own);
  return status;
}

/// Waits for the first message until `deadline`.
static AsStatus receiveFirst(AsChild *child, double seconds, AsMessage *message,
                             AsError *error) {
  double deadline = asClockNow() + seconds;
  for (;;) {
    bool received;
    AsStatus status = asChildReceive(child, message, &received, error);
    if (status || received)
      return status;
    double left = deadline - asClockNow();
    if (left <= 0)
      return asFail(error, AS_CHILD, "it was not ready within %g s", seconds);
    struct pollfd ready = {.fd = child->socket, .events = POLLIN};
    poll(&ready, 1, asChildTimeout(left));
  }
}

AsStatus asWorkerAwaitReady(const char *path, AsChild *child, double seconds,
                            AsError *error) {
  AsMessage message;
  AsError cause = {0};
  char how[512];
  AsStatus status = receiveFirst(child, seconds, &message, &cause);
  if (!status) {
    status = checkReady(path, &message, error);
    if (status)
      asChildStop(child, NULL, 0);
    return status;
  }
  // How it ended says nothing where we had to end it.
  bool wasKilled = asChildStop(child, how, sizeof how);
  return asFail(error, AS_CHILD,
                "the worker '%s' cannot be used: %s%s%s%s; if it is not of "
                "as-opt " AS_VERSION ", " ADVICE,
                path, cause.message, wasKilled ? "" : " (it ",
                wasKilled ? "" : how, wasKilled ? "" : ")");
}

AsStatus asWorkerSend(AsChild *child, const AsPacketLayout *layout,
                      const void *value, double seconds, AsError *error) {
  AsText packet = {0};
  asPacketPut(layout, value, &packet);
  AsStatus status = asChildSend(child, layout->type, packet.data, packet.length,
                                seconds, error);
  asTextFree(&packet);
  return status;
}

//===----------------------------------------------------------------------===//
// The worker's side
//===----------------------------------------------------------------------===//

AsStatus asWorkerSayReady(AsError *error) {
  AsText ready = {0};
  writeReady(&ready);
  AsStatus status =
      asParentSend(AS_WORKER_READY, ready.data, ready.length, error);
  asTextFree(&ready);
  return status;
}

AsStatus asWorkerReply(const AsPacketLayout *layout, const void *value,
                       AsError *error) {
  AsText packet = {0};
  asPacketPut(layout, value, &packet);
  AsStatus status =
      asParentSend(layout->type, packet.data, packet.length, error);
  asTextFree(&packet);
  return status;
}

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

bool asWorkerRead(const AsMessage *message, const AsPacketLayout *layout,
                  AsArena *arena, void *value) {
  return message->type == layout->type &&
         asPacketGet(layout, message->data, message->length, arena, value);
}
