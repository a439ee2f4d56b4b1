//===- manual.h - What a program says about itself
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --help, the manual page and the completion of shells, each made of the tables
// that the program parses its command line by.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TOOLS_MANUAL_H
#define AS_TOOLS_MANUAL_H

#include "support/option-table.h"

/// Options, and the struct with their defaults.
typedef struct AsManualTable {
  const AsOption *rows; ///< Those of the driver are shown.
  size_t numRows;
  const void *defaults;
} AsManualTable;

enum { AS_MANUAL_TABLES = 2 };

typedef struct AsManual {
  const char *program, *title;
  const char *usage; ///< Lines, each ends in a newline.
  const char *about; ///< Paragraphs, a line each.
  AsManualTable tables[AS_MANUAL_TABLES];
} AsManual;

/// A cursor over the options of a manual; zero-initialise.
typedef struct AsManualRow {
  const AsOption *option;
  const void *defaults;
  bool startsGroup;
  size_t table, next;
} AsManualRow;

/// Moves to the next option; false after the last.
bool asManualNext(const AsManual *manual, AsManualRow *row);

/// Appends "--emit=FORM", "-o FILE", "--list-records[=GLOB]" or "--cold".
void asManualAppendName(AsText *text, const AsOption *option);

/// Appends the default of an option; nothing of one without.
void asManualAppendDefault(AsText *text, const AsManualRow *row);

void asManualHelp(const AsManual *manual, AsText *text);

/// The page for man(1), in the macros of man(7).
void asManualPage(const AsManual *manual, AsText *text);

/// What a shell ("bash", "zsh" or "fish") reads to complete options and their
/// values. Fails where there is no such shell.
AsStatus asManualCompletion(const AsManual *manual, const char *shell,
                            AsText *text, AsError *error);

/// The names of these shells, as a value of an option is called in help.
#define AS_MANUAL_SHELLS "bash|zsh|fish"

#endif // AS_TOOLS_MANUAL_H
