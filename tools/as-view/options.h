//===- options.h - What as-view is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One table: the members, the defaults, the parser and --help come from it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_OPTIONS_H
#define AS_VIEW_OPTIONS_H

#include "pool/builder.h"
#include "tools/manual/manual.h"

/// FLAG(member, group, name, help),
/// TEXT(member, group, name, default, bare, value, help)
#define AS_VIEW_OPTIONS(FLAG, TEXT)                                            \
  TEXT(output, "What to write", "o", "", NULL, "FILE",                         \
       "Write the page to FILE ('-' is stdout). Without it the page is "       \
       "as-view.html in the folder at hand.")                                  \
  FLAG(json, "What to write", "json",                                          \
       "Write the numbers alone, one JSON document, to FILE or stdout.")       \
  FLAG(csv, "What to write", "csv",                                            \
       "Write a line for each trial, comma-separated, to FILE or stdout.")     \
  FLAG(dot, "What to write", "dot",                                            \
       "Write the stages of the tasks, what flows between them and what is "   \
       "fused, for graphviz, to FILE or stdout.")                              \
  TEXT(trial, "What to write", "trial", "", NULL, "ID",                        \
       "Write one trial to FILE or stdout: its loops before and after, and "   \
       "its script. ID is how its number begins in a page's address.")         \
  TEXT(emit, "What to write", "emit", "", NULL, "FORM",                        \
       "With --trial: build it again, and write its code: asm, llvm or "       \
       "object.")                                                              \
  TEXT(serve, "What to write", "serve", "", "0", "PORT",                       \
       "Serve the page on 127.0.0.1 instead, to browsers of this machine. It " \
       "follows what searches put into the store. 0 is a port that is free, "  \
       "and the default.")                                                     \
  TEXT(trace, "What to write", "trace", "", NULL, "FILE",                      \
       "Write when trials were built and measured, for Perfetto and "          \
       "chrome://tracing, and no page.")                                       \
  FLAG(principles, "What to write", "principles",                              \
       "Say which options of knobs were faster in tasks that are alike, and "  \
       "no page. FILE gets them for as-opt --principles=FILE.")                \
  TEXT(shuffle, "What to write", "shuffle", "", NULL, "SEED",                  \
       "With --principles: as many, drawn by chance, as a control.")           \
  TEXT(task, "What to show", "task", "", NULL, "GLOB",                         \
       "Only tasks whose label or hash matches: --task='matmul*'.")            \
  TEXT(run, "What to show", "run", "", NULL, "ID",                             \
       "Only trials of this run, and their tasks. ID is how its number "       \
       "begins; as-opt --list-runs shows them.")                               \
  FLAG(help, "Other", "help", "This.")                                         \
  TEXT(helpCompletion, "Other", "help-completion", "", NULL, AS_MANUAL_SHELLS, \
       "What that shell reads to complete these options.")                     \
  FLAG(helpMan, "Other", "help-man", "This as a manual page.")                 \
  FLAG(version, "Other", "version", "The version of as-opt.")

/// Strings are borrowed from the command line.
typedef struct AsViewOptions {
  const char *store; ///< The file, or NULL for the default store.
#define AS_FLAG(member, ...) bool member;
#define AS_TEXT(member, ...) const char *member;
  AS_VIEW_OPTIONS(AS_FLAG, AS_TEXT)
#undef AS_FLAG
#undef AS_TEXT
} AsViewOptions;

AsStatus asViewOptionsParse(char **argv, AsViewOptions *options,
                            AsError *error);

/// What --emit names; there is a value.
AsBuildForm asViewCodeForm(const AsViewOptions *options);

/// The manual of as-view, for what --help and the like print.
const AsManual *asViewManual(void);

#endif // AS_VIEW_OPTIONS_H
