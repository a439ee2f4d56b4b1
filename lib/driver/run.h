//===- run.h - One run of as-opt, from a module to a result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to this library: what programs see as the opaque AsRun of as/run.h,
// and what the files that execute it share.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_RUN_H
#define AS_DRIVER_RUN_H

#include "as/run.h"
#include "lowering/lower.h"
#include "report/figures.h"
#include "search/tuner.h"
#include "task/dynamic/kernel-table.h"
#include "task/task.h"
#include <stdatomic.h>

/// A sketch as read; each task that it is meant for gets a copy.
typedef struct AsUserSketch {
  AsSketch sketch;  ///< Without program and target.
  const char *task; ///< The only task, by its hash; NULL: every one.
} AsUserSketch;

/// What a run knows of the tiles of dynamic sizes when it has measured them.
typedef struct AsMeasuredKernels {
  const AsKernelTable *kernels; ///< Those that were tuned.
  const AsTuneTask *tuned;
  int numTuned;
} AsMeasuredKernels;

/// A run owns a private context with a copy of the caller's module in it, and
/// everything derived from that.
struct AsRun {
  // Given.
  MlirModule given; ///< The caller's.
  const AsOptions *options;
  MlirDialectRegistry registry; ///< The caller's; null where there is none.
  AsRunProgress progress;       ///< NULL where nobody is told.
  void *progressData;
  atomic_bool isCancelled; ///< Set by any thread, or a signal handler.
  bool hasExecuted;

  // Found.
  AsEmission *emission; ///< The caller's.
  MlirContext context;
  MlirModule module; ///< Taken apart into tasks by extraction.
  AsTaskSet tasks;
  AsKernelTable kernels;             ///< The tiles of dynamic sizes.
  bool tunesSpare;                   ///< Tiles, to choose once more.
  bool coldWeights;                  ///< A model's do not fit into the caches.
  const AsMeasuredKernels *measured; ///< To choose tiles by; or NULL.
  AsArena arena;                     ///< Sketches, target, buffers.
  AsTarget target;
  AsGoal *goals;           ///< One for each model of the set.
  AsTuneTask *tuned;       ///< One for each task of the set, in its order.
  MlirModule userSketches; ///< The user's file; null where there is none.
  AsUserSketch *user;      ///< The sketches in it.
  int numUser;
  char id[33];            ///< In records; "" as long as there were none.
  AsObjectCache *objects; ///< Beside the store; NULL where none are kept.
  AsTuneTimes times;
  bool interrupted;
  AsSnapshot shown; ///< What the caller's progress callback got last.
};

// run.c
/// Has the options say that there are so many trials.
void asRunSetTrials(AsRun *run, int64_t trials);

// autoschedule.c
/// Drops the sketches that may not round as they do; returns how many are left.
int asRunKeepAllowed(AsSketch *sketches, int count, AsFp fp);

/// Sets run->module to what was given.
AsStatus asRunParse(AsRun *run, AsError *error);
/// Fills in run->tuned, with sketches where the run comes so far.
AsStatus asRunDescribeTasks(AsRun *run, AsError *error);

// choose-measured.c
/// Leaves as many tiles of each dynamic size as the options say, those that
/// were fastest, and drops the tasks of others.
AsStatus asRunChooseMeasured(AsRun *run, AsError *error);

// weight-families.c
/// Numbers the families of run->tuned: tasks that are called with the same
/// weights.
void asRunFindFamilies(AsRun *run);

// prepare.c
/// Rewrites one module, without its tasks, as asRunPrepare does. Needs the
/// run's options, target and emission.
AsStatus asRunRewrite(AsRun *run, MlirModule module, AsError *error);

/// Whether attention may be one task: on CPUs there are rules for it, all of
/// which add up partial sums.
bool asRunTakesAttention(const AsRun *run);

/// Brings attention to the form that rules take, behind all other rewrites.
void asRunPrepareAttention(const AsRun *run, MlirModule module);

/// Splits operations on dynamic shapes of one module. Needs the same.
AsStatus asRunSplit(AsRun *run, MlirModule module, AsError *error);

/// Rewrites the run's module and the modules in it, and extracts their tasks.
AsStatus asRunPrepare(AsRun *run, AsError *error);

// check-outputs.c
/// Whether all files that the options name can be written, each of them.
AsStatus asRunCheckFiles(const AsOptions *options, AsError *error);

