//===- session.h - From a file to a tuned function that is called
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps from a model to calls of what was tuned, in one object that keeps
// what one step leaves for the next:
//
//   AsSession *session = asSessionCreate(options);
//   if (asSessionFromFile(session, "model.mlir", &error) ||
//       asSessionAutotune(session, &error) || // A schedule.
//       asSessionBuild(session, &error) ||    // Code.
//       asSessionSave(session, &error) ||     // In a folder of the run.
//       asSessionRun(session, "main", NULL, buffers, &error))
//     fprintf(stderr, "%s\n", error.message);
//   printf("%s\n", asSessionId(session));
//   asSessionDestroy(session);
//
// and later, perhaps in another program, asSessionLoad with that id in place of
// the first four. A step that needs another one first is AS_INVALID_INPUT, and
// the message names that one. One thread at a time may use a session, save for
// asSessionCancel.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SESSION_H
#define AS_SESSION_H

#include "as/callable.h"
#include "as/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A model on its way.
typedef struct AsSession AsSession;

/// A session whose runs have these options; NULL gives the defaults. They are
/// copied. Options that say what is emitted, and where to ("emit", "output",
/// "header", "report", "stop-after"), are the session's own. With "records" as
/// "none", records last as long as the session. The caller owns the session and
/// frees it with asSessionDestroy.
AsSession *asSessionCreate(const AsOptions *options);

/// Frees `session` and whatever it has not saved; NULL is allowed. Functions
/// of it cannot be called any more.
void asSessionDestroy(AsSession *session);

/// Has runs of the session call `progress` with `userData`, as of
/// asRunSetProgress; NULL ends that.
void asSessionSetProgress(AsSession *session, AsRunProgress progress,
                          void *userData);

/// Ends the search of asSessionAutotune, which succeeds soon, with the best so
/// far; does nothing where there is no search. May be called from the progress
/// callback and from a signal handler.
void asSessionCancel(AsSession *session);

//===----------------------------------------------------------------------===//
// A model
//===----------------------------------------------------------------------===//

/// Reads the model from an MLIR file, text or bytecode. The session begins
/// anew.
AsStatus asSessionFromFile(AsSession *session, const char *path,
                           AsError *error);

/// Takes the model from `module`, which is borrowed until the session has
/// another model or is destroyed, and never changed. `name` is what to call it,
/// as a file. The session begins anew.
AsStatus asSessionFromModule(AsSession *session, MlirModule module,
                             const char *name, AsError *error);

/// Searches schedules for the model. Needs a model.
AsStatus asSessionAutotune(AsSession *session, AsError *error);

/// Compiles the model to a shared object: by the schedules that
/// asSessionAutotune has found, or without it by what the store and the
/// estimate know. Needs a model.
AsStatus asSessionBuild(AsSession *session, AsError *error);

/// What the last asSessionAutotune or asSessionBuild had to say, *count of
/// them. Borrowed until the next one.
const AsRemark *asSessionRemarks(const AsSession *session, size_t *count);

//===----------------------------------------------------------------------===//
// Runs on disk
//===----------------------------------------------------------------------===//

/// Keeps the session in a folder of its own, $XDG_DATA_HOME/as-opt/runs/ID
/// (docs/using.md): the shared object, its C header, the schedule, the report,
/// and what they come from. Saving again replaces it. Needs asSessionBuild.
AsStatus asSessionSave(AsSession *session, AsError *error);

/// Takes up a run that was saved, by its id: its functions can be called.
/// AS_NOT_FOUND if there is none of that id.
AsStatus asSessionLoad(AsSession *session, const char *id, AsError *error);

/// The id of the run, 32 hex digits; "" before there was one. Borrowed.
const char *asSessionId(const AsSession *session);

/// The folder that it was saved in or loaded from; "" before that. Borrowed.
const char *asSessionFolder(const AsSession *session);

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Gives the function `name` of the model, to ask for its types and sizes.
/// Borrowed: it lives until the session has another model, or is built again.
/// Needs asSessionBuild or asSessionLoad. AS_UNSUPPORTED if it was built for a
/// CPU with features that this one lacks.
AsStatus asSessionFunction(AsSession *session, const char *name,
                           AsCallable **function, AsError *error);

/// Prepares the function's constant arguments and runs it, as of
/// asCallablePrepare and asCallableRun. Needs what asSessionFunction needs.
AsStatus asSessionRun(AsSession *session, const char *name,
                      const int64_t *sizes, void *const *buffers,
                      AsError *error);

/// How long runs take, in seconds.
typedef struct AsEvaluation {
  double median, quarter, threeQuarters, least;
  int numRuns;
} AsEvaluation;

/// Times `numRuns` runs, at least 1, after one that does not count. Constant
/// arguments are prepared before. Nothing waits for others that use the same
/// cores, as as-run does. Needs what asSessionFunction needs.
AsStatus asSessionEvaluate(AsSession *session, const char *name,
                           const int64_t *sizes, void *const *buffers,
                           int numRuns, AsEvaluation *evaluation,
                           AsError *error);

#ifdef __cplusplus
}
#endif

#endif // AS_SESSION_H
