//===- python.h - Python programs as children
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The models are written in Python, and it starts the engines that they are
// compared with. A program runs as a child with pipes for its input and output,
// and dies with this process.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_PYTHON_H
#define AS_BENCH_PYTHON_H

#include "as/error.h"
#include "support/text.h"
#include <stdio.h>
#include <sys/types.h>

/// A program of the folder of models.
#define AS_MODELS_SCRIPT(name) AS_MODELS_DIR "/" name ".py"

typedef struct AsPython {
  pid_t pid; ///< 0 where there is none.
  FILE *requests, *answers;
} AsPython;

/// Starts `interpreter` with `arguments` (NULL-terminated; the script first).
AsStatus asPythonStart(const char *interpreter, char *const arguments[],
                       AsPython *python, AsError *error);

/// Sends a line, unless `request` is NULL, and waits for one, whose newline is
/// cut off. AS_CHILD where the program has ended, and how.
AsStatus asPythonAsk(AsPython *python, const char *request, AsText *answer,
                     AsError *error);

/// Reads all that it prints until it ends, which it must with status 0.
AsStatus asPythonRead(AsPython *python, AsText *text, AsError *error);

/// Ends it. Safe where none was started.
void asPythonStop(AsPython *python);

#endif // AS_BENCH_PYTHON_H
