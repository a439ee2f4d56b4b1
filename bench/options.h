//===- options.h - What a benchmark is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every option of the benchmarks as one table: the fields, the defaults, the
// parser and the help come from it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_OPTIONS_H
#define AS_BENCH_OPTIONS_H

#include "as/error.h"
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/// Which program takes an option: bits.
enum {
  AS_BY_OPS = 1,
  AS_BY_SEARCH = 2,
  AS_BY_MODELS = 4,
  AS_BY_AFFINE = 8,
  AS_BY_GPU = 16,
  AS_BY_DEVICE = 32,
  AS_BY_TRANSFER = 64,
  AS_BY_ON_MODELS = AS_BY_MODELS | AS_BY_TRANSFER,
  AS_BY_TIMED = AS_BY_OPS | AS_BY_SEARCH | AS_BY_ON_MODELS | AS_BY_AFFINE,
  AS_BY_ALL = AS_BY_TIMED | AS_BY_GPU | AS_BY_DEVICE
};

/// TEXT(users, field, name, value, default, help),
/// NUMBER(users, field, name, value, default, least, most, help),
/// FLAG(users, field, name, help)
#define AS_OPTIONS(TEXT, NUMBER, FLAG)                                         \
  TEXT(AS_BY_ALL, rows, "rows", "GLOB", "*",                                   \
       "run these workloads; @(a|b) is a or b")                                \
  TEXT(AS_BY_OPS | AS_BY_SEARCH | AS_BY_GPU, shapes, "shapes", "FILE", NULL,   \
       "run the workloads that FILE names, one a line; - is stdin")            \
  NUMBER(AS_BY_OPS, sample, "sample", "N", 0, 0, 100000,                       \
         "run N of --shapes by chance, or without that N of any sizes")        \
  NUMBER(AS_BY_OPS, seed, "seed", "N", 0, 0, INT_MAX,                          \
         "of --sample; 0 is another one each time")                            \
  NUMBER(AS_BY_OPS, budget, "budget", "N", 0, 0, 1000000,                      \
         "seconds after which no further workload is begun; 0 is no limit")    \
  NUMBER(AS_BY_OPS | AS_BY_SEARCH | AS_BY_AFFINE | AS_BY_DEVICE, trials,       \
         "trials", "N", 64, 0, 1000000,                                        \
         "trials as-opt may make for each workload")                           \
  NUMBER(AS_BY_OPS | AS_BY_ON_MODELS | AS_BY_AFFINE, timeLimit, "time-limit",  \
         "N", 0, 0, 100000,                                                    \
         "seconds as-opt may search on each workload; 0 is no limit")          \
  NUMBER(AS_BY_DEVICE, seconds, "seconds", "N", 300, 1, 100000,                \
         "for the searches of all workloads together")                         \
  NUMBER(AS_BY_DEVICE, device, "device", "N", 0, 0, 1000,                      \
         "the GPU, by its number in as-opt --list-devices")                    \
  TEXT(AS_BY_TRANSFER, sources, "sources", "GLOB", "*",                        \
       "what these models learned is given to the others")                     \
  NUMBER(AS_BY_ON_MODELS, perTask, "trials-per-task", "N", 24, 0, 10000,       \
         "trials as-opt may make, times the tasks of the model")               \
  NUMBER(AS_BY_ON_MODELS, mostTrials, "most-trials", "N", 1000, 0, 1000000,    \
         "but no more than so many for one model")                             \
  NUMBER(AS_BY_SEARCH, pool, "pool", "N", 400, 8, 1000000,                     \
         "random trials to compare with")                                      \
  NUMBER(AS_BY_SEARCH, seeds, "seeds", "N", 3, 1, 5,                           \
         "searches of each workload, each with a seed of its own")             \
  TEXT(AS_BY_SEARCH, strategies, "strategies", "LIST", "evolve",               \
       "what chooses candidates: NAME[+refine[N]][+model][:TRIALS],...")       \
  TEXT(AS_BY_SEARCH, model, "model", "FILE", NULL,                             \
       "what +model begins with; as-opt --train=FILE writes it")               \
  TEXT(AS_BY_AFFINE, size, "size", "SIZE", "LARGE",                            \
       "MINI, SMALL, MEDIUM or LARGE")                                         \
  TEXT(AS_BY_AFFINE, type, "type", "TYPE", "f64", "of elements: f64 or f32")   \
  NUMBER(AS_BY_GPU, points, "points", "N", 20, 1, 1000,                        \
         "points to build of each kind of sketch")                             \
  NUMBER(AS_BY_TIMED, threads, "threads", "N", 1, 1, 64,                       \
         "threads that each contender uses")                                   \
  NUMBER(AS_BY_TIMED | AS_BY_DEVICE, rounds, "rounds", "N", 15, 1, 1000,       \
         "rounds in which each contender is timed once")                       \
  TEXT(AS_BY_ALL, csv, "csv", "FILE", NULL, "also write the results as CSV")   \
  FLAG(AS_BY_OPS, constantWeights, "constant-weights",                         \
       "weights are the same in every run: each may pack them before")         \
  TEXT(AS_BY_OPS, onednn, "onednn", "FILE", NULL,                              \
       "this oneDNN, 2.x or 3.x (default: libdnnl.so.2)")                      \
  TEXT(AS_BY_OPS, openblas, "openblas", "FILE", NULL,                          \
       "this OpenBLAS (default: libopenblas.so.0)")                            \
  TEXT(AS_BY_OPS, blis, "blis", "FILE", NULL,                                  \
       "this BLIS, of any version (default: libblis.so.4)")                    \
  TEXT(AS_BY_OPS, ggml, "ggml", "DIR", NULL,                                   \
       "the ggml of this folder (default: that of bench/node)")                \
  TEXT(AS_BY_SEARCH | AS_BY_TRANSFER, folder, "folder", "DIR", NULL,           \
       "what was measured is kept here; a later call goes on from it "         \
       "(default: PROGRAM.results)")                                           \
  FLAG(AS_BY_SEARCH, fresh, "fresh",                                           \
       "search anew, and keep only the random trials of DIR")                  \
  TEXT(AS_BY_ALL, tool, "as-opt", "PATH", NULL,                                \
       "the as-opt to run (default: the one beside this program)")             \
  FLAG(AS_BY_OPS | AS_BY_MODELS | AS_BY_AFFINE | AS_BY_DEVICE, keep, "keep",   \
       "keep the programs and as-opt's files (kept if a row fails)")           \
  FLAG(AS_BY_ALL, list, "list", "list the workloads and exit")                 \
  TEXT(AS_BY_ON_MODELS, modelsFolder, "models-dir", "DIR", NULL,               \
       "take the .mlir files of DIR in place of the models of bench/models")   \
  TEXT(AS_BY_OPS | AS_BY_ON_MODELS | AS_BY_AFFINE, python, "python", "PATH",   \
       "/usr/bin/python3",                                                     \
       "the Python that runs scripts, and that has PyTorch")                   \
  TEXT(AS_BY_OPS | AS_BY_MODELS, node, "node", "PATH", NULL,                   \
       "the Node that runs ONNX Runtime (default: node)")                      \
  FLAG(AS_BY_OPS | AS_BY_MODELS | AS_BY_AFFINE | AS_BY_DEVICE, mlir, "mlir",   \
       "print the workloads' programs and exit")                               \
  FLAG(AS_BY_ALL, help, "help", "print this and exit")

typedef struct AsOptions {
#define AS_TEXT(users, field, ...) const char *field;
#define AS_NUMBER(users, field, ...) int field;
#define AS_FLAG(users, field, ...) bool field;
  AS_OPTIONS(AS_TEXT, AS_NUMBER, AS_FLAG)
#undef AS_TEXT
#undef AS_NUMBER
#undef AS_FLAG
} AsOptions;

/// Takes the options of one program (an AS_BY bit). The strings point into
/// `argv`.
AsStatus asOptionsParse(int argc, char **argv, int user, AsOptions *options,
                        AsError *error);

/// Lists them.
void asOptionsHelp(int user, FILE *out);

#endif // AS_BENCH_OPTIONS_H
