//===- program.h - The programs that a sweep runs
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_PROGRAM_H
#define AS_SWEEP_PROGRAM_H

#include "as/error.h"
#include <stdbool.h>

/// Runs arguments[0] with what it prints going to the file `log`, and waits.
/// AS_INTERRUPTED where as-sweep was interrupted meanwhile; the program was
/// then, too.
AsStatus asSweepRunProgram(const char *const arguments[], const char *log,
                           bool *succeeded, AsError *error);

/// From now on SIGINT and SIGTERM interrupt.
void asSweepCatchInterrupts(void);
bool asSweepWasInterrupted(void);

#endif // AS_SWEEP_PROGRAM_H
