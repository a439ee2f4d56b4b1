//===- option-table.h - The option table as data
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line, the help and the passes read of support/options.def.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_OPTION_TABLE_H
#define AS_SUPPORT_OPTION_TABLE_H

#include "support/options.h"
#include "support/text.h"
#include <stddef.h>

/// Who accepts an option: the driver's command line, or a pass.
typedef enum AsOptionUser {
  AS_BY_DRIVER = 1 << 0,
  AS_BY_AUTOSCHEDULE = 1 << 1,
  AS_BY_EXTRACT_TASKS = 1 << 2,
  AS_BY_GENERATE_SKETCHES = 1 << 3,
  AS_BY_APPLY_SCHEDULE = 1 << 4,
  AS_BY_SPLIT_DYNAMIC = 1 << 5,
} AsOptionUser;

typedef enum AsOptionKind {
  AS_OPTION_FLAG,   ///< bool
  AS_OPTION_INT,    ///< int64_t
  AS_OPTION_REAL,   ///< double
  AS_OPTION_TEXT,   ///< const char *
  AS_OPTION_CHOICE, ///< An enum, counting up from 0.
} AsOptionKind;

typedef struct AsChoice {
  const char *name, *meaning;
} AsChoice;

/// One row of the table.
typedef struct AsOption {
  AsOptionKind kind;
  size_t offset; ///< Of its member in AsOptions.
  const char *name, *group;
  unsigned users;    ///< Bits of AsOptionUser.
  const char *value; ///< What help calls the value; "" for a FLAG. SECONDS and
                     ///< MIB are what has units.
  const char *help;
  int64_t minimum, maximum; ///< Of an INT or REAL, inclusive.
  const AsChoice *choices;  ///< Of a CHOICE, indexed by its enum.
  size_t numChoices;
  const char *bare; ///< The value of a TEXT that is given without one; NULL: it
                    ///< needs one.
} AsOption;

/// The whole table, in the order of help.
const AsOption *asOptionTable(size_t *count);

/// Finds the row called `name`. A name that does not exist is an error that
/// suggests the nearest one.
AsStatus asOptionFind(const char *name, const AsOption **option,
                      AsError *error);

/// Sets the member of `option` from text, which is borrowed. `options` is the
/// struct that the offsets of its table are for: here AsOptions, but a program
/// may have a table of its own.
AsStatus asOptionParse(const AsOption *option, const char *value, void *options,
                       AsError *error);

/// Appends the value that `option` has in `options`, as asOptionParse reads it.
void asOptionFormat(const AsOption *option, const void *options, AsText *text);

/// Appends the help of `option`, and the units that its number may have.
void asOptionAppendHelp(const AsOption *option, AsText *text);

/// The row's name that is nearest to `name`, if it is near enough for a slip of
/// the fingers; else NULL.
const char *asOptionNearest(const AsOption *rows, size_t count,
                            const char *name);

/// Takes the driver's options (--name=value, --name value, --flag, with one
/// dash or two, up to a "--") out of the NULL-terminated argv and leaves the
/// rest in order. The last of several settings wins. *first is the name of the
/// first option met, NULL if there was none.
AsStatus asOptionsTake(int *argc, char **argv, AsOptions *options,
                       const char **first, AsError *error);

#endif // AS_SUPPORT_OPTION_TABLE_H
