//===- tuner-state.h - The inside of the tuner
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the search: what its files share. tuner.c runs the loop,
// trial-pipeline.c keeps builders and runner busy, baseline.c comes before the
// search and remeasure-best.c, which measures the best few again, after it,
// untried-tasks.c sees to tasks that got no trial, store-trials.c reads and
// writes records.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TUNER_STATE_H
#define AS_SEARCH_TUNER_STATE_H

#include "search/evolution.h"
#include "search/scorer.h"
#include "search/tuner.h"

/// A trial on its way: waiting to be built, being built, waiting to be
/// measured, or being measured.
typedef struct AsFlight {
  int task, trial;
  AsText object; ///< Once built.
  char objectHash[33];
  double buildSeconds;
} AsFlight;

typedef struct AsFlightQueue {
  AsFlight *flights;
  int size, capacity;
} AsFlightQueue;

struct AsTuner {
  AsTunerOptions given;
  AsTuneTask *tasks;
  int numTasks;
  AsBuilder *builder;
  AsRunner *runner;
  AsCostScorer *scorer;
  AsRandom random;
  AsTunePhase phase;
  AsFlightQueue waiting;  ///< To be built.
  AsFlightQueue building; ///< With a worker; the tag is the place here.
  AsFlightQueue built;    ///< To be measured.
  AsFlight running;       ///< With the runner, where isRunning.
  bool isRunning;
  bool buildOnly; ///< Nothing is measured,
  bool isStatic;  ///< but candidates are ranked by the estimate.
  bool isOver;    ///< What is built now is none of the trials.
  int numNew;     ///< Trials finished in this run.
  int64_t total;  ///< Trials that may be made, those known included.
  int known;      ///< Trials of the budget that the store had.
  int current;    ///< The task of the last batch, or -1.
  double started;
  AsTuneTimes times;
};

// trial-pipeline.c
/// Creates builders and runner, with the cores shared out between them.
AsStatus asPipelineOpen(AsTuner *tuner, AsError *error);
void asPipelineClose(AsTuner *tuner);
/// The job for a candidate, or for the unscheduled program where that is NULL;
/// `choices` has room for AS_MAX_KNOBS.
AsBuildJob asPipelineJob(const AsTuneTask *task, const AsCandidate *candidate,
                         AsKnobChoice *choices);
/// Trials that are on their way.
int asPipelineLoad(const AsTuner *tuner);
/// Queues a trial of the task for building.
void asPipelinePush(AsTuner *tuner, int task, int trial);
/// Starts what can be started, waits a little, takes what has finished.
AsStatus asPipelineStep(AsTuner *tuner, AsError *error);
/// Drops what is only waiting and sees what was started through to its end.
AsStatus asPipelineDrain(AsTuner *tuner, AsError *error);
/// Builds one candidate (or the unscheduled program) and waits for it. Only
/// while nothing is on its way.
AsStatus asPipelineBuild(AsTuner *tuner, const AsTuneTask *task,
                         const AsCandidate *candidate, AsBuildResult *result,
                         AsError *error);
/// The same for any job.
AsStatus asPipelineBuildJob(AsTuner *tuner, const AsBuildJob *job,
                            AsBuildResult *result, AsError *error);
/// What a candidate may deviate by beyond the tolerance of its task; NULL is
/// the unscheduled program.
double asPipelineAllowance(const AsTuneTask *task,
                           const AsCandidate *candidate);
/// Measures something besides the trials, and waits for it.
AsStatus asPipelineMeasure(AsTuner *tuner, const AsRunnerJob *job,
                           AsRunnerResult *result, AsError *error);

// reference-program.c
/// Builds what candidates of the task are compared with. Only while nothing is
/// on its way.
AsStatus asReferenceBuild(AsTuner *tuner, const AsTuneTask *task,
                          AsBuildResult *result, AsError *error);

/// The unscheduled program as a candidate; false where it is none.
bool asReferencePlain(const AsTuneTask *task, AsCandidate *plain);
/// The best of a nest's schedules, without tiles, which the reference has;
/// false where the nest is best as it is, or is none.
bool asReferenceChoose(const AsTuner *tuner, const AsTuneTask *task,
                       AsCandidate *candidate);

// unscheduled-trial.c
/// Tries what ran before the search where that was faster than all trials.
AsStatus asTryUnscheduled(AsTuner *tuner, AsError *error);

// baseline.c
/// Makes the references of the tasks known to the runner, and times the
/// unscheduled programs.
AsStatus asBaselineMeasure(AsTuner *tuner, AsError *error);

// export-batch.c
/// Adds to the batch a task whose reference has run.
AsStatus asExportTask(AsTuner *tuner, const AsTuneTask *task, AsError *error);
/// Adds a trial that was built, as kernels.
AsStatus asExportTrial(AsTuner *tuner, const AsTuneTask *task, int trial,
                       const AsText *object, double buildSeconds,
                       AsError *error);

// store-trials.c
/// Reads what the store has of all tasks.
AsStatus asTrialsLoad(AsTuner *tuner, AsError *error);
/// What is known of a candidate before it is built; `candidate` NULL is the
/// unscheduled program.
AsRecord asTrialsRecord(const AsTuner *tuner, const AsTuneTask *task,
                        const AsCandidate *candidate, AsArena *arena);
/// Stores a finished trial; `candidate` NULL is the unscheduled program.
void asTrialsStore(AsTuner *tuner, const AsTuneTask *task,
                   const AsCandidate *candidate, const AsRunnerResult *result,
                   double seconds, double buildSeconds, const char *objectHash,
                   bool isFinal);
/// asDriftNote, of the records too.
void asTrialsNoteDrift(AsTuner *tuner, AsTuneTask *task,
                       const AsRunnerResult *result);
/// Notes in the task that a trial failed, and why, if that is known.
void asTrialsNoteFailure(AsTuneTask *task, AsOutcome outcome, const char *why);
/// Notes the end of a trial in the task, and for the scorer.
void asTrialsFinish(AsTuner *tuner, AsTuneTask *task, int trial,
                    AsOutcome outcome, double seconds, const char *why);

// remeasure-best.c
/// Measures the best few of each searched task again, beside each other and
/// the unscheduled program, until the best of all is among them.
AsStatus asRemeasureBest(AsTuner *tuner, AsError *error);

// untried-tasks.c
/// Gives each task without any trial what the estimate finds best of it, where
/// the options say so.
AsStatus asUntriedEstimate(AsTuner *tuner, AsError *error);

// tuner.c
/// A search of the task's points by that scorer, which is set to the task.
AsEvolution asTunerEvolution(const AsTuneTask *task, AsCostScorer *scorer);
bool asTunerMustStop(const AsTuner *tuner);
void asTunerReport(const AsTuner *tuner);

#endif // AS_SEARCH_TUNER_STATE_H
