//===- options.c - What as-sweep is asked to do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/options.h"
#include "as/version.h"
#include "tools/manual/command-line.h"
#include <stddef.h>

// clang-format off
#define ROW(kind, member, group, name, value, help, minimum, maximum)          \
  {AS_OPTION_##kind, offsetof(AsSweepOptions, member), name, group,            \
   AS_BY_DRIVER, value, help, minimum, maximum, NULL, 0, NULL}
static const AsOption table[] = {
  ROW(TEXT, folder, "What to do", "o", "FOLDER",
      "Where results go, and all that is made. A combination that a run before "
      "has finished there is not tuned again.", 0, 0),
  ROW(FLAG, dryRun, "What to do", "dry-run", "",
      "Print the combinations, which of them are finished, and how long the "
      "others may take; run nothing.", 0, 0),
  ROW(INT, rounds, "Measuring", "rounds", "N",
      "How often each result is timed at the end: all of a model once, then all "
      "once more. 0 times nothing.", 0, 1000),
  ROW(TEXT, entry, "Measuring", "entry", "NAME",
      "The function to time, where a model has several.", 0, 0),
  ROW(TEXT, sizes, "Measuring", "sizes", "NAME=N,...",
      "The sizes to time a function with dynamic dimensions at.", 0, 0),
  ROW(FLAG, help, "Other", "help", "", "This.", 0, 0),
  ROW(TEXT, helpCompletion, "Other", "help-completion", AS_MANUAL_SHELLS,
      "What that shell reads to complete these options.", 0, 0),
  ROW(FLAG, helpMan, "Other", "help-man", "", "This as a manual page.", 0, 0),
  ROW(FLAG, version, "Other", "version", "", "The version of as-sweep.", 0, 0),
};
#undef ROW
// clang-format on

static const AsSweepOptions defaults = {
    .folder = "", .entry = "", .sizes = "", .rounds = 5, .helpCompletion = ""};

static const AsManual manual = {
    .program = "as-sweep",
    .title = "tunes models with every combination of options",
    .usage = "as-sweep sweep.json -o FOLDER\n"
             "as-sweep sweep.json -o FOLDER --dry-run\n",
    .about =
        "The file is a JSON object. \"model\" names the modules, by paths that "
        "start from the folder of the file. Every other key is an option of "
        "as-opt, with a value or a list of values to try: {\"model\": "
        "[\"a.mlir\", \"b.mlir\"], \"trials\": [64, 256], \"strategy\": "
        "[\"evolve\", \"droplet\"]} is eight combinations. \"repeat\": N runs "
        "each of them N times, with --seed=0 to N - 1. Each has a store of its "
        "own unless \"store\" is \"shared\".\n"
        "as-opt tunes the combinations one after the other. Then as-run times "
        "the results in turn, so that those of one model were measured at the "
        "same time. FOLDER/results.csv and results.json have a row for each; "
        "FOLDER/runs/ID has the store, the report, the shared object and the "
        "log of one. The exit status is 0 if all went well, 1 if combinations "
        "failed, 2 if as-sweep did, 130 if it was interrupted; the next call "
        "goes on where this one ended.\n",
    .tables = {{table, sizeof table / sizeof *table, &defaults}}};

bool asSweepOptionsAskForHelp(const AsSweepOptions *options) {
  return options->help || options->helpMan || options->version ||
         *options->helpCompletion;
}

AsStatus asSweepOptionsParse(char **argv, AsSweepOptions *options,
                             AsError *error) {
  *options = defaults;
  AsStatus status =
      asCommandLineParse(&manual, argv, options, "one call runs one of them",
                         &options->file, error);
  if (status || asSweepOptionsAskForHelp(options))
    return status;
  if (!options->file)
    return asFail(error, AS_INVALID_INPUT,
                  "no file that says what to combine; see --help");
  if (!*options->folder)
    return asFail(error, AS_INVALID_INPUT,
                  "no folder for the results; add -o FOLDER");
  return AS_OK;
}

AsStatus asSweepOptionsPrintHelp(const AsSweepOptions *options,
                                 AsError *error) {
  AsText text = {0};
  AsStatus status = AS_OK;
  if (options->help)
    asManualHelp(&manual, &text);
  else if (options->helpMan)
    asManualPage(&manual, &text);
  else if (*options->helpCompletion)
    status = asManualCompletion(&manual, options->helpCompletion, &text, error);
  else
    asTextFormat(&text, "as-sweep %s\n", AS_VERSION);
  if (!status)
    status = asWriteFile("-", text.data, text.length, error);
  asTextFree(&text);
  return status;
}
