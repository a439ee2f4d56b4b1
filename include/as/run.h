//===- run.h - A run that can be watched and ended
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asAutoschedule for programs that want to see how far it is, to end its search
// early, or to tune modules with dialects of their own:
//
//   AsRun *run = asRunCreate(module, options);
//   asRunSetProgress(run, show, display);
//   status = asRunExecute(run, &emission, &error);
//   asRunDestroy(run);
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_H
#define AS_RUN_H

#include "as/autoschedule.h"
#include "as/options.h"
#include "mlir-c/IR.h"
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One run: what it is to do, and who is told of it.
typedef struct AsRun AsRun;

/// A run of as-opt on `module`, which is borrowed until asRunExecute returns
/// and is never changed. `options` is copied; NULL gives the defaults. The
/// caller owns the run and frees it with asRunDestroy.
AsRun *asRunCreate(MlirModule module, const AsOptions *options);

/// Frees `run`, which must not be executing; NULL is allowed.
void asRunDestroy(AsRun *run);

/// Makes the dialects in `registry` known to `run`, besides those of MLIR and
/// those that are registered with the context of the module, for a module with
/// operations, types or attributes of others. A run parses a copy of its module
/// in a context of its own; what it does not know there it takes as it is
/// written. `registry` is borrowed until asRunExecute returns. as-opt moves
/// such operations along and schedules what is beside them. In a "lowered"
/// module their functions stay as they are; forms of output after it lack them.
void asRunSetDialectRegistry(AsRun *run, MlirDialectRegistry registry);

/// Does what asAutoschedule says, once for each run: a second call is
/// AS_INVALID_INPUT. Runs in the calling thread, with child processes. Threads
/// may execute runs at the same time; of their searches, which measure, one
/// waits for the other.
AsStatus asRunExecute(AsRun *run, AsEmission *emission, AsError *error);

/// Ends the search of `run`: asRunExecute succeeds soon, with the best so far.
/// Before the search it has the search end as it begins; after it, and when
/// called again, it does nothing. May be called from any thread and from a
/// signal handler, between asRunCreate and asRunDestroy.
void asRunCancel(AsRun *run);

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

/// A run at one moment. Tasks have numbers from 0.
typedef struct AsSnapshot AsSnapshot;

/// Called in the thread that executes the run, whenever something happened:
/// when the search begins, after each trial, and when the run has nothing left
/// to try. `snapshot` is valid during the call only, in which the thread has
/// the C locale. The callback must not execute another run, which would wait
/// for this one.
typedef void (*AsRunProgress)(const AsSnapshot *snapshot, void *userData);

/// Has `run` call `progress` with `userData`; NULL ends that. To be set before
/// asRunExecute.
void asRunSetProgress(AsRun *run, AsRunProgress progress, void *userData);

/// What is being done: "baseline" (timing the tasks without a schedule),
/// "search", "final" (measuring the best again) or "done". A constant.
const char *asSnapshotPhase(const AsSnapshot *snapshot);

/// Whether no other snapshot of this run will follow.
bool asSnapshotIsLast(const AsSnapshot *snapshot);

double asSnapshotSeconds(const AsSnapshot *snapshot);  ///< Since the beginning.
int asSnapshotTrialsDone(const AsSnapshot *snapshot);  ///< Of all tasks.
int asSnapshotTrialsTotal(const AsSnapshot *snapshot); ///< That were asked for.
int asSnapshotNumTasks(const AsSnapshot *snapshot);    ///< Of the module.
int asSnapshotTask(const AsSnapshot *snapshot); ///< The one at hand, or -1.

/// What the task does, for people: "matmul 512x512x512". Borrowed, as the
/// snapshot.
const char *asSnapshotTaskLabel(const AsSnapshot *snapshot, int task);
/// The task's content hash, as in records. Borrowed, as the snapshot.
const char *asSnapshotTaskHash(const AsSnapshot *snapshot, int task);
/// How often the task runs when each model runs once, by the weights of the
/// models.
double asSnapshotTaskWeight(const AsSnapshot *snapshot, int task);
/// Seconds of one run of the task with its best schedule; 0 while not known.
double asSnapshotTaskSeconds(const AsSnapshot *snapshot, int task);
/// Seconds of one run of the task without a schedule; 0 while not known.
double asSnapshotTaskStockSeconds(const AsSnapshot *snapshot, int task);
int asSnapshotTaskTrials(const AsSnapshot *snapshot, int task); ///< Finished.

#ifdef __cplusplus
}
#endif

#endif // AS_RUN_H
