//===- store-trials.c - Reading and writing trials in the store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads records of the store as trials at the start of a run, and writes trials
// as records when they end. When the drift reference rescales the times of
// trials, their records change too, so that the next run starts from the same
// times; and when their reference turns out to be wrong. All records of a task
// change at once or not at all, however many there are.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "measure/timing-statistics.h"
#include "measure/trial-extra.h"
#include "record/record-fields.h"
#include "record/store.h"
#include "search/clock-drift.h"
#include "search/earlier-trials.h"
#include "search/record-groups.h"
#include "search/tuner-state.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Label of an early-stopped run, as a share of the label that its partial time
/// would give.
static const double earlyStoppedShare = 0.5;

typedef struct Loading {
  AsTuner *tuner;
  AsTuneTask *task;
} Loading;

static bool isStock(const AsRecord *record) {
  return strcmp(record->sketch, AS_BASELINE_SKETCH) == 0;
}

/// The part of the compiler's name that options choose, not versions.
static const char *modeOf(const char *compiler) {
  const char *mode = strstr(compiler, " fp=");
  return mode ? mode : "";
}

static AsStatus loadRecord(const AsRecord *record, void *context,
                           AsError *error) {
  (void)error;
  Loading *loading = context;
  AsTuneTask *task = loading->task;
  bool isOk = record->outcome == AS_OUTCOME_OK, isStale = false;
  const AsTunerOptions *given = &loading->tuner->given;
  if (strcmp(record->compiler, given->compiler) != 0) {
    given->storeNotes->numStale +=
        !isStock(record) &&
        strcmp(modeOf(record->compiler), modeOf(given->compiler)) == 0;
    return AS_OK;
  }
  if (isStock(record)) {
    task->baselineIsBound = record->outcome == AS_OUTCOME_RUN_TIMEOUT;
    task->baselineSeconds =
        isOk || task->baselineIsBound ? asRecordSeconds(record) : 0;
    return AS_OK;
  }
  // Somebody else killed it, which says nothing of the candidate: try it again.
  if (record->outcome == AS_OUTCOME_KILLED)
    return AS_OK;
  // Its check may have called a right answer wrong: try it again.
  if (record->outcome == AS_OUTCOME_WRONG_ANSWER &&
      asExtraCheck(record->extra) < AS_CHECK_VERSION) {
    given->storeNotes->numStale++;
    return AS_OK;
  }
  // A success without a time would be the fastest of all.
  if (asOutcomeIsTimed(record->outcome) && !(asRecordSeconds(record) > 0))
    return AS_OK;
  for (int s = 0; s < task->numSketches; s++) {
    // A record of another version of the sketch stays in the store but is not
    // used.
    isStale |= strcmp(task->sketches[s].name, record->sketch) == 0 &&
               strcmp(task->sketches[s].version, record->sketchVersion) != 0;
    AsCandidate candidate;
    memset(&candidate, 0, sizeof candidate);
    candidate.sketch = s;
    if (strcmp(task->sketches[s].version, record->sketchVersion) != 0 ||
        !asPointParse(&task->sketches[s], record->point, &candidate.point) ||
        asTaskHistoryFind(&task->history, &candidate) >= 0)
      continue;
    int trial = asTaskHistoryAdd(&task->history, &candidate);
    task->history.trials[trial].isFinal = asExtraIsFinal(record->extra);
    task->history.trials[trial].donor = asExtraDonor(record->extra);
    task->history.trials[trial].relativeError =
        asTimesRelativeError(record->times, record->numTimes);
    asTrialsFinish(loading->tuner, task, trial, record->outcome,
                   isOk || record->outcome == AS_OUTCOME_EARLY_STOPPED
                       ? asRecordSeconds(record)
                       : 0,
                   record->message);
    return AS_OK;
  }
  given->storeNotes->numStale += isStale;
  return AS_OK;
}

static AsRecordQuery recordsOf(const AsTuner *tuner, const AsTuneTask *task) {
  return (AsRecordQuery){task->hash, tuner->given.target->key,
                         tuner->given.compiler};
}

AsStatus asTrialsLoad(AsTuner *tuner, AsError *error) {
  AsStatus status = AS_OK;
  for (int t = 0; t < tuner->numTasks && !status && tuner->given.store; t++) {
    AsRecordQuery query = recordsOf(tuner, &tuner->tasks[t]);
    query.compiler = NULL; // Count the records of other versions as well.
    Loading loading = {tuner, &tuner->tasks[t]};
    status =
        asStoreVisit(tuner->given.store, &query, loadRecord, &loading, error);
  }
  return status;
}

