//===- tune.c - The part of a run that takes the time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets up what the tuner needs, and tells the caller what it does.
//
//===----------------------------------------------------------------------===//

#include "driver/donor-stores.h"
#include "driver/run.h"
#include "pool/compiler-name.h"
#include "record/store.h"
#include "search/principles.h"
#include "search/scorer.h"
#include "search/strategy.h"
#include "worker/find-worker.h"
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// Telling of it
//===----------------------------------------------------------------------===//

static void tell(AsRun *run, const AsSnapshot *snapshot) {
  run->shown = *snapshot;
  if (run->progress)
    run->progress(&run->shown, run->progressData);
}

/// What AsTunerOptions.progress calls; `context` is the run.
static void onTunerReport(const AsTuner *tuner, void *context) {
  const AsRun *run = context;
  AsSnapshot snapshot = {.phase = asTunerPhase(tuner),
                         .timeLimit = run->options->timeLimit,
                         .trialsDone = asTunerTrialsDone(tuner),
                         .trialsTotal = asTunerTrialsTotal(tuner),
                         .seconds = asTunerSeconds(tuner),
                         .waiting = asTunerWaiting(tuner)};
  snapshot.tasks = asTunerTasks(tuner, &snapshot.numTasks);
  snapshot.goals = asTunerGoals(tuner, &snapshot.numGoals);
  const AsTuneTask *current = asTunerCurrent(tuner);
  snapshot.current = current ? (int)(current - snapshot.tasks) : -1;
  tell(context, &snapshot);
}

/// Tells how the search ended; what came before says how many trials there are.
static void tellEnd(AsRun *run) {
  tell(run, &(AsSnapshot){.tasks = run->tuned,
                          .numTasks = run->tasks.numTasks,
                          .goals = run->shown.goals,
                          .numGoals = run->shown.numGoals,
                          .current = -1,
                          .phase = AS_TUNE_DONE,
                          .trialsDone = run->shown.trialsDone,
                          .trialsTotal = run->shown.trialsTotal,
                          .seconds = run->times.total,
                          .times = &run->times,
                          .interrupted = run->interrupted});
}

/// Ends a run that measures nothing with `words`.
static void tellWords(AsRun *run, const char *words) {
  tell(run, &(AsSnapshot){.tasks = run->tuned,
                          .numTasks = run->tasks.numTasks,
                          .current = -1,
                          .phase = AS_TUNE_DONE,
                          .times = &run->times,
                          .words = words});
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

static bool isSampling(const AsOptions *options) {
  return options->stopAfter == AS_PHASE_SAMPLE;
}

/// Whether the run measures nothing.
static bool onlyReads(const AsOptions *options) {
  return options->trials == 0 || options->stopAfter < AS_PHASE_MEASURE ||
         *options->exportBatch;
}

/// Opens the objects beside the store, which nobody asked for either.
static void openObjects(AsRun *run, const char *store) {
  if (!run->options->objectCache)
    return;
  AsText folder = {0};
  asTextFormat(&folder, "%s-objects", store);
  run->objects =
      asObjectCacheOpen(folder.data, (size_t)run->options->objectCache << 20);
  asTextFree(&folder);
}

/// Gives the tuner the store that the options name. One that cannot be written
/// is read, and the standard one, which nobody asked for, may be missing: the
/// search can do without.
static AsStatus openStore(AsRun *run, AsTunerOptions *tuner, AsError *error) {
  const char *path = run->options->records;
  // Estimates are no measurements, neither to keep nor to compare with some.
  if (strcmp(path, "none") == 0 || run->options->measure == AS_MEASURE_STATIC)
    return AS_OK;
  bool isStandard = !*path;
  char standard[4096] = "";
  AsError problem = {0};
  AsStatus status = AS_OK;
  if (isStandard) {
    status = asStoreDefaultPath(standard, sizeof standard, &problem);
    path = standard;
  }
  if (!status)
    status = asStoreOpen(path, &tuner->store, &problem);
  if (!status) {
    openObjects(run, path);
    tuner->objects = run->objects;
    return AS_OK;
  }
  bool exists = access(path, F_OK) == 0;
  if (exists ? asStoreOpenReadOnly(path, &tuner->store, NULL) != AS_OK
             : !isStandard)
    return asFail(error, status, "%s", problem.message);
  tuner->keepsNothing = true;
  asRemarkOnRun(run, AS_SEVERITY_WARNING, "nothing new is stored: %s",
                problem.message);
  return AS_OK;
}

const char *asRunCompiler(AsRun *run) {
  AsText name = {0};
  asCompilerAppend(run->options->fp, &name);
  if (run->options->caches == AS_CACHES_COLD)
    asTextAppendString(&name, " caches=cold");
  else if (run->coldWeights)
    asTextAppendString(&name, " caches=cold-weights");
  const char *copy = asArenaCopy(&run->arena, name.data, name.length);
  asTextFree(&name);
  return copy;
}

/// Says what the records to come refer to. A store that refuses that refuses
/// records, too.
static void putThings(AsRun *run, AsTunerOptions *tuner) {
  if (!tuner->store || tuner->keepsNothing || onlyReads(run->options))
    return;
  AsError *problem = &tuner->storeNotes->failure;
  tuner->keepsNothing = asRunPutThings(run, tuner->store, problem) != AS_OK;
}

/// Adds to what the store knows of the run, if it has records of it.
static void putEnd(AsRun *run, const AsTunerOptions *tuner, int64_t started) {
  AsStoreNotes *notes = tuner->storeNotes;
  AsThing ended = asRunThing(run, started, true);
  if (notes->numPuts && !notes->failure.status)
    asStorePutThing(tuner->store, &ended, &notes->failure);
}

/// Gives the tuner the stores with similar tasks, if it is to look for any.
static AsStatus openDonors(const AsRun *run, AsTunerOptions *tuner,
                           AsDonorStores *donors, AsError *error) {
  if (run->options->transfer == AS_TRANSFER_NONE)
    return AS_OK;
  AsStatus status = asDonorStoresOpen(run->options->transferFrom, tuner->store,
                                      donors, error);
  tuner->donors = donors->stores;
  tuner->numDonors = donors->count;
  return status;
}

/// Has the search go by principles, if there are any, and tells how many of
/// them are about its tasks.
static AsStatus applyPrinciples(AsRun *run, AsError *error) {
  const char *path = run->options->principles;
  AsPrinciples principles = {0};
  if (!*path)
    return AS_OK;
  AsStatus status = asPrinciplesRead(path, &principles, error);
  int count = 0, numTasks = 0;
  for (int t = 0; t < run->tasks.numTasks && !status; t++) {
    AsTuneTask *task = &run->tuned[t];
    AsAllowed *allowed =
        asArenaArray(&run->arena, AsAllowed, task->numSketches);
    int applied =
        asPrinciplesApply(&principles, task->sketches, task->numSketches,
                          run->target.key, allowed);
    task->allowed = applied ? allowed : NULL;
    numTasks += applied > 0;
    count += applied;
  }
  if (!status && !count)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "no principle in '%s' leaves out an option of these tasks: "
                  "the search is as without it",
                  path);
  else if (!status)
    asRemarkOnRun(run, AS_SEVERITY_REMARK,
                  "principles in '%s' leave out options in %d of %d tasks",
                  path, numTasks, run->tasks.numTasks);
  asPrinciplesFree(&principles);
  return status;
}

