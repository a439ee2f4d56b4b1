//===- once.h - Computing what constants determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_WORKER_ONCE_H
#define AS_WORKER_ONCE_H

#include "worker/worker-options.h"

/// Answers one request (lowering/constants/const-eval.h); the exit status.
int asOnceServe(const AsWorkerOptions *options);

#endif // AS_WORKER_ONCE_H
