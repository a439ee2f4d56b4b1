//===- session.h - The inside of a session
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to this folder: what programs see as the opaque AsSession of
// as/session.h.
//
// A session searches and builds by two runs. The one that searches emits the
// schedule and leaves its records in the store. The one that builds makes no
// trials: it finds them there. So both are what as-opt does, with the same
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_SESSION_H
#define AS_DRIVER_SESSION_H

#include "as/session.h"
#include "support/text.h"
#include <stdatomic.h>
#include <stdbool.h>

/// A file of the session's scratch folder, or of that of a saved run.
#define AS_SESSION_SHARED "module.so"
#define AS_SESSION_HEADER "module.h"
#define AS_SESSION_SCHEDULE "schedule.mlir"
#define AS_SESSION_REPORT "report.json"

struct AsSession {
  AsOptions *options;
  AsRunProgress progress;
  void *progressData;
  AsRun *_Atomic run;       ///< The last one; NULL before that.
  atomic_int numCancelling; ///< Calls of asSessionCancel that may have the run.

  // The model; `module` is null without one.
  MlirContext context; ///< The session's own; null where it needs none.
  MlirModule module;
  bool ownsModule;
  AsText name;
  char hash[33]; ///< Of its text.

  // What was made of it.
  char scratch[64]; ///< A folder for as long as the session lasts, or "".
  AsRemark *remarks;
  size_t numRemarks;
  bool isTuned;
  char id[33];
  AsText schedule, shared, report; ///< Bytes; empty where there are none.
  AsText folder;                   ///< Of the saved run.
  AsText code;                     ///< Path of the shared object, or empty.
  AsCallable *function;            ///< The one that was asked for last.
  AsText functionName;
};

/// Forgets the model and all that was made of it.
void asSessionBegin(AsSession *session);

/// Puts `run` in place of the last one, which is destroyed.
void asSessionSetRun(AsSession *session, AsRun *run);

/// Forgets the functions and the code.
void asSessionDropCode(AsSession *session);

/// Appends the path of a file in the scratch folder, which is made.
AsStatus asSessionScratch(AsSession *session, const char *name, AsText *path,
                          AsError *error);

#endif // AS_DRIVER_SESSION_H
