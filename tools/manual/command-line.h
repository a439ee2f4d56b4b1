//===- command-line.h - Command lines by an option table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs that are no mlir-opt: each has a table of options and takes one
// file. as-opt itself shares its command line with LLVM's options
// (support/option-table.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TOOLS_COMMAND_LINE_H
#define AS_TOOLS_COMMAND_LINE_H

#include "tools/manual/manual.h"

/// Sets the members of `options`, which has the defaults already, from
/// --name=value, --name value and --flag, with one dash or two, up to a "--".
/// *file is the one argument that is no option, or NULL. A second one is an
/// error that ends in `adviceOnTwo`, as in "to run one against the other, use
/// --compare". Strings are borrowed from `argv`.
AsStatus asCommandLineParse(const AsManual *manual, char **argv, void *options,
                            const char *adviceOnTwo, const char **file,
                            AsError *error);

#endif // AS_TOOLS_COMMAND_LINE_H
