//===- worker-options.h - What a worker is told when it starts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A worker is started as `as-worker KIND --name=value...`. One table has the
// options of all kinds; as-opt writes the command line by it and the worker
// reads it by the same, for example
//
//   as-worker run --threads=4 --memory-limit=1073741824
//
//===----------------------------------------------------------------------===//

#ifndef AS_WORKER_WORKER_OPTIONS_H
#define AS_WORKER_WORKER_OPTIONS_H

#include "as/error.h"
#include "support/options.h"
#include "support/text.h"

/// X(enumerator suffix, name on the command line)
#define AS_WORKERS(X)                                                          \
  X(BUILD, "build") /* Candidates to object code: pool/builder.h. */           \
  X(RUN, "run")     /* Checks and times object code: measure/runner.h. */      \
  X(ONCE, "once")   /* Constants: lowering/constants/const-eval.h. */

typedef enum AsWorkerKind {
#define AS_WORKER_ENUMERATOR(suffix, name) AS_WORKER_##suffix,
  AS_WORKERS(AS_WORKER_ENUMERATOR)
#undef AS_WORKER_ENUMERATOR
      AS_NUM_WORKERS
} AsWorkerKind;

const char *asWorkerName(AsWorkerKind kind); ///< "build"

/// The options of all kinds; a kind uses those that the table gives it.
/// Strings are borrowed.
typedef struct AsWorkerOptions {
  const char *triple, *cpu, *features; ///< BUILD: what code is generated for.
  AsFp fp;                             ///< BUILD
  int64_t threads;     ///< BUILD and RUN: OpenMP threads of a kernel.
  int64_t memoryLimit; ///< Bytes of address space; 0: none.
  const char *device;  ///< RUN: UUID of a GPU; NULL for the CPU.
} AsWorkerOptions;

enum { AS_MAX_WORKER_OPTIONS = 8 };

/// Writes the options that `kind` takes, one argument a text; the number of
/// them. A string that is NULL is left out.
int asWorkerOptionsFormat(AsWorkerKind kind, const AsWorkerOptions *options,
                          AsText arguments[AS_MAX_WORKER_OPTIONS]);

/// Reads a whole command line, as main() gets it.
AsStatus asWorkerOptionsParse(int argc, char **argv, AsWorkerKind *kind,
                              AsWorkerOptions *options, AsError *error);

#endif // AS_WORKER_WORKER_OPTIONS_H
