//===- main.c - The processes that as-opt starts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program for all kinds of worker, so that there is one to install. See
// worker/worker-protocol.h, and for the kinds pool/builder.h,
// measure/runner.h and lowering/constants/const-eval.h.
//
//===----------------------------------------------------------------------===//

#include "measure/runner.h"
#include "pool/builder.h"
#include "tools/programs.h"
#include "tools/worker/once.h"
#include "worker/worker-options.h"
#include <stdio.h>

int asWorkerMain(int argc, char **argv) {
  static int (*const serve[AS_NUM_WORKERS])(const AsWorkerOptions *options) = {
      [AS_WORKER_BUILD] = asBuilderServe,
      [AS_WORKER_RUN] = asRunnerServe,
      [AS_WORKER_ONCE] = asOnceServe,
  };
  AsWorkerKind kind;
  AsWorkerOptions options;
  AsError error = {0};
  if (asWorkerOptionsParse(argc, argv, &kind, &options, &error)) {
    fprintf(stderr, "%s\n", error.message);
    return 2;
  }
  return serve[kind](&options);
}
