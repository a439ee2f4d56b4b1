//===- worker-protocol.h - How as-opt and its workers begin and talk
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All kinds of worker begin alike. as-opt starts one with its options
// (worker/worker-options.h). The first message of the worker is READY, whose
// payload is a line of text:
//
//   as-opt worker: protocol 1, as-opt 0.1.0, 64-bit little-endian
//
// as-opt compares it with its own line and refuses a worker that says something
// else. It is text so that any version can quote that of any other. After it,
// as-opt sends requests and the worker answers each with one reply, in order.
//
// Payloads are structs by layout (support/packet-layout.h), which lie beside
// the structs: pool/build-protocol.h, measure/runner-protocol.h,
// lowering/constants/const-eval.h. Whoever changes a layout or an option raises
// AS_WORKER_PROTOCOL.
//
//===----------------------------------------------------------------------===//

#ifndef AS_WORKER_WORKER_PROTOCOL_H
#define AS_WORKER_WORKER_PROTOCOL_H

#include "support/child-process.h"
#include "support/packet-layout.h"
#include "worker/worker-options.h"

#define AS_WORKER_PROTOCOL 5

/// How long a worker may take from its start to READY, in seconds. One for a
/// GPU has to open the device.
#define AS_WORKER_START_LIMIT 60

/// The type of READY is the same in all versions.
typedef enum AsWorkerMessage {
  AS_WORKER_READY = 1,
  AS_WORKER_BUILD_JOB,
  AS_WORKER_BUILD_RESULT,
  AS_WORKER_RUN_TASK,
  AS_WORKER_RUN_JOB,
  AS_WORKER_RUN_RESULT, ///< Answers both.
  AS_WORKER_ONCE_REQUEST,
  AS_WORKER_ONCE_REPLY,
} AsWorkerMessage;

//===----------------------------------------------------------------------===//
// as-opt's side
//===----------------------------------------------------------------------===//

/// Starts the worker at `path`, pinned to `cores` (as asChildStart), and
/// returns at once. The caller awaits READY when it needs the worker, so that
/// workers load side by side, and beside the caller.
AsStatus asWorkerStart(AsWorkerKind kind, const char *path,
                       const AsWorkerOptions *options, AsCoreSet cores,
                       AsChild *child, AsError *error);

/// Waits for READY, at most `seconds`. On failure, and where the worker is of
/// another version, the child is stopped.
AsStatus asWorkerAwaitReady(const char *path, AsChild *child, double seconds,
                            AsError *error);

/// Sends `value` as one message.
AsStatus asWorkerSend(AsChild *child, const AsPacketLayout *layout,
                      const void *value, double seconds, AsError *error);

//===----------------------------------------------------------------------===//
// The worker's side
//===----------------------------------------------------------------------===//

AsStatus asWorkerSayReady(AsError *error);

/// Sends `value` to as-opt as one message.
AsStatus asWorkerReply(const AsPacketLayout *layout, const void *value,
                       AsError *error);

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

/// Reads a message of the layout's type, as asPacketGet; false for another one.
bool asWorkerRead(const AsMessage *message, const AsPacketLayout *layout,
                  AsArena *arena, void *value);

#endif // AS_WORKER_WORKER_PROTOCOL_H
