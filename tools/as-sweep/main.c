//===- main.c - Tunes models with every combination of options
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads what to combine, has as-opt tune each combination that is not finished,
// has as-run time the results in turn, and writes the tables.
//
//===----------------------------------------------------------------------===//

#include "report/figures.h"
#include "tools/as-sweep/evaluate.h"
#include "tools/as-sweep/outcome.h"
#include "tools/as-sweep/program.h"
#include "tools/as-sweep/results.h"
#include "tools/programs.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  EXIT_FINE = 0,
  EXIT_SOME_FAILED = 1,
  EXIT_ERROR = 2,
  EXIT_STOPPED = 130
};

typedef struct Sweep {
  const AsSweepOptions *options;
  AsSweepSpecification specification;
  AsSweepCombination *combinations;
  int count;
} Sweep;

static void say(const Sweep *sweep, int number) {
  const AsSweepCombination *combination = &sweep->combinations[number];
  const AsSweepOutcome *outcome = &combination->outcome;
  AsText text = {0};
  asSweepDescribe(combination, &text);
  fprintf(stderr, "[%d/%d] %s: %s after %.1f s%s%s\n", number + 1, sweep->count,
          asTextString(&text), outcome->succeeded ? "tuned" : "failed",
          outcome->seconds, *outcome->message ? ": " : "", outcome->message);
  asTextFree(&text);
}

/// Makes the folder and keeps other calls out of it, until this process ends.
static AsStatus lockFolder(const char *folder, AsArena *arena, AsError *error) {
  if (mkdir(folder, 0777) && errno != EEXIST)
    return asFail(error, AS_IO, "cannot make the folder '%s': %s", folder,
                  strerror(errno));
  const char *path = asArenaFormat(arena, "%s/lock", folder);
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return asFail(error, AS_IO, "cannot open '%s': %s", path, strerror(errno));
  if (flock(file, LOCK_EX | LOCK_NB) == 0)
    return AS_OK;
  close(file);
  return asFail(error, AS_INVALID_INPUT,
                "another as-sweep works in '%s'; wait for it, or name another "
                "folder",
                folder);
}

static AsStatus tuneAll(Sweep *sweep, AsError *error) {
  for (int c = 0; c < sweep->count; c++) {
    if (sweep->combinations[c].outcome.succeeded)
      continue;
    AsStatus status =
        asSweepTune(&sweep->specification.arena, sweep->options->folder,
                    &sweep->combinations[c], error);
    if (status)
      return status;
    say(sweep, c);
  }
  return AS_OK;
}

static AsStatus printTable(const Sweep *sweep,
                           void (*print)(const AsSweepCombination *, int,
                                         AsText *),
                           AsError *error) {
  AsText text = {0};
  print(sweep->combinations, sweep->count, &text);
  AsStatus status = asWriteFile("-", text.data, text.length, error);
  asTextFree(&text);
  return status;
}

/// What was found is written however the call ends.
static AsStatus runAll(Sweep *sweep, AsError *error) {
  const AsSweepOptions *options = sweep->options;
  AsArena *arena = &sweep->specification.arena;
  asSweepCatchInterrupts();
  AsStatus status = tuneAll(sweep, error);
  if (!status)
    status = asSweepEvaluate(arena, options, sweep->combinations, sweep->count,
                             error);
  AsError later = {0};
  if (asSweepWriteResults(options->folder, sweep->combinations, sweep->count,
                          status ? &later : error) &&
      !status)
    status = error->status;
  return status ? status : printTable(sweep, asSweepPrintResults, error);
}

static AsStatus work(Sweep *sweep, AsError *error) {
  const AsSweepOptions *options = sweep->options;
  AsArena *arena = &sweep->specification.arena;
  AsStatus status =
      asSweepSpecificationRead(options->file, &sweep->specification, error);
  if (!status)
    status = asSweepCombine(&sweep->specification, &sweep->combinations,
                            &sweep->count, error);
  if (!status && !options->dryRun)
    status = lockFolder(options->folder, arena, error);
  for (int c = 0; c < sweep->count && !status; c++)
    asSweepReadOutcome(arena, options->folder, &sweep->combinations[c]);
  if (status)
    return status;
  return options->dryRun ? printTable(sweep, asSweepPrintPlan, error)
                         : runAll(sweep, error);
}

static bool haveAllSucceeded(const Sweep *sweep) {
  for (int c = 0; c < sweep->count; c++)
    if (!sweep->combinations[c].outcome.succeeded ||
        *sweep->combinations[c].outcome.message)
      return false;
  return true;
}

int asSweepMain(int argc, char **argv) {
  (void)argc;
  AsSweepOptions options;
  AsError error = {0};
  Sweep sweep = {.options = &options};
  AsStatus status = asSweepOptionsParse(argv, &options, &error);
  if (!status && asSweepOptionsAskForHelp(&options))
    status = asSweepOptionsPrintHelp(&options, &error);
  else if (!status)
    status = work(&sweep, &error);
  int result =
      options.dryRun || haveAllSucceeded(&sweep) ? EXIT_FINE : EXIT_SOME_FAILED;
  asSweepSpecificationFree(&sweep.specification);
  if (!status)
    return result;
  fprintf(stderr, "as-sweep: %s%s\n",
          status == AS_INTERRUPTED ? "" : "error: ", error.message);
  return status == AS_INTERRUPTED ? EXIT_STOPPED : EXIT_ERROR;
}