static AsStatus createBatch(const AsRun *run, AsTunerOptions *tuner,
                            AsError *error) {
  const AsOptions *options = run->options;
  AsBatchSetting setting = {.target = run->target.key,
                            .runTimeout = options->runTimeout,
                            .isCold = options->caches == AS_CACHES_COLD};
  return *options->exportBatch ? asBatchCreate(options->exportBatch, &setting,
                                               &tuner->batch, error)
                               : AS_OK;
}

/// What a user asked for and did not get is a failure.
static AsStatus publishBatch(AsRun *run, AsBatchWriter *batch, AsError *error) {
  int size = batch ? asBatchSize(batch) : 0;
  if (!batch)
    return AS_OK;
  if (size == 0)
    return asFail(error, AS_NOT_FOUND,
                  "there is no candidate for '%s': none was left to try, or "
                  "none could be built",
                  run->options->exportBatch);
  AsStatus status = asBatchPublish(batch, error);
  if (!status)
    asRemarkOnRun(run, AS_SEVERITY_REMARK,
                  "%d candidates are in '%s', for as-run-batch to measure",
                  size, run->options->exportBatch);
  return status;
}

/// Gives the tuner the leases of cores, if it is to take any. It can do
/// without.
static void openLeases(AsRun *run, AsTunerOptions *tuner) {
  AsError problem = {0};
  if (run->options->share != AS_SHARE_UNSAFE && !isSampling(run->options) &&
      asLeasesOpen("cores", &tuner->leases, &problem))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "times are wrong if another run measures on the same cores "
                  "meanwhile: %s; AS_LEASES=FOLDER names another folder for "
                  "the locks, and --share=unsafe does without",
                  problem.message);
}

/// A search can do without the learned model, if not as well.
static void remarkOnModel(AsRun *run) {
  const AsOptions *options = run->options;
  AsError problem = {0};
  bool learns = !onlyReads(options) && asStrategyScores(options->strategy) &&
                options->measure != AS_MEASURE_STATIC;
  if (learns && asCostScorerCanLearn(&problem))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "the search goes by its estimate alone, without a learned "
                  "model: %s",
                  problem.message);
}

static void remarkOnStore(AsRun *run, const AsTunerOptions *tuner) {
  const AsStore *store = tuner->store;
  const AsStoreNotes *notes = tuner->storeNotes;
  if (store && asStoreWasRestored(store))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "the store was deleted, renamed or replaced during the "
                  "search; its records, old and new, were written again to "
                  "where it was");
  if (notes->failure.status)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "from some time on, nothing new was stored: %s",
                  notes->failure.message);
  asRemarkOnObjects(run);
  if (notes->numStale)
    asRemarkOnRun(run, AS_SEVERITY_REMARK,
                  "the store has %d records of these tasks that do not count: "
                  "another version of LLVM, of as-opt's lowering or of a "
                  "sketch made them",
                  notes->numStale);
}

