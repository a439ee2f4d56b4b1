//===- view.h - What a page shows of a store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-view reads a store into these structs, computes every number that its page
// shows, and writes them as one JSON document (docs/view.md). The page draws;
// it computes nothing but positions on the screen. So the numbers are tested
// without a browser.
//
// What a page calls a task is a task for a target by a compiler: trials compare
// within such a group only (search/record-groups.h).
//
// What is not known is NaN, which the document has as null and the page as N/A.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_VIEW_H
#define AS_VIEW_VIEW_H

#include "record/record-fields.h"
#include "record/thing.h"
#include "view/names.h"

/// The page and --trial name a trial by so many digits of its address.
enum { AS_VIEW_ID_DIGITS = 12 };

typedef struct AsViewTrial {
  AsHashText address;
  AsOutcome outcome;
  int sketch, run; ///< Numbers in the view's lists; run is -1 without one.
  int message;     ///< Number of the message, -1 without one.
  int donor;       ///< Of the task that its point is from, or -1.
  int64_t date;
  double seconds;  ///< NaN unless ok; of an early-stopped one, a bound.
  double estimate; ///< Seconds that the prior gave it.
  double buildSeconds, measureSeconds;
  const char *point;     ///< Canonical JSON.
  bool isFinal;          ///< Measured again beside its rivals.
  int firstRow, numRows; ///< Of its features in the view's `features`.
  int form; ///< Number in the task's stages, -1 where its nest is not known.
} AsViewTrial;

/// How often one message ended a trial of a task.
typedef struct AsViewReason {
  int message;
  AsOutcome outcome;
  int count;
} AsViewReason;

typedef struct AsViewMap AsViewMap;       ///< map/map.h.
typedef struct AsViewStages AsViewStages; ///< stages/stages.h.

typedef struct AsViewTask {
  const char *hash, *target, *compiler;
  cJSON *data;      ///< Of its thing; NULL where the store has none.
  const char *text; ///< The module, or "".
  int begin, end;   ///< Its trials, oldest first.
  int64_t date;     ///< Of the last one.
  double stock;     ///< Seconds of the unscheduled program.
  bool stockIsBound;
  int best; ///< The trial that a search would choose, or -1.
  double seconds, speedup, gflops, intensity;
  double roof;   ///< Share of what the machine can do (view/roof.h).
  double weight; ///< How often it runs in the latest run that has it.
  double share;  ///< Of weighted seconds, among the tasks of its target.
  double tau;    ///< Kendall's, of estimates and measurements.
  int outcomes[AS_NUM_OUTCOMES];
  int numErrors;         ///< Trials without a time.
  AsViewReason *reasons; ///< Most frequent first.
  int numReasons;
  int *improvements; ///< The trials that were better than all before.
  int numImprovements;
  AsViewMap *map;       ///< NULL where there is none.
  AsViewStages *stages; ///< Likewise.
} AsViewTask;

/// A thing of the store, by its key.
typedef struct AsViewThing {
  const char *key, *text;
  cJSON *data;
} AsViewThing;

typedef struct AsViewThings {
  AsViewThing *things;
  int count, capacity;
} AsViewThings;

/// Zero-initialise; free with asViewFree.
typedef struct AsView {
  AsViewTask *tasks; ///< The largest share first.
  int numTasks, taskCapacity;
  AsViewTrial *trials; ///< By task.
  int numTrials, trialCapacity;
  AsNames sketches;               ///< NAME, a newline, VERSION.
  AsNames runs, messages, donors; ///< Donors are hashes of tasks.
  AsViewThings sketchThings, runThings, targetThings, taskThings, roofThings;
  float *features; ///< Rows of asCostScorerWidth.
  int numRows, rowCapacity;
  AsArena arena;
} AsView;

/// What of a store is read. All of it where a member is NULL.
typedef struct AsViewFilter {
  const char *glob;     ///< Tasks whose label or hash matches.
  const AsNames *tasks; ///< Tasks with these hashes.
  const char *run;      ///< Trials of the run whose id begins so, and the tasks
                        ///< that have some.
} AsViewFilter;

/// Reads what `filter` names, all where that is NULL, and computes all the
/// numbers. AS_NOT_FOUND and AS_INVALID_INPUT where no run, or more than one,
/// is the one that is named.
AsStatus asViewRead(AsStore *store, const AsViewFilter *filter, AsView *view,
                    AsError *error);

/// Makes the stages of its tasks, and the nests of its trials, from texts of
/// the store. This takes MLIR; what else a view has does not.
void asViewMakeStages(AsView *view);

/// Computes what is above of the tasks of a view that has trials and things.
void asViewSummarise(AsView *view);

/// Appends the document. Of the path of the store its name is shown, and how to
/// ask as-view for more.
void asViewAppendJson(const AsView *view, const char *storePath, AsText *text);

/// Its label, or its hash where the store has none.
const char *asViewTaskLabel(const AsViewTask *task);

/// The thing with this key, or NULL.
const AsViewThing *asViewFindThing(const AsViewThings *things, const char *key);

void asViewFree(AsView *view);

#endif // AS_VIEW_VIEW_H
