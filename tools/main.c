//===- main.c - The beginning of each program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "as/memory.h"
#include "tools/programs.h"
#include <stdio.h>
#include <stdlib.h>

static void dieOfMemory(size_t bytes, void *program) {
  fprintf(stderr, "%s: out of memory (%zu bytes)\n", (char *)program, bytes);
  _Exit(70);
}

// CMake says which of them.
int main(int argc, char **argv) {
  asSetOutOfMemoryHandler(dieOfMemory, argc ? argv[0] : "as-opt");
  return AS_PROGRAM(argc, argv);
}
