//===- openmp.h - Threads for kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libomp starts threads of its own, and threads do not survive a fork. So the
// runner never loads it; each fork whose kernel needs it does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_OPENMP_H
#define AS_MEASURE_OPENMP_H

#include "as/error.h"
#include <stdbool.h>
#include <stddef.h>

/// Whether the object code calls into libomp.
bool asOpenMpNeeded(const void *object, size_t length);

/// Loads libomp into this process, to use `threads` threads, pinned one a core
/// to the first cores that the process may use.
AsStatus asOpenMpLoad(int threads, AsError *error);

#endif // AS_MEASURE_OPENMP_H
