//===- options.h - What as-run is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table: the members, the defaults, the parser and --help come from it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_OPTIONS_H
#define AS_RUN_OPTIONS_H

#include "tools/manual/manual.h"

/// What --share means to as-run. X(enumerator, name, meaning)
#define AS_RUN_SHARES(X)                                                       \
  X(AS_SHARE_AUTO, "auto",                                                     \
    "it measures alone on its cores, waits for them, and lets others have "    \
    "them now and then")                                                       \
  X(AS_SHARE_ALONE, "alone",                                                   \
    "the same, but it keeps them until it has measured all")                   \
  X(AS_SHARE_UNSAFE, "unsafe",                                                 \
    "nothing waits: times are wrong where another run uses the same cores")

/// FLAG(member, group, name, help),
/// INT and REAL(member, group, name, default, minimum, maximum, value, help),
/// TEXT(member, group, name, default, value, help),
/// CHOICE(member, group, name, default, type, value, help)
#define AS_RUN_OPTIONS(FLAG, INT, REAL, TEXT, CHOICE)                          \
  TEXT(batch, "What to run", "batch", "", "FOLDER",                            \
       "In place of a file: candidates that as-opt --export-batch has made. "  \
       "as-run-batch, which is beside as-run and needs no LLVM, measures "     \
       "them; records go to stdout or, with --json, to a file.")               \
  TEXT(                                                                        \
      run, "What to run", "run", "", "ID",                                     \
      "In place of a file: the shared object of a run that as-opt --save has " \
      "kept.")                                                                 \
  TEXT(entry, "What to run", "entry", "", "NAME",                              \
       "The function. May be left out where there is only one.")               \
  TEXT(inputs, "What to run", "inputs", "", "FILE,...",                        \
       "The arguments, in order, as NumPy's .npy. One that is not given, or "  \
       "empty, is random: "                                                    \
       "floats in [-1, 1), integers in [-8, 8), indices 0. Where the code "    \
       "shows that it is divided by, or its root taken, it is positive; "      \
       "where it indexes a dimension, in bounds. Integers of 32 bits or more " \
       "are 0 or 1 where there is no code, as in a shared object.")            \
  TEXT(sizes, "What to run", "sizes", "", "NAME=N,...",                        \
       "The sizes of a function with dynamic dimensions, by the names that "   \
       "are in brackets in its signature. Several are a list (n=1,37), a "     \
       "range (n=1..8) or one in steps (n=1..512:50). All combinations are "   \
       "run, compared and timed, each on a line.")                             \
  FLAG(modelInputs, "What to run", "model-inputs",                             \
       "Make random floats such that what goes through the layers of a model " \
       "stays in range: weights are scaled, vectors positive.")                \
  INT(seed, "What to run", "seed", 0, 0, INT64_MAX, "N",                       \
      "Of the random arguments, which are the same everywhere.")               \
  TEXT(outputs, "What to run", "outputs", "", "FOLDER",                        \
       "Write the results of one run on these arguments to FOLDER/out0.npy, "  \
       "out1.npy and so on. Of a function without results they are its "       \
       "arguments.")                                                           \
  TEXT(compare, "Comparing", "compare", "", "FILE",                            \
       "Run this file as well, on the same arguments, compare the results, "   \
       "and time both in turn. Where they are not equal to the bit, the file " \
       "that nobody has scheduled is computed in f64, to say which side is "   \
       "nearer to that.")                                                      \
  REAL(tolerance, "Comparing", "tolerance", -1, -1, INT32_MAX, "X",            \
       "The deviation that is accepted; -1 is that of sums of a million "      \
       "products (0.00096 for f32) in the coarsest type that is rounded to, "  \
       "but at most 0.05. A deviation is divided "                             \
       "by the expected element or by the root mean square of all, whichever " \
       "is larger. Integers must be equal.")                                   \
  INT(runs, "Measuring", "runs", 10, 0, 100000, "N",                           \
      "At least so many measurements, each of a run or, where that is "        \
      "shorter than 2 ms, the mean of several; 0 times nothing.")              \
  REAL(minTime, "Measuring", "min-time", 0.5, 0, 86400, "SECONDS",             \
       "Measure at least so long.")                                            \
  INT(warmUp, "Measuring", "warm-up", 1, 0, 100000, "N",                       \
      "Runs before the first measurement, after the one whose results count.") \
  FLAG(cold, "Measuring", "cold", "Empty the caches before each run.")         \
  CHOICE(share, "Measuring", "share", AS_SHARE_AUTO, AsSharing, "HOW",         \
         "How cores are shared with other runs of as-opt and as-run.")         \
  FLAG(profile, "Measuring", "profile",                                        \
       "Say which task of a module takes how long, and where it is written.")  \
  TEXT(onto, "Measuring", "onto", "", "FILE",                                  \
       "With --profile: give the time to the operations of this module, the "  \
       "one that as-opt has scheduled, or a copy of it with other names, "     \
       "lines or order.")                                                      \
  TEXT(overlay, "Measuring", "overlay", "", "FILE",                            \
       "With --onto: also write these times to FILE, as node data for Model "  \
       "Explorer, in milliseconds.")                                           \
  TEXT(records, "Measuring", "records", "", "STORE",                           \
       "With --profile: the store of as-opt --records that gets the roofline " \
       "of this machine, for the pages of as-view. Without it the default "    \
       "store, if there is one; 'none' is none.")                              \
  TEXT(json, "Measuring", "json", "", "FILE",                                  \
       "Also write what was found to FILE ('-' is stdout), as JSON.")          \
  TEXT(target, "Compiling", "target", "host", "TARGET",                        \
       "As of as-opt: 'host', 'cpu:NAME' or 'cpu:NAME:+FEATURE'.")             \
  INT(threads, "Compiling", "threads", 1, 0, 1024, "N",                        \
      "Threads for parallel loops; 0 is one for each core, however many "      \
      "hardware threads it has.")                                              \
  CHOICE(fp, "Compiling", "fp", AS_FP_CONTRACT, AsFp, "MODE",                  \
         "How freely floating-point arithmetic may be rewritten.")             \
  FLAG(stock, "Compiling", "stock",                                            \
       "Take math functions from libm, as without as-opt, rather than its "    \
       "faster ones.")                                                         \
  FLAG(help, "Other", "help", "This.")                                         \
  TEXT(helpCompletion, "Other", "help-completion", "", AS_MANUAL_SHELLS,       \
       "What that shell reads to complete these options.")                     \
  FLAG(helpMan, "Other", "help-man", "This as a manual page.")                 \
  FLAG(version, "Other", "version", "The versions of as-opt and of LLVM.")

/// Strings are borrowed from the command line.
typedef struct AsRunOptions {
  const char *file; ///< What to run, or NULL.
#define AS_FLAG(member, ...) bool member;
#define AS_INT(member, ...) int64_t member;
#define AS_REAL(member, ...) double member;
#define AS_TEXT(member, ...) const char *member;
#define AS_CHOICE(member, group, name, fallback, type, ...) type member;
  AS_RUN_OPTIONS(AS_FLAG, AS_INT, AS_REAL, AS_TEXT, AS_CHOICE)
#undef AS_FLAG
#undef AS_INT
#undef AS_REAL
#undef AS_TEXT
#undef AS_CHOICE
} AsRunOptions;

/// Parses --name=value, --name value, --flag (one dash or two) and a file.
AsStatus asRunOptionsParse(char **argv, AsRunOptions *options, AsError *error);

/// Whether as-run is to tell of itself, and to run nothing.
bool asRunOptionsAskForHelp(const AsRunOptions *options);

void asRunOptionsHelp(AsText *text);
void asRunOptionsPage(AsText *text); ///< For man(1).
/// What a shell completes the command line by.
AsStatus asRunOptionsCompletion(const char *shell, AsText *text,
                                AsError *error);

#endif // AS_RUN_OPTIONS_H
