//===- launch-json.h - Launches as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel is launched, in words that any launcher can follow; docs/gpu.md
// has the form.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LAUNCH_LAUNCH_JSON_H
#define AS_LAUNCH_LAUNCH_JSON_H

#include "launch/kernel-list.h"
#include "support/arena.h"
#include <cJSON.h>

/// Adds the list "arguments": an object for each type of a signature,
/// "2x3xf32,f32->2xf32", and for what is needed between kernels, "8xf32".
void asLaunchAddArguments(cJSON *object, const char *signature,
                          const char *scratch);

/// An object that the caller owns.
cJSON *asLaunchJson(const AsLaunch *launch);

/// Reads one; all of *launch lives in `arena`. False where it is none.
bool asLaunchReadJson(const cJSON *object, AsArena *arena, AsLaunch *launch);

#endif // AS_LAUNCH_LAUNCH_JSON_H
