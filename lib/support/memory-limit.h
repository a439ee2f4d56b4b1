//===- memory-limit.h - A limit on memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a worker needs before it has done anything, libraries most of all, is
// none of the user's business: limits are on what comes on top of it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_MEMORY_LIMIT_H
#define AS_SUPPORT_MEMORY_LIMIT_H

#include "as/error.h"
#include <stddef.h>

/// Lets this process map `bytes` more than it has now; 0 is no limit.
AsStatus asLimitMemory(size_t bytes, AsError *error);

#endif // AS_SUPPORT_MEMORY_LIMIT_H