// tune.c
/// Spends the budget of trials, or as much of the search as was asked for.
AsStatus asRunSearch(AsRun *run, AsError *error);

/// All that makes code of a candidate, and times: records hold for no other.
const char *asRunCompiler(AsRun *run);

/// Whether no task has a winner that was measured, or estimated.
bool asRunFoundNothing(const AsRun *run);

// store-things.c
/// Puts the target, the tasks and their sketches.
AsStatus asRunPutThings(const AsRun *run, AsStore *store, AsError *error);
/// The id of the run, 32 hex digits, which it gets now if it has none.
const char *asRunId(AsRun *run);
/// The run as a thing, which lives as long as the run.
AsThing asRunThing(AsRun *run, int64_t started, bool hasEnded);

// remarks.c: the same remark twice is one.
/// Remarks on what is not part of any task.
void asRemarkOnTasks(const AsTaskSet *tasks, AsEmission *emission);
/// A remark on an operation that stays as it is; `emission` is an AsEmission.
void asRemarkOnOperation(MlirOperation op, const char *why, void *emission);
/// A warning of an operation, which may be scheduled all the same.
void asWarnOfOperation(MlirOperation op, const char *what, void *emission);
/// Lets remarks on operations in nests that are tasks say so: raising did not
/// know yet that there would be one.
void asRemarkOnNests(MlirModule module, AsEmission *emission);
/// Undoes that for nests that did not become tasks, which have remarks of their
/// own.
void asRemarkOnNestsLeft(MlirModule module, AsEmission *emission);
/// Remarks on deallocations of what callers of the module pass: they are left
/// out.
void asRemarkOnDeallocations(MlirModule module, AsEmission *emission);
/// Says of a function what does not happen to it, and why: the first line of an
/// error's message.
void asRemarkOnFunction(MlirOperation function, const char *what,
                        const char *why, AsSeverity severity,
                        AsEmission *emission);
/// A remark on the run as a whole.
void asRemarkOnRun(AsRun *run, AsSeverity severity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// Warnings of tasks that cannot be measured, and of a search without a result.
void asRemarkOnSearch(AsRun *run);
/// A warning where objects cannot be kept.
void asRemarkOnObjects(AsRun *run);
/// Why a run without trials has no schedules for some tasks, as a clause.
const char *asWhyStoreHasNone(const AsOptions *options);
/// Warnings of tasks that got no trial: what the estimate chose for them, or
/// that they have no schedule.
void asRemarkOnUntried(AsRun *run);

// user-sketches.c
/// Reads the user's file into run->userSketches and run->user. A sketch that
/// cannot be searched is a failure: left out, it would go unnoticed.
AsStatus asUserSketchesRead(AsRun *run, const char *path, AsError *error);
/// The user's sketches that are meant for the task, after those of the rules.
AsSketch *asUserSketchesAppend(AsRun *run, const AsTask *task,
                               AsSketch *sketches, int *numSketches);
/// Appends all that is in the user's file.
void asUserSketchesPrint(const AsRun *run, AsText *text);
/// Appends the user's sketch as the sequence @NAME with the point chosen, and
/// what it includes.
AsStatus asUserSchedulePrint(const AsRun *run, const AsSketch *sketch,
                             const AsPoint *point, const char *name,
                             AsText *text, AsError *error);

// schedule-script.c
/// Appends one module with every task's sketches, knobs open.
void asSketchesPrint(const AsRun *run, AsText *text);
/// Appends the module with a named sequence for each task's best schedule and
/// @__transform_main, which applies each to its task's functions.
AsStatus asSchedulePrint(const AsRun *run, AsText *text, AsError *error);
/// Applies to the run's module the sequences that `script`, such a module, has
/// for tasks of it; *applied is to how many functions.
AsStatus asScheduleApply(AsRun *run, MlirModule script, int *applied,
                         AsError *error);
/// The task's winner: the fastest that was measured, else the plain sketch.
AsCandidate asTaskWinner(const AsTuneTask *task);

// check-lowering.c
/// How the run lowers its module.
AsLowerOptions asRunLowering(const AsRun *run);
/// Fails where the search would be in vain, because what it would be for cannot
/// be lowered.
AsStatus asRunCheckLowering(const AsRun *run, AsError *error);

// evaluate-constants.c
/// Computes what constants determine, and puts the result into the lowered
/// module. A remark says why where that cannot be.
void asRunEvaluateConstants(AsRun *run, MlirModule lowered);

#endif // AS_DRIVER_RUN_H
