//===- driver.h - The parts of the as-opt program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-opt is mlir-opt with our passes, plus --autoschedule, plus jobs on the
// store. Functions that run something return the exit status.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TOOLS_DRIVER_H
#define AS_TOOLS_DRIVER_H

#include "as/record.h"
#include "as/session.h"
#include "support/options.h"
#include "support/text.h"
#include <stdbool.h>

/// Prints "as-opt: error: MESSAGE" and returns the exit status of a failure.
int asDriverFail(const AsError *error);

/// Whether --NAME or --NAME=..., with one dash or two, is among the arguments
/// before a "--".
bool asDriverHasFlag(char *const *argv, const char *name);

/// Takes every --NAME=VALUE and --NAME VALUE out of argv and gives the last
/// value, or NULL. One without a value is an error.
AsStatus asDriverTakeValue(int *argc, char **argv, const char *name,
                           const char **value, AsError *error);

void asDriverPrintVersion(AsText *text);
void asDriverPrintHelp(AsText *text);
void asDriverPrintPage(AsText *text); ///< For man(1).
/// What a shell completes the command line by.
AsStatus asDriverPrintCompletion(const char *shell, AsText *text,
                                 AsError *error);
void asDriverPrintMarkdown(AsText *text); ///< docs/options.md

/// Has runs shown on stderr in the style of their option progress, and has
/// SIGINT and SIGTERM end the search of one with the best so far.
void asDriverWatchRuns(void);

/// Has the runs of a session shown and ended in the same way, until
/// asDriverUnwatchSession.
void asDriverWatchSession(AsSession *session, const AsOptions *options);
void asDriverUnwatchSession(void);

/// mlir-opt with the passes of as-opt, whose options default to `defaults`.
int asDriverRunMlirOpt(int argc, char **argv, const AsOptions *defaults);

/// --autoschedule: mlir-opt with as-autoschedule as its last pass. `argv` is
/// what asOptionsTake left.
int asDriverAutoschedule(int argc, char **argv, const AsOptions *options);

/// Whether --view can be done at the end of a run that writes to `output`.
AsStatus asDriverCheckView(const AsOptions *options, const char *output,
                           AsError *error);

/// Remembers the tasks of a run for its page.
void asDriverNoteTasks(const AsSnapshot *snapshot);

/// --view, if it is given: writes the page of the tasks that were noted.
void asDriverWriteView(void);

/// Whether that went well.
AsStatus asDriverViewStatus(AsError *error);

/// --save. `argv` is what asOptionsTake left: the file.
int asDriverSave(int argc, char **argv, const AsOptions *options);

/// The name of the first option that is a job on the store, or NULL.
const char *asDriverStoreJob(const AsOptions *options);

/// Does these jobs: --import-json, --forget, --list-records, --list-runs,
/// --export-json, --export-best, --train, in this order.
int asDriverWorkOnStore(int argc, char **argv, const AsOptions *options);

/// Prints what the store has records of, of the tasks that `glob` matches.
AsStatus asDriverListRecords(AsStore *store, const char *glob, AsError *error);

/// Prints the runs that the store knows of, the oldest first.
AsStatus asDriverListRuns(AsStore *store, AsError *error);

/// Removes the records of tasks that `what` matches, or, where it is
/// "older:DAYS", those that are older.
AsStatus asDriverForget(AsStore *store, const char *what, AsError *error);

#endif // AS_TOOLS_DRIVER_H
