//===- module-pass.h - What all passes of as-opt share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each pass asks the engine for an emission of its module. The shell does the
// rest: it reads the pass options, splices the result into the module, and
// reports remarks and errors as MLIR diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef AS_PASSES_MODULE_PASS_H
#define AS_PASSES_MODULE_PASS_H

#include "as/run.h"
#include "support/option-table.h"

typedef struct AsPass {
  const char *argument, *description;
  AsOptionUser user; ///< Which rows of the option table it accepts.
  /// Says whether the options make sense together; NULL if they always do.
  AsStatus (*check)(const AsOptions *options, AsError *error);
  AsStatus (*run)(MlirModule module, const AsOptions *options,
                  AsEmission *emission, AsError *error);
} AsPass;

extern const AsPass asPassAutoschedule;
extern const AsPass asPassExtractTasks;
extern const AsPass asPassGenerateSketches;
extern const AsPass asPassApplySchedule;
extern const AsPass asPassSplitDynamic;

/// The steps of lowering for a GPU, which work on the module itself.
extern const AsPass asGpuPasses[];
extern const size_t asNumGpuPasses;

/// What a program does around each run of as-autoschedule, such as to show its
/// progress. The runs of a process take turns.
typedef struct AsPassWatcher {
  /// Called before `run` is executed, with the options of the pass.
  void (*begin)(AsRun *run, const AsOptions *options);
  /// Called once it has been executed, before it is destroyed.
  void (*end)(void);
} AsPassWatcher;

/// Has all runs watched; `watcher` is borrowed for good. Without one, runs are
/// silent and cannot be ended early.
void asPassSetWatcher(const AsPassWatcher *watcher);

/// Has `print` print what the passes say of a module: the place, the severity
/// and the text of a message, and its notes, a line each. Without it, which
/// NULL is, each is a diagnostic for MLIR's handlers.
void asPassSetPrinter(void (*print)(const char *message));

/// Whether a pass gave its result, but said that something beside it failed:
/// for a program that has to tell by its exit status.
bool asPassHadErrors(void);

/// Gives `module` the ops and attributes of the module in `emission`, but keeps
/// its own name. On failure MLIR has reported why and `module` is unchanged.
bool asSpliceModule(MlirModule module, const AsEmission *emission);

#endif // AS_PASSES_MODULE_PASS_H
