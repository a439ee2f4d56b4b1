//===- build-protocol.h - The messages of a build worker
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The builder sends a JOB, the worker answers with a RESULT. Of both structs
// only what the other end needs is sent: not the tag, and not the seconds.
//
//===----------------------------------------------------------------------===//

#ifndef AS_POOL_BUILD_PROTOCOL_H
#define AS_POOL_BUILD_PROTOCOL_H

#include "pool/builder.h"
#include "worker/worker-protocol.h"

extern const AsPacketLayout asBuildJobLayout;    ///< AsBuildJob
extern const AsPacketLayout asBuildResultLayout; ///< AsBuildResult

#endif // AS_POOL_BUILD_PROTOCOL_H
