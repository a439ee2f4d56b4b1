//===- main.c - The processes that as-opt starts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program for all kinds of worker, so that there is one to install. See
// pool/builder.h, measure/runner.h and lowering/constants/const-eval.h.
//
//===----------------------------------------------------------------------===//

#include "measure/runner.h"
#include "pool/builder.h"
#include "tools/programs.h"
#include "tools/worker/once.h"
#include <stdio.h>
#include <string.h>

int asWorkerMain(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "run") == 0)
    return asRunnerServe(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "build") == 0)
    return asBuilderServe(argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "once") == 0)
    return asOnceServe();
  fprintf(stderr, "as-worker is started by as-opt and does nothing else\n");
  return 2;
}
