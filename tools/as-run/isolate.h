//===- isolate.h - Work that may take its process along
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled code may do anything to the process that runs it. So the work is
// done in a fork, and what is left of as-run says what became of it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_ISOLATE_H
#define AS_RUN_ISOLATE_H

#include "as/error.h"

/// Runs `work` in a fork; *result is what it returned. AS_CHILD where the
/// process ended before that, with how it ended and during which stage.
AsStatus asIsolate(int (*work)(void *context), void *context, int *result,
                   AsError *error);

/// Called by the work: what it does next, such as "running 'a.mlir'".
void asIsolatedStage(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/// Called by the work: what holds for all stages that follow, such as " with
/// sizes n=37".
void asIsolatedWhere(const char *where);

#endif // AS_RUN_ISOLATE_H