/// Two searches at once would measure each other, so that those of a process
/// take turns.
static AsStatus search(AsRun *run, const AsTunerOptions *tuner,
                       AsError *error) {
  static pthread_mutex_t oneAtATime = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&oneAtATime);
  AsStatus status =
      asTune(tuner, run->tuned, run->tasks.numTasks, &run->times, error);
  pthread_mutex_unlock(&oneAtATime);
  run->interrupted = run->isCancelled;
  return status;
}

static AsStatus tune(AsRun *run, AsError *error) {
  char worker[4096] = "";
  AsStatus status = AS_OK;
  AsStoreNotes notes = {0};
  int64_t started = time(NULL);
  AsThing thing = asRunThing(run, started, false);
  if (!isSampling(run->options))
    status = asWorkerFind(worker, sizeof worker, error);
  AsTunerOptions tuner = {.options = run->options,
                          .target = &run->target,
                          .goals = run->goals,
                          .numGoals = run->tasks.numModels,
                          .worker = worker,
                          .storeNotes = &notes,
                          .compiler = asRunCompiler(run),
                          .run = &thing,
                          .interrupted = &run->isCancelled,
                          .progress =
                              isSampling(run->options) ? NULL : onTunerReport,
                          .context = run};
  if (!status)
    status = applyPrinciples(run, error);
  if (!status)
    status = createBatch(run, &tuner, error);
  AsDonorStores donors = {0};
  if (!status)
    status = openStore(run, &tuner, error);
  if (!status)
    status = openDonors(run, &tuner, &donors, error);
  if (!status) {
    remarkOnModel(run);
    openLeases(run, &tuner);
    putThings(run, &tuner);
    status = search(run, &tuner, error);
    putEnd(run, &tuner, started);
    remarkOnStore(run, &tuner);
  }
  if (!status)
    status = publishBatch(run, tuner.batch, error);
  asBatchDestroy(tuner.batch);
  asDonorStoresClose(&donors);
  asStoreClose(tuner.store);
  asLeasesClose(tuner.leases);
  return status;
}

//===----------------------------------------------------------------------===//
// What is said of it
//===----------------------------------------------------------------------===//

static void noteScheduled(MlirOperation function, void *found) {
  AsText hash = {0};
  *(bool *)found |= asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash);
  asTextFree(&hash);
}

static const char *whyNoTask(const AsRun *run) {
  bool isScheduled = false;
  asIrVisitAllFunctions(run->module, noteScheduled, &isScheduled);
  return isScheduled ? "the module's tasks have their schedules already"
                     : "the module has no linalg operation on tensors";
}

/// Says why there are no tasks.
static void sayNothingToTune(const AsRun *run, AsText *words) {
  int count = run->tasks.numRemarks;
  asTextFormat(words, "nothing to tune: %s",
               count ? run->tasks.remarks[0].message : whyNoTask(run));
  if (count > 1)
    asTextFormat(words, " (the first of %d remarks)", count);
  asTextAppendString(words, "\n");
}

/// Says what would be tried first: a line for each task and, below it, one for
/// each of its trials that were chosen and not made.
static void saySamples(const AsTuneTask *tasks, int numTasks, AsText *text) {
  AsArena arena = {0};
  for (int t = 0; t < numTasks; t++) {
    const AsTuneTask *task = &tasks[t];
    asTextFormat(text, "task %d, %s, would be tried at %d point%s", t + 1,
                 task->label, task->numInFlight,
                 task->numInFlight == 1 ? "" : "s");
    if (task->numTrials)
      asTextFormat(text, ", besides %d known from the store", task->numTrials);
    asTextAppendString(text, "\n");
    for (int i = 0; i < task->history.numTrials; i++) {
      const AsTrial *trial = &task->history.trials[i];
      const AsSketch *sketch = &task->sketches[trial->candidate.sketch];
      if (trial->outcome == AS_OUTCOME_BUILT)
        asTextFormat(text, "  %s %s\n", sketch->name,
                     asPointFormat(sketch, &trial->candidate.point, &arena));
    }
  }
  asArenaDestroy(&arena);
}

bool asRunFoundNothing(const AsRun *run) {
  for (int t = 0; t < run->tasks.numTasks; t++)
    if (run->tuned[t].bestSeconds > 0)
      return false;
  return run->tasks.numTasks > 0;
}

AsStatus asRunSearch(AsRun *run, AsError *error) {
  int numTasks = run->tasks.numTasks;
  AsStatus status = numTasks ? tune(run, error) : AS_OK;
  AsText words = {0};
  if (!numTasks)
    sayNothingToTune(run, &words);
  else if (isSampling(run->options))
    saySamples(run->tuned, numTasks, &words);
  if (!status && words.length)
    tellWords(run, words.data);
  else if (!status)
    tellEnd(run);
  asTextFree(&words);
  if (!status && numTasks && !onlyReads(run->options))
    asRemarkOnSearch(run);
  if (!status && !isSampling(run->options))
    asRemarkOnUntried(run);
  return status;
}
