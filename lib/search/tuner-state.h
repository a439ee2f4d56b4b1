//===- tuner-state.h - The inside of the tuner
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the search: what its files share. tuner.c has the main loop,
// trial-pipeline.c keeps builders and runner busy. baseline.c runs before the
// search, on what unscheduled-builds.c has built; unscheduled-trial.c and
// remeasure-best.c, which measures the best trials again, after it.
// untried-tasks.c chooses for tasks without trials, shared-layouts.c among
// trials that are nearly as fast as the best. store-trials.c reads and writes
// records.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SEARCH_TUNER_STATE_H
#define AS_SEARCH_TUNER_STATE_H

#include "search/base-model.h"
#include "search/donors.h"
#include "search/scorer.h"
#include "search/strategy.h"
#include "search/tuner.h"

/// A trial on its way: waiting to be built, being built, waiting to be
/// measured, or being measured.
typedef struct AsFlight {
  int task, trial;
  AsText object; ///< Once built.
  char objectHash[33];
  double buildSeconds;
  bool isLowered; ///< It is only lowered (AS_BUILD_NOTHING).
  bool isHurried; ///< It is measured for no longer than the search may take.
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
  AsDonors *donors; ///< NULL for none.
  AsBaseModel base; ///< Its model is NULL for none.
  AsRandom random;
  AsTunePhase phase;
  AsFlightQueue waiting;  ///< To be built.
  AsFlightQueue building; ///< With a worker; the tag is the place here.
  AsFlightQueue built;    ///< To be measured.
  AsFlight running;       ///< With the runner, where isRunning.
  bool isRunning;
  AsArena arena;       ///< What the pipeline needs while it is open.
  AsLeases *home;      ///< Keeps the next cores from other runs, or NULL.
  AsCoreSet measuring; ///< The cores that the runner measures on.
  int numTurns;        ///< For how many reasons they are ours now.
  double waitingSince; ///< For cores that other runs use; 0: it is not.
  bool buildOnly;      ///< Nothing is measured.
  bool isStatic;       ///< Candidates are ranked by the estimate instead.
  bool isOver;         ///< The search is over: builds do not count as trials.
  int numNew;          ///< Trials finished in this run.
  int64_t total;       ///< The budget of trials, `known` included.
  int known;           ///< Trials of the budget from the store.
  int current;         ///< The task of the last batch, or -1.
  double started;
  AsTuneTimes times;
};

// trial-pipeline.c
/// Creates builders and the runner, and divides the cores between them.
AsStatus asPipelineOpen(AsTuner *tuner, AsError *error);
void asPipelineClose(AsTuner *tuner);
/// The number of build workers that the pipeline has.
int asPipelineNumWorkers(const AsTuner *tuner);
/// The job for a candidate, or for the unscheduled program where that is NULL;
/// `choices` has room for AS_MAX_KNOBS.
AsBuildJob asPipelineJob(const AsTuneTask *task, const AsCandidate *candidate,
                         AsKnobChoice *choices);
/// The number of trials in the pipeline.
int asPipelineLoad(const AsTuner *tuner);
/// Queues a trial of the task for building.
void asPipelinePush(AsTuner *tuner, int task, int trial);
/// The same where no code is needed.
void asPipelinePushLowered(AsTuner *tuner, int task, int trial);
/// Starts what can be started, waits up to 50 ms, takes what has finished.
AsStatus asPipelineStep(AsTuner *tuner, AsError *error);
/// Drops waiting trials and finishes those that were started.
AsStatus asPipelineDrain(AsTuner *tuner, AsError *error);
/// Builds one candidate (or the unscheduled program) and waits for it. The
/// pipeline must be empty.
AsStatus asPipelineBuild(AsTuner *tuner, const AsTuneTask *task,
                         const AsCandidate *candidate, AsBuildResult *result,
                         AsError *error);
