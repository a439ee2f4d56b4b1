//===- bench/options.h - What bench-ops is asked to do -------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every option as one table: the fields, the defaults, the parser and the help
// come from it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_OPTIONS_H
#define AS_BENCH_OPTIONS_H

#include "as/error.h"
#include <stdbool.h>
#include <stdio.h>

/// TEXT(field, name, value, default, help),
/// NUMBER(field, name, value, default, least, most, help), FLAG(field, name,
/// help)
#define AS_OPTIONS(TEXT, NUMBER, FLAG)                                         \
  TEXT(rows, "rows", "GLOB", "*", "run these workloads; @(a|b) is a or b")     \
  NUMBER(trials, "trials", "N", 64, 1, 1000000,                                \
         "trials as-opt may make for each workload")                           \
  NUMBER(threads, "threads", "N", 1, 1, 64,                                    \
         "threads that each contender uses")                                   \
  NUMBER(rounds, "rounds", "N", 15, 1, 1000,                                   \
         "rounds in which each contender is timed once")                       \
  TEXT(csv, "csv", "FILE", NULL, "also write the results as CSV")              \
  TEXT(tool, "as-opt", "PATH", NULL,                                           \
       "the as-opt to run (default: the one beside this program)")             \
  FLAG(keep, "keep",                                                           \
       "keep the programs and as-opt's files (kept if a row fails)")           \
  FLAG(list, "list", "list the workloads and exit")                            \
  FLAG(mlir, "mlir", "print the workloads' programs and exit")                 \
  FLAG(help, "help", "print this and exit")

typedef struct AsOptions {
#define AS_TEXT(field, ...) const char *field;
#define AS_NUMBER(field, ...) int field;
#define AS_FLAG(field, ...) bool field;
  AS_OPTIONS(AS_TEXT, AS_NUMBER, AS_FLAG)
#undef AS_TEXT
#undef AS_NUMBER
#undef AS_FLAG
} AsOptions;

/// The strings point into `argv`.
AsStatus asOptionsParse(int argc, char **argv, AsOptions *options,
                        AsError *error);

void asOptionsHelp(FILE *out);

#endif // AS_BENCH_OPTIONS_H
