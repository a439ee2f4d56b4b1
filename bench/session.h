//===- session.h - What every benchmark does around its rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options, the CSV, cores, a folder for what as-opt makes, and errors. A
// benchmark has a session as the first member of its own struct, so that what
// is called with the one gets at the other.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_SESSION_H
#define AS_BENCH_SESSION_H

#include "bench/cores.h"
#include "bench/measure.h"
#include "bench/options.h"
#include "bench/tuned.h"
#include "bench/workload.h"
#include "support/arena.h"

typedef struct AsSession {
  AsOptions options;
  AsWorkloads workloads; ///< Of which --rows chooses.
  AsArena arena;         ///< Of those that are not in the table.
  AsCores cores;
  AsTuner tuner;
  AsRounds rounds;
  FILE *csv;       ///< NULL without --csv.
  bool asksOthers; ///< --rows asks for rows that are not among these.
  bool failed;     ///< Some row: the program says so when it ends.
  char tool[4096], folder[4096];
} AsSession;

typedef struct AsBenchmark {
  const char *name;  ///< Of the program.
  const char *about; ///< What it does, in lines for --help.
  int user;          ///< Its bit in the table of options.
  /// Sees to it that --rows asks for something, and does what --list and --mlir
  /// say; `run` is called where neither is given.
  AsStatus (*list)(AsSession *session, AsError *error);
  AsStatus (*run)(AsSession *session, AsError *error);
  void (*close)(AsSession *session); ///< At the end of all; or NULL.
} AsBenchmark;

/// The whole program; returns its exit status. The session is all zero.
int asSessionMain(int argc, char **argv, const AsBenchmark *benchmark,
                  AsSession *session);

/// For `run`: finds as-opt, chooses the cores, prepares the environment for
/// libraries, and fills in the tuner and the rounds.
AsStatus asSessionOpen(AsSession *session, AsError *error);

/// Creates the tuner's folder, called after `name`.
AsStatus asSessionCreateFolder(AsSession *session, const char *name,
                               AsError *error);

/// Removes it, unless --keep was given or a row failed: then says that `what`
/// is there.
void asSessionLeaveFolder(const AsSession *session, const char *what);

/// In place of both: the folder that --folder names, or PROGRAM.results, stays,
/// and a run that ended in it is not repeated.
AsStatus asSessionKeepFolder(AsSession *session, const char *program,
                             AsError *error);

/// AsBenchmark.list, of workloads: those of the table, or what --shapes and
/// --sample say. --mlir is not its business.
AsStatus asSessionListWorkloads(AsSession *session, AsError *error);

/// The trials that --trials-per-task and --most-trials give to so many tasks.
int asSessionTrials(const AsSession *session, int tasks);

/// What --seed says, or else another number each time.
uint64_t asSessionSeed(const AsSession *session);

/// The workloads that are asked for, one after another, as asWorkloadNext.
const AsWorkload *asSessionNextWorkload(const AsSession *session,
                                        const AsWorkload *previous);

//===----------------------------------------------------------------------===//
// Rows that have nothing but names
//===----------------------------------------------------------------------===//

typedef struct AsNames {
  char *const *names;
  int count;
  const char *what; ///< What each is the name of, in the singular.
} AsNames;

/// Appends the program that is called `name`.
typedef AsStatus (*AsNamedProgram)(AsSession *session, const char *name,
                                   AsText *text, AsError *error);

/// Whether --rows asks for it.
bool asSessionAsks(const AsSession *session, const char *name);

/// Likewise of a row that takes long: * does not mean it.
bool asSessionAsksApart(const AsSession *session, const char *name);

/// AsBenchmark.list, of names.
AsStatus asSessionListNames(AsSession *session, const AsNames *names,
                            AsNamedProgram program, AsError *error);

#endif // AS_BENCH_SESSION_H
