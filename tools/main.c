//===- main.c - The beginning of each program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/programs.h"

// CMake says which of them.
int main(int argc, char **argv) { return AS_PROGRAM(argc, argv); }