/// The same for jobs of any kind, as many at once as there are workers.
/// results[i] is that of jobs[i], also if the status is not OK, and KILLED of
/// jobs that were not begun because the search must stop. The first one always
/// is.
AsStatus asPipelineBuildJobs(AsTuner *tuner, const AsBuildJob *jobs, int count,
                             AsBuildResult *results, AsError *error);
/// How far results of a candidate may deviate beyond the tolerance of its task;
/// NULL is the unscheduled program.
double asPipelineAllowance(const AsTuneTask *task,
                           const AsCandidate *candidate);
/// What a program of the task finds in the caches when it is timed.
void asPipelineSetCaches(const AsTuner *tuner, const AsTuneTask *task,
                         AsRunnerJob *job);
/// Measures a job that is not a trial, and waits for it.
AsStatus asPipelineMeasure(AsTuner *tuner, const AsRunnerJob *job,
                           AsRunnerResult *result, AsError *error);

// core-turns.c
/// Has the runner's cores to itself from now on, unless another run has them:
/// then it is tried again and again, until asTurnEnd.
bool asTurnTry(AsTuner *tuner);
/// Waits until asTurnTry succeeds. AS_INTERRUPTED: asTurnGivesUp.
AsStatus asTurnBegin(AsTuner *tuner, AsError *error);
/// Ends one asTurnTry that succeeded, or all attempts.
void asTurnEnd(AsTuner *tuner);
/// Notes whether the search can only wait for cores that other runs use, and
/// shows it. AS_INTERRUPTED: it has waited for long enough.
AsStatus asTurnNoteWait(AsTuner *tuner, bool waits, AsError *error);

// reference-program.c
/// The job that builds the reference of the task; `choices` as for
/// asPipelineJob. Where that does not build, asReferenceBuild may.
AsBuildJob asReferenceJob(const AsTuner *tuner, const AsTuneTask *task,
                          AsKnobChoice *choices);
/// Builds the reference of the task. The pipeline must be empty.
AsStatus asReferenceBuild(AsTuner *tuner, const AsTuneTask *task,
                          AsBuildResult *result, AsError *error);

/// The unscheduled program as a candidate; false if no sketch has it.
bool asReferencePlain(const AsTuneTask *task, AsCandidate *plain);
/// The untiled schedule of a loop nest that the reference has; false if the
/// nest as it is has the least estimate, is short, or there is none.
bool asReferenceChoose(const AsTuner *tuner, const AsTuneTask *task,
                       AsCandidate *candidate);

// unscheduled-trial.c
/// Gives the unscheduled program and the reference a trial if they are faster
/// than all trials.
AsStatus asTryUnscheduled(AsTuner *tuner, AsError *error);

// unscheduled-builds.c
typedef enum AsUnscheduled {
  AS_UNSCHEDULED_REFERENCE,
  AS_UNSCHEDULED_STOCK,
  AS_NUM_UNSCHEDULED
} AsUnscheduled;
typedef struct AsUnscheduledProgram {
  AsBuildResult built;
  bool isBuilt; ///< The result is final, and was not taken yet.
} AsUnscheduledProgram;
/// What was built of the tasks from `first` to that before `end`.
typedef struct AsUnscheduledBuilds {
  int first, end;
  AsUnscheduledProgram (*programs)[AS_NUM_UNSCHEDULED];
} AsUnscheduledBuilds;
/// Drops what was built, and builds references, and stock if wanted where the
/// store has no time of it, of some tasks from `first` on. The pipeline must be
/// empty.
AsStatus asUnscheduledBuild(AsTuner *tuner, int first, bool wantsStock,
                            AsUnscheduledBuilds *builds, AsError *error);
/// Gives a program of the task to the caller, and builds it if that was not
/// done ahead; `builds` may be NULL. The pipeline must be empty.
AsStatus asUnscheduledTake(AsTuner *tuner, AsUnscheduledBuilds *builds,
                           int task, AsUnscheduled which, AsBuildResult *built,
                           AsError *error);
