//===- options.h - What as-sweep is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_OPTIONS_H
#define AS_SWEEP_OPTIONS_H

#include "as/error.h"
#include <stdbool.h>
#include <stdint.h>

/// Strings are borrowed from the command line.
typedef struct AsSweepOptions {
  const char *file;   ///< The specification.
  const char *folder; ///< Where all that is made goes.
  const char *entry, *sizes;
  int64_t rounds;
  bool dryRun, help, helpMan, version;
  const char *helpCompletion;
} AsSweepOptions;

/// Fails unless there is a file and a folder, or help is asked for.
AsStatus asSweepOptionsParse(char **argv, AsSweepOptions *options,
                             AsError *error);

bool asSweepOptionsAskForHelp(const AsSweepOptions *options);

/// Prints the help that `options` ask for.
AsStatus asSweepOptionsPrintHelp(const AsSweepOptions *options, AsError *error);

#endif // AS_SWEEP_OPTIONS_H