static bool stores(const AsTuner *tuner) {
  return tuner->given.store && !tuner->given.keepsNothing;
}

typedef struct Rescaling {
  AsStore *store;
  double factor;
} Rescaling;

static AsStatus rescaleRecord(const AsRecord *record, void *context,
                              AsError *error) {
  const Rescaling *rescaling = context;
  AsRecord scaled = *record;
  scaled.seconds = rescaling->factor * asRecordSeconds(record);
  return asStorePut(rescaling->store, &scaled, error);
}

/// A full disk ends the storing, not the search: the times are worth more than
/// their records.
static void noteStoring(AsTuner *tuner, AsStatus status, const AsError *error) {
  if (!status)
    return;
  tuner->given.keepsNothing = true;
  tuner->given.storeNotes->failure = *error;
}

/// Has `visitor` put other records in place of those of the task.
static void rewriteRecords(AsTuner *tuner, const AsTuneTask *task,
                           AsRecordVisitor visitor, void *context) {
  AsStore *store = tuner->given.store;
  AsRecordQuery query = recordsOf(tuner, task);
  AsError error = {0};
  AsStatus status = asStoreBegin(store, &error);
  if (!status) {
    status = asStoreVisit(store, &query, visitor, context, &error);
    AsStatus ended = asStoreEnd(store, !status, &error);
    status = status ? status : ended;
  }
  noteStoring(tuner, status, &error);
}

void asTrialsNoteDrift(AsTuner *tuner, AsTuneTask *task,
                       const AsRunnerResult *result) {
  Rescaling rescaling = {tuner->given.store, asDriftNote(task, result)};
  if (rescaling.factor != 1 && stores(tuner))
    rewriteRecords(tuner, task, rescaleRecord, &rescaling);
}

AsRecord asTrialsRecord(const AsTuner *tuner, const AsTuneTask *task,
                        const AsCandidate *candidate, AsArena *arena) {
  const AsSketch *sketch =
      candidate ? &task->sketches[candidate->sketch] : NULL;
  return (AsRecord){
      .task = task->hash,
      .target = tuner->given.target->key,
      .compiler = tuner->given.compiler,
      .sketch = sketch ? sketch->name : AS_BASELINE_SKETCH,
      .sketchVersion = sketch ? sketch->version : "",
      .point = sketch ? asPointFormat(sketch, &candidate->point, arena) : "{}",
      .outcome = AS_OUTCOME_BUILT,
      .asVersion = AS_VERSION,
      .host = tuner->given.target->model,
      .date = time(NULL),
      .seed = (uint64_t)tuner->given.options->seed,
      .run = tuner->given.run ? tuner->given.run->key : "",
  };
}

/// Puts the record, and what belongs to it. The run comes first, so that no
/// record names one that is not there.
static AsStatus putTrial(const AsTuner *tuner, const AsTuneTask *task,
                         const AsCandidate *candidate, const AsRecord *record,
                         AsError *error) {
  const AsTunerOptions *given = &tuner->given;
  AsStatus status = AS_OK;
  if (given->run && given->storeNotes->numPuts == 0)
    status = asStorePutThing(given->store, given->run, error);
  if (!status && candidate)
    status = asEarlierTrialsPut(given->store, record, tuner->scorer,
                                &task->sketches[candidate->sketch],
                                &candidate->point, error);
  if (!status)
    status = asStorePut(given->store, record, error);
  given->storeNotes->numPuts += !status;
  return status;
}

void asTrialsStore(AsTuner *tuner, const AsTuneTask *task,
                   const AsCandidate *candidate, const AsRunnerResult *result,
                   double seconds, double buildSeconds, const char *objectHash,
                   bool isFinal) {
  if (!stores(tuner) || result->outcome == AS_OUTCOME_BUILT ||
      result->outcome == AS_OUTCOME_KILLED)
    return;
  AsArena arena = {0};
  AsText extra = {0};
  AsRecord record = asTrialsRecord(tuner, task, candidate, &arena);
  record.outcome = result->outcome;
  record.message = result->message;
  record.times = result->times;
  record.numTimes = (size_t)result->numTimes;
  record.seconds = seconds;
  record.checked = result->outcome == AS_OUTCOME_OK ||
                   result->outcome == AS_OUTCOME_WRONG_ANSWER;
  record.maxError = result->deviation;
  record.tolerance = result->tolerance;
  record.buildSeconds = buildSeconds;
  record.measureSeconds = result->wallSeconds;
  record.objectHash = objectHash;
  int trial = candidate ? asTaskHistoryFind(&task->history, candidate) : -1;
  asExtraWrite(result, isFinal,
               trial < 0 ? "" : task->history.trials[trial].donor.text, &extra);
  record.extra = extra.data;
  AsError error = {0};
  noteStoring(tuner, putTrial(tuner, task, candidate, &record, &error), &error);
  asTextFree(&extra);
  asArenaDestroy(&arena);
}

