//===- main.c - The beginning of each program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "as/memory.h"
#include "tools/programs.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void dieOfMemory(size_t bytes, void *program) {
  fprintf(stderr, "%s: out of memory (%zu bytes)\n", (char *)program, bytes);
  _Exit(70);
}

static bool isPipe(int file) {
  struct stat status;
  return fstat(file, &status) == 0 &&
         (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

/// Lets writes fail where the default is that they end the process: those
/// beyond the limit on the size of files (ulimit -f), as on a full disk, and
/// messages that nobody reads any more. Where only stdout is a pipe, to end
/// with its reader is what users expect. Blocked and not ignored, since LLVM
/// sets handlers.
static void surviveWrites(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  if (isPipe(STDERR_FILENO))
    sigaddset(&signals, SIGPIPE);
  sigprocmask(SIG_BLOCK, &signals, NULL);
}

// CMake says which of them.
int main(int argc, char **argv) {
  asSetOutOfMemoryHandler(dieOfMemory, argc ? argv[0] : "as-opt");
  surviveWrites();
  return AS_PROGRAM(argc, argv);
}
