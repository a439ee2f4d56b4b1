//===- build-protocol.c - The messages of a build worker
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pool/build-protocol.h"

static const AsPacketField choiceFields[] = {
    AS_PACKET_FIELD(AsKnobChoice, knob),
    AS_PACKET_FIELD(AsKnobChoice, value),
    AS_PACKET_OPTIONAL(AsKnobChoice, text),
};
static const AsPacketLayout choice =
    AS_PACKET_LAYOUT(0, AsKnobChoice, choiceFields);

static const AsPacketField jobFields[] = {
    AS_PACKET_FIELD(AsBuildJob, task),
    AS_PACKET_OPTIONAL(AsBuildJob, sketch),
    AS_PACKET_OPTIONAL(AsBuildJob, script),
    AS_PACKET_FIELD(AsBuildJob, isReference),
    AS_PACKET_FIELD(AsBuildJob, mustVectorise),
    AS_PACKET_ENUM(AsBuildJob, form, AsBuildForm, AS_NUM_BUILD_FORMS),
    AS_PACKET_FIELD(AsBuildJob, numChoices),
    AS_PACKET_ARRAY(AsBuildJob, choices, numChoices, AsKnobChoice, &choice),
};
const AsPacketLayout asBuildJobLayout =
    AS_PACKET_LAYOUT(AS_WORKER_BUILD_JOB, AsBuildJob, jobFields);

static const AsPacketField resultFields[] = {
    AS_PACKET_ENUM(AsBuildResult, outcome, AsOutcome, AS_NUM_OUTCOMES),
    AS_PACKET_CHARS(AsBuildResult, message),
    AS_PACKET_FIELD(AsBuildResult, object),
};
const AsPacketLayout asBuildResultLayout =
    AS_PACKET_LAYOUT(AS_WORKER_BUILD_RESULT, AsBuildResult, resultFields);
