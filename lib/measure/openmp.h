//===- openmp.h - OpenMP threads for kernels
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads libomp into forks of the runner. It starts threads, which do not
// survive a fork, so the runner never loads it; each fork whose kernel needs it
// does.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_OPENMP_H
#define AS_MEASURE_OPENMP_H

#include "as/error.h"
#include "support/core-set.h"
#include <stdbool.h>
#include <stddef.h>

/// Whether the object code calls into libomp.
bool asOpenMpNeeded(const void *object, size_t length);

/// Loads libomp into this process with `threads` threads, pinned one to a core,
/// on the first of `cores`.
AsStatus asOpenMpLoad(int threads, AsCoreSet cores, AsError *error);

#endif // AS_MEASURE_OPENMP_H
