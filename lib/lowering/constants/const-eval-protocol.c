//===- const-eval-protocol.c - The messages of `as-worker once`
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/const-eval.h"
#include "worker/worker-protocol.h"

static bool sizeIsSane(const void *value) {
  return ((const AsConstEvalSize *)value)->bytes >= 0;
}

static const AsPacketField sizeFields[] = {
    AS_PACKET_FIELD(AsConstEvalSize, bytes),
};
static const AsPacketLayout size =
    AS_PACKET_LAYOUT(0, AsConstEvalSize, sizeFields, .isSane = sizeIsSane);

static const AsPacketField requestFields[] = {
    AS_PACKET_BYTES(AsConstEvalRequest, bytecode, bytecodeLength),
    AS_PACKET_FIELD(AsConstEvalRequest, numArrays),
    AS_PACKET_ARRAY(AsConstEvalRequest, sizes, numArrays, AsConstEvalSize,
                    &size),
};
const AsPacketLayout asConstEvalRequestLayout =
    AS_PACKET_LAYOUT(AS_WORKER_ONCE_REQUEST, AsConstEvalRequest, requestFields);

static const AsPacketField replyFields[] = {
    AS_PACKET_FIELD(AsConstEvalReply, problem),
    AS_PACKET_BYTES(AsConstEvalReply, arrays, arraysLength),
};
const AsPacketLayout asConstEvalReplyLayout =
    AS_PACKET_LAYOUT(AS_WORKER_ONCE_REPLY, AsConstEvalReply, replyFields);