void asUnscheduledFree(AsUnscheduledBuilds *builds);

// baseline.c
/// Gives the references of the tasks to the runner, and times the unscheduled
/// programs, or begins to.
AsStatus asBaselineMeasure(AsTuner *tuner, AsError *error);
/// After the search: takes a longer look at unscheduled programs that were
/// stopped before their end.
AsStatus asBaselineFinish(AsTuner *tuner, AsError *error);

// export-batch.c
/// Adds a task to the batch, once its reference has run.
AsStatus asExportTask(AsTuner *tuner, const AsTuneTask *task, AsError *error);
/// Adds a built trial to the batch.
AsStatus asExportTrial(AsTuner *tuner, const AsTuneTask *task, int trial,
                       const AsText *object, double buildSeconds,
                       AsError *error);

// store-trials.c
/// Reads the records of all tasks.
AsStatus asTrialsLoad(AsTuner *tuner, AsError *error);
/// The record of a candidate before it is built; `candidate` NULL is the
/// unscheduled program.
AsRecord asTrialsRecord(const AsTuner *tuner, const AsTuneTask *task,
                        const AsCandidate *candidate, AsArena *arena);
/// Stores a finished trial; `candidate` NULL is the unscheduled program.
void asTrialsStore(AsTuner *tuner, const AsTuneTask *task,
                   const AsCandidate *candidate, const AsRunnerResult *result,
                   double seconds, double buildSeconds, const char *objectHash,
                   bool isFinal);
/// asDriftNote, which rescales the records too.
void asTrialsNoteDrift(AsTuner *tuner, AsTuneTask *task,
                       const AsRunnerResult *result);
/// Takes back, also in the store, that answers of the task were right: the
/// reference that they were compared with may be wrong. task->problem says why.
void asTrialsDistrust(AsTuner *tuner, AsTuneTask *task);
/// Notes in the task that a trial failed, and why, if `why` is not empty.
void asTrialsNoteFailure(AsTuneTask *task, AsTrial *trial, const char *why);
/// Notes the end of a trial in the task, and for the scorer.
void asTrialsFinish(AsTuner *tuner, AsTuneTask *task, int trial,
                    AsOutcome outcome, double seconds, const char *why);

// remeasure-best.c
/// Measures the best few of each searched task again, beside each other and
/// the unscheduled program, until the best of all is among them.
AsStatus asRemeasureBest(AsTuner *tuner, AsError *error);

// untried-tasks.c
/// Whether the task has no trial, or only such as were killed: the time limit
/// ends the one that runs, and the system what takes too much memory. A task
/// that could not be measured, or whose trials all failed, is not one of these.
bool asTunerIsUntried(const AsTuneTask *task);

/// Gives each task without a trial the candidate with the least estimate, if
/// the options say so.
AsStatus asUntriedEstimate(AsTuner *tuner, AsError *error);

// shared-layouts.c
/// Has tasks of a family prefer points that pack weights alike. Of those that
/// `tries` is true for, points are tried where none of the trials packs so;
/// NULL for none. The pipeline must be empty, and open unless that is NULL.
AsStatus asShareLayouts(AsTuner *tuner, AsCostScorer *scorer, const bool *tries,
                        AsError *error);

// tuner.c
/// The points of the task with that scorer, which is set to the task.
AsSearchSpace asTunerSpace(const AsTuneTask *task, AsCostScorer *scorer);
void asTunerReport(const AsTuner *tuner);

// time-left.c
/// Seconds until the time limit, negative after it; INFINITY without one.
double asTunerTimeLeft(const AsTuner *tuner);
/// Whether nothing more is to be measured.
bool asTunerIsOver(const AsTuner *tuner);
/// Whether no more trials are to begin: the rest of the time is for measuring
/// the best again.
bool asTunerMustStop(const AsTuner *tuner);

#endif // AS_SEARCH_TUNER_STATE_H