/// All labels of a task are relative to its best time, so they change with it.
static void relabel(AsTuner *tuner, AsTuneTask *task) {
  for (int t = 0; t < task->history.numTrials; t++) {
    const AsTrial *trial = &task->history.trials[t];
    if (trial->program < 0)
      continue;
    double label = trial->seconds > 0 ? task->bestSeconds / trial->seconds : 0;
    // Its label is only known to be lower than that.
    label *= asOutcomeIsTimed(trial->outcome) ? 1 : earlyStoppedShare;
    asCostScorerLabel(tuner->scorer, trial->program, label);
  }
}

typedef struct Distrust {
  AsStore *store;
  const char *why;
} Distrust;

static AsStatus distrustRecord(const AsRecord *record, void *context,
                               AsError *error) {
  const Distrust *distrust = context;
  if (record->outcome != AS_OUTCOME_OK || isStock(record))
    return AS_OK;
  AsRecord wrong = *record;
  wrong.outcome = AS_OUTCOME_WRONG_ANSWER;
  wrong.message = distrust->why;
  wrong.times = NULL;
  wrong.numTimes = 0;
  wrong.seconds = 0;
  return asStorePut(distrust->store, &wrong, error);
}

void asTrialsDistrust(AsTuner *tuner, AsTuneTask *task) {
  for (int t = 0; t < task->history.numTrials; t++) {
    AsTrial *trial = &task->history.trials[t];
    if (trial->outcome != AS_OUTCOME_OK)
      continue;
    trial->outcome = AS_OUTCOME_WRONG_ANSWER;
    trial->seconds = 0;
    task->outcomes[AS_OUTCOME_OK]--;
    task->outcomes[AS_OUTCOME_WRONG_ANSWER]++;
  }
  task->bestSeconds = 0;
  task->isReady = false;
  Distrust distrust = {tuner->given.store, task->problem};
  if (stores(tuner))
    rewriteRecords(tuner, task, distrustRecord, &distrust);
}

void asTrialsNoteFailure(AsTuneTask *task, AsTrial *trial, const char *why) {
  AsOutcome outcome = trial->outcome;
  if (!why || !*why)
    return;
  snprintf(task->problem, sizeof task->problem, "%s: %s",
           asOutcomeName(outcome), why);
  free(trial->message);
  trial->message = asCopyString(why);
  if (!task->messages[outcome])
    task->messages[outcome] = asCopyString(why);
}

void asTrialsFinish(AsTuner *tuner, AsTuneTask *task, int number,
                    AsOutcome outcome, double seconds, const char *why) {
  AsTrial *trial = &task->history.trials[number];
  trial->outcome = outcome;
  trial->seconds =
      asOutcomeIsTimed(outcome) || outcome == AS_OUTCOME_EARLY_STOPPED ? seconds
                                                                       : 0;
  task->numTrials++;
  task->lastTrial = number;
  task->outcomes[outcome]++;
  if (!asOutcomeIsTimed(outcome))
    asTrialsNoteFailure(task, trial, why);
  // What another machine will measure is neither fast nor slow yet.
  if (trial->program < 0 && outcome != AS_OUTCOME_BUILT)
    trial->program =
        asCostScorerAdd(tuner->scorer, &task->sketches[trial->candidate.sketch],
                        &trial->candidate.point);
  int best = asTaskHistoryBest(&task->history);
  double fastest = best >= 0 ? task->history.trials[best].seconds : 0;
  if (fastest > 0 &&
      (task->bestSeconds == 0 || fastest < 0.99 * task->bestSeconds))
    task->lastGain = task->numTrials;
  task->bestSeconds = fastest;
  relabel(tuner, task);
}
