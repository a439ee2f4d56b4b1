//===- main.c - The beginning of each program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "as/memory.h"
#include "tools/programs.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void dieOfMemory(size_t bytes, void *program) {
  fprintf(stderr, "%s: out of memory (%zu bytes)\n", (char *)program, bytes);
  _Exit(70);
}

/// Lets a write beyond the limit on the size of files (ulimit -f) fail as one
/// on a full disk does. Blocked and not ignored, since LLVM sets a handler.
static void surviveFileLimits(void) {
  sigset_t limit;
  sigemptyset(&limit);
  sigaddset(&limit, SIGXFSZ);
  sigprocmask(SIG_BLOCK, &limit, NULL);
}

// CMake says which of them.
int main(int argc, char **argv) {
  asSetOutOfMemoryHandler(dieOfMemory, argc ? argv[0] : "as-opt");
  surviveFileLimits();
  return AS_PROGRAM(argc, argv);
}
