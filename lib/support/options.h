//===- options.h - The options as a struct
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs see as the opaque AsOptions of as/options.h: a member for each
// row of support/options.def, which says what each means. The libraries, tools
// and passes of as-opt read the members, and may copy the struct as a value:
//
//   AsOptions options = asOptionsDefault();
//   options.trials = 64;
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_OPTIONS_H
#define AS_SUPPORT_OPTIONS_H

#include "as/options.h"
#include <stdbool.h>
#include <stdint.h>

/// What comes out of tuning, modules first. X(enumerator, name, meaning)
#define AS_EMITS(X)                                                            \
  X(AS_EMIT_TASKS, "tasks", "the module, each task outlined into a function")  \
  X(AS_EMIT_SKETCHES, "sketches", "the sketches of every task, knobs open")    \
  X(AS_EMIT_SCHEDULE, "schedule", "a script with every task's best schedule")  \
  X(AS_EMIT_SCHEDULED, "scheduled", "the module with that script applied")     \
  X(AS_EMIT_LOWERED, "lowered",                                                \
    "that module in the LLVM dialect; of a GPU (experimental), one that "      \
    "launches its kernels")                                                    \
  X(AS_EMIT_LLVM, "llvm", "the same as LLVM IR text")                          \
  X(AS_EMIT_ASM, "asm", "the same as assembly text")                           \
  X(AS_EMIT_OBJECT, "object", "the same as an object file")                    \
  X(AS_EMIT_SHARED, "shared", "the same as a shared object")                   \
  X(AS_EMIT_PTX, "ptx",                                                        \
    "the kernels of a GPU, as text for its driver (experimental)")

/// The phases of a run, in order. X(enumerator, name, what has then been done)
#define AS_PHASES(X)                                                           \
  X(AS_PHASE_EXTRACT, "extract", "tasks are extracted")                        \
  X(AS_PHASE_SKETCH, "sketch", "sketches are generated")                       \
  X(AS_PHASE_SAMPLE, "sample",                                                 \
    "points to try first are chosen for every task")                           \
  X(AS_PHASE_BUILD, "build", "a first batch of every task is built")           \
  X(AS_PHASE_MEASURE, "measure", "that batch is checked and timed")            \
  X(AS_PHASE_SEARCH, "search", "the budget of trials is spent")                \
  X(AS_PHASE_EMIT, "emit", "the result is emitted")

/// What a search may take that --trials does not limit. X(enumerator, name,
/// meaning)
#define AS_EFFORTS(X)                                                          \
  X(AS_EFFORT_NONE, "none",                                                    \
    "no trials: what the store and the estimate know, in seconds")             \
  X(AS_EFFORT_QUICK, "quick", "16 trials for each task")                       \
  X(AS_EFFORT_FULL, "full", "64 trials for each task")

/// How the candidates to try are chosen. X(enumerator, name, meaning)
#define AS_STRATEGIES(X)                                                       \
  X(AS_STRATEGY_EVOLVE, "evolve",                                              \
    "evolution, by the score of estimate and model")                           \
  X(AS_STRATEGY_RANDOM, "random", "by chance alone, to compare with")          \
  X(AS_STRATEGY_DROPLET, "droplet",                                            \
    "the neighbours of the best, in one knob or two, until none is better")    \
  X(AS_STRATEGY_GENETIC, "genetic",                                            \
    "by crossover and mutation of the fastest, without scores")                \
  X(AS_STRATEGY_ANNEAL, "anneal", "by simulated annealing of scores")          \
  X(AS_STRATEGY_BEAM, "beam",                                                  \
    "by beam search over the knobs, outer tiles first, by score")

/// What a task without trials begins with. X(enumerator, name, meaning)
#define AS_TRANSFERS(X)                                                        \
  X(AS_TRANSFER_AUTO, "auto",                                                  \
    "with what was best for similar tasks, of this run and of the store")      \
  X(AS_TRANSFER_NONE, "none", "as if there were no other tasks")               \
  X(AS_TRANSFER_ONLY, "only",                                                  \
    "with what was best for similar tasks, and that is all that is tried")

/// What becomes of a task without any trial. X(enumerator, name, meaning)
#define AS_UNTRIEDS(X)                                                         \
  X(AS_UNTRIED_ESTIMATED, "estimated",                                         \
    "it gets the schedule that the estimate finds best")                       \
  X(AS_UNTRIED_PLAIN, "plain", "it stays without a schedule")

/// What candidates are ranked by. X(enumerator, name, meaning)
#define AS_MEASURES(X)                                                         \
  X(AS_MEASURE_RUN, "run", "they run and are timed, on this machine")          \
  X(AS_MEASURE_STATIC, "static",                                               \
    "nothing runs: they are built, and ranked by the estimate alone")

