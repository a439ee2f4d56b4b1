//===- tuner.h - The search over all tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tuner spends a budget of trials on tasks. It picks the task that promises
// most (task-scheduler.h), chooses candidates of it by a strategy (strategy.h),
// has child processes build and measure them, stores every record, and trains
// the cost model. It knows no IR: tasks are hashes, texts and sketches to it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TUNER_H
#define AS_SEARCH_TUNER_H

#include "batch/batch.h"
#include "measure/runner.h"
#include "pool/builder.h"
#include "record/record.h"
#include "record/thing.h"
#include "search/task-history.h"
#include "support/options.h"
#include "target/target.h"
#include <stdatomic.h>

/// The sketch name in the record of an unscheduled program.
#define AS_BASELINE_SKETCH "(stock)"

/// The weight and the latency goal of a model.
typedef struct AsGoal {
  const char *model; ///< The function that its runs begin at.
  double weight;     ///< How much its latency counts.
  double latency;    ///< Goal in seconds; 0: as low as possible.
} AsGoal;

/// One task, and what the search knows of it.
typedef struct AsTuneTask {
  // Given; borrowed.
  const char *hash, *label, *text;
  const double *runs; ///< Its runs in one run of each model.
  double weight;      ///< The sum of `runs`, by the weights of the models.
  double flops, minBytes;
  const AsBuffer *buffers;
  int numBuffers;
  bool coldWeights; ///< It is timed without its weights in the caches.
  double tolerance;
  const AsSketch *sketches;
  double baseShare; ///< The weight of what the run begins with, against the
                    ///< prior.
  int numSketches;
  const AsAllowed *allowed; ///< Of each sketch, by principles; NULL for none.
  int family; ///< Tasks of one family, from 1 on, read the same weights, as
              ///< the tiles of a dynamic size do; 0: it shares none.

  // Found.
  AsTaskHistory history;
  double baselineSeconds;   ///< Of the stock lowering; 0 while not known.
  bool baselineIsBound;     ///< baselineSeconds is a lower bound.
  AsText stockObject;       ///< Object code that took baselineSeconds; empty
  double stockBuildSeconds; ///< where that is a bound or from the store.
  double referenceSeconds;  ///< Of one run; 0 while not known.
  double bestSeconds;       ///< 0 while nothing is OK.
  AsText driftReference;    ///< Object code of a trial; see clock-drift.h.
  int driftReferenceTrial;  ///< The trial of driftReference.
  int numTrials;            ///< Finished ones, those from the store included.
  int lastTrial;            ///< Number of the one that finished last.
  int numInFlight;
  int outcomes[AS_NUM_OUTCOMES];
  int lastGain;        ///< numTrials when bestSeconds last fell.
  double bestBefore;   ///< Best seconds when the last batch was chosen.
  double gains[3];     ///< Seconds gained in each of the last batches.
  char donor[128];     ///< Label of the task whose point it began with, or "".
  bool isReady;        ///< The runner knows the reference.
  bool isDead;         ///< Exhausted, or it cannot be measured.
  bool isUnmeasurable; ///< No expected results to compare with.
  char problem[512];   ///< Why that is so, or why the last trial failed.
  /// Owned: for each outcome, the message of the first trial that failed so;
  /// NULL if none did, or without a message.
  char *messages[AS_NUM_OUTCOMES];
} AsTuneTask;

typedef enum AsTunePhase {
  AS_TUNE_BASELINE, ///< Building and timing the unscheduled programs.
  AS_TUNE_SEARCH,
  AS_TUNE_FINAL, ///< Measuring the best few again, beside each other.
  AS_TUNE_DONE,
} AsTunePhase;

/// What the run took. The parts of the wall time overlap where work did.
typedef struct AsTuneTimes {
  double total, search, train, build, measure;
  double wait;   ///< For cores that other runs use.
  int numBuilt;  ///< Programs that were built,
  int numReused; ///< and that an earlier run had built.
  int numTrials; ///< That ended in this run.
} AsTuneTimes;

/// What a run learns of its store.
typedef struct AsStoreNotes {
  AsError failure; ///< Ended the storing; AS_OK if all was stored.
  int numPuts;     ///< Records put.
  int numStale;    ///< Records of the tasks by other versions.
} AsStoreNotes;

typedef struct AsTuner AsTuner;

typedef struct AsTunerOptions {
  const AsOptions *options; ///< Trials, limits, seed, ...
  const AsTarget *target;
  AsLeases *leases;    ///< Of cores, the caller's; NULL to take none.
  const AsGoal *goals; ///< One for each model.
  int numGoals;
  const char *worker;     ///< Path of as-worker; not needed to sample.
  AsStore *store;         ///< Of records, or NULL; kept open by the caller.
  bool keepsNothing;      ///< The store is only read.
  AsObjectCache *objects; ///< Of earlier runs, or NULL; the caller's.
  AsStore *const *donors; ///< Stores with similar tasks; borrowed.
  int numDonors;
  AsStoreNotes *storeNotes; ///< Filled; the caller's.
  const char *compiler;     ///< For the records.
  const AsThing *run;       ///< Put before the first record; NULL for none.
  /// Where candidates are written instead of being measured; NULL to measure.
  AsBatchWriter *batch;
  /// Set by another thread, or a signal handler, to end the search with the
  /// best so far.
  const atomic_bool *interrupted;
  /// Called whenever something happened; may be NULL.
  void (*progress)(const AsTuner *tuner, void *context);
  void *context;
} AsTunerOptions;

/// Runs the search on `tasks`, in place. Reads the records of the store first,
/// which count as trials done. If the options end the run after sampling, only
/// the first batch of each task is chosen.
AsStatus asTune(const AsTunerOptions *options, AsTuneTask *tasks, int numTasks,
                AsTuneTimes *times, AsError *error);

void asTuneTaskFree(AsTuneTask *task); ///< Frees what the search added.

/// For progress displays.
const AsTuneTask *asTunerTasks(const AsTuner *tuner, int *numTasks);
const AsGoal *asTunerGoals(const AsTuner *tuner, int *numGoals);
AsTunePhase asTunerPhase(const AsTuner *tuner);
int asTunerTrialsDone(const AsTuner *tuner);
int asTunerTrialsTotal(const AsTuner *tuner);
double asTunerSeconds(const AsTuner *tuner);
/// About how long it takes to measure the best of a task again, at the end,
/// where a trial takes trialSeconds.
double asTunerSecondsAgain(double trialSeconds);
/// For how long it has been waiting for cores that other runs use; 0: it is
/// not.
double asTunerWaiting(const AsTuner *tuner);
const AsTuneTask *asTunerCurrent(const AsTuner *tuner); ///< Or NULL.

#endif // AS_SEARCH_TUNER_H
