//===- find-worker.h - Where as-worker is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_WORKER_FIND_WORKER_H
#define AS_WORKER_FIND_WORKER_H

#include "as/error.h"
#include <stddef.h>

/// Finds as-worker: $AS_WORKER, beside this program or library, ../bin, or
/// ../libexec/as-opt.
AsStatus asWorkerFind(char *path, size_t size, AsError *error);

#endif // AS_WORKER_FIND_WORKER_H