/// What candidates find in the caches. X(enumerator, name, meaning)
#define AS_CACHE_STATES(X)                                                     \
  X(AS_CACHES_AUTO, "auto",                                                    \
    "what they find in a run of the model: no weights, if those of the model " \
    "do not fit into the last cache; on a device as warm")                     \
  X(AS_CACHES_WARM, "warm", "what the run before has left there")              \
  X(AS_CACHES_COLD, "cold",                                                    \
    "nothing of use: they are flushed before each run, of which each is "      \
    "timed alone")

/// How cores are shared with other runs. X(enumerator, name, meaning)
#define AS_SHARES(X)                                                           \
  X(AS_SHARE_AUTO, "auto",                                                     \
    "each measurement has its cores alone and waits for them, and builds "     \
    "give "                                                                    \
    "way to the measurements of others")                                       \
  X(AS_SHARE_ALONE, "alone",                                                   \
    "the same, but the cores that are measured on are kept from the first "    \
    "measurement to the last, so that other runs wait for the end of this "    \
    "one")                                                                     \
  X(AS_SHARE_UNSAFE, "unsafe",                                                 \
    "nothing waits: times are wrong where another run uses the same cores")

/// How progress is shown. X(enumerator, name, meaning)
#define AS_PROGRESSES(X)                                                       \
  X(AS_PROGRESS_AUTO, "auto", "a live table on a terminal, else plain lines")  \
  X(AS_PROGRESS_PLAIN, "plain", "plain lines")                                 \
  X(AS_PROGRESS_JSON, "json", "one JSON object a line")                        \
  X(AS_PROGRESS_NONE, "none", "nothing")

/// What floating-point arithmetic may become. X(enumerator, name, meaning)
#define AS_FPS(X)                                                              \
  X(AS_FP_STRICT, "strict",                                                    \
    "each operation is rounded as written, in that order; functions are "      \
    "those of the C library")                                                  \
  X(AS_FP_CONTRACT, "contract",                                                \
    "a multiply and an add may be fused, and sums may be taken apart; "        \
    "functions are right to two units in the last place")                      \
  X(AS_FP_FAST, "fast",                                                        \
    "the same, LLVM may reorder anything, NaNs do not occur, and tensor "      \
    "cores "                                                                   \
    "may round f32 to tf32")

#define AS_ENUMERATOR(enumerator, ...) enumerator,
typedef enum AsEmit { AS_EMITS(AS_ENUMERATOR) } AsEmit;
typedef enum AsPhase { AS_PHASES(AS_ENUMERATOR) } AsPhase;
typedef enum AsEffort { AS_EFFORTS(AS_ENUMERATOR) } AsEffort;
typedef enum AsStrategy { AS_STRATEGIES(AS_ENUMERATOR) } AsStrategy;
typedef enum AsTransfer { AS_TRANSFERS(AS_ENUMERATOR) } AsTransfer;
typedef enum AsUntried { AS_UNTRIEDS(AS_ENUMERATOR) } AsUntried;
typedef enum AsMeasure { AS_MEASURES(AS_ENUMERATOR) } AsMeasure;
typedef enum AsCaches { AS_CACHE_STATES(AS_ENUMERATOR) } AsCaches;
typedef enum AsSharing { AS_SHARES(AS_ENUMERATOR) } AsSharing;
typedef enum AsProgress { AS_PROGRESSES(AS_ENUMERATOR) } AsProgress;
typedef enum AsFp { AS_FPS(AS_ENUMERATOR) } AsFp;
#undef AS_ENUMERATOR

/// Whether `emit` gives an MLIR module; the others give bytes for a file.
bool asEmitIsModule(AsEmit emit);

/// A plain value, to copy at will. The strings are never NULL. They belong to
/// the object where asOptionsCreate or asOptionsCopy made it, and then only
/// asOptionsSet changes them; else they are borrowed.
struct AsOptions {
#define AS_FLAG_OPTION(member, ...) bool member;
#define AS_INT_OPTION(member, ...) int64_t member;
#define AS_REAL_OPTION(member, ...) double member;
#define AS_TEXT_OPTION(member, ...) const char *member;
#define AS_CHOICE_OPTION(member, name, group, users, fallback, type, ...)      \
  type member;
#include "support/options.def"
};

AsOptions asOptionsDefault(void);

/// The trials that the options allow a search of so many tasks.
int64_t asOptionsTrials(const AsOptions *options, int64_t numTasks);

#endif // AS_SUPPORT_OPTIONS_H
