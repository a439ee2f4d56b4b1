//===- launch-json.h - Launches as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Describes how a kernel is launched, for any launcher. docs/gpu.md documents
// the format.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LAUNCH_LAUNCH_JSON_H
#define AS_LAUNCH_LAUNCH_JSON_H

#include "launch/kernel-list.h"
#include "support/arena.h"
#include <cJSON.h>

/// Adds the list "arguments": an object for each type of a signature,
/// "2x3xf32,f32->2xf32", and for each scratch buffer, "8xf32".
void asLaunchAddArguments(cJSON *object, const char *signature,
                          const char *scratch);

/// Returns an object that the caller owns.
cJSON *asLaunchJson(const AsLaunch *launch);

/// Reads a launch, whose strings are allocated in `arena`. False if it is not
/// valid.
bool asLaunchReadJson(const cJSON *object, AsArena *arena, AsLaunch *launch);

#endif // AS_LAUNCH_LAUNCH_JSON_H
