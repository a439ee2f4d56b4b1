//===- run-program.h - Programs that are run to their end
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the linker and CUDA's assembler. Children that answer messages are in
// child-process.h.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_RUN_PROGRAM_H
#define AS_SUPPORT_RUN_PROGRAM_H

#include "support/arena.h"
#include "support/text.h"
#include <stdbool.h>

/// Runs arguments[0], found by way of the PATH, and waits for it. What it
/// prints on stdout and stderr is appended to `printed`; *succeeded says
/// whether it exited with 0. AS_NOT_FOUND where there is no such program.
AsStatus asProgramRun(char *const arguments[], AsText *printed, bool *succeeded,
                      AsError *error);

/// The path of the program `name` that is beside this one, in the arena; `name`
/// itself, for the PATH, where there is none.
const char *asProgramBeside(AsArena *arena, const char *name);

#endif // AS_SUPPORT_RUN_PROGRAM_H
